#include "engine/judge/effects.h"

#include <boost/container/small_vector.hpp>

#include "engine/query/cards/card_text.h"
#include "engine/rules/expression/certain.h"

namespace docket {
namespace {

/// The most cards that one effect can create: a text with more is not compared.
constexpr std::int64_t kMaxCreated = 64;

bool isOfPlayer(Effect::What what) {
  return what == Effect::What::DRAW || what == Effect::What::GAIN || what == Effect::What::LOSE ||
         what == Effect::What::CREATE;
}

std::optional<RecordedChange> changeOfValue(const State& before, const Rules& rules,
                                            schema::Event::ValueChanged::Reader changed) {
  const auto known = gainOf(before, rules, changed);
  if (changed.getHow() == schema::How::SET && known != 0) rules.ruleset.note(RuleField::calculation_set);
  const std::int64_t gain = known.value_or(0);
  const bool none = changed.getHow() == schema::How::SET && known == 0;
  if (none || changed.getHow() == schema::How::PAID) return std::nullopt;
  const bool gained = gain > 0 || changed.getHow() == schema::How::GAINED;
  return RecordedChange{.what = gained ? Effect::What::GAIN : Effect::What::LOSE,
                        .subject = before.subjectOf(changed.getSubject()),
                        .name = changed.getValue(),
                        .amount = gained ? gain : -gain,
                        .amount_known = known.has_value()};
}

std::optional<RecordedChange> changeByPayload(const State& before, const Rules& rules, schema::Event::Reader event) {
  using Event = schema::Event;
  const auto player = [](std::uint32_t seat) { return entityOf(EntityKind::player, seat); };
  switch (event.which()) {
    case Event::CARDS_DRAWN: {
      const auto drawn = event.getCardsDrawn();
      return RecordedChange{
          .what = Effect::What::DRAW, .subject = player(drawn.getPlayer()), .amount = drawn.getCards().size()};
    }
    case Event::CARD_MOVED: {
      const auto moved = event.getCardMoved();
      return RecordedChange{
          .what = Effect::What::MOVE, .subject = before.cardOf(moved.getCard()), .name = moved.getZone()};
    }
    case Event::CARD_TURNED: {
      const auto turned = event.getCardTurned();
      return RecordedChange{
          .what = Effect::What::TURN, .subject = before.cardOf(turned.getCard()), .name = turned.getOrientation()};
    }
    case Event::VALUE_CHANGED:
      return changeOfValue(before, rules, event.getValueChanged());
    case Event::COUNTER_PLACED: {
      const auto placed = event.getCounterPlaced();
      return RecordedChange{.what = Effect::What::PLACE_COUNTERS,
                            .subject = before.subjectOf(placed.getSubject()),
                            .name = placed.getCounter(),
                            .amount = placed.getAmount()};
    }
    case Event::COUNTER_REMOVED: {
      const auto removed = event.getCounterRemoved();
      return RecordedChange{.what = Effect::What::REMOVE_COUNTERS,
                            .subject = before.subjectOf(removed.getSubject()),
                            .name = removed.getCounter(),
                            .amount = removed.getAmount()};
    }
    case Event::CARD_CREATED:
      return RecordedChange{
          .what = Effect::What::CREATE, .subject = player(event.getCardCreated().getPlayer()), .amount = 1};
    case Event::CONTROL_CHANGED: {
      const auto changed = event.getControlChanged();
      return RecordedChange{
          .what = Effect::What::CONTROL,
          .subject = before.cardOf(changed.getCard()),
          .last = changed.getUntil() == 0 ? schema::Change::Last::PERMANENT : schema::Change::Last::UNTIL_END,
          .until = changed.getUntil()};
    }
    // clang-format off
    case Event::NOTHING: case Event::DECK_REGISTERED: case Event::SHUFFLED: case Event::PILE_MOVED:
    case Event::CARD_CEASED: case Event::CARDS_REVEALED: case Event::CARD_FLIPPED: case Event::CARD_ATTACHED:
    case Event::CARD_DETACHED: case Event::BEGAN: case Event::ENDED: case Event::CARD_PLAYED:
    case Event::ABILITY_ACTIVATED: case Event::ACTIVATION_NEGATED: case Event::EFFECT_NEGATED:
    case Event::ACTIVATION_RESOLVED: case Event::TRAIT_TRIGGERED: case Event::ATTACK_DECLARED: case Event::CHANGE_BEGAN:
    case Event::CHANGE_ENDED: case Event::NUMBER_CHOSEN: case Event::NAME_CHOSEN: case Event::TARGETS_CHOSEN:
    case Event::RANDOM_OUTCOME: case Event::CONCEDED: case Event::GAME_ENDED: case Event::OBSERVED:
    case Event::RULING_GIVEN: case Event::REWOUND: case Event::CORRECTED: case Event::OBLIGATION_WAIVED:
    case Event::PENALTY_GIVEN: case Event::TIME_EXTENDED: case Event::NOTE: case Event::REPLACED: case Event::TOLD:
    case Event::SKIPPED:
      // clang-format on
      break;  // no effect of a text
  }
  return std::nullopt;
}

/// Holds the usual few without allocating.
using FewSubjects = boost::container::small_vector<Entity, 4>;

/// The entities that an effect is about. Empty if unknown.
std::optional<FewSubjects> subjectsOf(const State& before, const Rules& rules, const Effect& effect,
                                      const TextUse& use) {
  if (!effect.to) {
    return FewSubjects{isOfPlayer(effect.what) ? entityOf(EntityKind::player, use.player) : use.self()};
  }
  const auto value = valueOf(*effect.to, before, rules, use.about, use.self());
  if (!expression::isCertain(value)) return std::nullopt;
  if (value.isAbsent()) return FewSubjects{};
  if (value.type == expression::Type::cards) return FewSubjects(value.cards().begin(), value.cards().end());
  return FewSubjects{value.entity};
}

EventContext aboutOf(const Obligation& owed) { return {.card = owed.it, .player = owed.who, .that = owed.that}; }

/// The number of separate events that an effect leaves: one for each created card.
std::int64_t eventCount(const State& before, const Rules& rules, const Effect& effect, const TextUse& use) {
  if (effect.what != Effect::What::CREATE || !effect.amount) return 1;
  const auto value = valueOf(*effect.amount, before, rules, use.about, use.self());
  return !expression::isCertain(value) || value.number > kMaxCreated ? 0 : value.number;
}

const Effect& owedEffect(const State& state, const Rules& rules, const Obligation& owed) {
  const AbilityKey key{.card = owed.card,
                       .player = owed.player,
                       .definition = owed.definition,
                       .number = owed.trait,
                       .name = nameOfGrantedTrait(state, rules, owed.named)};
  return textOf(state, rules, key)->effects[owed.effect - 1U];
}

/// The meaning of `this` in the text of an obligation.
Entity selfOf(const Obligation& owed) {
  return owed.card != kNone ? owed.card : entityOf(EntityKind::player, owed.player);
}

bool hasAmount(Effect::What what) {
  return what == Effect::What::BONUS || what == Effect::What::DRAW || what == Effect::What::GAIN ||
         what == Effect::What::LOSE || what == Effect::What::PLACE_COUNTERS || what == Effect::What::REMOVE_COUNTERS;
}

}  // namespace

RecordedChanges recordedChanges(const State& before, const Rules& rules, schema::Event::Reader event,
                                CardIndex source) {
  RecordedChanges all;
  if (auto payload = changeByPayload(before, rules, event)) all.push_back(*payload);
  if (!event.hasBegins()) return all;
  for (auto change : event.getBegins()) {
    if (change.getSource() != 0 && before.cardOf(change.getSource()) != source) continue;
    const auto what = effectOf(change.getKind());
    if (!what) continue;
    all.push_back({.what = *what,
                   .subject = before.subjectOf(change.getSubject()),
                   .name = change.getName(),
                   .amount = change.getAmount(),
                   .cap = change.getMost(),
                   .last = change.getLast(),
                   .until = change.getUntil()});
  }
  return all;
}

bool lastsAsSaid(const State& before, const Rules& rules, const Obligation& owed, const RecordedChange& done) {
  const Effect& effect = owedEffect(before, rules, owed);
  if (!effect.isChange() || effect.last == schema::Change::Last::PERMANENT) return true;
  if (effect.last != done.last) return false;
  return effect.until == kUnbound || (*before.vocabulary)[done.until].period == effect.until;
}

void addEffects(const State& before, const Rules& rules, EventNumber number, EventNumber group, const Ability& text,
                const TextUse& use, std::vector<Obligation>& all) {
  for (std::size_t i = 0; i < text.effects.size(); ++i) {
    Obligation owed{.trigger = number,
                    .group = group,
                    .card = use.card,
                    .definition = use.card == kNone ? 0 : before.cards[use.card].definition,
                    .effect = static_cast<std::uint16_t>(i + 1),
                    .player = use.player,
                    .who = use.about.player,
                    .it = use.about.card,
                    .that = use.about.that,
                    .status = text.optional ? Obligation::Status::optional : Obligation::Status::open};
    const auto subjects = subjectsOf(before, rules, text.effects[i], use);
    if (!subjects) {  // the affected entity is unknown, so any event of this kind may be the effect
      owed.status = Obligation::Status::optional;
      owed.certain = false;
      all.push_back(owed);
      continue;
    }
    for (const Entity subject : *subjects) {
      owed.subject = subject;
      for (auto copies = eventCount(before, rules, text.effects[i], use); copies > 0; --copies) all.push_back(owed);
    }
  }
}

Expectation expectationOf(const State& before, const Rules& rules, const Obligation& owed) {
  const Effect& effect = owedEffect(before, rules, owed);
  const EventContext about = aboutOf(owed);
  Expectation expected{.expected = holds(effect.if_, before, rules, about, selfOf(owed))};
  if (owed.card != kNone) {
    const Card& card = before.cards[owed.card];
    expected.after_source = !card.exists() || card.arrived > owed.trigger;
  }
  if (expected.after_source && !rules.ruleset.isOn(RuleSwitch::effects_outlive_source))
    expected.expected = TriState::no;
  const auto amount = [&](const Condition& wanted) -> std::optional<std::int64_t> {
    if (!wanted) return std::nullopt;
    const auto value = valueOf(*wanted, before, rules, about, selfOf(owed));
    if (expression::isCertain(value)) return value.number;
    if (expected.expected == TriState::yes) expected.expected = TriState::undecided;
    return std::nullopt;
  };
  expected.amount = amount(effect.amount);
  expected.most = amount(effect.most);
  if (hasAmount(effect.what) && expected.amount == 0)
    expected.expected = TriState::no;  // an effect of zero leaves no trace
  if (!owed.certain && expected.expected == TriState::yes) expected.expected = TriState::undecided;
  return expected;
}

EffectMatch compare(const State& before, const Rules& rules, const Obligation& owed, const Expectation& expected,
                    const RecordedChange& done) {
  const Effect& effect = owedEffect(before, rules, owed);
  const bool either = !done.amount_known && (effect.what == Effect::What::GAIN || effect.what == Effect::What::LOSE);
  if ((effect.what != done.what && !either) || expected.expected == TriState::no) return EffectMatch::other;
  if (owed.subject == kNone) return EffectMatch::same;  // the affected entity is unknown
  if (owed.subject != done.subject) return EffectMatch::other;
  const bool is_named = effect.name.empty() || before.vocabulary->names.text(done.name) == effect.name;
  if (effect.what == Effect::What::MOVE || effect.what == Effect::What::TURN)
    return is_named ? EffectMatch::same : EffectMatch::different;
  if (!is_named) return EffectMatch::other;
  if (effect.what == Effect::What::CREATE) return EffectMatch::same;
  if (either) return EffectMatch::perhaps;
  if (expected.amount && *expected.amount != done.amount) return EffectMatch::different;
  if (expected.most && *expected.most != done.cap) return EffectMatch::different;
  return EffectMatch::same;
}

}  // namespace docket
