#include "tools/explain/explain_stat.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/query/stats/stats.h"
#include "tools/explain/explain_amount.h"
#include "tools/explain/explanation.h"
#include "tools/words/amount_words.h"

namespace docket {
namespace {

using schema::Change;

class StatExplainer {
 public:
  StatExplainer(const Words& words, Entity subject, StatIndex stat)
      : words_(words),
        state_(words.state()),
        rules_(words.rules()),
        subject_(subject),
        stat_(stat),
        calculation_(rules_.ruleset.calculation),
        name_(clipped(rules_.ruleset.stats[stat].name)),
        derivation_(deriveStat(state_, rules_, subject, stat)),
        reading_(readAmount(state_, rules_, {.subject = subject, .stat = stat})) {}

  /// The changes in the ledger that have no effect on the stat now, or less than their amount.
  std::vector<Explanation> idle() && {
    std::vector<Explanation> idle;
    for (const auto& [index, counted] : derivation_.lines) {
      const Entry& entry = state_.entry(index);
      const Note note = noteOf(entry, counted);
      if (note.idle) idle.push_back(line(entry, note.text));
    }
    return idle;
  }

  Explained explain() && {
    auto explained = explainedBy(reading_);
    explained.root = {.what = fmt::format("{} of {}", name_, words_.subject(subject_)), .value = answer()};
    auto& steps = explained.root.children;
    switch (derivation_.reading.kind) {
      case StatReading::Kind::unknown:
        steps.push_back({.what = kindOf(subject_) == EntityKind::card
                                     ? "the card is not known, so neither is what is printed on it"
                                     : "the record does not give its value"});
        break;
      case StatReading::Kind::absent:
        steps.push_back(
            {.what = fmt::format("the card has no {}; it counts as 0", name_), .clause = calculation_.absent_clause});
        addIgnored(steps);
        break;
      case StatReading::Kind::known:
        addSteps(steps);
        break;
    }
    addObservation(words_, reading_, steps);
    return explained;
  }

 private:
  /// A remark on a change.
  struct Note {
    std::string text{};
    bool idle = false;  ///< it has no effect, or less than its amount
  };

  [[nodiscard]] std::string answer() const {
    std::string words = amountWords(reading_);
    if (reading_.value.isUnknown()) return words;
    if (reading_.from == AmountReading::From::observed) words += ", as observed";
    if (reading_.from == AmountReading::From::printed) words += ", as printed";
    return words;
  }

  [[nodiscard]] Explanation line(const Entry& entry, const std::string& note) const {
    std::string what = words_.change(entry);
    if (entry.source != kNone) what += " from " + words_.card(entry.source);
    what += ", " + words_.lasts(entry);
    if (!note.empty()) what += ": " + note;
    return {.what = std::move(what),
            .clause = entry.kind == Change::Kind::SET ? calculation_.set_clause : std::string{},
            .event = entry.event};
  }

  [[nodiscard]] Note noteOf(const Entry& entry, bool counted) const {
    if (derivation_.reading.kind == StatReading::Kind::unknown) return {};
    if (derivation_.reading.kind == StatReading::Kind::absent) {
      return {.text = "has no effect, as the stat is absent", .idle = true};
    }
    if (isBound(entry)) return boundNote(entry, counted);
    if (entry.doubtful) return {.text = "not counted: whether it counts is unknown", .idle = true};
    if (entry.kind == Change::Kind::SET_BASE) return baseNote(entry);
    if (entry.kind == Change::Kind::BONUS && entry.amount != entry.stated_amount) {
      return {.text = "has no effect, as the stat was absent when it began", .idle = true};
    }
    if (entry.kind != Change::Kind::BONUS) return {};
    if (calculation_.sum != schema::Calculation::Sum::ALL) return strongestNote(entry);
    if (entry.amount > 0 && entry.cap != kNoCap) return cappedNote(entry);
    return {};
  }

  /// The note if only the strongest change counts.
  [[nodiscard]] Note strongestNote(const Entry& entry) const {
    const bool stronger = std::any_of(derivation_.lines.begin(), derivation_.lines.end(), [&](const auto& other) {
      const Entry& one = state_.entry(other.entry);
      if (one.kind != Change::Kind::BONUS || one.doubtful) return false;
      return entry.amount > 0 ? one.amount > entry.amount : one.amount < entry.amount;
    });
    if (!stronger) return {};
    return {
        .text = entry.amount > 0 ? "no effect, as another bonus is higher" : "no effect, as another penalty is higher",
        .idle = true};
  }

