#include "engine/query/evaluation/plain.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <optional>
#include <range/v3/algorithm/find.hpp>
#include <string>
#include <utility>
#include <vector>

#include "engine/query/amounts.h"
#include "engine/query/characteristics.h"
#include "engine/query/evaluation/candidates.h"
#include "engine/query/evaluation/where.h"
#include "engine/query/outcome.h"
#include "engine/query/proxies.h"
#include "engine/query/stat_totals.h"
#include "engine/query/traits.h"
#include "engine/query/undefined.h"
#include "engine/rules/expression/arithmetic.h"
#include "engine/rules/expression/certain.h"
#include "engine/rules/expression/functions.h"

namespace docket::expression {
namespace {

/// Walks the tree as Evaluation does, and stops at the first thing that is not plain: each function gives whether it
/// had a plain value. A step is counted where Evaluation counts one.
class PlainEvaluation {
 public:
  PlainEvaluation(const Expression& expression, const Point& point) : expression_(expression), point_(point) {}

  bool run(Plain& value) {
    return evaluate(expression_.root, {.state = &point_.state, .it = point_.it}, value) && alone(value);
  }
  bool run(std::vector<CardIndex>& cards) {
    const Node& root = node(expression_.root);
    if (root.op != Operator::call || root.function != Function::cards) return false;
    boost::container::small_vector<CardIndex, 32> found;
    const bool plain = spend(1) && select(expression_.root, {.state = &point_.state, .it = point_.it},
                                          [&](CardIndex card, const Where&) {
                                            found.push_back(card);
                                            return true;
                                          });
    cards.assign(found.begin(), found.end());
    return plain;
  }

  /// Whether a card is among those that a selection from a zone of all players gives.
  bool among(CardIndex card, bool& is) {
    const Node& zone = node(node(expression_.root).first_child);
    is = isThere(card) && isFrom(zone.number, state().cards[card].zone);
    Plain holds;
    for (NodeIndex filter = zone.next; is && filter != kNone; filter = node(filter).next) {
      if (!below(filter, {.state = &point_.state, .it = card}, holds)) return false;
      is = holds.isTrue();
    }
    return true;
  }

 private:
  /// `zone`: as Operator::zone has it.
  [[nodiscard]] bool isFrom(std::int64_t zone, ZoneIndex lies_in) const {
    if (zone == kAnywhere) return true;
    return zone == kInPlay ? ruleset().zones[lies_in].in_play : zone == lies_in;
  }
  [[nodiscard]] const Node& node(NodeIndex index) const { return expression_.node(index); }
  [[nodiscard]] NodeIndex child(NodeIndex parent, std::size_t which) const { return expression_.child(parent, which); }
  [[nodiscard]] const Ruleset& ruleset() const { return point_.rules.ruleset; }
  [[nodiscard]] const State& state() const { return point_.state; }

  bool spend(std::size_t steps) {
    steps_ += steps;
    return steps_ <= kMostSteps;
  }

  static bool alone(Plain& value) {
    if (value.zero_alone) value.number = 0;
    value.zero_alone = false;
    return true;
  }
  static bool number(Plain& value, std::int64_t amount) {
    value = {.type = Type::number, .number = amount};
    return true;
  }
  static bool boolean(Plain& value, bool holds) {
    value = {.type = Type::boolean, .number = holds ? 1 : 0};
    return true;
  }
  static bool text(Plain& value, std::string_view words) {
    value = {.type = Type::text, .text = words};
    return true;
  }
  static bool entity(Plain& value, Type type, Entity one) {
    value = {.type = type, .entity = one};
    return true;
  }
  static bool absent(Plain& value, Type type) {
    value = {.type = type, .is_absent = true};
    return true;
  }
  static bool player(Plain& value, Seat seat) {
    return seat == 0 ? absent(value, Type::player)
                     : entity(value, Type::player, docket::entityOf(EntityKind::player, seat));
  }

  bool below(NodeIndex index, const Where& where, Plain& value) {
    return evaluate(index, where, value) && alone(value);
  }

