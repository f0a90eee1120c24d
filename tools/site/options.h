// Options of a site: what it shows and which pages it has.
// Invariant: data that is not requested is never read into a page.
#pragma once

#include <cstddef>

namespace docket::site {

struct Options {
  bool whole = false;   ///< everything recorded; otherwise what a spectator could see
  bool names = false;   ///< names of people, their messages, penalties; otherwise none of these
  bool cases = false;   ///< there are pages of a library of rulings (case_pages.h)
  bool boards = false;  ///< also a page with the board after each event (docket report)
};

/// The number of events of a game on a page, and of rows in a list.
inline constexpr std::size_t kEventsOnAPage = 500;
inline constexpr std::size_t kRowsOnAPage = 100;

}  // namespace docket::site
