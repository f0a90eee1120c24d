// Limits on copies: how many cards there are in play, on one host, in one deck, before another one comes. They are
// counted on the table as one would by pointing at the cards.
#pragma once

#include <string>
#include <vector>

#include "tools/generate/rules_summary.h"
#include "tools/generate/script_line.h"
#include "tools/generate/table.h"

namespace docket::generate {

struct Excess;

/// Whether a limit of every card, by its place in RulesSummary::limits, holds for one that is in a zone. One of which
/// that is not understood is taken to.
[[nodiscard]] bool isAbout(const RulesSummary& summary, std::size_t limit, const CardKind& kind, std::string_view zone);

/// The limits on copies that an event goes beyond.
[[nodiscard]] std::vector<Excess> copiesBeyond(const RulesSummary& summary, const Table& table, const Line& line);

/// How many cards of a kind a deck in a zone can hold at most, of `most`.
[[nodiscard]] std::size_t mostInDeck(const RulesSummary& summary, std::size_t kind, std::string_view zone,
                                     std::size_t most);

}  // namespace docket::generate
