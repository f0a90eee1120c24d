#include "engine/query/limits/limits.h"

#include <algorithm>
#include <bitset>
#include <initializer_list>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>

#include "engine/query/cards/characteristics.h"
#include "engine/query/limits/counted_copies.h"

namespace docket {
namespace {

using KeySet = std::bitset<16>;  // bits by Limit::Key

/// The limit as an ability names it; null if it does not.
const LimitOf* limitOf(const Ability& ability, LimitIndex limit) {
  const auto found = ranges::find(ability.limits, limit, &LimitOf::limit);
  return found == ability.limits.end() ? nullptr : &*found;
}

/// Walks the uses that a limit counts, newest first. Calls `Visit` with each use, and whether it counts, may count, or
/// was given back by an event.
class CountedUses {
 public:
  CountedUses(const State& state, const Rules& rules, const AppliedLimit& limit, const UseQuestion& question)
      : state_(state), rules_(rules), limit_(*limit.limit), applied_(limit), question_(question), start_(startOf()) {
    rules.ruleset.record([&](Consulted& footprint) { noteCountableUses(footprint); });
  }

  template <class Visit>
  void walk(Visit&& visit) const {
    const bool by_use_list =
        limit_.keyed(Limit::Key::TITLE) || limit_.keyed(Limit::Key::INSTANCE) || limit_.keyed(Limit::Key::ABILITY);
    // A granted ability can be used by a card of any title.
    const auto is_given = [](const Use& use) { return use.named != 0; };
    const bool by_all =
        limit_.keyed(Limit::Key::TITLE) && (!question_.name.empty() || ranges::any_of(state_.uses, is_given));
    if (!by_use_list || by_all) {
      for (std::size_t i = state_.uses.size(); i-- > 0 && state_.uses[i].event >= start_;)
        consider(state_.uses[i], visit);
      return;
    }
    walkUseList(question_.definition, visit);
    if (useListNumber(state_, question_.definition) != 0) walkUseList(0, visit);
  }

