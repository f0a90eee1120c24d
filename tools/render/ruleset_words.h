// A ruleset told to people: each line that the engine composes, in words, with the clause that it stands for.
#pragma once

#include <string>

#include "tools/game/game_loader.h"
#include "tools/render/words.h"

namespace docket {

/// The words for rules without a game: there is nothing on the table, and no event to name.
class RuleWords {
 public:
  explicit RuleWords(const GameRules& rules)
      : state_(begin({}, rules.rules())), rules_(rules.rules()), words_(state_, rules_, {}, turn_labels_) {}
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

/// Everything that the ruleset says, as text that ends with a line break.
[[nodiscard]] std::string tellRuleset(const GameRules& rules, bool colour);

/// Which events a rule or a trigger is about: "began (rest)", "any event".
[[nodiscard]] std::string kindWords(const EventKind& kind);
/// What an effect of a text does: "bonus Steam 2, to attachedTo(this)".
[[nodiscard]] std::string effectWords(const Effect& effect);

/// Of it what is said of permissions, precedence, numbers, decks, obligations, the end of the game and attachments
/// (rules_of_play_words.cpp); empty where it says nothing of them.
[[nodiscard]] std::string tellRulesOfPlay(const Ruleset& ruleset, bool colour);

}  // namespace docket
