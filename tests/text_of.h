// The bytes of a file that a test reads.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace docket::test {

/// Empty if there is no such file.
inline std::string textOf(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace docket::test
