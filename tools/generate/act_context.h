// The facts about one act that conditions of rules ask for: the actor, the card, the phase. A reader evaluates
// conditions without a table, to yes, no or not understood; a generator treats the last as no.
// Invariant: an unknown part never counts as known. A condition with an unknown part gives yes or no only if that part
// cannot matter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/generate/rules_summary.h"

namespace docket::generate {

/// The zones and periods that a generated game uses: it has no cards and no periods elsewhere.
struct UsedNames {
  std::vector<std::string> zones, periods;
};

/// A possible act, without another party, by a card that was in a deck. Empty members are unknown.
struct ActContext {
  std::string act;                   ///< its payload
  std::vector<std::string> names;    ///< the names that `named` matches: its zone, its reason, its period
  const CardKind* card = nullptr;    ///< the card that it is about; null: none
  std::optional<std::string> phase;  ///< the name of the open "phase" period
  std::optional<std::int64_t> amount;
  std::optional<bool> in_play, face_up, upright, controlled;  ///< the card
  std::optional<bool> own_turn;                               ///< of the actor
  const UsedNames* used_names = nullptr;                      ///< null: not known
};

/// The rules against an act.
struct Objections {
  std::vector<std::string> broken;  ///< the clauses that it breaks; an empty text for a rule without a clause
  std::vector<std::string> unread;  ///< the clauses of rules that are not understood and may be broken

  [[nodiscard]] bool none() const { return broken.empty() && unread.empty(); }
  /// True if it breaks exactly these rules.
  [[nodiscard]] bool certain() const { return !broken.empty() && unread.empty(); }
};

/// True if a condition holds; empty if it is not understood. An empty condition holds.
[[nodiscard]] std::optional<bool> holds(std::string_view condition, const ActContext& context);

/// The ruleset's requirements and permissions against an act. Ignores card texts.
[[nodiscard]] Objections objections(const RulesSummary& summary, const ActContext& context);

/// The rules against a chosen number, with its bounds; its first name is its purpose.
[[nodiscard]] Objections objectionsToNumber(const RulesSummary& summary, const ActContext& context);

/// The printed words that a rule of play may ask for. Cards with the same of these words are interchangeable.
class AskedWords {
 public:
  explicit AskedWords(const RulesSummary& summary);

  [[nodiscard]] std::vector<std::string> among(const std::vector<std::string>& words) const;

 private:
  std::vector<std::string> quoted_;  // the quoted words of conditions
};

/// The clauses that require, or may require, an act of such a card in play.
[[nodiscard]] std::vector<std::string> clausesThatOblige(const RulesSummary& summary, const CardKind& card);

}  // namespace docket::generate