  bool evaluate(NodeIndex index, const Where& where, Plain& value) {
    const Node& one = node(index);
    if (!spend(1)) return false;
    switch (one.op) {
      case Operator::literal_number:
        return number(value, one.number);
      case Operator::literal_boolean:
        return boolean(value, one.number != 0);
      case Operator::literal_text:
        return text(value, expression_.textOf(index));
      case Operator::conjunction:
      case Operator::disjunction:
        return junction(one.first_child, one.op == Operator::disjunction, where, value);
      case Operator::negation:
        return below(one.first_child, where, value) && boolean(value, !value.isTrue());
      case Operator::negate: {
        Plain of;
        return evaluate(one.first_child, where, of) && calculate(Operator::subtract, 0, of.number, value);
      }
      case Operator::choice: {
        Plain condition;
        return below(one.first_child, where, condition) &&
               evaluate(child(index, condition.isTrue() ? 1 : 2), where, value);
      }
      case Operator::call:
        return call(index, where, value);
      case Operator::zone:
        return false;
      default:
        return isEntity(one.op) ? entityOf(one, where, value) : operation(index, where, value);
    }
  }

  /// Conditions from `first` on, all or any of which have to hold: `decides` is the truth of one that decides.
  bool junction(NodeIndex first, bool decides, const Where& where, Plain& value) {
    for (NodeIndex i = first; i != kNone; i = node(i).next) {
      if (!below(i, where, value)) return false;
      if (value.isTrue() == decides) return boolean(value, decides);
    }
    return boolean(value, !decides);
  }

  bool calculate(Operator op, std::int64_t left, std::int64_t right, Plain& value) {
    const bool divides = op == Operator::divide_down || op == Operator::divide_up;
    if (divides || __builtin_expect(left > kFits || left < -kFits || right > kFits || right < -kFits, 0)) {
      const Value result = expression::calculate(op, Value::ofNumber(left), Value::ofNumber(right));
      return isCertain(result) && number(value, result.number);
    }
    return number(value, op == Operator::add ? left + right : op == Operator::subtract ? left - right : left * right);
  }

  static bool holds(Operator op, std::int64_t left, std::int64_t right) {
    switch (op) {
      case Operator::equal:
        return left == right;
      case Operator::unequal:
        return left != right;
      case Operator::less:
        return left < right;
      case Operator::at_most:
        return left <= right;
      case Operator::more:
        return left > right;
      default:
        return left >= right;
    }
  }

  static bool same(const Plain& left, const Plain& right) {
    if (left.type == Type::boolean) return left.isTrue() == right.isTrue();
    if (left.is_absent || right.is_absent) return left.is_absent && right.is_absent;
    return left.type == Type::text ? left.text == right.text : left.entity == right.entity;
  }

  static bool compare(Operator op, const Plain& left, const Plain& right, Plain& value) {
    // What is absent reads as zero among numbers: it has none.
    if (left.type == Type::number) return boolean(value, holds(op, left.number, right.number));
    return boolean(value, same(left, right) == (op == Operator::equal));
  }

  bool operation(NodeIndex index, const Where& where, Plain& value) {
    const Operator op = node(index).op;
    const NodeIndex first = node(index).first_child;
    const NodeIndex second = node(first).next;
    Plain left;
    Plain right;
    if (node(first).type == Type::cards || node(second).type == Type::cards) return false;
    if (!evaluate(first, where, left) ||
        !(fixed_.empty() ? evaluate(second, where, right) : once(second, where, right)))
      return false;
    const bool calculates = isArithmetic(op);
    if (left.type == Type::number && (left.is_absent || right.is_absent)) {
      const bool lacks_stat =
          (left.is_absent && expression_.asksStat(first)) || (right.is_absent && expression_.asksStat(second));
      if (lacks_stat && !ruleset().reads(docket::RuleSwitch::absent_reads_as_zero)) {
        return absent(value, calculates ? Type::number : Type::boolean);
      }
    }
    return calculates ? calculate(op, left.number, right.number, value) : compare(op, left, right, value);
  }

