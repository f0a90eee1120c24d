// Files from a web server: sequential HTTP GET requests over one connection. No redirect is followed, and no encoding
// is accepted.
#pragma once

#include <memory>
#include <string>

#include "tools/follow/source.h"

namespace docket::follow {

/// The source at an address that begins with "http://". Throws BadInput if it is malformed.
[[nodiscard]] std::unique_ptr<Source> httpSource(const std::string& address);

}  // namespace docket::follow
