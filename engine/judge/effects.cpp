#include "engine/judge/effects.h"

#include <boost/container/small_vector.hpp>

#include "engine/query/card_text.h"
#include "engine/rules/expression/certain.h"

namespace docket {
namespace {

using Event = schema::Event;
using What = schema::Effect::What;

/// How many cards one effect can create: a text that says more is not compared.
constexpr std::int64_t kMostCreated = 64;

bool isOfPlayer(What what) {
  return what == What::DRAW || what == What::GAIN || what == What::LOSE || what == What::CREATE;
}

std::optional<Done> payloadOf(const State& before, const Rules& rules, Event::Reader event) {
  const auto player = [](std::uint32_t seat) { return entityOf(EntityKind::player, seat); };
  switch (event.which()) {
    case Event::CARDS_DRAWN: {
      const auto drawn = event.getCardsDrawn();
      return Done{.what = What::DRAW, .subject = player(drawn.getPlayer()), .amount = drawn.getCards().size()};
    }
    case Event::CARD_MOVED: {
      const auto moved = event.getCardMoved();
      return Done{.what = What::MOVE, .subject = before.cardOf(moved.getCard()), .name = moved.getZone()};
    }
    case Event::CARD_TURNED: {
      const auto turned = event.getCardTurned();
      return Done{.what = What::TURN, .subject = before.cardOf(turned.getCard()), .name = turned.getOrientation()};
    }
    case Event::VALUE_CHANGED: {
      const auto changed = event.getValueChanged();
      const auto known = gainOf(before, rules, changed);
      if (changed.getHow() == schema::How::SET && known != 0) rules.ruleset.note(RuleField::calculation_set);
      const std::int64_t gain = known.value_or(0);
      const bool none = changed.getHow() == schema::How::SET && known == 0;
      if (none || changed.getHow() == schema::How::PAID) return std::nullopt;
      const bool gained = gain > 0 || changed.getHow() == schema::How::GAINED;
      return Done{.what = gained ? What::GAIN : What::LOSE,
                  .subject = before.subjectOf(changed.getSubject()),
                  .name = changed.getValue(),
                  .amount = gained ? gain : -gain,
                  .amount_known = known.has_value()};
    }
    case Event::COUNTER_PLACED: {
      const auto placed = event.getCounterPlaced();
      return Done{.what = What::PLACE_COUNTERS,
                  .subject = before.subjectOf(placed.getSubject()),
                  .name = placed.getCounter(),
                  .amount = placed.getAmount()};
    }
    case Event::COUNTER_REMOVED: {
      const auto removed = event.getCounterRemoved();
      return Done{.what = What::REMOVE_COUNTERS,
                  .subject = before.subjectOf(removed.getSubject()),
                  .name = removed.getCounter(),
                  .amount = removed.getAmount()};
    }
    case Event::CARD_CREATED:
      return Done{.what = What::CREATE, .subject = player(event.getCardCreated().getPlayer()), .amount = 1};
    case Event::CONTROL_CHANGED: {
      const auto changed = event.getControlChanged();
      return Done{.what = What::CONTROL,
                  .subject = before.cardOf(changed.getCard()),
                  .last = changed.getUntil() == 0 ? schema::Change::Last::PERMANENT : schema::Change::Last::UNTIL_END,
                  .until = changed.getUntil()};
    }
    default:
      return std::nullopt;
  }
}

/// Mostly few, for which no memory is asked.
using FewSubjects = boost::container::small_vector<Entity, 4>;

/// Whom an effect is about. Nothing where that is not known.
std::optional<FewSubjects> subjectsOf(const State& before, const Rules& rules, const Effect& effect,
                                      const TextUse& use) {
  if (!effect.to) {
    return FewSubjects{isOfPlayer(effect.what) ? entityOf(EntityKind::player, use.player) : use.self()};
  }
  const auto value = valueOf(*effect.to, before, rules, use.about, use.self());
  if (!expression::isCertain(value)) return std::nullopt;
  if (value.isAbsent()) return FewSubjects{};
  if (value.type == expression::Type::cards) return FewSubjects(value.cards.begin(), value.cards.end());
  return FewSubjects{value.entity};
}

EventContext aboutOf(const Obligation& owed) { return {.card = owed.it, .player = owed.who, .that = owed.that}; }

/// How many of the same an effect leaves as events of their own: a created card is one each.
std::int64_t copiesOf(const State& before, const Rules& rules, const Effect& effect, const TextUse& use) {
  if (effect.what != What::CREATE || !effect.amount) return 1;
  const auto value = valueOf(*effect.amount, before, rules, use.about, use.self());
  return !expression::isCertain(value) || value.number > kMostCreated ? 0 : value.number;
}

const Effect& effectOf(const State& state, const Rules& rules, const Obligation& owed) {
  const AbilityKey key{.card = owed.card,
                       .player = owed.player,
                       .definition = owed.definition,
                       .number = owed.trait,
                       .name = state.vocabulary->names.text(owed.named)};
  return textOf(state, rules, key)->effects[owed.effect - 1U];
}

/// What `this` is in the text of what is owed.
Entity selfOf(const Obligation& owed) {
  return owed.card != kNone ? owed.card : entityOf(EntityKind::player, owed.player);
}

bool hasAmount(What what) {
  return what == What::BONUS || what == What::DRAW || what == What::GAIN || what == What::LOSE ||
         what == What::PLACE_COUNTERS || what == What::REMOVE_COUNTERS;
}

}  // namespace

AllDone doneBy(const State& before, const Rules& rules, Event::Reader event, CardIndex source) {
  AllDone all;
  if (auto payload = payloadOf(before, rules, event)) all.push_back(*payload);
  if (!event.hasBegins()) return all;
  for (auto change : event.getBegins()) {
    if (change.getSource() != 0 && before.cardOf(change.getSource()) != source) continue;
    const auto what = effectOf(change.getKind());
    if (!what) continue;
    all.push_back({.what = *what,
                   .subject = before.subjectOf(change.getSubject()),
                   .name = change.getName(),
                   .amount = change.getAmount(),
                   .most = change.getMost(),
                   .last = change.getLast(),
                   .until = change.getUntil()});
  }
  return all;
}

bool lastsAsSaid(const State& before, const Rules& rules, const Obligation& owed, const Done& done) {
  const Effect& effect = effectOf(before, rules, owed);
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
    if (!subjects) {  // whatever is done of its kind may be it
      owed.status = Obligation::Status::optional;
      owed.certain = false;
      all.push_back(owed);
      continue;
    }
    for (const Entity subject : *subjects) {
      owed.subject = subject;
      for (auto copies = copiesOf(before, rules, text.effects[i], use); copies > 0; --copies) all.push_back(owed);
    }
  }
}

