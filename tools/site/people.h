// The people of an anonymous site: players are numbered, and no text with the name of a player or judge of the game is
// shown.
// Invariant: a number depends only on the order in which players came into the archive, not on a name.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "store/game.h"

namespace docket::site {

/// The players of an archive, numbered in the order of their games, so later players change no number.
class PlayerNumbers {
 public:
  /// The number of a player, from 1: the same for the same name. 0 if the name is empty, such as an erased one.
  std::uint32_t numberOf(std::string_view name);
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(numbers_.size()); }

 private:
  std::map<std::string, std::uint32_t, std::less<>> numbers_;
};

/// The players and judges of a game.
class People {
 public:
  /// Reads the game once, to find its judges.
  explicit People(const Game& game);

  /// True if a text has one of their names, or a word of three letters or more of one. Ignores case and accents.
  [[nodiscard]] bool areNamedIn(std::string_view text) const;

 private:
  void add(std::string_view name);
  std::vector<std::string> names_;  // folded
  std::vector<std::string> words_;
};

}  // namespace docket::site