  /// The same as evaluate(), of what is the same for each card of a selection only once.
  bool once(NodeIndex index, const Where& where, Plain& value) {
    const auto part = ranges::find(fixed_, index, &Fixed::node);
    if (part == fixed_.end()) return evaluate(index, where, value);
    if (part->is_known) {
      value = part->value;
      return spend(part->steps);
    }
    const std::size_t place = static_cast<std::size_t>(part - fixed_.begin());
    const std::size_t before = steps_;
    if (!evaluate(index, where, value)) return false;
    fixed_[place] = {.node = index, .is_known = true, .value = value, .steps = steps_ - before};
    return true;
  }
  /// Whether what a part asks for has to do with the card that a filter is about.
  [[nodiscard]] bool asksIt(NodeIndex index) const {
    if (node(index).op == Operator::it) return true;
    for (NodeIndex i = node(index).first_child; i != kNone; i = node(i).next) {
      if (asksIt(i)) return true;
    }
    return false;
  }
  /// Notes what in filters is the same for each card: what it is compared with, as in `arrived(it) > chosenAt("a
  /// name")`.
  void fix(const Candidates& chosen) {
    for (const NodeIndex filter : chosen.filters) {
      const Node& one = node(filter);
      if (one.op < Operator::equal || one.op > Operator::at_least) continue;
      const NodeIndex second = node(one.first_child).next;
      if (node(second).op == Operator::call && !asksIt(second)) fixed_.push_back({.node = second});
    }
  }

  [[nodiscard]] bool isThere(CardIndex card) const {
    return card < state().cards.size() && state().cards[card].exists();
  }

  bool card(CardIndex found, Plain& value) const { return isThere(found) && entity(value, Type::card, found); }

  bool entityOf(const Node& one, const Where& where, Plain& value) const {
    const auto number = static_cast<std::uint32_t>(one.number);
    switch (one.op) {
      case Operator::card_number:
        return card(state().cardOf(number), value);
      case Operator::it:
        return where.it == kNone ? absent(value, Type::card) : card(where.it, value);
      case Operator::self:
        return state().isCard(point_.self) || point_.self == kNone ? card(point_.self, value)
                                                                   : entity(value, one.type, point_.self);
      case Operator::me:
        if (kindOf(point_.self) == EntityKind::player) return entity(value, Type::player, point_.self);
        if (!isThere(point_.self)) return false;
        return entity(value, Type::player, docket::entityOf(EntityKind::player, state().cards[point_.self].controller));
      case Operator::who:
        return player(value, point_.who);
      case Operator::that:
        return point_.that == kNone ? absent(value, Type::entity) : entity(value, Type::entity, point_.that);
      case Operator::each:
        return entity(value, Type::player, docket::entityOf(EntityKind::player, where.each));
      case Operator::nothing:
        return absent(value, one.type);
      case Operator::player:
        return number != 0 && number <= state().seats &&
               entity(value, Type::player, docket::entityOf(EntityKind::player, number));
      case Operator::place:
        return entity(value, Type::entity, docket::entityOf(EntityKind::place, number));
      case Operator::unit:
        return entity(value, Type::entity, docket::entityOf(EntityKind::unit, number));
      default:
        return entity(value, Type::entity, docket::entityOf(EntityKind::game, 0));
    }
  }

  bool call(NodeIndex index, const Where& where, Plain& value) {
    const Function function = node(index).function;
    switch (familyOf(function)) {
      case Family::stat:
        return function != Function::stat_called && ofStat(index, where, value);
      case Family::printed:
        return printed(index, where, value);
      case Family::value:
      case Family::counters:
        return ofAmount(index, where, value);
      case Family::selection:
        return function != Function::cards && selection(index, where, value);
      case Family::trait:
        return ofTrait(index, where, value);
      case Family::keyword:
      case Family::type:
        return characteristic(index, where, value);
      case Family::extreme:
        return extreme(index, where, value);
      case Family::period:
        return ofPeriod(index, value);
      case Family::presence:
        return presence(index, where, value);
      case Family::card:
        return function != Function::attached && ofOneCard(index, where, value);
      case Family::end:
        return ofEnd(index, where, value);
      case Family::player:
        return playerBy(index, where, value);
      case Family::place:
        return placeOf(index, where, value);
      case Family::event_at_hand:
        if (function == Function::amount) {
          ruleset().note(RuleField::calculation_set);  // by which a value that is set is gained
          return point_.amount_known && number(value, point_.amount);
        }
        return boolean(value, point_.group != 0 && point_.group == state().play.group);
      case Family::players:
        return function == Function::every_player ? everyPlayer(index, where, value)
                                                  : playerWithMost(index, where, value);
      case Family::choice:
        return ofChoice(index, where, value);
      default:
        return false;
    }
  }

  bool presence(NodeIndex index, const Where& where, Plain& value) {
    const NodeIndex what = child(index, 0);
    if (node(what).type == Type::cards || !below(what, where, value)) return false;
    return boolean(value, node(index).function == Function::known || value.is_absent);
  }

