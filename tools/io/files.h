// Whole files read into memory, with errors that say what to do.
#pragma once

#include <filesystem>
#include <string>

namespace docket {

/// The bytes of a file. Throws BadInput if there is none or it is larger than `max_bytes`, EnvironmentError if it
/// cannot be read.
[[nodiscard]] std::string readFile(const std::filesystem::path& path, std::size_t max_bytes);

/// readFile() for a file that may be text: removes the byte order mark that some editors put first. No binary format
/// begins with one.
[[nodiscard]] std::string readText(const std::filesystem::path& path, std::size_t max_bytes);

/// The id that a game gets from the name of its file, if nothing else says one.
[[nodiscard]] std::string gameIdFrom(const std::filesystem::path& file);

}  // namespace docket
