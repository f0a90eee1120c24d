// A claim or a question about a table in words: "Force of Steady Guard #2 > 1" for `stat(#2, "Force") > 1`, "event 45
// (Gus uses Lantern Fox) is not legal" for `not legal(45)`. All pages, slips and answers use these words.
// Invariant: an expression without words of its own stays as typed, so that nothing is lost.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/rules/expression/expression.h"
#include "tools/explain/explanation.h"
#include "tools/words/words.h"

namespace docket {

/// Events in words (speech.h): "Aiko plays Steady Guard". A missing event is given by its number.
using ActWords = std::map<EventNumber, std::string>;

/// A part of an expression and its value: "Force of Steady Guard #2" and "4", "event 45" and "not legal".
using ClaimPart = std::pair<std::string, std::string>;

class ClaimWords {
 public:
  /// Describes a claim about the table of `words`. All arguments must outlive this object.
  ClaimWords(const expression::Expression& claim, const Words& words, const ActWords& acts)
      : tree_(claim), words_(words), acts_(acts) {}

  /// The whole claim.
  [[nodiscard]] std::string text() const { return of(tree_.root); }
  /// The values of its parts in `derivation` (answer.h). Leaves out parts that are their own value, such as a card or a
  /// number. The answer to a question about an act's legality appears once.
  [[nodiscard]] std::vector<ClaimPart> gives(const Explanation& derivation) const;
  /// For `legal(45)` or `not legal(45)` with the value `value` ("true"): the statement about the act, such as "event 45
  /// (Gus uses Lantern Fox): not legal"; empty for any other expression.
  [[nodiscard]] std::string ofTheAct(const std::string& value) const;

 private:
  [[nodiscard]] std::string of(expression::NodeIndex index) const;
  [[nodiscard]] bool asksLegality(expression::NodeIndex index) const;
  [[nodiscard]] std::string act(expression::NodeIndex legality) const;
  [[nodiscard]] ClaimPart standing(expression::NodeIndex index, const std::string& value) const;
  [[nodiscard]] std::string nameIn(const expression::Node& call) const;
  [[nodiscard]] std::string permission(const expression::Node& node, bool denied) const;
  [[nodiscard]] std::string withChildren(const expression::Node& node) const;

  const expression::Expression& tree_;
  const Words& words_;
  const ActWords& acts_;
};

/// The events whose legality an expression asks about, in a game of `last` events: 45 of `legal(45)`.
[[nodiscard]] std::set<EventNumber> actsAskedAbout(const expression::Expression& claim, EventNumber last);

/// The effective stats that an expression asks about, of cards given by number, in the order in which they appear.
[[nodiscard]] std::vector<std::pair<std::uint32_t, StatIndex>> statsAskedAbout(const expression::Expression& claim);

}  // namespace docket
