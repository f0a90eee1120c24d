// The commands that show an archive in a browser.
#pragma once

#include "tools/commands/command.h"

namespace docket {

Command siteCommand();
Command serveCommand();

}  // namespace docket
