#include "engine/rules/table_clauses.h"

#include <array>
#include <range/v3/algorithm/find.hpp>

#include "engine/rules/ruleset.h"

namespace docket {
namespace {

constexpr std::size_t kAssumptions = 12;
constexpr std::size_t kAll = kAssumptions + 3;

Clause clauseOf(std::string_view name, std::string_view gist) {
  return {.id = std::string(kTableClauses) + std::string(name), .place = "every game", .gist = std::string(gist)};
}

const std::array<Clause, kAll>& all() {
  // In the order of the schema, then of OwnClause.
  static const std::array<Clause, kAll> kClauses = {
      clauseOf("game-goes-on", "Nothing happens in a game that has ended."),
      clauseOf("card-is-there", "What happens to a card happens to one that exists."),
      clauseOf("card-lies-there", "A card comes from where it lies."),
      clauseOf("slot-is-free", "A place for one card holds one card."),
      clauseOf("card-is-in-play", "What only a card in play can do or suffer happens to a card in play."),
      clauseOf("card-is-attached", "What comes off was attached."),
      clauseOf("host-is-another", "A card is not attached to itself, nor to what is attached to it."),
      clauseOf("period-is-under-way", "Only what is under way ends."),
      clauseOf("activation-is-open", "What resolves or is negated was activated, and did not resolve before."),
      clauseOf("so-many", "There are as many as are taken away, drawn, paid or shuffled."),
      clauseOf("link-is-next", "The links of a chain are numbered from 1, without a gap."),
      clauseOf("something-causes-it",
               "A change of control has a cause, and so has what a player does with another one's card."),
      clauseOf("traits-settle", "No continuous trait undoes itself, alone or together with others."),
      clauseOf("card-says-so", "What a card says holds, where no clause of the rules says more of it."),
      clauseOf("rules-say-so", "What the rules say holds, where their document names no clause for it."),
  };
  return kClauses;
}

}  // namespace

std::span<const Clause> tableClauses() { return all(); }

const Clause& tableClause(schema::Assumption assumption) { return all().at(static_cast<std::size_t>(assumption)); }

const Clause& tableClause(OwnClause own) { return all().at(kAssumptions + static_cast<std::size_t>(own)); }

const Clause* tableClause(std::string_view id) {
  if (!id.starts_with(kTableClauses)) return nullptr;
  const auto found = ranges::find(all(), id, &Clause::id);
  return found == all().end() ? nullptr : &*found;
}

}  // namespace docket