  bool everyPlayer(NodeIndex index, const Where& where, Plain& value) {
    for (unsigned seat = 1; seat <= state().seats; ++seat) {
      if (!below(child(index, 0), {&state(), where.it, static_cast<Seat>(seat)}, value)) return false;
      if (!value.isTrue()) return boolean(value, false);
    }
    return boolean(value, true);
  }

  /// A stat that the rules compute and nobody observed, as most are, without the words for what else there can be.
  /// Gives nothing where there is more to ask.
  std::optional<bool> computedStat(const AmountOf& of, Plain& value) {
    ruleset().note(RuleField::calculation_computed);
    if (!ruleset().calculation.computed) return std::nullopt;
    if (!state().observations.empty() || !state().doubted.empty()) return std::nullopt;
    const bool is_card = state().isCard(of.subject);
    if (!is_card && kindOf(of.subject) == EntityKind::card) return false;
    const docket::StatReading reading = docket::readStat(state(), point_.rules, of.subject, of.stat);
    if (reading.kind == docket::StatReading::Kind::unknown || (reading.doubtful != kNone && !of.base)) return false;
    if (docket::unheardInPlay(state(), point_.rules, schema::Matter::STATS) != kNone) return false;
    if (is_card && state().unsaid.mayHaveChanged(state().cards[of.subject].arrived)) return false;
    if (reading.kind == docket::StatReading::Kind::absent) return absent(value, Type::number);
    number(value, of.base ? reading.base : reading.amount);
    if (value.number < 0) ruleset().note(RuleField::floors);
    value.zero_alone = value.number < 0 && ruleset().stats[of.stat].floor_unless_calculated;
    return true;
  }

  bool amount(const AmountOf& of, Plain& value) {
    if (of.stat != kUnbound) {
      if (const auto computed = computedStat(of, value)) return *computed;
    }
    const Value read = readAmount(state(), point_.rules, of).value;
    if (!isCertain(read)) return false;
    value = {.type = Type::number, .is_absent = read.isAbsent(), .zero_alone = read.zero_alone, .number = read.number};
    return true;
  }

  bool ofStat(NodeIndex index, const Where& where, Plain& value) {
    const NodeIndex subject = node(index).first_child;
    if (!below(subject, where, value)) return false;
    if (value.is_absent) return absent(value, Type::number);
    return amount({.subject = value.entity,
                   .stat = static_cast<StatIndex>(node(node(subject).next).number),
                   .base = node(index).function == Function::base},
                  value);
  }

  bool printed(NodeIndex index, const Where& where, Plain& value) {
    const NodeIndex subject = node(index).first_child;
    if (!below(subject, where, value)) return false;
    if (value.is_absent || !state().isCard(value.entity)) return absent(value, Type::number);
    const Card& one = state().cards[value.entity];
    const Definition* definition = state().definitionOf(one);
    if (definition == nullptr) return false;
    const PrintedStat stat = docket::printedStat(state(), point_.rules, one, *definition,
                                                 static_cast<StatIndex>(node(node(subject).next).number));
    return stat.kind == schema::PrintedStat::Kind::ABSENT ? absent(value, Type::number) : number(value, stat.amount);
  }

  bool ofAmount(NodeIndex index, const Where& where, Plain& value) {
    const NodeIndex subject = node(index).first_child;
    const NodeIndex what = node(subject).next;
    if (!below(subject, where, value)) return false;
    if (value.is_absent) return absent(value, Type::number);
    const Entity of = value.entity;
    if (node(index).function == Function::counters) {
      const NameNumber name =
          state().counters.empty() ? NameNumber{0} : state().vocabulary->names.find(expression_.textOf(what));
      return number(value, name == 0 ? 0 : state().countersOn(of, name));
    }
    if (node(what).number >= 0)
      return amount({.subject = of, .key = static_cast<std::uint32_t>(node(what).number)}, value);
    const NameNumber name = state().vocabulary->names.find(expression_.textOf(what));
    return name != 0 && amount({.subject = of, .key = state().valueKey(name)}, value);
  }

