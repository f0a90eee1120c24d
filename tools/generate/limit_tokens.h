// How often things may still be done, by tokens: an act spends one of each of its limits, under a name that says all
// that the limit is keyed by: which instance, which ability, whose, in which of the turns. What gives a use back gives
// the instance a new name, and a new turn is a name of its own; nothing is ever searched or counted over.
// The judge reads the same limits in another way (uses in chains, counted when they are asked for), and has no code in
// common with this.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/generate/rules_summary.h"
#include "tools/generate/script_line.h"
#include "tools/generate/table.h"

namespace docket::generate {

/// A limit, by its place in RulesSummary::limits, that an event goes beyond, and the clause that it thereby breaks.
struct Excess {
  std::size_t limit = 0;
  std::string clause;
  bool certain = true;  ///< else it may go beyond it, and not all that the limit says is understood
};

class LimitTokens {
 public:
  explicit LimitTokens(const RulesSummary& summary) : summary_(&summary) {}

  /// The limits that an event would go beyond, one more than they have; most events none.
  [[nodiscard]] std::vector<Excess> beyond(const Table& table, const Line& line) const;
  /// Spends what an event spends, and gives back what it gives back; `number` is the event's. Before the table knows
  /// of it.
  void apply(const Table& table, const Line& line, std::uint32_t number);

 private:
  /// An event as limits see it.
  struct Act {
    std::size_t card = kNowhere;
    std::size_t ability = 0;
    std::uint8_t player = 0;
    schema::Limit::Counted counted{};
    std::string trigger, designator;
  };
  struct Token {
    std::size_t limit = 0;
    std::int32_t max = 1;
    std::string name;
  };

  [[nodiscard]] std::optional<Act> actOf(const Table& table, const Line& line) const;
  [[nodiscard]] std::vector<Token> tokensOf(const Table& table, const Act& act) const;
  [[nodiscard]] std::optional<Token> tokenOf(const Table& table, const Act& act, const LimitOfCard& of) const;

  const RulesSummary* summary_;
  std::map<std::string, std::int32_t> spent_;
  std::map<std::uint32_t, std::vector<std::string>> refunded_by_negation_;  // by act
};

}  // namespace docket::generate
