#include "engine/query/evaluation/cards.h"

#include <algorithm>
#include <string>

#include "engine/query/cards/characteristics.h"
#include "engine/query/cards/proxies.h"
#include "engine/query/cards/traits.h"
#include "engine/query/evaluation/features.h"
#include "engine/query/evaluation/selection.h"
#include "engine/rules/expression/arithmetic.h"

namespace docket::expression {
namespace {

Value attachedCards(const State& state, CardIndex host) {
  std::vector<CardIndex> attached;
  for (CardIndex i = state.cards[host].first_attached; i != kNone; i = state.cards[i].next_attached)
    attached.push_back(i);
  std::sort(attached.begin(), attached.end());
  return Value::ofCards(std::move(attached));
}

Value evaluateProperty(const Call& call, CardIndex index) {
  const State& state = call.state();
  const Card& card = state.cards[index];
  switch (call.function()) {
    case Function::controller:
      for (const EntryIndex i : state.entriesAbout(index)) {
        if (!call.explains()) break;
        if (state.entry(i).kind != schema::Change::Kind::CONTROL) continue;
        call.setEvent(state.entry(i).event);
        call.setClause(call.ruleset().control_clause);
        break;
      }
      return controllerOf(state, call.rules(), index);
    case Function::owner:
      return playerValue(card.owner);
    case Function::zone:
      call.setEvent(card.arrived);
      return Value::ofText(call.ruleset().zones[card.zone].name);
    case Function::title: {
      const TitleReading title = readTitle(state, call.ruleset(), index);
      if (!title.known) {
        return Value::unknown(Type::text, {.kind = Reason::Kind::identity_unknown, .subject = index});
      }
      if (title.entry != kNone) call.setEvent(state.entry(title.entry).event);
      return title.title.empty() ? Value::absent(Type::text) : Value::ofText(std::string(title.title));
    }
    case Function::orientation:
      return card.orientation < call.ruleset().orientations.size()
                 ? Value::ofText(call.ruleset().orientations[card.orientation])
                 : Value::absent(Type::text);
    case Function::face_up:
      return Value::ofBoolean(card.face == Facing::up);
    case Function::created:
      return Value::ofBoolean(isCreated(state, call.ruleset(), card));
    case Function::shown: {
      const TriState met = isShownAsItIs(state, call.ruleset(), index);
      if (met != TriState::undecided) return Value::ofBoolean(met == TriState::yes);
      return Value::unknown(Type::boolean, {.kind = Reason::Kind::text_unknown, .subject = index});
    }
    case Function::text_read:
      if (!unreadMattersOf(state, index).any() && card.definition != 0) return Value::ofBoolean(true);
      return card.definition == 0
                 ? unknownCard(Type::boolean, index)
                 : Value::unknown(Type::boolean, {.kind = Reason::Kind::text_unknown, .subject = index});
    case Function::in_play:
      call.setEvent(card.arrived);
      return Value::ofBoolean(call.ruleset().zones[card.zone].in_play);
    case Function::attached_to:
      if (card.host == kNone) return Value::absent(Type::entity);
      call.setEvent(card.attached_at);
      return Value::ofEntity(Type::entity, card.host);
    case Function::attached:
      return attachedCards(state, index);
    default:
      notOfFamily(call.function());
  }
}

Value evaluateOnCard(const Call& call, CardIndex card) {
  switch (call.function()) {
    case Function::type:
    case Function::subtype:
    case Function::supertype:
      return characteristic(call, card);
    case Function::has:
      return filtered(call.of(card), call.child(1));
    default: {
      Value value = evaluateProperty(call, card);
      const NodeIndex compared = call.child(1);
      if (compared == kNone) return value;
      return compare(Operator::equal, value, call.below(compared));
    }
  }
}

}  // namespace

Value evaluateCard(const Call& call) {
  const Value card = call.argument(0);
  if (card.isUnknown()) return unknownFor(call.type(), {&card});
  if (card.isAbsent() || !call.state().isCard(card.entity)) return Value::absent(call.type());
  Value value = evaluateOnCard(call, card.entity);
  takeReasons(value, card);
  return value;
}

Value hasTrait(const Call& call) {
  const Value subject = call.argument(0);
  if (subject.isUnknown()) return unknownFor(Type::boolean, {&subject});
  if (subject.isAbsent()) return Value::absent(Type::boolean);
  const HasTrait reading = docket::hasTrait(call.state(), call.rules(), subject.entity, call.text(1));
  if (call.explains() && reading.entry != kNone) {
    const Entry& entry = call.state().entry(reading.entry);
    call.note({.kind = Line::Kind::change,
               .value = Value::ofText(call.text(1)),
               .event = entry.event,
               .change = entry.kind,
               .source = entry.source});
  }
  Value value = Value::ofBoolean(reading.has);
  if (!reading.known) {
    const bool defined =
        !isUndefined(call.state(), subject.entity) && isUnread(call.state(), subject.entity, schema::Matter::WORDS);
    value = Value::unknown(
        Type::boolean,
        {.kind = defined ? Reason::Kind::text_unknown : Reason::Kind::identity_unknown, .subject = subject.entity});
  }
  takeReasons(value, subject);
  return value;
}

Value cardOfTitle(const Call& call) {
  const State& state = call.state();
  const std::string& wanted = call.text(0);
  CardIndex found = kNone;
  for (CardIndex card = 0; card < state.cards.size(); ++card) {
    const Card& one = state.cards[card];
    if (!one.exists() || !call.ruleset().zones[one.zone].in_play ||
        readTitle(state, call.ruleset(), card).title != wanted)
      continue;
    if (found != kNone) {
      return Value::unknown(Type::card, {.kind = Reason::Kind::ambiguous_title, .subject = found});
    }
    found = card;
  }
  if (found == kNone || wanted.empty()) return Value::unknown(Type::card, {.kind = Reason::Kind::no_such_title});
  return Value::ofEntity(Type::card, found);
}

}  // namespace docket::expression
