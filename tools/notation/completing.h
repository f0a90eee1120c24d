// The completions at a place of a line: words of the phrases that can still follow, cards that are there, acts, zones,
// phases, players. For a program that helps somebody typing (docket type).
// Its place: asked of the reader itself, which notes what it would have taken where the line ends.
// Invariant: only continuations that the phrase allows are offered; whether a card or slot fits is found by reading the
// line (typed_game.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/notation/event_reader.h"
#include "tools/notation/phrases.h"

namespace docket::notation {

/// A replacement for the text from `from` on.
struct Offer {
  std::string text;     ///< as it is typed, quotation marks included
  std::string about{};  ///< what it is, for people: "P1 hand", "zone"; may be empty
};
struct Offers {
  std::size_t from = 0;  ///< the byte of the line from which on an offer takes the place of what is there
  std::vector<Offer> all{};
};

/// What goes on with the line of an event at byte `at`, of what begins as what is typed just before it does: at most
/// kMaxOffers. `cards`: how many numbers cards have got so far.
[[nodiscard]] Offers offersAt(std::string_view line, std::size_t at, const EventTable& table, std::uint32_t cards);
inline constexpr std::size_t kMaxOffers = 200;

}  // namespace docket::notation
