// Creates a file, never overwriting one: for keys.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace docket {

/// Who may read a new file.
enum class ReadableBy : std::uint8_t { owner, everyone };

/// Creates a file with these bytes, which are on disk before it appears under its name. Throws BadInput if the file
/// exists, and EnvironmentError if it cannot be written completely; then there is no file.
void writeNewFile(const std::filesystem::path& path, std::string_view bytes, ReadableBy reader);

}  // namespace docket
