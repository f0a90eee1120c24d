#include "tools/explain/ledger_of_uses.h"

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/find.hpp>
#include <set>

#include "engine/query/limits/applicable_limits.h"
#include "tools/explain/counts_of_limits.h"

namespace docket {
namespace {

class Ledger {
 public:
  Ledger(const State& state, const Rules& rules, const CountFilter& filter)
      : state_(state), rules_(rules), filter_(filter), found_(countsOfLimits(state, rules)) {}

  CountsOfLimits read() && {
    std::erase_if(found_.counts, [&](const CountOfLimit& count) { return !passes(count); });
    std::erase_if(found_.uncertain_uses, [&](EventNumber event) {
      const Use* use = state_.useOf(event);
      return use != nullptr && !isOf(*use);
    });
    for (const Counted counted : {Counted::COPIES_IN_PLAY, Counted::COPIES_ATTACHED}) {
      if (!rules_.ruleset.counts(counted)) continue;
      for (CardIndex card = 0; card < state_.cards.size(); ++card) copies(card, counted);
    }
    if (filter_.card != kNone) unused();
    return std::move(found_);
  }

 private:
  using Counted = schema::Limit::Counted;

  [[nodiscard]] bool isOf(const Use& use) const {
    return (filter_.player == 0 || use.player == filter_.player) && (filter_.card == kNone || use.card == filter_.card);
  }

  [[nodiscard]] bool passes(const CountOfLimit& count) const {
    const auto is_of = [&](EventNumber event) {
      const Use* use = state_.useOf(event);
      return use != nullptr && isOf(*use);
    };
    return ranges::any_of(count.reading.used_by, is_of) || ranges::any_of(count.reading.perhaps_by, is_of) ||
           ranges::any_of(count.reading.given_back, [&](const GivenBackUse& back) { return is_of(back.use); });
  }

  /// Adds the copies that count together with a card, once for all of them.
  void copies(CardIndex index, Counted counted) {
    const Card& card = state_.cards[index];
    if (!card.exists() || !rules_.ruleset.zones[card.zone].in_play) return;
    if (counted == Counted::COPIES_ATTACHED && card.host == kNone) return;
    if (filter_.player != 0 && card.controller != filter_.player) return;
    if (filter_.card != kNone && index != filter_.card) return;
    add({.card = index,
         .definition = card.definition,
         .player = card.controller,
         .host = card.host,
         .counted = counted},
        false);
  }

  /// Adds the limits of the card that no use counts against yet.
  void unused() {
    const Card& card = state_.cards[filter_.card];
    const Definition* definition = state_.definitionOf(card);
    const Seat player = filter_.player != 0 ? filter_.player : card.controller;
    UseQuestion question{.card = filter_.card, .definition = card.definition, .player = player};
    question.counted = Counted::PLAYS;
    add(question, true);
    if (definition == nullptr) return;
    for (std::size_t ability = 1; ability <= definition->abilities.size(); ++ability) {
      question.ability = static_cast<std::uint16_t>(ability);
      question.designator = state_.vocabulary->names.find(definition->abilities[ability - 1U].designator);
      for (const Counted counted : {Counted::ACTIVATIONS, Counted::TRIGGERS}) {
        question.counted = counted;
        add(question, true);
      }
    }
  }

  void add(const UseQuestion& question, bool unused_only) {
    for (const ApplicableLimit& limit : limitsOf(state_, rules_, question).limits) {
      if (unused_only && isOtherUse(limit, state_.definitions->known[question.definition], question)) continue;
      UsedCount reading = readUsedCount(state_, rules_, limit, question);
      const bool used = reading.used + reading.perhaps != 0 || !reading.given_back.empty();
      if (used == unused_only) continue;
      // Each copy asks for the same count, which is listed once.
      if (used && !counted_.insert({limit.index, reading.used_by, reading.perhaps_by}).second) continue;
      found_.counts.push_back({.question = question, .limit = limit, .reading = std::move(reading)});
    }
  }

  const State& state_;
  Rules rules_;
  const CountFilter& filter_;
  CountsOfLimits found_;
  std::set<std::tuple<LimitIndex, std::vector<EventNumber>, std::vector<EventNumber>>> counted_;
};

}  // namespace

CountsOfLimits ledgerOfUses(const State& state, const Rules& rules, const CountFilter& filter) {
  return Ledger(state, rules, filter).read();
}

}  // namespace docket
