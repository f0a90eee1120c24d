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
      clauseOf("card-is-there", "An event about a card needs a card that exists."),
      clauseOf("card-lies-there", "A card is moved from the zone that it is in."),
      clauseOf("slot-is-free", "A slot for one card holds at most one card."),
      clauseOf("card-is-in-play", "A card that attacks, is attached or changes its controller is in play."),
      clauseOf("card-is-attached", "Only an attached card is detached."),
      clauseOf("host-is-another", "A card is not attached to itself, nor to what is attached to it."),
      clauseOf("period-is-under-way", "Only a period that has begun ends."),
      clauseOf("activation-is-open", "Only an activation that has not resolved yet resolves or is negated."),
      clauseOf("so-many", "At least as many exist as are removed, drawn, paid or shuffled."),
      clauseOf("link-is-next", "The links of a chain are numbered from 1, without a gap."),
      clauseOf("something-causes-it", "A change of control has a cause, and so has an act with another player's card."),
      clauseOf("traits-settle", "No continuous trait undoes itself, alone or together with others."),
      clauseOf("card-says-so", "The text of a card applies if no clause says more about it."),
      clauseOf("rules-say-so", "The rules apply even if their document names no clause for it."),
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
