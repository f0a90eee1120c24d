// The people of a site that tells no names: players have numbers in place of them, and a text that has a name of one
// who played or judged the game is not shown.
// Invariant: a number says only in which order players came into the archive; nothing else is derived from a name.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "store/game.h"

namespace docket::site {

/// The players of an archive, numbered by the games in the order in which these came: who comes later changes no
/// number.
class PlayerNumbers {
 public:
  /// The number of a player, from 1: the same for the same name. 0 for no name, as where it was erased.
  std::uint32_t numberOf(std::string_view name);
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(numbers_.size()); }

 private:
  std::map<std::string, std::uint32_t, std::less<>> numbers_;
};

/// Those who played and judged a game.
class People {
 public:
  /// Reads the game once, for its judges.
  explicit People(const Game& game);

  /// Whether a text has the name of one of them, or a word of three letters or more of it: in any case, with or without
  /// accents.
  [[nodiscard]] bool areNamedIn(std::string_view text) const;

 private:
  void add(std::string_view name);
  std::vector<std::string> names_;  // folded
  std::vector<std::string> words_;
};

}  // namespace docket::site
