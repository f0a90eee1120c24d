// A file that the program contains: tools/embed.cmake generates the sources with them.
#pragma once

#include <string_view>

namespace docket {

struct EmbeddedFile {
  std::string_view file;  ///< its name, without a folder
  std::string_view text;
};

}  // namespace docket