  /// The event that removed a use from the count because its card is no longer the same instance; 0 if it still is.
  [[nodiscard]] EventNumber resetOf(const Use& use, const std::string** clause) const {
    if (!limit_.keyed(Limit::Key::INSTANCE) || use.card == kNone) return 0;
    const Card& card = state_.cards[use.card];
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
  /// For footprints: notes whether there is a use within the scope that it could count under other keys, and the keys
  /// in which it agrees.
  void noteCountableUses(Consulted& consulted) const {
    for (std::size_t i = state_.uses.size(); i-- > 0 && state_.uses[i].event >= start_;) {
      const Use& use = state_.uses[i];
      const Definition* definition = state_.definitions->known[use.definition];
      const bool names = limit_.every_ability || limit_.every_card || definition == nullptr || use.named != 0 ||
                         ranges::any_of(definition->limits, [&](const LimitOf& of) { return isIt(of); }) ||
                         ranges::any_of(definition->abilities,
                                        [&](const Ability& one) { return limitOf(one, applied_.index) != nullptr; });
      if (!names || isCounted(use) == TriState::no) continue;
      consulted.addUsedLimit(applied_.index);
      noteAgreed(use, consulted);
    }
  }
  [[nodiscard]] bool isIt(const LimitOf& of) const { return of.limit == applied_.index; }

  /// Notes the fate of a use that agrees in all keys.
  void noteFate(const Use& use, Consulted& consulted) const {
    const auto note = [&](UseFate fate, bool is) {
      if (is) consulted.addFate(applied_.index, fate);
    };
    note(UseFate::negated, use.negated);
    if (use.card == kNone) return;
    const Card& card = state_.cards[use.card];
    const bool by_other = use.turned_by_other != 0;
    note(UseFate::turned_face_down, by_other || use.turned_by_unrecorded != 0);
    note(UseFate::turned_itself_down, !by_other && (use.turned_by_itself | use.turned_by_unrecorded) != 0);
    note(UseFate::left, card.arrived > use.event);
    note(UseFate::attached, card.attached_at > use.event);
  }

  /// Notes the keys in which a use agrees with the question, and the unknown ones, as matches() evaluates them, whether
  /// or not the limit uses them. Notes nothing if it counts under no keys.
  void noteAgreed(const Use& use, Consulted& consulted) const {
    KeySet agreed, unknown;
    agreed.set();
    const auto ask = [&](Limit::Key key, bool agrees) {
      if (!agrees) agreed.reset(static_cast<std::size_t>(key));
    };
    const auto leave_open = [&](std::initializer_list<Limit::Key> keys) {
      for (const Limit::Key key : keys) unknown.set(static_cast<std::size_t>(key));
    };
    const auto ask_agreement = [&](Limit::Key key) {
      const TriState agrees = agreementOf(use, key);
      if (agrees == TriState::undecided) leave_open({key});
      ask(key, agrees != TriState::no);
    };
    for (const Limit::Key key : {Limit::Key::PLAYER, Limit::Key::HOST, Limit::Key::INSTANCE, Limit::Key::TRIGGER})
      ask_agreement(key);
    if ((use.card == kNone) != (question_.card == kNone)) {
      if (limit_.every_ability) return;
      ask(Limit::Key::TITLE, false);
    }
    ask_agreement(Limit::Key::CURRENT_TITLE);
    const std::uint32_t list = useListNumber(state_, use.definition);
    if (list == 0) {
      leave_open(
          {Limit::Key::TITLE, Limit::Key::GROUP, Limit::Key::ABILITY, Limit::Key::VERSION, Limit::Key::CURRENT_TITLE});
    } else if (list != useListNumber(state_, question_.definition)) {
      for (const Limit::Key key : {Limit::Key::TITLE, Limit::Key::INSTANCE, Limit::Key::ABILITY}) ask(key, false);
    }
    const AbilityKey used = abilityKeyOf(state_, use);
    const AbilityKey asked = abilityKeyOf(question_);
    const Ability* text = textOf(state_, rules_, used);
    const LimitOf* of = text == nullptr ? nullptr : limitOf(*text, applied_.index);
    const bool is_known = asked.isKnown() && used.isKnown() &&
                          (use.named != 0 || state_.definitions->known[use.definition] != nullptr) &&
                          (of == nullptr || applied_.of != nullptr);
    if (limit_.every_ability || !is_known) {
      leave_open({Limit::Key::TITLE, Limit::Key::GROUP, Limit::Key::ABILITY, Limit::Key::VERSION});
    } else if (of != nullptr) {
      ask(Limit::Key::TITLE, of->title == applied_.of->title);
      ask(Limit::Key::GROUP, of->group == applied_.of->group);
      ask(Limit::Key::ABILITY, isSameAbility(state_, used, asked));
      if (use.definition != question_.definition) leave_open({Limit::Key::ABILITY});  // it may be of another side
    } else {
      return;
    }
    const auto bits = [](const KeySet& set) { return static_cast<std::uint16_t>(set.to_ulong()); };
    consulted.addAgreed(applied_.index, {.keys = bits(agreed & ~unknown), .unknown = bits(unknown)});
  }

  /// A trait that happened, or an activation, is also an application if its effects applied.
  [[nodiscard]] TriState isCounted(const Use& use) const {
    if (countsAct(limit_.counted, use.counted)) return TriState::yes;
    if (limit_.counted != Limit::Counted::APPLICATIONS) return TriState::no;
    if (use.counted == Limit::Counted::TRIGGERS) {
      const bool applies = use.applied || isApplication(state_.definitions->known[use.definition], use.ability);
      return applies ? TriState::yes : TriState::no;
    }
    if (use.counted != Limit::Counted::ACTIVATIONS || use.negated || use.effect_negated) return TriState::no;
    if (use.applied) return TriState::yes;
    // A link of a past chain that is not recorded as resolved.
    const bool waits = ranges::contains(state_.chain, use.event, &Link::activation);
    return waits ? TriState::no : TriState::undecided;
  }

  [[nodiscard]] EventNumber startOf() const {
    if (limit_.within != Within::period) return 0;
    const PeriodNow& now = state_.periods[limit_.period];
    return now.open ? now.began : state_.event + 1;  // outside such a period nothing counts
  }

  template <class Visit>
  void walkUseList(std::uint32_t definition, Visit& visit) const {
    const std::size_t list = findUseList(state_, definition);
    if (list == state_.use_lists.size()) return;
    for (UseIndex i = state_.last_of_use_list[list]; i != kNone; i = state_.uses[i].previous_in_use_list) {
      if (state_.uses[i].event < start_) return;
      consider(state_.uses[i], visit);
    }
  }

  template <class Visit>
  void consider(const Use& use, Visit& visit) const {
    const TriState counted = isCounted(use);
    if (counted == TriState::no) return;
    const TriState match = bothHold(counted, matches(use));
    if (match == TriState::no) return;
    rules_.ruleset.record([&](Consulted& footprint) { noteFate(use, footprint); });
    const std::string* clause = nullptr;
    if (const EventNumber by = resetOf(use, &clause); by != 0) {
      rules_.ruleset.note(*clause);
      return visit(use, GivenBackUse{use.event, by, clause}, false);
    }
    if (use.negated) {
      if (const auto* back = limit_.givenBackBy(GivenBack::When::ACTIVATION_NEGATED)) {
        rules_.ruleset.note(*back);
        return visit(use, GivenBackUse{use.event, 0, back}, false);
      }
    }
    // If it was turned face-down by an unknown cause, it may have been given back.
    const bool perhaps_back =
        use.turned_by_unrecorded != 0 && limit_.givenBackBy(GivenBack::When::TURNED_FACE_DOWN_BY_OTHER) != nullptr;
    visit(use, GivenBackUse{use.event, 0, nullptr}, match == TriState::undecided || perhaps_back);
  }

  /// Whether a use agrees with the question in a key that does not depend on the abilities used; undecided for others.
  [[nodiscard]] TriState agreementOf(const Use& use, Limit::Key key) const {
    switch (key) {
      case Limit::Key::PLAYER:
        return triState(use.player == question_.player);
      case Limit::Key::HOST:
        return triState(use.host == question_.host);
      case Limit::Key::INSTANCE:  // a player's ability belongs to no card; for each player it is a separate instance
        return triState(use.card == question_.card && (use.card != kNone || use.player == question_.player));
      case Limit::Key::TRIGGER:  // a record need not give the trigger of an act: then it may be the same
        if (use.trigger == 0 || question_.trigger_unrecorded) return TriState::undecided;
        return triState(use.trigger == question_.trigger);
      case Limit::Key::CURRENT_TITLE:
        return question_.card == kNone ? TriState::undecided : triState(isTitledAs(use));
      default:
        return TriState::undecided;
    }
  }

  [[nodiscard]] TriState matches(const Use& use) const {
    const bool by_trigger = limit_.keyed(Limit::Key::TRIGGER);
    const TriState same_trigger = by_trigger ? agreementOf(use, Limit::Key::TRIGGER) : TriState::yes;
    if (same_trigger == TriState::no) return TriState::no;
    return bothHold(matchesButTrigger(use), same_trigger);
  }

  [[nodiscard]] TriState matchesButTrigger(const Use& use) const {
    const bool of_card = limit_.every_ability || limit_.keyed(Limit::Key::INSTANCE) || limit_.keyed(Limit::Key::TITLE);
    if (of_card && (use.card == kNone) != (question_.card == kNone)) return TriState::no;
    for (const Limit::Key key :
         {Limit::Key::PLAYER, Limit::Key::HOST, Limit::Key::INSTANCE, Limit::Key::CURRENT_TITLE}) {
      if (limit_.keyed(key) && agreementOf(use, key) == TriState::no) return TriState::no;
    }
    if (limit_.every_ability) return matchesEvery(use);
    if (!abilityKeyOf(question_).isKnown()) return matchesCard(use);
    const Definition* definition = state_.definitions->known[use.definition];
    if (use.named == 0) {
      if (definition == nullptr) return TriState::undecided;
      if (use.ability == 0) return mayHaveLimit(*definition) ? TriState::undecided : TriState::no;
    }
    const Ability* text = textOf(state_, rules_, abilityKeyOf(state_, use));
    const LimitOf* of = text == nullptr ? nullptr : limitOf(*text, applied_.index);
    if (of == nullptr) return TriState::no;
    if (limit_.keyed(Limit::Key::TITLE)) {
      const std::uint32_t title = use.named != 0 ? use.titled : of->title;
      if (title != countedTitle(state_, rules_, applied_, question_)) return TriState::no;
    }
    if (limit_.keyed(Limit::Key::GROUP) && of->group != applied_.of->group) return TriState::no;
    if (!limit_.keyed(Limit::Key::ABILITY)) return TriState::yes;
    if (isOfOtherSide(use) || !isSameAbility(state_, abilityKeyOf(state_, use), abilityKeyOf(question_)))
      return TriState::no;
    return TriState::yes;
  }

  /// For a limit on the card itself, such as one on its plays.
  [[nodiscard]] TriState matchesCard(const Use& use) const {
    const Definition* definition = state_.definitions->known[use.definition];
    const TriState same = sameKeys(applied_, state_.definitions->known[question_.definition], definition);
    return same == TriState::no ? same : bothHold(same, holdsForCard(state_, rules_, applied_, use.card));
  }

  /// True if a use was of another side of the card in question: its abilities are different, whatever their numbers and
  /// the card's title.
  [[nodiscard]] bool isOfOtherSide(const Use& use) const {
    const bool of_card =
        limit_.keyed(Limit::Key::INSTANCE) && use.card != kNone && use.named == 0 && question_.name.empty();
    return of_card && use.definition != 0 && question_.definition != 0 && use.definition != question_.definition;
  }

  [[nodiscard]] bool isTitledAs(const Use& use) const {
    const Definition* definition = state_.definitions->known[use.definition];
    const TitleReading title = readTitle(state_, rules_.ruleset, question_.card);
    return definition == nullptr || !title.known || title.title == definition->title;
  }

  [[nodiscard]] TriState matchesEvery(const Use& use) const {
    if (!limit_.designator.empty() && use.designator != question_.designator) return TriState::no;
    if (limit_.keyed(Limit::Key::TITLE) && use.definition != question_.definition &&
        (isUndefined(use.definition) || isUndefined(question_.definition))) {
      return TriState::undecided;
    }
    if (limit_.keyed(Limit::Key::TITLE) && titleOf(use.definition) != titleOf(question_.definition)) {
      return use.definition == 0 ? TriState::undecided : TriState::no;
    }
    if (limit_.keyed(Limit::Key::ABILITY)) {
      if (isOfOtherSide(use)) return TriState::no;
      const bool known = abilityKeyOf(state_, use).isKnown();
      if (!known && !abilityKeyOf(question_).isKnown() && limit_.designator.empty()) return TriState::undecided;
      if (!isSameAbility(state_, abilityKeyOf(state_, use), abilityKeyOf(question_))) {
        return known && abilityKeyOf(question_).isKnown() ? TriState::no : TriState::undecided;
      }
    }
    return TriState::yes;
  }

  [[nodiscard]] bool mayHaveLimit(const Definition& definition) const {
    return ranges::any_of(definition.abilities, [&](const Ability& ability) {
      return ranges::any_of(ability.limits, [&](const LimitOf& of) {
        return of.limit == applied_.index && of.title == applied_.of->title && of.group == applied_.of->group;
      });
    });
  }

  /// True for a key that no catalogue has: its title is unknown.
  [[nodiscard]] bool isUndefined(std::uint32_t definition) const {
    return definition != 0 && state_.definitions->known[definition] == nullptr;
  }

  [[nodiscard]] std::uint32_t titleOf(std::uint32_t definition) const {
    const Definition* known = state_.definitions->known[definition];
    return known == nullptr ? 0 : known->title_number;
  }

  const State& state_;
  Rules rules_;
  const Limit& limit_;
  const AppliedLimit& applied_;
  const UseQuestion& question_;
  EventNumber start_;
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

std::uint32_t countedTitle(const State& state, const Rules& rules, const AppliedLimit& limit,
                           const UseQuestion& question) {
  if (!question.name.empty() && question.card != kNone && !isOfCopies(question.counted))
    return question.titled != 0 ? question.titled : titleNumber(state, rules.ruleset, question.card);
  if (limit.of != nullptr) return limit.of->title;
  const Definition* definition = state.definitions->known[question.definition];
  return definition == nullptr ? 0 : definition->title_number;
}

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

UseQuestion questionOf(const State& state, const Use& use) {
  return {.card = use.card,
          .definition = use.definition,
          .ability = use.ability,
          .designator = use.designator,
          .name = state.vocabulary->names.text(use.named),
          .player = use.player,
          .trigger = use.trigger,
          .host = use.host,
          .titled = use.titled,
          .counted = use.counted,
          .trigger_unrecorded = use.trigger == 0};
}

std::uint32_t useListNumber(const State& state, std::uint32_t definition) {
  const Definition* known = state.definitions->known[definition];
  return known == nullptr ? 0 : known->use_list;
}

std::size_t findUseList(const State& state, std::uint32_t definition) {
  return static_cast<std::size_t>(ranges::find(state.use_lists, useListNumber(state, definition)) -
                                  state.use_lists.begin());
}

}  // namespace docket