  /// The note on a base value: the latest of several holds.
  [[nodiscard]] Note baseNote(const Entry& entry) const {
    if (derivation_.reading.base == entry.amount) return {};
    return {.text = "no effect, as another base value holds", .idle = true};
  }

  /// The note on a bonus "(to a maximum of ...)": whether it counts in full.
  [[nodiscard]] Note cappedNote(const Entry& entry) const {
    std::int64_t asked = 0;
    std::int64_t others = 0;
    int capped = 0;
    for (const auto& [index, counted] : derivation_.lines) {
      const Entry& one = state_.entry(index);
      if (isBound(one) || one.kind == Change::Kind::SET_BASE || one.doubtful) continue;
      const bool has_cap = one.kind == Change::Kind::BONUS && one.amount > 0 && one.cap != kNoCap;
      (has_cap ? asked : others) += one.amount;
      capped += has_cap ? 1 : 0;
    }
    const std::int64_t come_to = derivation_.sum - derivation_.reading.base - others;
    if (come_to >= asked || come_to < 0) return {.text = fmt::format("to a maximum of {}", entry.cap)};
    return {.text = capped == 1 ? fmt::format("counts as {}, its maximum being {}", withSign(come_to), entry.cap)
                                : fmt::format("its maximum is {}: those that have one count for {} together", entry.cap,
                                              withSign(come_to)),
            .idle = true};
  }

  void addIgnored(std::vector<Explanation>& steps) const {
    for (const auto& [index, counted] : derivation_.lines) {
      const Entry& entry = state_.entry(index);
      steps.push_back(line(entry, noteOf(entry, counted).text));
    }
  }

  void addSteps(std::vector<Explanation>& steps) const {
    steps.push_back(printedStep());
    Explanation sum{.what = "A. with bonuses and penalties",
                    .value = std::to_string(derivation_.sum),
                    .clause = calculation_.sum_clause};
    for (const auto& [index, counted] : derivation_.lines) {
      const Entry& entry = state_.entry(index);
      if (isBound(entry) || entry.kind == Change::Kind::SET_BASE) continue;
      sum.children.push_back(line(entry, noteOf(entry, counted).text));
    }
    const bool changed = !sum.children.empty();
    if (!changed) sum.what = "A. no bonuses and no penalties";
    steps.push_back(std::move(sum));
    steps.push_back(floorStep());
    steps.push_back(boundsStep());
  }

  [[nodiscard]] Explanation printedStep() const {
    if (words_.rules().ruleset.stats[stat_].of_value != kUnbound)
      return {.what = "by the record", .value = std::to_string(derivation_.reading.base)};
    const auto printed = printedAmount(state_, subject_, stat_);
    Explanation step{.what = printed ? "printed value" : "nothing is printed",
                     .value = std::to_string(printed.value_or(0))};
    for (const auto& [index, counted] : derivation_.lines) {
      const Entry& entry = state_.entry(index);
      if (entry.kind == Change::Kind::SET_BASE) step.children.push_back(line(entry, noteOf(entry, counted).text));
    }
    if (!step.children.empty()) {
      step.what += ", then the base value is set";
      step.value = std::to_string(derivation_.reading.base);
    }
    return step;
  }

  [[nodiscard]] Explanation floorStep() const {
    const Stat& stat = rules_.ruleset.stats[stat_];
    const std::string value = std::to_string(derivation_.floored);
    if (derivation_.floored != derivation_.sum) {
      return {.what = "B. below 0 it is treated as 0", .value = value, .clause = stat.floor_clause};
    }
    if (derivation_.sum < 0) {
      return {.what = "B. may be below 0, so it stays", .value = value, .clause = stat.floor_clause};
    }
    return {.what = "B. not below 0, so it stays", .value = value, .clause = stat.floor_clause};
  }

