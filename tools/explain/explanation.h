// An explanation: a tree of statements, each with its value, the clause that it follows from and the event behind it.
// It is printed as text (explanation.cpp) or JSON.
// Invariant: a statement follows from those below it; every cited clause is in the ruleset.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "events/json/json_writer.h"
#include "tools/game/grade.h"
#include "tools/words/words.h"

namespace docket {

struct Explanation {
  std::string what;       ///< "printed value", "minimum 4 from Hall of the First Oath #1"
  std::string value{};    ///< its value; empty if the statement contains it
  std::string clause{};   ///< its id in the ruleset; empty if there is no single clause
  EventNumber event = 0;  ///< the event behind it; 0 none
  std::vector<Explanation> children{};
  bool is_given_back = false;            ///< a use of a limit that was given back
  std::optional<std::size_t> against{};  ///< for legality: the index of the finding of judge(); none: no finding
};

struct Explained {
  Explanation root;
  Grade grade = Grade::exact;
  bool differs = false;  ///< an illegal act, a divergence, a wrong ruling: exit status 1
};

/// The text, at most 80 columns wide, followed by the cited clauses.
void printExplanation(std::ostream& out, const Explained& explained, const Words& words, bool colour);
/// The tree without heading and clauses, each line after `indent` blanks.
void printTree(std::ostream& out, const Explanation& tree, const Words& words, std::size_t indent, bool colour);
/// Appends the clauses that a tree cites and that are not in `clauses`, in order.
void addClauses(const Explanation& tree, std::vector<std::string>& clauses);
/// An object {what, value, clause, event, children}.
void writeExplanation(JsonWriter& json, const Explanation& tree);

}  // namespace docket