  /// What a selection from a zone looks at.
  Candidates candidates(NodeIndex zone, const Where& where) {
    const Narrowing* narrowing = narrowingOf(expression_, zone);
    std::optional<Seat> controller;
    Plain player;
    if (narrowing != nullptr && narrowing->controller != kNone && below(narrowing->controller, where, player) &&
        !player.is_absent) {
      controller = static_cast<Seat>(numberOf(player.entity));
    }
    Candidates chosen = candidatesOf(expression_, point_, zone, narrowing, controller);
    steps_ += chosen.steps;
    return chosen;
  }

  bool fits(const Candidates& chosen, const Where& about, bool& all_hold) {
    all_hold = true;
    Plain holds;
    for (const NodeIndex filter : chosen.filters) {
      if (!below(filter, about, holds)) return false;
      if (!holds.isTrue()) {
        all_hold = false;
        return true;
      }
    }
    if (chosen.type_filter == kNone || chosen.isPrintedSo(state(), about.it)) return true;
    if (!below(chosen.type_filter, about, holds)) return false;
    all_hold = holds.isTrue();
    return true;
  }

  /// Goes over the cards of a selection that fit, in their order, as long as `take` wants more.
  template <class Take>
  bool select(NodeIndex index, const Where& where, const Take& take) {
    const NodeIndex zone = child(index, node(index).function == Function::sum ? 1 : 0);
    Plain of{.entity = kNone};
    if (node(zone).first_child != kNone && !below(node(zone).first_child, where, of)) return false;
    const std::vector<Card>& cards = state().cards;
    if (!spend(cards.size())) return false;
    if (of.is_absent) return true;
    const Candidates chosen = candidates(zone, where);
    const std::size_t fixed_outside = fixed_.size();
    fix(chosen);
    for (const CardIndex card : chosen.cards) {
      if (of.entity != kNone && cards[card].zone_player != numberOf(of.entity)) continue;
      const Where about{.state = where.state, .it = card, .each = where.each};
      bool all_hold = false;
      if (!fits(chosen, about, all_hold)) return false;
      if (all_hold && !take(card, about)) return false;
    }
    fixed_.resize(fixed_outside);
    return true;
  }

  bool selection(NodeIndex index, const Where& where, Plain& value) {
    std::int64_t found = 0;
    Plain sum{.type = Type::number};
    const bool sums = node(index).function == Function::sum;
    const bool plain = select(index, where, [&](CardIndex, const Where& about) {
      ++found;
      if (!sums) return true;
      Plain summand;
      return evaluate(child(index, 0), about, summand) && calculate(Operator::add, sum.number, summand.number, sum);
    });
    if (!plain) return false;
    if (sums) return number(value, sum.number);
    return node(index).function == Function::any ? boolean(value, found > 0) : number(value, found);
  }

  bool ofTrait(NodeIndex index, const Where& where, Plain& value) {
    const NodeIndex subject = node(index).first_child;
    if (!below(subject, where, value)) return false;
    if (value.is_absent) return absent(value, Type::boolean);
    const HasTrait reading =
        docket::hasTrait(state(), point_.rules, value.entity, expression_.textOf(node(subject).next));
    return reading.known && boolean(value, reading.has);
  }

  bool characteristic(NodeIndex index, const Where& where, Plain& value) {
    const NodeIndex subject = node(index).first_child;
    if (!below(subject, where, value)) return false;
    const Function function = node(index).function;
    if (value.is_absent || (function != Function::keyword && !state().isCard(value.entity))) {
      return absent(value, Type::boolean);
    }
    const std::string& name = expression_.textOf(node(subject).next);
    const Characteristic which = function == Function::type        ? Characteristic::type
                                 : function == Function::subtype   ? Characteristic::subtype
                                 : function == Function::supertype ? Characteristic::supertype
                                                                   : Characteristic::keyword;
    const HasReading reading = function == Function::base_keyword
                                   ? hasBaseKeyword(state(), point_.rules, value.entity, name)
                                   : hasCharacteristic(state(), point_.rules, value.entity, which, name);
    return reading.known && reading.unheard == kNone && boolean(value, reading.has);
  }

  bool extreme(NodeIndex index, const Where& where, Plain& value) {
    Plain left;
    Plain right;
    if (!evaluate(child(index, 0), where, left) || !evaluate(child(index, 1), where, right)) return false;
    return number(value, node(index).function == Function::minimum ? std::min(left.number, right.number)
                                                                   : std::max(left.number, right.number));
  }