  [[nodiscard]] Note boundNote(const Entry& entry, bool counted) const {
    const bool minimum = entry.kind == Change::Kind::MINIMUM;
    const auto idle = [](std::string why) { return Note{.text = std::move(why), .idle = true}; };
    if (entry.doubtful) return idle("whether it holds is unknown");
    if (!counted && derivation_.contradiction == ContradictionKind::none) {
      return idle("no effect, as it was ignored in a contradiction that has ended");
    }
    if (!counted) return idle("no effect, as it contradicts a bound that came first");
    if (derivation_.contradiction == ContradictionKind::none) {
      if (minimum && entry.amount < derivation_.minimum) return idle("no effect, as another minimum is higher");
      if (!minimum && entry.amount > derivation_.maximum) return idle("no effect, as another maximum is lower");
      const bool bites = minimum ? derivation_.floored < entry.amount : derivation_.floored > entry.amount;
      return bites ? Note{.text = "holds"} : idle(fmt::format("kept already by {}", derivation_.floored));
    }
    if (derivation_.contradiction == ContradictionKind::later_has_no_effect ||
        derivation_.contradiction == ContradictionKind::frozen) {
      return {.text = "came first"};
    }
    const bool decides = minimum ? entry.amount == derivation_.minimum : entry.amount == derivation_.maximum;
    if (decides) return {.text = minimum ? "the highest minimum" : "the lowest maximum"};
    return idle(minimum ? "no effect, as another minimum is higher" : "no effect, as another maximum is lower");
  }

  [[nodiscard]] Explanation boundsStep() const {
    const std::string value = std::to_string(derivation_.reading.amount);
    if (!derivation_.has_minimum && !derivation_.has_maximum) {
      return {.what = "C. no minimum and no maximum", .value = value, .clause = calculation_.clamp_clause};
    }
    Explanation step{.what = "C. within its bounds", .value = value, .clause = calculation_.clamp_clause};
    for (const auto& [index, counted] : derivation_.lines) {
      const Entry& entry = state_.entry(index);
      if (isBound(entry)) step.children.push_back(line(entry, noteOf(entry, counted).text));
    }
    if (derivation_.contradiction == ContradictionKind::none) return step;
    step.what =
        fmt::format("C. minimum {} and maximum {} contradict each other", derivation_.minimum, derivation_.maximum);
    step.clause.clear();
    step.children.push_back(contradictionCase());
    return step;
  }

  [[nodiscard]] Explanation contradictionCase() const {
    const auto total = derivation_.floored;
    const auto& clauses = calculation_.contradiction_clauses;
    const std::string value = std::to_string(derivation_.reading.amount);
    switch (derivation_.contradiction) {
      case ContradictionKind::below:
        return {.what = fmt::format("case i: the total of {} is below both, so it becomes the maximum", total),
                .value = value,
                .clause = clauses[0]};
      case ContradictionKind::above:
        return {.what = fmt::format("case ii: the total of {} is above both, so it becomes the minimum", total),
                .value = value,
                .clause = clauses[1]};
      case ContradictionKind::between:
        return {.what = fmt::format("case iii: the total of {} is between them, or equal to one, so it becomes the "
                                    "base value",
                                    total),
                .value = value,
                .clause = clauses[2]};
      case ContradictionKind::later_has_no_effect:
        return {.what = "the bound that came later has no effect", .value = value, .clause = clauses[0]};
      case ContradictionKind::frozen:
        return {.what = "while they contradict each other, it keeps its value", .value = value, .clause = clauses[0]};
      case ContradictionKind::maximum_wins:
        return {.what = "the maximum holds", .value = value, .clause = clauses[0]};
      default:
        return {.what = "the minimum holds", .value = value, .clause = clauses[0]};
    }
  }

  const Words& words_;
  const State& state_;
  Rules rules_;
  Entity subject_;
  StatIndex stat_;
  const Calculation& calculation_;
  std::string name_;
  StatDerivation derivation_;
  AmountReading reading_;
};

}  // namespace

Explained explainStat(const Words& words, Entity subject, StatIndex stat) {
  return StatExplainer(words, subject, stat).explain();
}

std::vector<Explanation> idleChanges(const Words& words, Entity subject, StatIndex stat) {
  return StatExplainer(words, subject, stat).idle();
}

}  // namespace docket
