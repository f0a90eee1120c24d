// Compares two tables that are folded from the same events under two rulesets: after each event, only what the event
// touched on either side and what depends on it.
// Invariant: a field of a subject is reported once, with the first event after which it differs.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/fold/reduce.h"
#include "engine/rules/state_parts.h"
#include "tools/lab/ruleset_pair.h"
#include "tools/lab/table_fields.h"

namespace docket::lab {

struct Difference;

class TableComparison {
 public:
  /// The two sides. Parts that they share need not be read.
  struct Sides {
    Rules left, right;
    bool share_vocabulary = false;  ///< RulesetPair::sharesVocabulary()
    bool readings_differ = true;    ///< RulesetPair::readingsDiffer()
    bool names_differ = true;       ///< RulesetPair::namesDiffer()
    /// Left and right are the same table: everything is read once, and there are no differences.
    bool one_table = false;
  };
  /// Appends the differences to `found`.
  TableComparison(const Sides& sides, std::vector<Difference>& found);

  /// Compares after event `number`, which changed what the steps report.
  void compare(const State& left, const State& right, const Step& left_step, const Step& right_step,
               EventNumber number);
  /// Compares everything after an event that may have changed anything.
  void compareAll(const State& left, const State& right, EventNumber number);
  /// Compares after the last event, including changes that no step reported, and marks the differences that last.
  void finish(const State& left, const State& right, EventNumber number);

 private:
  struct StatPair {
    std::string name;
    StatIndex left = 0, right = 0;
    bool of_cards = false;  ///< only cards have this stat
    bool total = false;     ///< computed from other stats
    StateParts rests_on{};  ///< of entities other than cards, on the left
    /// When reading one table: entities other than cards whose value of it is read and unchanged.
    std::vector<Entity> as_read{};
  };
  enum class Which : std::uint8_t { all, totals };
  /// A reported difference, and its subject on each side.
  struct FoundDifference {
    std::size_t place = 0;  ///< in found_
    Entity left = kNone, right = kNone;
  };
  /// A card as it is printed, on both sides.
  struct Printed {
    const Definition* left = nullptr;
    const Definition* right = nullptr;
    bool left_created = false, right_created = false;
    friend bool operator==(const Printed&, const Printed&) = default;
  };
  struct Tables {
    const State& left;
    const State& right;
    EventNumber number;
    bool same_facts;
  };

  [[nodiscard]] bool sameFacts(const State& left, const State& right) const;
  void card(const Tables& tables, CardIndex index);
  /// Compares the computed properties of a card in play: its names and its stats.
  void readings(const Tables& tables, CardIndex left, CardIndex right);
  // These return true if both sides read the same.
  bool names(const Tables& tables, CardIndex left, CardIndex right);
  bool stats(const Tables& tables, Entity left, Entity right, bool is_card, Which which);
  bool stat(const Tables& tables, Entity left, Entity right, const StatPair& pair);
  void forget(StateParts changed);
  void others(const Tables& tables, const std::vector<CardIndex>& touched);
  void values(const Tables& tables);
  bool compareField(const Tables& tables, Entity left, Entity right, TableField field);
  /// The printed definitions that a card's names and own stats depend on, if no ledger affects it; otherwise empty.
  [[nodiscard]] static std::optional<Printed> printedOn(const Tables& tables, CardIndex left, CardIndex right);
  /// printedOn() regardless of ledgers; empty for a card whose identity is unknown.
  [[nodiscard]] static std::optional<Printed> whatIsPrinted(const Tables& tables, CardIndex left, CardIndex right);
  [[nodiscard]] std::vector<std::string> clausesOf(const Tables& tables, Entity left, Entity right,
                                                   const std::string& stat) const;

  const Sides sides_;
  const Rules& left_;
  const Rules& right_;
  std::vector<Difference>& found_;
  std::vector<StatPair> stats_, sizes_;  // stats of cards, and sizes of changes
  StateParts rests_on_;                  // the parts of the state that any of these stats reads
  bool has_totals_ = false, cards_have_totals_ = false;
  std::vector<FoundDifference> found_subjects_;
  std::set<std::pair<Entity, std::string>> known_;
  std::vector<Printed> same_as_printed_;  // pairs known to read the same on both sides, except for totals
  // When reading one table: the printed definitions whose names were read already.
  std::vector<Printed> named_as_printed_;
  std::vector<Entity> same_unchanged_;  // players and other entities that read the same, and that no ledger affects
  // When reading one table: entities other than cards whose stats are all read and unchanged.
  std::vector<Entity> as_read_;
};

}  // namespace docket::lab
