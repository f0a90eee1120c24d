// What a site shows, and of what of it there are pages.
// Invariant: what is not asked for is not read into a page, so it cannot stand in one.
#pragma once

#include <cstddef>

namespace docket::site {

struct Options {
  bool whole = false;   ///< all that is recorded; else what a spectator could see
  bool names = false;   ///< persons by their names, what they wrote, penalties; else none of that
  bool boards = false;  ///< beside a game's page one with the board after each event (docket report)
};

/// How many events of a game a page holds, and how many rows a list.
inline constexpr std::size_t kEventsOnAPage = 500;
inline constexpr std::size_t kRowsOnAPage = 100;

}  // namespace docket::site
