// The games of a range of leaves of the log, each as of a checkpoint of the log.
#pragma once

#include <cstdint>
#include <vector>

namespace docket {

class Archive;

/// A game as of the first leaves of the log.
struct LoggedGame {
  std::uint64_t leaf = 0;       ///< its first leaf
  std::uint64_t last_leaf = 0;  ///< its last one
  std::uint32_t number = 0;     ///< Game::number()
  std::uint32_t count = 0;      ///< how many of its events the last one covers
};

/// The games of the log's first `size` leaves whose own first leaf is one of `first` to `last`, by that leaf. Reads no
/// events, and few rows of other games if games are sealed in about the order of their numbers. GameReader::asLogged()
/// opens one.
[[nodiscard]] std::vector<LoggedGame> gamesOfLeaves(const Archive& archive, std::uint64_t first, std::uint64_t last,
                                                    std::uint64_t size);

}  // namespace docket
