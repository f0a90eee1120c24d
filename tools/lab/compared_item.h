// A question about a game that rules of either side can be asked: how they take one event, one field of the table after
// it, a ruling, the end. What two rulesets answer otherwise is a difference; what the rules in between answer says by
// which change.
// Invariant: an answer depends on the record and the rules alone.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/judge/judge.h"
#include "tools/lab/game_at_hand.h"
#include "tools/lab/ruleset_pair.h"
#include "tools/lab/table_fields.h"

namespace docket::lab {

struct ComparedItem {
  enum class Kind : std::uint8_t {
    fold,      ///< whether the record can be folded at all
    legality,  ///< the rules that an event breaks: `key`
    deck,      ///< what they have against the deck of a player: `key`
    ruling,    ///< whether a judge's claim holds
    value,     ///< a field of a subject after an event
    outcome,   ///< who has won, and when
  };
  Kind kind{};
  EventNumber event = 0;  ///< of a value the event after which it is read; of an outcome 0: the end
  Entity subject = 0;     ///< as the record names it at that point
  TableField field{};     ///< for value
  std::string key{};      ///< for legality and deck: what the finding is about, without the clause that it cites
  std::vector<std::string> clauses{};  ///< for legality and deck: the clauses that the two sides cite
};

/// "value", "legality", ...
[[nodiscard]] std::string_view kindWord(ComparedItem::Kind kind);

/// What a finding is about: equal for findings of two rulesets that say the same of the same act. `table` has its
/// cards.
[[nodiscard]] std::string keyOf(const Finding& finding, const State& table, const Ruleset& ruleset);

/// The same for the deck of a player.
struct DeckFault {
  std::string key, clause;
  bool certain = true;
};
/// What the rules of decks have against each player's deck; limits on copies are judged with the events.
[[nodiscard]] std::vector<DeckFault> deckFaults(const State& registered, const Rules& rules, Seat player,
                                                std::string_view format);

/// "illegal [clause]", "perhaps illegal [clause]".
[[nodiscard]] std::string illegalWords(const std::string& clause, bool certain);
inline constexpr std::string_view kLegal = "legal";

/// "upheld", "overturned" or "undecided": what a ruling is under rules; `state` is the table after the event.
[[nodiscard]] std::string rulingWords(const GameAtHand& game, const std::shared_ptr<const GameRules>& rules,
                                      const State& state, EventNumber number, schema::Ruling::Reader ruling);

/// The clauses by which a ruling comes to be that: those of its claim's derivation.
[[nodiscard]] std::vector<std::string> rulingClauses(const GameAtHand& game,
                                                     const std::shared_ptr<const GameRules>& rules, const State& state,
                                                     EventNumber number, schema::Ruling::Reader ruling);

/// "P1 wins after event 40 by points"; empty where nobody has won.
[[nodiscard]] std::string outcomeWords(const State& state, const Rules& rules);

/// What rules answer to each of the questions, in their order: one fold. Of a game that cannot be folded under them the
/// answers from there on are empty, and a probe of the fold says why.
[[nodiscard]] std::vector<std::string> ask(const GameAtHand& game, const std::shared_ptr<const GameRules>& rules,
                                           const std::vector<const ComparedItem*>& probes);

}  // namespace docket::lab
