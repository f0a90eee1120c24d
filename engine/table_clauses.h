// The clauses of the engine itself, which hold in every game: what an event takes for granted of its table
// (schemas/marks.capnp, Assumption). They are cited, explained and asked about as those of a ruleset are.
// Invariant: every assumption has one, and no ruleset can declare one of that name.
#pragma once

#include <span>
#include <string_view>

#include "schemas/marks.capnp.h"

namespace docket {

struct Clause;

/// With what the names of these clauses begin.
inline constexpr std::string_view kTableClauses = "table.";

/// All of them, in the order of the schema.
[[nodiscard]] std::span<const Clause> tableClauses();
/// That of an assumption.
[[nodiscard]] const Clause& tableClause(schema::Assumption assumption);
/// That of a name, or null.
[[nodiscard]] const Clause* tableClause(std::string_view id);

}  // namespace docket
