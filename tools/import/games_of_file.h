// The games of a file or of a pipe, one after the other. Where lines tell where a further game begins, one game is held
// in memory at a time, so that a file of a million games is read in the memory of its largest; else the whole file.
// Invariant: what is given are the bytes as they come, each with the number of its first line.
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "tools/import/formats.h"

namespace docket {

class GamesOfFile {
 public:
  /// The most that is held in memory: of a game where they come one by one, else of the file.
  static constexpr std::size_t kMaxBytes = 256U << 20;

  /// Throws BadInput where there is no such file, it is of no format, or larger than can be held; EnvironmentError
  /// where it cannot be read.
  explicit GamesOfFile(const std::filesystem::path& file);
  /// The same of what comes from a stream; `name` is for messages.
  GamesOfFile(std::istream& from, std::string name);
  GamesOfFile(const GamesOfFile&) = delete;
  GamesOfFile& operator=(const GamesOfFile&) = delete;

  [[nodiscard]] const GameFormat& format() const { return *format_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  /// The next game, or nothing; it stays until the next call. Throws as the constructor.
  [[nodiscard]] std::optional<GameText> next();
  /// Whether a further one follows that which next() gave.
  [[nodiscard]] bool hasMore() const { return one_by_one_ ? !rest_.empty() : given_ < games_.size(); }

 private:
  void begin();
  /// Adds what comes next to `rest_`; gives whether there was something.
  bool readMore();
  /// The same until there is twice as much: for who looks at all of it each time.
  bool readAsMuchAgain();
  std::optional<GameText> nextByLines();

  std::string name_;
  std::ifstream file_;
  std::istream* from_;
  const GameFormat* format_ = nullptr;
  bool one_by_one_ = false;
  std::string game_, rest_;  // of them one by one: that which was given, and what was read after it
  std::size_t next_line_ = 1;
  std::vector<GameText> games_;  // else: all of them, in rest_
  std::size_t given_ = 0;
};

}  // namespace docket
