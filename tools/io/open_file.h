// A file opened to be read bit by bit, with errors that say what to do.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace docket {

/// Throws BadInput if there is no such file, EnvironmentError if it cannot be opened.
[[nodiscard]] std::ifstream openFile(const std::filesystem::path& path);
/// Erases the byte order mark that some editors put before a text. No format of bytes begins with one.
void eraseByteOrderMark(std::string& text);

}  // namespace docket
