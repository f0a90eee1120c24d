#include "engine/query/limits/limits.h"

#include <algorithm>
#include <optional>
#include <range/v3/algorithm/any_of.hpp>

#include "engine/query/limits/counted_copies.h"
#include "engine/query/limits/footprint_of_uses.h"
#include "engine/query/limits/use_match.h"

namespace docket {
namespace {

/// Walks the uses that a limit counts, newest first. Calls `Visit` with each use, how it was given back, if it was, and
/// whether it only may count.
class CountedUses {
 public:
  CountedUses(const State& state, const Rules& rules, const ApplicableLimit& limit, const UseQuestion& question)
      : match_{state, rules, limit, question}, limit_(*limit.limit), start_(startOf()) {
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

  /// How a use was given back because its card is no longer the same instance; nullopt if it still is.
  [[nodiscard]] std::optional<GivenBackUse> givenBackByReset(const Use& use) const {
    if (!limit_.keyed(Limit::Key::INSTANCE) || use.card == kNone) return std::nullopt;
    const Card& card = match_.state.cards[use.card];
    for (const GivenBack& back : limit_.given_back) {
      EventNumber at = 0;
      if (back.when == GivenBack::When::LEAVES_LOCATION) at = card.arrived;
      if (back.when == GivenBack::When::TURNED_FACE_DOWN)
        at = std::max({use.turned_by_other, use.turned_by_itself, use.turned_by_unrecorded});
      if (back.when == GivenBack::When::TURNED_FACE_DOWN_BY_OTHER) at = use.turned_by_other;
      if (back.when == GivenBack::When::ATTACHED) at = card.attached_at;
      if (at > use.event) return GivenBackUse{use.event, at, &back.clause};
    }
    return std::nullopt;
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
    std::optional<GivenBackUse> given_back = givenBackByReset(use);
    if (!given_back && use.negated) {
      if (const auto* clause = limit_.givenBackBy(GivenBack::When::ACTIVATION_NEGATED))
        given_back = GivenBackUse{use.event, 0, clause};
    }
    if (given_back) {
      match_.rules.ruleset.note(*given_back->clause);
      return visit(use, given_back, false);
    }
    // If it was turned face-down by an unknown cause, it may have been given back.
    const bool perhaps_back =
        use.turned_by_unrecorded != 0 && limit_.givenBackBy(GivenBack::When::TURNED_FACE_DOWN_BY_OTHER) != nullptr;
    visit(use, given_back, match == TriState::undecided || perhaps_back);
  }

  UseMatch match_;
  const Limit& limit_;
  EventNumber start_;  // of the period within which the limit counts
};

/// Excludes uses of copies of an ability that have ended: they do not count against the remaining copies.
void leaveOutEnded(const State& state, const Rules& rules, const ApplicableLimit& limit, const UseQuestion& question,
                   UsedCount& count) {
  if (!limit.limit->per_instance || state.ended_grants.empty() || !abilityKeyOf(question).isKnown()) return;
  std::vector<EventNumber> uses(count.used_by.rbegin(), count.used_by.rend());
  const auto of_copies = usesOfCopies(state, rules, abilityKeyOf(question), uses);
  if (!of_copies) return;
  const auto least = static_cast<std::size_t>(of_copies->least);
  const auto most = static_cast<std::size_t>(of_copies->most);
  // It is unknown which ones they were, so the newest are the ones that count.
  count.perhaps_by.insert(count.perhaps_by.begin(), count.used_by.begin() + std::ptrdiff_t(least),
                          count.used_by.begin() + std::ptrdiff_t(most));
  count.used_by.resize(least);
}

}  // namespace

std::int32_t countUses(const State& state, const Rules& rules, const ApplicableLimit& limit,
                       const UseQuestion& question, std::int32_t* perhaps) {
  if (isOfCopies(limit.limit->counted) || (limit.limit->per_instance && !state.ended_grants.empty())) {
    const UsedCount count = readUsedCount(state, rules, limit, question);
    if (perhaps != nullptr) *perhaps = count.perhaps;
    return count.used;
  }
  std::int32_t used = 0;
  std::int32_t perhaps_used = 0;
  const auto add_use = [&](const Use&, const std::optional<GivenBackUse>& given_back, bool perhaps_counts) {
    if (!given_back) ++(perhaps_counts ? perhaps_used : used);
  };
  CountedUses(state, rules, limit, question).walk(add_use);
  if (perhaps != nullptr) *perhaps = perhaps_used;
  return used;
}

void noteUses(const State& state, const Rules& rules, const ApplicableLimit& limit, const UseQuestion& question) {
  rules.ruleset.record([&](Consulted&) { countUses(state, rules, limit, question); });
}

UsedCount readUsedCount(const State& state, const Rules& rules, const ApplicableLimit& limit,
                        const UseQuestion& question) {
  if (isOfCopies(limit.limit->counted)) return readCopies(state, rules, limit, question);
  UsedCount count;
  const auto add_use = [&](const Use& use, const std::optional<GivenBackUse>& given_back, bool perhaps_counts) {
    if (given_back) {
      count.given_back.push_back(*given_back);
    } else {
      (perhaps_counts ? count.perhaps_by : count.used_by).push_back(use.event);
      if (perhaps_counts && state.definitions->known[use.definition] == nullptr) count.of_unknown.push_back(use.event);
    }
  };
  CountedUses(state, rules, limit, question).walk(add_use);
  leaveOutEnded(state, rules, limit, question, count);
  count.used = static_cast<std::int32_t>(count.used_by.size());
  count.perhaps = static_cast<std::int32_t>(count.perhaps_by.size());
  return count;
}

bool isOtherUse(const ApplicableLimit& limit, const Definition* definition, const UseQuestion& question) {
  if (limit.limit->counted != Limit::Counted::USES || definition == nullptr || question.ability == 0) return false;
  if (question.ability > definition->abilities.size()) return false;
  const bool is_ability = definition->abilities[question.ability - 1U].kind == schema::Ability::Kind::ABILITY;
  return (question.counted == Limit::Counted::ACTIVATIONS) != is_ability;
}

}  // namespace docket
