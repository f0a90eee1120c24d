// Tracks remaining uses with tokens: an act spends one token of each of its limits, under a name that contains
// everything that the limit is keyed by: the instance, the ability, the player, the turn. Giving a use back renames the
// instance, and a new turn has a new name, so nothing is ever searched or recounted. The judge counts the same limits
// differently (linked uses, counted on demand) and shares no code with this.
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

/// A limit, by its index in RulesSummary::limits, that an event exceeds, and the clause that it breaks.
struct Excess {
  std::size_t limit = 0;
  std::string clause;
  bool certain = true;  ///< false: it may exceed the limit, which is not fully understood
};

class LimitTokens {
 public:
  explicit LimitTokens(const RulesSummary& summary) : summary_(&summary) {}

  /// The limits that an event would exceed; usually none.
  [[nodiscard]] std::vector<Excess> beyond(const Table& table, const Line& line) const;
  /// Applies event `number`: spends and gives back its tokens. Call it before the table is updated.
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
  [[nodiscard]] std::optional<Token> tokenOf(const Table& table, const Act& act, const LimitOfCard& entry) const;

  const RulesSummary* summary_;
  std::map<std::string, std::int32_t> spent_;
  std::map<std::uint32_t, std::vector<std::string>> refunded_by_negation_;  // by act
};

}  // namespace docket::generate
