// The clauses of the engine itself, which apply in every game: the assumptions of events about the table
// (schemas/marks.capnp, Assumption), and those that the judge cites if the ruleset names no clause. They are cited,
// explained and queried like a ruleset's clauses.
// Invariant: every assumption has one, and no ruleset can declare one of that name.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "schemas/marks.capnp.h"

namespace docket {

struct Clause;

/// The prefix of these clauses' names.
inline constexpr std::string_view kTableClauses = "table.";

/// The clauses for findings for which the ruleset names none.
enum class OwnClause : std::uint8_t {
  traits_settle,  ///< continuous traits that undo themselves, which no rulebook foresees
  card_says_so,   ///< the card's text
  rules_say_so,   ///< a line of the rules that names no clause
};

/// All of them; those of the schema in its order.
[[nodiscard]] std::span<const Clause> tableClauses();
/// The clause of an assumption.
[[nodiscard]] const Clause& tableClause(schema::Assumption assumption);
[[nodiscard]] const Clause& tableClause(OwnClause own);
/// The clause with a name, or null.
[[nodiscard]] const Clause* tableClause(std::string_view id);

}  // namespace docket
