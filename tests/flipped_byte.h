// A file with one wrong byte, as from a faulty disk.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>

namespace docket::test {

/// Flips the bits of byte `at` that are set in `bits`; a second call restores the file.
inline void flipByte(const std::filesystem::path& path, std::uint64_t at, char bits = 0x10) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(static_cast<std::streamoff>(at));
  const auto byte = static_cast<char>(file.get() ^ bits);
  file.seekp(static_cast<std::streamoff>(at));
  file.put(byte);
}

}  // namespace docket::test
