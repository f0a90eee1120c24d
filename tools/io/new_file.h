// A file that was not there before: for keys, which are never written over.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace docket {

/// Who may read a new file.
enum class ReadableBy : std::uint8_t { owner, everyone };

/// Makes a file with these bytes, which are on the disk before it has its name. Throws BadInput if there is one
/// already, and EnvironmentError if it cannot be made whole; then there is none.
void writeNewFile(const std::filesystem::path& path, std::string_view bytes, ReadableBy reader);

}  // namespace docket
