// What rules of play ask of one act, as far as a reader can tell who does not compute: who does it, to which card, in
// which phase. A condition comes to yes, no, or is not understood; whoever makes up an act takes the last for a no.
// Invariant: what is not understood is never taken for understood: a condition of which a part is not known comes to
// yes or no only where that part cannot matter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/generate/rules_summary.h"

namespace docket::generate {

/// What there can be at all in a game that is made up: elsewhere no card lies, and no other period is under way.
struct Surroundings {
  std::vector<std::string> zones, periods;
};

/// An act that is thought of, which has no other party, of a card that was in a deck. What is nothing is not known.
struct ActContext {
  std::string act;                   ///< its payload
  std::vector<std::string> names;    ///< by which `named` can mean it: its zone, its reason, its period
  const CardKind* card = nullptr;    ///< which it is about; null: it is about none
  std::optional<std::string> phase;  ///< the name of the period "phase" that is open
  std::optional<std::int64_t> amount;
  std::optional<bool> in_play, face_up, upright, controlled;  ///< the card
  std::optional<bool> own_turn;                               ///< of who does it
  const Surroundings* around = nullptr;                       ///< null: not known
};

/// What rules have against an act.
struct Objections {
  std::vector<std::string> broken;  ///< the clauses that it breaks; empty texts for rules without one
  std::vector<std::string> unread;  ///< of rules that are not understood, and may be broken

  [[nodiscard]] bool none() const { return broken.empty() && unread.empty(); }
  /// It breaks these rules, and no other.
  [[nodiscard]] bool certain() const { return !broken.empty() && unread.empty(); }
};

/// Whether a condition holds; nothing where that is not understood. An empty one holds.
[[nodiscard]] std::optional<bool> holds(std::string_view condition, const ActContext& context);

/// What the ruleset's requirements and permissions have against an act. Cards have no say in it.
[[nodiscard]] Objections objections(const RulesSummary& summary, const ActContext& context);

/// The same against a number that is chosen, with the bounds that it has; its first name is what it is for.
[[nodiscard]] Objections objectionsToNumber(const RulesSummary& summary, const ActContext& context);

/// Of words that are printed on cards, those that a rule of play may ask for; nothing tells cards apart that have the
/// same of these.
class AskedWords {
 public:
  explicit AskedWords(const RulesSummary& summary);

  [[nodiscard]] std::vector<std::string> among(const std::vector<std::string>& words) const;

 private:
  std::vector<std::string> quoted_;  // what stands in quotes in a condition
};

/// The clauses that say, or may say, that a card of that kind in play must do something.
[[nodiscard]] std::vector<std::string> clausesThatOblige(const RulesSummary& summary, const CardKind& card);

}  // namespace docket::generate
