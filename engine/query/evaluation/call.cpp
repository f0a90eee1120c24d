// The functions of the language that ask the state: of cards, of periods, of the outcome, of numbers.
#include <algorithm>
#include <string_view>

#include "engine/query/characteristics.h"
#include "engine/query/evaluation/evaluation.h"
#include "engine/query/proxies.h"
#include "engine/query/traits.h"
#include "engine/rules/expression/arithmetic.h"
#include "engine/rules/expression/functions.h"

namespace docket::expression {
namespace {

Value playerOf(Seat seat) {
  return seat == 0 ? Value::absent(Type::player) : Value::ofEntity(Type::player, entityOf(EntityKind::player, seat));
}

Value attachedCards(const State& state, CardIndex host) {
  Value value{.type = Type::cards};
  for (CardIndex i = state.cards[host].first_attached; i != kNone; i = state.cards[i].next_attached) {
    value.cards.push_back(i);
  }
  std::sort(value.cards.begin(), value.cards.end());
  return value;
}

/// Whether it asks what a card is (features.cpp).
bool asksFeature(Function function) {
  switch (function) {
    case Function::keyword:
    case Function::base_keyword:
    case Function::same_keyword:
    case Function::different_keyword:
    case Function::all_different:
    case Function::count_different:
    case Function::characteristic:
    case Function::same_characteristics:
    case Function::attribute:
    case Function::attributes:
    case Function::parts:
    case Function::part:
    case Function::says:
    case Function::grants_keyword:
      return true;
    default:
      return false;
  }
}

/// Whether it asks who sees a card, knows it or was told something of it (sight.cpp).
bool asksSight(Function function) {
  switch (function) {
    case Function::sees:
    case Function::knows:
    case Function::told:
    case Function::told_player:
      return true;
    default:
      return false;
  }
}

/// Whether it asks what may be done, was chosen, or how the game ended (fold_play.cpp).
bool asksPlay(Function function) {
  switch (function) {
    case Function::over:
    case Function::winner:
    case Function::won:
    case Function::lost:
    case Function::may:
    case Function::must:
    case Function::chosen:
    case Function::chosen_at:
    case Function::thrown:
    case Function::shuffled:
    case Function::player:
    case Function::opponent:
    case Function::arrived:
    case Function::from_bottom:
    case Function::amount:
    case Function::together:
    case Function::every_player:
    case Function::player_with_most:
    case Function::deck_legal:
    case Function::deck_broke:
      return true;
    default:
      return false;
  }
}

}  // namespace

Value Evaluation::call(NodeIndex index, const Where& where, LineIndex line) {
  if (asksFeature(node(index).function)) return ofFeature(index, where, line);
  if (asksPlay(node(index).function)) return ofPlay(index, where, line);
  if (asksSight(node(index).function)) return ofSight(index, where, line);
  switch (node(index).function) {
    case Function::stat:
    case Function::stat_called:
    case Function::base:
      return ofStat(index, where, line);
    case Function::printed:
      return printedStat(index, where, line);
    case Function::value:
      return ofValue(index, where, line);
    case Function::counters:
      return ofCounters(index, where, line);
    case Function::count:
    case Function::any:
    case Function::cards:
    case Function::sum:
      return selection(index, where, line);
    case Function::card:
      return cardOfTitle(index, where);
    case Function::trait:
      return hasTrait(index, where, line);
    case Function::delta:
      return ofDelta(index, where, line);
    case Function::last_known:
      return lastKnown(index, where, line);
    case Function::legal:
    case Function::clause:
    case Function::broke:
    case Function::actor:
    case Function::change:
    case Function::before:
    case Function::after:
    case Function::effect_keyword:
      return ofEvent(index, where, line);
    case Function::used:
    case Function::max_uses:
      return ofLimit(index, where, line);
    case Function::open_obligations:
    case Function::obligation:
    case Function::following:
    case Function::triggers:
    case Function::ability_keyword:
    case Function::act_keyword:
    case Function::designator:
      return ofText(index, where, line);
    case Function::minimum:
    case Function::maximum:
      return extreme(index, where, line);
    case Function::turn:
    case Function::phase:
    case Function::turn_player:
    case Function::during:
    case Function::period_name:
    case Function::period_number:
    case Function::periods_ended:
    case Function::period_player:
      return ofPeriod(index, where, line);
    case Function::absent:
    case Function::known:
      return ofPresence(index, where, line);
    default:
      return ofOneCard(index, where, line);
  }
}

/// Whether there is a value, whether one is known.
Value Evaluation::ofPresence(NodeIndex index, const Where& where, LineIndex line) {
  const Value value = below(child(index, 0), where, line);
  if (node(index).function == Function::known) return Value::ofBoolean(!value.isUnknown());
  if (value.isUnknown()) return unknownFor(Type::boolean, {&value});
  Value result = Value::ofBoolean(value.isAbsent());
  takeReasons(result, value);
  return result;
}

Value Evaluation::ofOneCard(NodeIndex index, const Where& where, LineIndex line) {
  const Value card = below(child(index, 0), where, line);
  if (card.isUnknown()) return unknownFor(node(index).type, {&card});
  if (card.isAbsent() || !where.state->isCard(card.entity)) return Value::absent(node(index).type);
  Value value = ofCard(index, card.entity, where, line);
  takeReasons(value, card);
  return value;
}

Value Evaluation::ofCard(NodeIndex index, CardIndex card, const Where& where, LineIndex line) {
  switch (node(index).function) {
    case Function::type:
    case Function::subtype:
    case Function::supertype:
      return characteristic(index, card, where, line);
    case Function::has:
      return filtered(child(index, 1), {.state = where.state, .it = card, .each = where.each}, line);
    default: {
      Value value = ofCardLiterally(node(index).function, *where.state, card, line);
      const NodeIndex compared = child(index, 1);
      if (compared == kNone) return value;
      return compare(Operator::equal, value, below(compared, where, line));
    }
  }
}

Value Evaluation::ofCardLiterally(Function function, const State& state, CardIndex index, LineIndex line) {
  const Card& card = state.cards[index];
  switch (function) {
    case Function::controller:
      for (const EntryIndex i : state.about(index)) {
        if (state.entry(i).kind != schema::Change::Kind::CONTROL) continue;
        at(line).event = state.entry(i).event;
        at(line).clause = ruleset().control_clause;
        break;
      }
      return playerOf(card.controller);
    case Function::owner:
      return playerOf(card.owner);
    case Function::zone:
      at(line).event = card.arrived;
      return Value::ofText(ruleset().zones[card.zone].name);
    case Function::title: {
      const TitleReading title = readTitle(state, ruleset(), index);
      if (!title.known) {
        return Value::unknown(Type::text, {.kind = Reason::Kind::identity_unknown, .subject = index});
      }
      if (title.entry != kNone) at(line).event = state.entry(title.entry).event;
      return title.title.empty() ? Value::absent(Type::text) : Value::ofText(std::string(title.title));
    }
    case Function::orientation:
      return card.orientation < ruleset().orientations.size() ? Value::ofText(ruleset().orientations[card.orientation])
                                                              : Value::absent(Type::text);
    case Function::face_up:
      return Value::ofBoolean(card.face == Facing::up);
    case Function::created:
      return Value::ofBoolean(isCreated(state, ruleset(), card));
    case Function::shown: {
      const TriState met = isShownAsItIs(state, ruleset(), index);
      if (met != TriState::undecided) return Value::ofBoolean(met == TriState::yes);
      return Value::unknown(Type::boolean, {.kind = Reason::Kind::text_unknown, .subject = index});
    }
    case Function::in_play:
      at(line).event = card.arrived;
      return Value::ofBoolean(ruleset().zones[card.zone].in_play);
    case Function::attached_to:
      if (card.host == kNone) return Value::absent(Type::entity);
      at(line).event = card.attached_at;
      return Value::ofEntity(Type::entity, card.host);
    default:
      return attachedCards(state, index);
  }
}

Value Evaluation::hasTrait(NodeIndex index, const Where& where, LineIndex line) {
  const Value subject = below(child(index, 0), where, line);
  if (subject.isUnknown()) return unknownFor(Type::boolean, {&subject});
  if (subject.isAbsent()) return Value::absent(Type::boolean);
  const HasTrait reading = docket::hasTrait(*where.state, point_.rules, subject.entity, textOf(child(index, 1)));
  if (reading.entry != kNone) {
    const Entry& entry = where.state->entry(reading.entry);
    note(line, {.kind = Line::Kind::change,
                .value = Value::ofText(textOf(child(index, 1))),
                .event = entry.event,
                .change = entry.kind,
                .source = entry.source});
  }
  Value value = reading.known ? Value::ofBoolean(reading.has)
                              : Value::unknown(Type::boolean,
                                               {.kind = Reason::Kind::identity_unknown, .subject = subject.entity});
  takeReasons(value, subject);
  return value;
}

Value Evaluation::cardOfTitle(NodeIndex index, const Where& where) const {
  const State& state = *where.state;
  const std::string& wanted = textOf(child(index, 0));
  CardIndex found = kNone;
  for (CardIndex card = 0; card < state.cards.size(); ++card) {
    const Card& one = state.cards[card];
    if (!one.exists() || !ruleset().zones[one.zone].in_play || readTitle(state, ruleset(), card).title != wanted)
      continue;
    if (found != kNone) {
      return Value::unknown(Type::card, {.kind = Reason::Kind::ambiguous_title, .subject = found});
    }
    found = card;
  }
  if (found == kNone || wanted.empty()) return Value::unknown(Type::card, {.kind = Reason::Kind::no_such_title});
  return Value::ofEntity(Type::card, found);
}

Value Evaluation::ofPeriod(NodeIndex index, const Where& where, LineIndex line) {
  switch (node(index).function) {
    case Function::turn:
      return ofPeriod(Function::period_number, ruleset().period("turn"), where, line);
    case Function::turn_player:
      return ofPeriod(Function::period_player, ruleset().period("turn"), where, line);
    case Function::phase:
      return ofPeriod(Function::period_name, ruleset().period("phase"), where, line);
    default:
      return ofPeriod(node(index).function, static_cast<PeriodIndex>(node(child(index, 0)).number), where, line);
  }
}

Value Evaluation::ofPeriod(Function function, PeriodIndex period, const Where& where, LineIndex line) {
  const PeriodNow& now = where.state->periods[period];
  at(line).event = now.began;
  switch (function) {
    case Function::during:
      return Value::ofBoolean(now.open);
    case Function::period_number:
      return Value::ofNumber(now.count);
    case Function::periods_ended:
      return Value::ofNumber(now.count - (now.open ? 1 : 0));
    case Function::period_player:
      return now.open ? playerOf(now.player) : Value::absent(Type::player);
    default:
      if (!now.open || now.name == 0) return Value::absent(Type::text);
      return Value::ofText(std::string(where.state->vocabulary->names.text(now.name)));
  }
}

Value Evaluation::extreme(NodeIndex index, const Where& where, LineIndex line) {
  const Value left = calculable(child(index, 0), where, line);
  const Value right = calculable(child(index, 1), where, line);
  const bool least = node(index).function == Function::minimum;
  const auto pick = [least](std::int64_t a, std::int64_t b) { return least ? std::min(a, b) : std::max(a, b); };
  const Bounds of_left = boundsOf(left);
  const Bounds of_right = boundsOf(right);
  const Bounds bounds{pick(of_left.low, of_right.low), pick(of_left.high, of_right.high)};
  if (bounds.low == bounds.high) return Value::ofNumber(bounds.low);
  const bool unknown = left.isUnknown() || right.isUnknown();
  Value value = unknown ? unknownFor(Type::number, {&left, &right}) : Value::ofNumber(pick(left.number, right.number));
  takeReasons(value, left);
  takeReasons(value, right);
  value.low = bounds.low;
  value.high = bounds.high;
  return value;
}

}  // namespace docket::expression