  bool ofPeriod(NodeIndex index, Plain& value) const {
    switch (node(index).function) {
      case Function::turn:
        return ofPeriod(Function::period_number, ruleset().period("turn"), value);
      case Function::turn_player:
        return ofPeriod(Function::period_player, ruleset().period("turn"), value);
      case Function::phase:
        return ofPeriod(Function::period_name, ruleset().period("phase"), value);
      default:
        return ofPeriod(node(index).function, static_cast<PeriodIndex>(node(child(index, 0)).number), value);
    }
  }

  bool ofPeriod(Function function, PeriodIndex period, Plain& value) const {
    const PeriodNow& now = state().periods[period];
    switch (function) {
      case Function::during:
        return boolean(value, now.open);
      case Function::period_number:
        return number(value, now.count);
      case Function::periods_ended:
        return number(value, std::int64_t{now.count} - (now.open ? 1 : 0));
      case Function::period_player:
        return now.open ? player(value, now.player) : absent(value, Type::player);
      default:
        if (!now.open || now.name == 0) return absent(value, Type::text);
        return text(value, state().vocabulary->names.text(now.name));
    }
  }

  bool ofOneCard(NodeIndex index, const Where& where, Plain& value) {
    const NodeIndex first = node(index).first_child;
    const NodeIndex second = node(first).next;
    if (!below(first, where, value)) return false;
    if (value.is_absent || !state().isCard(value.entity)) return absent(value, node(index).type);
    if (node(index).function == Function::has) {
      return junction(second, false, {.state = where.state, .it = value.entity, .each = where.each}, value);
    }
    Plain own;
    if (!literally(node(index).function, value.entity, own)) return false;
    if (second == kNone) {
      value = own;
      return true;
    }
    Plain other;
    return below(second, where, other) && compare(Operator::equal, own, other, value);
  }

  bool literally(Function function, CardIndex index, Plain& value) const {
    const Card& one = state().cards[index];
    switch (function) {
      case Function::controller:
        return player(value, one.controller);
      case Function::owner:
        return player(value, one.owner);
      case Function::zone:
        return text(value, ruleset().zones[one.zone].name);
      case Function::title: {
        const TitleReading title = readTitle(state(), ruleset(), index);
        return title.known && (title.title.empty() ? absent(value, Type::text) : text(value, title.title));
      }
      case Function::orientation:
        return one.orientation < ruleset().orientations.size() ? text(value, ruleset().orientations[one.orientation])
                                                               : absent(value, Type::text);
      case Function::face_up:
        return boolean(value, one.face == Facing::up);
      case Function::created:
        return boolean(value, isCreated(state(), ruleset(), one));
      case Function::shown: {
        const TriState met = isShownAsItIs(state(), ruleset(), index);
        return met != TriState::undecided && boolean(value, met == TriState::yes);
      }
      case Function::in_play:
        return boolean(value, ruleset().zones[one.zone].in_play);
      default:
        return one.host == kNone ? absent(value, Type::entity) : entity(value, Type::entity, one.host);
    }
  }

  bool ofEnd(NodeIndex index, const Where& where, Plain& value) {
    const Function function = node(index).function;
    const bool of_player = function == Function::won || function == Function::lost;
    if (of_player && !below(child(index, 0), where, value)) return false;
    if (of_player && value.is_absent) return absent(value, Type::boolean);
    const End end = endOf(state(), point_.rules);
    if (!end.known || isEndUnsaid(end, point_.rules)) return false;
    if (function == Function::over) return boolean(value, end.over);
    if (function == Function::winner) return player(value, end.winner);
    const bool is_player = kindOf(value.entity) == EntityKind::player;
    const Seat seat = is_player ? static_cast<Seat>(numberOf(value.entity)) : Seat{0};
    return boolean(value, function == Function::won ? hasWon(end, seat) : hasLost(end, seat));
  }

  bool playerBy(NodeIndex index, const Where& where, Plain& value) {
    if (!below(child(index, 0), where, value)) return false;
    if (node(index).function == Function::player) {
      const bool there = value.number >= 1 && value.number <= state().seats;
      return player(value, there ? static_cast<Seat>(value.number) : Seat{0});
    }
    if (value.is_absent || state().seats != 2) return absent(value, Type::player);
    return player(value, numberOf(value.entity) == 1 ? Seat{2} : Seat{1});
  }