Expectation expectationOf(const State& before, const Rules& rules, const Obligation& owed) {
  const Effect& effect = effectOf(before, rules, owed);
  const EventContext about = aboutOf(owed);
  Expectation expected{.expected = holds(effect.if_, before, rules, about, selfOf(owed))};
  if (owed.card != kNone) {
    const Card& card = before.cards[owed.card];
    expected.after_source = !card.exists() || card.arrived > owed.trigger;
  }
  if (expected.after_source && !rules.ruleset.reads(RuleSwitch::effects_outlive_source))
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
  if (hasAmount(effect.what) && expected.amount == 0) expected.expected = TriState::no;  // nothing leaves no trace
  if (!owed.certain && expected.expected == TriState::yes) expected.expected = TriState::undecided;
  return expected;
}

Likeness compare(const State& before, const Rules& rules, const Obligation& owed, const Expectation& expected,
                 const Done& done) {
  const Effect& effect = effectOf(before, rules, owed);
  const bool either = !done.amount_known && (effect.what == What::GAIN || effect.what == What::LOSE);
  if ((effect.what != done.what && !either) || expected.expected == TriState::no) return Likeness::other;
  if (owed.subject == kNone) return Likeness::same;  // it is not known to whom
  if (owed.subject != done.subject) return Likeness::other;
  const bool named = effect.name.empty() || before.vocabulary->names.text(done.name) == effect.name;
  if (effect.what == What::MOVE || effect.what == What::TURN) return named ? Likeness::same : Likeness::different;
  if (!named) return Likeness::other;
  if (effect.what == What::CREATE) return Likeness::same;
  if (either) return Likeness::perhaps;
  if (expected.amount && *expected.amount != done.amount) return Likeness::different;
  if (expected.most && *expected.most != done.most) return Likeness::different;
  return Likeness::same;
}

}  // namespace docket
