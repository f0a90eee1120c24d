#include "engine/query/limits/footprint_of_uses.h"

#include <bitset>
#include <initializer_list>
#include <range/v3/algorithm/any_of.hpp>

namespace docket {
namespace {

using KeySet = std::bitset<16>;  // bits by Limit::Key

/// Notes the keys in which a use agrees with the question, and the unknown ones, as UseMatch evaluates them, whether
/// or not the limit uses them. Notes nothing if it counts under no keys.
void noteAgreed(const UseMatch& match, const Use& use, Consulted& footprint) {
  const State& state = match.state;
  const ApplicableLimit& limit = match.limit;
  const UseQuestion& question = match.question;
  KeySet agreed, unknown;
  agreed.set();
  const auto ask = [&](Limit::Key key, bool agrees) {
    if (!agrees) agreed.reset(static_cast<std::size_t>(key));
  };
  const auto leave_open = [&](std::initializer_list<Limit::Key> keys) {
    for (const Limit::Key key : keys) unknown.set(static_cast<std::size_t>(key));
  };
  const auto ask_agreement = [&](Limit::Key key) {
    const TriState agrees = match.agreementOf(use, key);
    if (agrees == TriState::undecided) leave_open({key});
    ask(key, agrees != TriState::no);
  };
  for (const Limit::Key key : {Limit::Key::PLAYER, Limit::Key::HOST, Limit::Key::INSTANCE, Limit::Key::TRIGGER})
    ask_agreement(key);
  if ((use.card == kNone) != (question.card == kNone)) {
    if (limit.limit->every_ability) return;
    ask(Limit::Key::TITLE, false);
  }
  ask_agreement(Limit::Key::CURRENT_TITLE);
  const std::uint32_t list = useListNumber(state, use.definition);
  if (list == 0) {
    leave_open(
        {Limit::Key::TITLE, Limit::Key::GROUP, Limit::Key::ABILITY, Limit::Key::VERSION, Limit::Key::CURRENT_TITLE});
  } else if (list != useListNumber(state, question.definition)) {
    for (const Limit::Key key : {Limit::Key::TITLE, Limit::Key::INSTANCE, Limit::Key::ABILITY}) ask(key, false);
  }
  const AbilityKey used = abilityKeyOf(state, use);
  const AbilityKey asked_ability = abilityKeyOf(question);
  const Ability* text = textOf(state, match.rules, used);
  const LimitOf* named_limit = text == nullptr ? nullptr : limitOf(*text, limit.index);
  const bool is_known = asked_ability.isKnown() && used.isKnown() &&
                        (use.named != 0 || state.definitions->known[use.definition] != nullptr) &&
                        (named_limit == nullptr || limit.of != nullptr);
  if (limit.limit->every_ability || !is_known) {
    leave_open({Limit::Key::TITLE, Limit::Key::GROUP, Limit::Key::ABILITY, Limit::Key::VERSION});
  } else if (named_limit != nullptr) {
    ask(Limit::Key::TITLE, named_limit->title == limit.of->title);
    ask(Limit::Key::GROUP, named_limit->group == limit.of->group);
    ask(Limit::Key::ABILITY, isSameAbility(state, used, asked_ability));
    if (use.definition != question.definition) leave_open({Limit::Key::ABILITY});  // it may be of another side
  } else {
    return;
  }
  const auto bits = [](const KeySet& set) { return static_cast<std::uint16_t>(set.to_ulong()); };
  footprint.addAgreed(limit.index, {.keys = bits(agreed & ~unknown), .unknown = bits(unknown)});
}

}  // namespace

void noteCountableUses(const UseMatch& match, EventNumber start, Consulted& footprint) {
  const State& state = match.state;
  const ApplicableLimit& limit = match.limit;
  for (std::size_t i = state.uses.size(); i-- > 0 && state.uses[i].event >= start;) {
    const Use& use = state.uses[i];
    const Definition* definition = state.definitions->known[use.definition];
    const bool names =
        limit.limit->every_ability || limit.limit->every_card || definition == nullptr || use.named != 0 ||
        ranges::any_of(definition->limits, [&](const LimitOf& of) { return of.limit == limit.index; }) ||
        ranges::any_of(definition->abilities, [&](const Ability& one) { return limitOf(one, limit.index) != nullptr; });
    if (!names || match.isCounted(use) == TriState::no) continue;
    footprint.addUsedLimit(limit.index);
    noteAgreed(match, use, footprint);
  }
}

void noteFate(const UseMatch& match, const Use& use, Consulted& footprint) {
  const auto note = [&](UseFate fate, bool is) {
    if (is) footprint.addFate(match.limit.index, fate);
  };
  note(UseFate::negated, use.negated);
  if (use.card == kNone) return;
  const Card& card = match.state.cards[use.card];
  const bool by_other = use.turned_by_other != 0;
  note(UseFate::turned_face_down, by_other || use.turned_by_unrecorded != 0);
  note(UseFate::turned_itself_down, !by_other && (use.turned_by_itself | use.turned_by_unrecorded) != 0);
  note(UseFate::left, card.arrived > use.event);
  note(UseFate::attached, card.attached_at > use.event);
}

}  // namespace docket
