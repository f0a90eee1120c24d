// A question about a game that can be asked under either ruleset: how the rules judge an event, a field of the table
// after it, a ruling, or the end. A difference is a question that two rulesets answer differently; the answers of the
// rules in between show which change causes it.
// Invariant: an answer depends on the record and the rules alone.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/judge/judge.h"
#include "tools/lab/lab_game.h"
#include "tools/lab/ruleset_pair.h"
#include "tools/lab/table_fields.h"

namespace docket::lab {

struct ComparedItem {
  enum class Kind : std::uint8_t {
    fold,      ///< can the record be folded at all?
    legality,  ///< the rules that an event breaks: `key`
    deck,      ///< the deck rules that a player's deck breaks: `key`
    ruling,    ///< does a judge's claim hold?
    value,     ///< a field of a subject after an event
    outcome,   ///< who has won, and when
  };
  Kind kind{};
  EventNumber event = 0;  ///< for value: the event after which it is read; for outcome 0: the end
  Entity subject = 0;     ///< as the record names it at that point
  TableField field{};     ///< for value
  std::string key{};      ///< for legality and deck: the subject of the finding, without the clause that it cites
  std::vector<std::string> clauses{};  ///< for legality and deck: the clauses that the two sides cite
};

/// "value", "legality", ...
[[nodiscard]] std::string_view kindWord(ComparedItem::Kind kind);

/// The subject of a finding: equal for findings of two rulesets that say the same about the same act. `table` has its
/// cards.
[[nodiscard]] std::string keyOf(const Finding& finding, const State& table, const Ruleset& ruleset);

/// A finding against the deck of a player, as it is compared.
struct DeckFault {
  std::string key, clause;
  bool certain = true;
};
/// The deck rules that a player's deck breaks; limits on copies are judged with the events.
[[nodiscard]] std::vector<DeckFault> deckFaults(const State& registered, const Rules& rules, Seat player,
                                                std::string_view format);

/// "illegal [clause]", "perhaps illegal [clause]".
[[nodiscard]] std::string illegalWords(const std::string& clause, bool certain);
inline constexpr std::string_view kLegal = "legal";

/// The outcome of a ruling under the rules; `state` is the table after the event.
[[nodiscard]] std::string rulingWords(const LabGame& game, const std::shared_ptr<const GameRules>& rules,
                                      const State& state, EventNumber number, schema::Ruling::Reader ruling);

/// The clauses that decide a ruling's outcome: those in its claim's derivation.
[[nodiscard]] std::vector<std::string> rulingClauses(const LabGame& game, const std::shared_ptr<const GameRules>& rules,
                                                     const State& state, EventNumber number,
                                                     schema::Ruling::Reader ruling);

/// "P1 wins after event 40 by points", "P1 and P3 win ..."; empty if there is no winner.
[[nodiscard]] std::string outcomeWords(const State& state, const Rules& rules);

/// The rules' answers to the questions, in order, from one fold. If the game cannot be folded, the answers from there
/// on are empty, and a question about the fold gives the reason.
[[nodiscard]] std::vector<std::string> ask(const LabGame& game, const std::shared_ptr<const GameRules>& rules,
                                           const std::vector<const ComparedItem*>& questions);

}  // namespace docket::lab
