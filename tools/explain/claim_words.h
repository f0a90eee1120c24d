// A claim or a question about a table as people say it: "Force of Steady Guard #2 > 1" for `stat(#2, "Force") > 1`,
// "event 45 (Gus uses Lantern Fox) is not legal" for `not legal(45)`. Every page, slip and answer says it so.
// Invariant: what has no words of its own stands as it was typed, so nothing of an expression is lost.
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

/// What events were, in words (speech.h): "Aiko plays Steady Guard". Of one that is not there its number is told.
using ActWords = std::map<EventNumber, std::string>;

/// A part of an expression and what it comes to: "Force of Steady Guard #2" and "4", "event 45" and "not legal".
using ClaimPart = std::pair<std::string, std::string>;

class ClaimWords {
 public:
  /// About the table of `words`. All of these must outlive it.
  ClaimWords(const expression::Expression& claim, const Words& words, const ActWords& acts)
      : tree_(claim), words_(words), acts_(acts) {}

  /// All of it.
  [[nodiscard]] std::string text() const { return of(tree_.root); }
  /// What its parts come to by `derivation` (answer.h). A part that says itself what it is, as a card or a number does,
  /// is none; where it asks whether an act was legal, the answer is told once.
  [[nodiscard]] std::vector<ClaimPart> gives(const Explanation& derivation) const;
  /// Of an expression that is `legal(45)` or `not legal(45)`, and comes to `value` ("true"): what it says of the act,
  /// as "event 45 (Gus uses Lantern Fox): not legal"; empty of any other.
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

/// The events of a game of `last` events of which an expression asks whether they were legal: 45 of `legal(45)`.
[[nodiscard]] std::set<EventNumber> actsAskedAbout(const expression::Expression& claim, EventNumber last);

/// The stats, as they count, that an expression asks of cards by their numbers, in the order in which they stand there.
[[nodiscard]] std::vector<std::pair<std::uint32_t, StatIndex>> statsAskedAbout(const expression::Expression& claim);

}  // namespace docket
