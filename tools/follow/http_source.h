// Files that a web server gives by HTTP: GET requests one after the other over a connection that is kept. No redirect
// is followed, and no encoding is asked for.
#pragma once

#include <memory>
#include <string>

#include "tools/follow/source.h"

namespace docket::follow {

/// The source at an address that begins with "http://". Throws BadInput if it is malformed.
[[nodiscard]] std::unique_ptr<Source> httpSource(const std::string& address);

}  // namespace docket::follow
