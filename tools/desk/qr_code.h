// A QR code of a text, as rows of modules.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace docket::desk {

/// From top to bottom, a '1' for each dark module. Throws BadInput if the text is too long for one code.
[[nodiscard]] std::vector<std::string> qrCode(std::string_view text);

}  // namespace docket::desk
