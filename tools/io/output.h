// Output to a file descriptor that notices when nobody reads it any more, or the disk is full.
// Invariant: bytes that could not be written are an exception at the latest in flush(), never lost in silence.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <ostream>
#include <streambuf>
#include <string>

namespace docket {

/// Nobody reads the output any more: who has only that to do ends without a word.
struct OutputClosed {};

/// A buffer over an open file descriptor, which it does not close. Throws OutputClosed and EnvironmentError from
/// within; give the stream over it `exceptions(std::ios::badbit)` for them to get through.
class DescriptorBuffer : public std::streambuf {
 public:
  DescriptorBuffer(int descriptor, std::string name);

  /// How many bytes it has written.
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

/// A buffer over another one that takes everything, and drops it once nobody reads it any more: for whoever has other
/// things to finish. Other failures of the one below get through.
class UnreadBuffer : public std::streambuf {
 public:
  explicit UnreadBuffer(std::streambuf& below) : below_(below) {}

  /// Whether something was dropped.
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

/// A file that stands under its name only once it is whole: written beside it, synced and renamed by keep(). What is
/// no file (a terminal, a pipe, /dev/null) is written to as it is.
class OutputFile {
 public:
  /// Throws BadInput where that is a folder or a link to a file, or lies in no folder; EnvironmentError where no file
  /// can be made there.
  explicit OutputFile(const std::filesystem::path& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  [[nodiscard]] std::ostream& stream() { return stream_; }
  /// How many bytes it has, once it is kept.
  [[nodiscard]] std::uintmax_t bytes() const { return buffer_.written(); }
  /// Puts it under its name. Throws EnvironmentError.
  void keep();

 private:
  std::filesystem::path path_;
  std::string temporary_;  // empty: it is written to as it is
  int descriptor_;
  DescriptorBuffer buffer_;
  std::ostream stream_;
};

}  // namespace docket
