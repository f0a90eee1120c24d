#include "engine/query/limits/limits.h"

#include <algorithm>
#include <range/v3/algorithm/any_of.hpp>

#include "engine/query/limits/counted_copies.h"
#include "engine/query/limits/footprint_of_uses.h"
#include "engine/query/limits/use_match.h"

namespace docket {
namespace {

/// Walks the uses that a limit counts, newest first. Calls `Visit` with each use, and whether it counts, may count, or
/// was given back by an event.
class CountedUses {
 public:
  CountedUses(const State& state, const Rules& rules, const AppliedLimit& limit, const UseQuestion& question)
      : match_(state, rules, limit, question), limit_(*limit.limit), start_(startOf()) {
    rules.ruleset.record([&](Consulted& footprint) { noteCountableUses(match_, start_, footprint); });
  }

  template <class Visit>
  void walk(Visit&& visit) const {
    const bool by_use_list =
        limit_.keyed(Limit::Key::TITLE) || limit_.keyed(Limit::Key::INSTANCE) || limit_.keyed(Limit::Key::ABILITY);
    // A granted ability can be used by a card of any title.
    const auto is_given = [](const Use& use) { return use.named != 0; };
    const bool by_all = limit_.keyed(Limit::Key::TITLE) &&
                        (!match_.question.name.empty() || ranges::any_of(match_.state.uses, is_given));
    if (!by_use_list || by_all) {
      for (std::size_t i = match_.state.uses.size(); i-- > 0 && match_.state.uses[i].event >= start_;)
        consider(match_.state.uses[i], visit);
      return;
    }
    walkUseList(match_.question.definition, visit);
    if (useListNumber(match_.state, match_.question.definition) != 0) walkUseList(0, visit);
  }

  /// The event that removed a use from the count because its card is no longer the same instance; 0 if it still is.
  [[nodiscard]] EventNumber resetOf(const Use& use, const std::string** clause) const {
    if (!limit_.keyed(Limit::Key::INSTANCE) || use.card == kNone) return 0;
    const Card& card = match_.state.cards[use.card];
    for (const GivenBack& back : limit_.given_back) {
      EventNumber at = 0;
      if (back.when == GivenBack::When::LEAVES_LOCATION) at = card.arrived;
      if (back.when == GivenBack::When::TURNED_FACE_DOWN)
        at = std::max({use.turned_by_other, use.turned_by_itself, use.turned_by_unrecorded});
      if (back.when == GivenBack::When::TURNED_FACE_DOWN_BY_OTHER) at = use.turned_by_other;
      if (back.when == GivenBack::When::ATTACHED) at = card.attached_at;
      if (at > use.event) {
        *clause = &back.clause;
        return at;
      }
    }
    return 0;
  }

 private:
  [[nodiscard]] EventNumber startOf() const {
    if (limit_.within != Within::period) return 0;
    const PeriodNow& now = match_.state.periods[limit_.period];
    return now.open ? now.began : match_.state.event + 1;  // outside such a period nothing counts
  }

  template <class Visit>
  void walkUseList(std::uint32_t definition, Visit& visit) const {
    const std::size_t list = findUseList(match_.state, definition);
    if (list == match_.state.use_lists.size()) return;
    for (UseIndex i = match_.state.last_of_use_list[list]; i != kNone; i = match_.state.uses[i].previous_in_use_list) {
      if (match_.state.uses[i].event < start_) return;
      consider(match_.state.uses[i], visit);
    }
  }

  template <class Visit>
  void consider(const Use& use, Visit& visit) const {
    const TriState match = match_.counts(use);
    if (match == TriState::no) return;
    match_.rules.ruleset.record([&](Consulted& footprint) { noteFate(match_, use, footprint); });
    const std::string* clause = nullptr;
    if (const EventNumber by = resetOf(use, &clause); by != 0) {
      match_.rules.ruleset.note(*clause);
      return visit(use, GivenBackUse{use.event, by, clause}, false);
    }
    if (use.negated) {
      if (const auto* back = limit_.givenBackBy(GivenBack::When::ACTIVATION_NEGATED)) {
        match_.rules.ruleset.note(*back);
        return visit(use, GivenBackUse{use.event, 0, back}, false);
      }
    }
    // If it was turned face-down by an unknown cause, it may have been given back.
    const bool perhaps_back =
        use.turned_by_unrecorded != 0 && limit_.givenBackBy(GivenBack::When::TURNED_FACE_DOWN_BY_OTHER) != nullptr;
    visit(use, GivenBackUse{use.event, 0, nullptr}, match == TriState::undecided || perhaps_back);
  }

