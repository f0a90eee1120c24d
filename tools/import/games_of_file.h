// The games of a file or of a pipe, one after the other. If single lines show where a game begins, only one game is in
// memory at a time, so a file of a million games needs the memory of its largest one; otherwise the whole file is read.
// Invariant: games are returned byte for byte, each with the number of its first line.
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
  /// The largest game, or the largest file if games are not read one by one.
  static constexpr std::size_t kMaxBytes = 256U << 20;

  /// Throws BadInput if the file does not exist, has no known format, or is too large; EnvironmentError if it cannot be
  /// read.
  explicit GamesOfFile(const std::filesystem::path& file);
  /// Reads from a stream; `name` is for messages.
  GamesOfFile(std::istream& from, std::string name);
  GamesOfFile(const GamesOfFile&) = delete;
  GamesOfFile& operator=(const GamesOfFile&) = delete;

  [[nodiscard]] const GameFormat& format() const { return *format_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  /// The next game, or nothing; it stays until the next call. Throws as the constructor.
  [[nodiscard]] std::optional<GameText> next();
  /// True if another game follows the last one from next().
  [[nodiscard]] bool hasMore() const { return one_by_one_ ? !rest_.empty() : given_ < games_.size(); }

 private:
  void begin();
  /// Appends the next input to `rest_`; false at the end.
  bool readMore();
  /// The same until `rest_` has doubled, for callers that scan all of it each time.
  bool doubleBuffer();
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
