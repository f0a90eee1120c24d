// Finds the cards of a table that match a Pick of a play script.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "schemas/play.capnp.h"
#include "tools/generate/rules_summary.h"
#include "tools/generate/table.h"

namespace docket::generate {

/// A card of the table (its place), and which of its abilities is meant, from 1; 0 none.
struct Picked {
  std::size_t card = kNowhere;
  std::size_t ability = 0;
};
/// The picked cards by name, in order.
using Hand = std::vector<std::pair<std::string, Picked>>;

/// True if a text is in a list.
[[nodiscard]] bool contains(capnp::List<capnp::Text>::Reader list, std::string_view text);

/// The card that was picked under a name; kNowhere if none was.
[[nodiscard]] std::size_t pickedAs(const Hand& hand, std::string_view name);

/// True if a card is known to have one of the keys of a pick, or its key is not determined yet.
enum class Keys : std::uint8_t { asked, known };

/// True if the printed properties of a kind of card match a pick.
[[nodiscard]] bool describes(schema::Play::Pick::Reader pick, const CardKind& kind, Keys keys = Keys::asked);

/// Every card, with every one of its abilities if an ability is asked for, that a pick describes and that was not
/// picked already.
[[nodiscard]] std::vector<Picked> candidates(schema::Play::Pick::Reader pick, const RulesSummary& summary,
                                             const Table& table, std::uint8_t me, const Hand& hand);

}  // namespace docket::generate
