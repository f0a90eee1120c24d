// A ruleset in words for people: each line that the engine composes, in words, with the clause that it stands for.
#pragma once

#include <string>

#include "tools/game/game_loader.h"
#include "tools/words/words.h"

namespace docket {

/// The words for rules without a game: there is nothing on the table, and no event to name.
class RuleWords {
 public:
  explicit RuleWords(const GameRules& rules)
      : state_(initialState({}, rules.rules())), rules_(rules.rules()), words_(state_, rules_, {}, turn_labels_) {}
  RuleWords(const RuleWords&) = delete;
  RuleWords& operator=(const RuleWords&) = delete;

  [[nodiscard]] const Words& operator*() const { return words_; }
  /// A limit, with what gives a use of it back: `max` holds where it is used.
  [[nodiscard]] std::string limit(LimitIndex limit, std::int32_t max) const;

 private:
  State state_;
  Rules rules_;
  TurnLabels turn_labels_;
  Words words_;
};

/// Everything that the ruleset says, as text that ends with a line break; `document` is what `rules` were compiled
/// from.
[[nodiscard]] std::string describeRuleset(const GameRules& rules, schema::Ruleset::Reader document, bool colour);

}  // namespace docket