  bool playerWithMost(NodeIndex index, const Where& where, Plain& value) {
    std::int64_t most = 0;
    Seat has_most = 0;
    for (unsigned seat = 1; seat <= state().seats; ++seat) {
      if (!evaluate(child(index, 0), {&state(), where.it, static_cast<Seat>(seat)}, value)) return false;
      if (seat == 1 || value.number > most) {
        has_most = static_cast<Seat>(seat);
        most = value.number;
      } else if (value.number == most) {
        has_most = 0;
      }
    }
    return player(value, has_most);
  }

  bool placeOf(NodeIndex index, const Where& where, Plain& value) {
    if (!below(child(index, 0), where, value)) return false;
    if (value.is_absent || !state().isCard(value.entity)) return absent(value, Type::number);
    const CardIndex card = value.entity;
    const Card& one = state().cards[card];
    if (node(index).function == Function::arrived) return number(value, one.arrived);
    if (ruleset().zones[one.zone].kind != schema::Zone::Kind::PILE) return absent(value, Type::number);
    const auto& pile = state().piles[state().pile(one.zone, one.zone_player)];
    const auto found = ranges::find(pile, card);
    return found == pile.end() ? absent(value, Type::number) : number(value, found - pile.begin() + 1);
  }

  bool ofChoice(NodeIndex index, const Where& where, Plain& value) {
    const Function function = node(index).function;
    const NodeIndex second = child(index, 1);
    const bool anybody = second == kNone;
    if (!anybody && !below(child(index, 0), where, value)) return false;
    const Choice* choice = nullptr;
    if (anybody || !value.is_absent) {
      const NameNumber what = chosenName(anybody ? child(index, 0) : second);
      const Seat seat = anybody ? Seat{0} : static_cast<Seat>(numberOf(value.entity));
      const auto kind = function == Function::thrown     ? Choice::Kind::thrown
                        : function == Function::shuffled ? Choice::Kind::shuffled
                                                         : Choice::Kind::chosen;
      choice = what == 0 ? nullptr : state().play.choice(seat, what, kind);
    }
    if (function == Function::shuffled) return boolean(value, choice != nullptr);
    if (choice == nullptr) return absent(value, node(index).type);
    return number(value, function == Function::chosen_at ? std::int64_t{choice->event} : choice->number);
  }

  /// The number of the name of what was chosen. A selection asks for the same one of each of its cards.
  NameNumber chosenName(NodeIndex text) {
    if (named_ != text) {
      named_ = text;
      name_ = state().vocabulary->names.find(expression_.textOf(text));
    }
    return name_;
  }

  /// Numbers within which sums, differences and products stay within 64 bits.
  static constexpr std::int64_t kFits = std::int64_t{1} << 30U;

  /// A part of a filter that is the same for each card of the selection, and what it gave for the first of them.
  struct Fixed {
    NodeIndex node = kNone;
    bool is_known = false;
    Plain value{};
    std::size_t steps = 0;
  };

  const Expression& expression_;
  const Point& point_;
  std::size_t steps_ = 0;
  boost::container::small_vector<Fixed, 2> fixed_;  // of the selections that are being gone over
  NodeIndex named_ = kNone;                         // what chosenName() was asked for last
  NameNumber name_ = 0;
};

Value valueOf(const Plain& plain) {
  Value value{.type = plain.type,
              .presence = plain.is_absent ? Value::Presence::absent : Value::Presence::known,
              .number = plain.number,
              .entity = plain.entity};
  if (!plain.text.empty()) value.text = plain.text;
  return value;
}

}  // namespace

std::optional<Plain> plainly(const Expression& expression, const Point& point) {
  Plain value;
  if (!PlainEvaluation(expression, point).run(value)) return std::nullopt;
  return value;
}

std::optional<bool> isPlainlyAmong(const Expression& selection, const Point& point, CardIndex card) {
  bool is = false;
  if (!PlainEvaluation(selection, point).among(card, is)) return std::nullopt;
  return is;
}

std::optional<Value> plainValue(const Expression& expression, const Point& point) {
  if (expression.type() != Type::cards) {
    const auto plain = plainly(expression, point);
    return plain ? std::optional(valueOf(*plain)) : std::nullopt;
  }
  Value found{.type = Type::cards};
  if (!PlainEvaluation(expression, point).run(found.cards)) return std::nullopt;
  return found;
}

}  // namespace docket::expression
