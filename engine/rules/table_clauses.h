// The clauses of the engine itself, which hold in every game: what an event takes for granted of its table
// (schemas/marks.capnp, Assumption), and by what the judge finds something where the ruleset names no clause. They are
// cited, explained and asked about as those of a ruleset are.
// Invariant: every assumption has one, and no ruleset can declare one of that name.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "schemas/marks.capnp.h"

namespace docket {

struct Clause;

/// With what the names of these clauses begin.
inline constexpr std::string_view kTableClauses = "table.";

/// By what something is found for which the ruleset names no clause.
enum class OwnClause : std::uint8_t {
  traits_settle,  ///< continuous traits that undo themselves, which no rulebook foresees
  card_says_so,   ///< what stands in a text
  rules_say_so,   ///< a line of the rules that names no clause
};

/// All of them, those of the schema in its order.
[[nodiscard]] std::span<const Clause> tableClauses();
/// That of an assumption.
[[nodiscard]] const Clause& tableClause(schema::Assumption assumption);
[[nodiscard]] const Clause& tableClause(OwnClause own);
/// That of a name, or null.
[[nodiscard]] const Clause* tableClause(std::string_view id);

}  // namespace docket
