// Limits on copies: the number of cards in play, on one host or in one deck before another one is added. They are
// counted directly on the table.
#pragma once

#include <string>
#include <vector>

#include "tools/generate/rules_summary.h"
#include "tools/generate/script_line.h"
#include "tools/generate/table.h"

namespace docket::generate {

struct Excess;

/// True if a limit on every card, by its index in RulesSummary::limits, applies to a card in a zone. A limit that is
/// not understood is assumed to apply.
[[nodiscard]] bool isAbout(const RulesSummary& summary, std::size_t limit, const CardKind& kind, std::string_view zone);

/// The limits on copies that an event exceeds.
[[nodiscard]] std::vector<Excess> copiesBeyond(const RulesSummary& summary, const Table& table, const Line& line);

/// The maximum number of cards of a kind in a deck in a zone, at most `most`.
[[nodiscard]] std::size_t mostInDeck(const RulesSummary& summary, std::size_t kind, std::string_view zone,
                                     std::size_t most);

}  // namespace docket::generate