  UseMatch match_;
  const Limit& limit_;
  EventNumber start_;  // of the period within which the limit counts
};

/// Excludes uses of copies of an ability that have ended: they do not count against the remaining copies.
void leaveOutEnded(const State& state, const Rules& rules, const AppliedLimit& limit, const UseQuestion& question,
                   UsedCount& reading) {
  if (!limit.limit->per_instance || state.ended_grants.empty() || !abilityKeyOf(question).isKnown()) return;
  std::vector<EventNumber> uses(reading.used_by.rbegin(), reading.used_by.rend());
  const auto of_copies = usesOfCopies(state, rules, abilityKeyOf(question), uses);
  if (!of_copies) return;
  const auto least = static_cast<std::size_t>(of_copies->least);
  const auto most = static_cast<std::size_t>(of_copies->most);
  // It is unknown which ones they were, so the newest are the ones that count.
  reading.perhaps_by.insert(reading.perhaps_by.begin(), reading.used_by.begin() + std::ptrdiff_t(least),
                            reading.used_by.begin() + std::ptrdiff_t(most));
  reading.used_by.resize(least);
}

}  // namespace

std::int32_t countUses(const State& state, const Rules& rules, const AppliedLimit& limit, const UseQuestion& question,
                       std::int32_t* perhaps) {
  if (isOfCopies(limit.limit->counted) || (limit.limit->per_instance && !state.ended_grants.empty())) {
    const UsedCount read = readUsedCount(state, rules, limit, question);
    if (perhaps != nullptr) *perhaps = read.perhaps;
    return read.used;
  }
  std::int32_t used = 0;
  std::int32_t unknown = 0;
  CountedUses(state, rules, limit, question).walk([&](const Use&, const GivenBackUse& back, bool uncertain) {
    if (back.clause == nullptr) ++(uncertain ? unknown : used);
  });
  if (perhaps != nullptr) *perhaps = unknown;
  return used;
}

void noteUses(const State& state, const Rules& rules, const AppliedLimit& limit, const UseQuestion& question) {
  rules.ruleset.record([&](Consulted&) { countUses(state, rules, limit, question); });
}

UsedCount readUsedCount(const State& state, const Rules& rules, const AppliedLimit& limit,
                        const UseQuestion& question) {
  if (isOfCopies(limit.limit->counted)) return readCopies(state, rules, limit, question);
  UsedCount reading;
  CountedUses(state, rules, limit, question).walk([&](const Use& use, const GivenBackUse& back, bool uncertain) {
    if (back.clause != nullptr) {
      reading.given_back.push_back(back);
    } else {
      (uncertain ? reading.perhaps_by : reading.used_by).push_back(use.event);
      if (uncertain && state.definitions->known[use.definition] == nullptr) reading.of_unknown.push_back(use.event);
    }
  });
  leaveOutEnded(state, rules, limit, question, reading);
  reading.used = static_cast<std::int32_t>(reading.used_by.size());
  reading.perhaps = static_cast<std::int32_t>(reading.perhaps_by.size());
  return reading;
}

bool isOtherUse(const AppliedLimit& limit, const Definition* definition, const UseQuestion& question) {
  if (limit.limit->counted != Limit::Counted::USES || definition == nullptr || question.ability == 0) return false;
  if (question.ability > definition->abilities.size()) return false;
  const bool is_ability = definition->abilities[question.ability - 1U].kind == schema::Ability::Kind::ABILITY;
  return (question.counted == Limit::Counted::ACTIVATIONS) != is_ability;
}

}  // namespace docket
