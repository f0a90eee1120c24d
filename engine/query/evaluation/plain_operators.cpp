#include "engine/query/evaluation/plain_operators.h"

#include <cstdint>

#include "engine/query/evaluation/plain_walk.h"

namespace docket::expression {
namespace {

bool literalNumber(PlainWalk&, const Node& one, const Where&, Plain& value) {
  return PlainWalk::number(value, one.number);
}
bool literalBoolean(PlainWalk&, const Node& one, const Where&, Plain& value) {
  return PlainWalk::boolean(value, one.number != 0);
}
bool literalText(PlainWalk& walk, const Node& one, const Where&, Plain& value) {
  return PlainWalk::text(value, walk.textOf(one));
}

template <bool decides>
bool junction(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  return walk.junction(one.first_child, decides, where, value);
}
bool negation(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  return walk.below(one.first_child, where, value) && PlainWalk::boolean(value, !value.isTrue());
}
bool negate(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  return walk.evaluate(one.first_child, where, value) &&
         PlainWalk::calculate(Operator::subtract, 0, value.number, value);
}
bool choice(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  if (!walk.below(one.first_child, where, value)) return false;
  const NodeIndex then = walk.node(one.first_child).next;
  return walk.evaluate(value.isTrue() ? then : walk.node(then).next, where, value);
}

/// The left side of a comparison or a calculation, in `left`, and the right one; null where one of them is not plain.
/// `room`: for the right one.
const Plain* bothSides(PlainWalk& walk, const Node& one, const Where& where, Plain& left, Plain& room) {
  const NodeIndex first = one.first_child;
  const NodeIndex second = walk.node(first).next;
  if (walk.node(first).type == Type::cards || walk.node(second).type == Type::cards) return nullptr;
  return walk.evaluate(first, where, left) ? walk.once(second, where, room) : nullptr;
}
/// Whether what lacks a stat has nothing to be compared or calculated with: by the rules it does not read as zero.
bool eitherLacksStat(const PlainWalk& walk, const Node& one, const Plain& left, const Plain& right) {
  if (!left.is_absent && !right.is_absent) return false;
  const NodeIndex first = one.first_child;
  const bool lacks = (left.is_absent && walk.expression().asksStat(first)) ||
                     (right.is_absent && walk.expression().asksStat(walk.node(first).next));
  return lacks && !walk.ruleset().reads(docket::RuleSwitch::absent_reads_as_zero);
}

template <Operator op>
bool calculated(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  Plain left, room;
  const Plain* right = bothSides(walk, one, where, left, room);
  if (right == nullptr) return false;
  if (eitherLacksStat(walk, one, left, *right)) return PlainWalk::absent(value, Type::number);
  return PlainWalk::calculate(op, left.number, right->number, value);
}

template <Operator op>
bool compared(PlainWalk& walk, const Node& one, const Where& where, Plain& value) {
  Plain left, room;
  const Plain* right = bothSides(walk, one, where, left, room);
  if (right == nullptr) return false;
  if (left.type != Type::number) {
    return PlainWalk::boolean(value, PlainWalk::same(left, *right) == (op == Operator::equal));
  }
  // What is absent reads as zero among numbers: it has none.
  if (eitherLacksStat(walk, one, left, *right)) return PlainWalk::absent(value, Type::boolean);
  return PlainWalk::boolean(value, compares(op, left.number, right->number));
}

bool card(const PlainWalk& walk, CardIndex found, Plain& value) {
  return walk.isThere(found) && PlainWalk::entity(value, Type::card, found);
}
bool cardNumber(PlainWalk& walk, const Node& one, const Where&, Plain& value) {
  return card(walk, walk.state().cardOf(static_cast<std::uint32_t>(one.number)), value);
}
bool it(PlainWalk& walk, const Node&, const Where& where, Plain& value) {
  return where.it == kNone ? PlainWalk::absent(value, Type::card) : card(walk, where.it, value);
}
bool self(PlainWalk& walk, const Node& one, const Where&, Plain& value) {
  const Entity self = walk.point().self;
  return walk.state().isCard(self) || self == kNone ? card(walk, self, value)
                                                    : PlainWalk::entity(value, one.type, self);
}
bool me(PlainWalk& walk, const Node&, const Where&, Plain& value) {
  const Entity self = walk.point().self;
  if (kindOf(self) == EntityKind::player) return PlainWalk::entity(value, Type::player, self);
  if (!walk.isThere(self)) return false;
  return PlainWalk::entity(value, Type::player,
                           docket::entityOf(EntityKind::player, walk.state().cards[self].controller));
}
bool who(PlainWalk& walk, const Node&, const Where&, Plain& value) {
  return PlainWalk::player(value, walk.point().who);
}
bool that(PlainWalk& walk, const Node&, const Where&, Plain& value) {
  const Entity that = walk.point().that;
  return that == kNone ? PlainWalk::absent(value, Type::entity) : PlainWalk::entity(value, Type::entity, that);
}
bool each(PlainWalk&, const Node&, const Where& where, Plain& value) {
  return PlainWalk::entity(value, Type::player, docket::entityOf(EntityKind::player, where.each));
}
bool nothing(PlainWalk&, const Node& one, const Where&, Plain& value) { return PlainWalk::absent(value, one.type); }
bool player(PlainWalk& walk, const Node& one, const Where&, Plain& value) {
  const auto seat = static_cast<std::uint32_t>(one.number);
  return seat != 0 && seat <= walk.state().seats &&
         PlainWalk::entity(value, Type::player, docket::entityOf(EntityKind::player, seat));
}
template <EntityKind kind>
bool other(PlainWalk&, const Node& one, const Where&, Plain& value) {
  const auto number = kind == EntityKind::game ? 0 : static_cast<std::uint32_t>(one.number);
  return PlainWalk::entity(value, Type::entity, docket::entityOf(kind, number));
}

constexpr auto operatorAnswers() {
  std::array<PlainAnswer, static_cast<std::size_t>(Operator::call)> all{};
  all.fill(&notPlain);
  const auto set = [&](Operator op, PlainAnswer answer) { all[static_cast<std::size_t>(op)] = answer; };
  set(Operator::literal_number, &literalNumber);
  set(Operator::literal_boolean, &literalBoolean);
  set(Operator::literal_text, &literalText);
  set(Operator::card_number, &cardNumber);
  set(Operator::player, &player);
  set(Operator::place, &other<EntityKind::place>);
  set(Operator::unit, &other<EntityKind::unit>);
  set(Operator::game, &other<EntityKind::game>);
  set(Operator::it, &it);
  set(Operator::self, &self);
  set(Operator::me, &me);
  set(Operator::who, &who);
  set(Operator::that, &that);
  set(Operator::each, &each);
  set(Operator::nothing, &nothing);
  set(Operator::add, &calculated<Operator::add>);
  set(Operator::subtract, &calculated<Operator::subtract>);
  set(Operator::multiply, &calculated<Operator::multiply>);
  set(Operator::divide_down, &calculated<Operator::divide_down>);
  set(Operator::divide_up, &calculated<Operator::divide_up>);
  set(Operator::negate, &negate);
  set(Operator::equal, &compared<Operator::equal>);
  set(Operator::unequal, &compared<Operator::unequal>);
  set(Operator::less, &compared<Operator::less>);
  set(Operator::at_most, &compared<Operator::at_most>);
  set(Operator::more, &compared<Operator::more>);
  set(Operator::at_least, &compared<Operator::at_least>);
  set(Operator::conjunction, &junction<false>);
  set(Operator::disjunction, &junction<true>);
  set(Operator::negation, &negation);
  set(Operator::choice, &choice);
  return all;
}

}  // namespace

constinit const std::array<PlainAnswer, static_cast<std::size_t>(Operator::call)> kPlainOperators = operatorAnswers();

}  // namespace docket::expression
