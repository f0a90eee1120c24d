// The completions at a place in a line, for docket type: words of the phrases that can still follow, cards in the game,
// acts, zones, phases, players. The reader itself notes what it would have accepted where the line ends.
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
  std::size_t from = 0;  ///< the byte of the line from which an offer replaces the text
  std::vector<Offer> all{};
};

/// The completions of an event's line at byte `at` that start with the text typed before it, at most kMaxOffers.
/// `cards`: how many card numbers are assigned so far.
[[nodiscard]] Offers offersAt(std::string_view line, std::size_t at, const EventTable& table, std::uint32_t cards);
inline constexpr std::size_t kMaxOffers = 200;

}  // namespace docket::notation
