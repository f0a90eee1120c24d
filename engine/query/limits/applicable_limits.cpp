#include "engine/query/limits/applicable_limits.h"

#include <algorithm>
#include <limits>
#include <range/v3/algorithm/any_of.hpp>
#include <utility>

#include "engine/query/cards/undefined.h"
#include "engine/query/evaluation/evaluate.h"
#include "engine/query/limits/counted_copies.h"
#include "engine/query/limits/deck_copies.h"
#include "engine/rules/expression/certain.h"

namespace docket {
namespace {

/// Collects the limits that apply to a question about use.
class LimitCollector {
 public:
  LimitCollector(const State& state, const Rules& rules, const UseQuestion& question)
      : state_(state),
        rules_(rules),
        question_(question),
        definition_(state.definitions->known[question.definition]),
        of_card_(isOfCopies(question.counted) || question.counted == Limit::Counted::PLAYS) {}

  ApplicableLimits run() {
    if (!rules_.ruleset.counts(question_.counted) && question_.counted != Limit::Counted::TRIGGERS) return {};
    addUnnamedLimits();
    const std::vector<LimitOf>* own_limits = nullptr;
    if (of_card_) {
      if (definition_ != nullptr) own_limits = &definition_->limits;
    } else if (const Ability* one = ability(); one != nullptr) {
      own_limits = &one->limits;
    }
    if (own_limits != nullptr) {
      for (const LimitOf& own_limit : *own_limits) add(own_limit.limit, &own_limit, own_limit.max);
    }
    found_.known = found_.known && (isKnown() || !canBeNamed());
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool countsWhatIsAsked(const Limit& limit) const {
    if (countsAct(limit.counted, question_.counted)) return true;
    return limit.counted == Limit::Counted::APPLICATIONS && question_.counted == Limit::Counted::TRIGGERS &&
           isApplication(definition_, question_.ability);
  }

  [[nodiscard]] const Ability* ability() const { return textOf(state_, rules_, abilityKeyOf(question_)); }

  /// Adds the limits that apply without being named.
  void addUnnamedLimits() {
    const Ruleset& ruleset = rules_.ruleset;
    const std::uint64_t every =
        of_card_ ? ruleset.limits_of_every_card
                 : ruleset.limits_of_every_ability | (*state_.vocabulary)[question_.designator].limits;
    if (every == 0) return;
    for (std::size_t i = 0; i < ruleset.limits.size(); ++i) {
      if ((every >> i & 1U) != 0) add(static_cast<LimitIndex>(i), nullptr, ruleset.limits[i].max);
    }
  }

  void add(LimitIndex index, const LimitOf* named_limit, std::int32_t max) {
    const Limit& limit = rules_.ruleset.limits[index];
    if (!countsWhatIsAsked(limit)) return;
    rules_.ruleset.noteLimit(index);
    if (const TriState of_format = fitsFormat(limit, state_); !question_.any_format && of_format != TriState::yes) {
      if (of_format == TriState::undecided) found_.known = false;
      return;
    }
    ApplicableLimit applicable{.limit = &limit, .index = index, .max = max, .of = named_limit, .least_max = max};
    if (named_limit == nullptr && limit.every_card && limit.holds_for && question_.card != kNone) {
      const TriState held = holdsForCard(state_, rules_, applicable, question_.card);
      if (held == TriState::no) return;
      if (held == TriState::undecided) {
        found_.known = false;
        if (!holdsExceptForTexts(state_, rules_, applicable, question_.card)) return;
        if (limit.max_is) setMax(applicable);
        found_.except_for_texts.push_back(applicable);
        return;
      }
    }
    if (limit.max_is) setMax(applicable);
    if (limit.per_instance && abilityKeyOf(question_).isKnown()) {
      const auto copies = copiesOf(state_, rules_, abilityKeyOf(question_));
      if (copies != 1 || !state_.ended_grants.empty()) rules_.ruleset.note(RuleField::limits_per_instance);
      applicable.max *= copies;
      applicable.least_max = applicable.max;
    }
    found_.limits.push_back(applicable);
  }

  /// Sets the maximum of a limit whose maximum is an amount about the card and its host.
  void setMax(ApplicableLimit& applicable) {
    const CardIndex host = state_.isCard(question_.host) ? question_.host : kNone;
    const auto value = expression::valueAt(*applicable.limit->max_is, {.state = state_,
                                                                       .rules = rules_,
                                                                       .self = question_.card,
                                                                       .it = host,
                                                                       .who = question_.player,
                                                                       .that = question_.host});
    const auto bounded = [](std::int64_t number) {
      return static_cast<std::int32_t>(std::clamp<std::int64_t>(number, 0, std::numeric_limits<std::int32_t>::max()));
    };
    if (expression::isCertain(value)) {
      applicable.max = applicable.least_max = bounded(value.number);
      return;
    }
    applicable.max = bounded(value.high());
    applicable.least_max = bounded(value.isUnknown() ? value.low() : value.number);
    // An unknown text could lower it.
    if (!value.isUnknown()) found_.known = false;
  }

  /// True if it is known which limits the card or its ability names.
  [[nodiscard]] bool isKnown() const {
    if (!question_.name.empty() || question_.card == kNone) return ability() != nullptr;
    if (definition_ == nullptr) return false;
    if (definition_->unread.has(schema::Matter::USES) && !isListed()) return false;
    if (definition_->of_record && !of_card_) return false;  // the printed text is not a list of abilities
    if (const Ability* one = ability(); !of_card_ && one != nullptr) return !one->doubtful;
    if (definition_->doubtful) return false;
    return of_card_ || (definition_->abilities.empty() && question_.ability == 0);
  }

  /// True if the card names a limit on such a use: a source may have a field for limits although no text was read.
  [[nodiscard]] bool isListed() const {
    return of_card_ && ranges::any_of(definition_->limits, [&](const LimitOf& own_limit) {
             return countsWhatIsAsked(rules_.ruleset.limits[own_limit.limit]);
           });
  }

  /// True if there is a limit on such a thing that a card would name.
  [[nodiscard]] bool canBeNamed() const {
    return ranges::any_of(rules_.ruleset.limits, [&](const Limit& one) {
      return countsWhatIsAsked(one) && !one.every_ability && !one.every_card && !one.lifted;
    });
  }

  const State& state_;
  Rules rules_;
  const UseQuestion& question_;
  const Definition* definition_;
  const bool of_card_;
  ApplicableLimits found_;
};

}  // namespace

ApplicableLimits limitsOf(const State& state, const Rules& rules, const UseQuestion& question) {
  return LimitCollector(state, rules, question).run();
}

bool mayBeLifted(const State& state, const Rules& rules, const Limit& limit) {
  return limit.every_ability && !limit.max_is && unreadInPlay(state, rules, schema::Matter::PERMISSIONS) != kNone;
}

}  // namespace docket
