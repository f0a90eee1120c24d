// Output to a file descriptor that detects a closed reader or a full disk.
// Invariant: bytes that could not be written raise an exception in flush() at the latest; they are never lost silently.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace docket {

/// Thrown when the reader has closed the output. A command that only writes output ends silently.
struct OutputClosed {};

/// A buffer over an open file descriptor, which it does not close. Throws OutputClosed and EnvironmentError from its
/// virtual functions; set `exceptions(std::ios::badbit)` on the stream to let them through.
class DescriptorBuffer : public std::streambuf {
 public:
  DescriptorBuffer(int descriptor, std::string name);

  /// The number of bytes written.
  [[nodiscard]] std::uintmax_t written() const { return written_; }

 protected:
  int_type overflow(int_type character) override;
  int sync() override;

 private:
  int descriptor_;
  std::string name_;
  std::uintmax_t written_ = 0;
  std::array<char, 1U << 16> bytes_;
};

/// A buffer over another one that drops all bytes once the reader has closed the output, for commands that must finish
/// other work. Passes on other failures.
class DiscardingBuffer : public std::streambuf {
 public:
  explicit DiscardingBuffer(std::streambuf& below) : below_(below) {}

  /// True if bytes were dropped.
  [[nodiscard]] bool isClosed() const { return closed_; }

 protected:
  int_type overflow(int_type character) override;
  std::streamsize xsputn(const char* bytes, std::streamsize count) override;
  int sync() override;

 private:
  template <class Act>
  auto unlessClosed(Act&& act, decltype(act()) dropped);

  std::streambuf& below_;
  bool closed_ = false;
};

/// A file that appears under its name only when it is complete: written to a temporary file beside it, synced and
/// renamed by keep(). A terminal, a pipe or /dev/null is written to directly.
class OutputFile {
 public:
  /// Throws BadInput if the path is a folder or a link to a file, or its folder does not exist; EnvironmentError if no
  /// file can be created there.
  explicit OutputFile(const std::filesystem::path& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  [[nodiscard]] std::ostream& stream() { return stream_; }
  /// The size in bytes, once it is kept.
  [[nodiscard]] std::uintmax_t bytes() const { return buffer_.written(); }
  /// Moves the file to its name. Throws EnvironmentError.
  void keep();

 private:
  std::filesystem::path path_;
  std::string temporary_;  // empty: the target is written to directly
  int descriptor_;
  DescriptorBuffer buffer_;
  std::ostream stream_;
};

/// Writes all bytes. Returns false, with errno set, if that fails.
[[nodiscard]] bool writeAll(int descriptor, std::string_view bytes);
/// Throws BadInput if the folder that a path is in does not exist.
void requireParentFolder(const std::filesystem::path& path);

/// Writes a file with this content as an OutputFile.
void writeOutputFile(const std::filesystem::path& path, std::string_view content);

}  // namespace docket
