#include "tools/game/event_renumbering.h"

#include <capnp/dynamic.h>
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <range/v3/view/iota.hpp>
#include <vector>

#include "engine/rules/expression/functions.h"
#include "events/entity.h"
#include "events/errors.h"
#include "events/shape.h"

namespace docket {

using capnp::DynamicStruct;

namespace {

std::string withoutEvent(EventNumber number) {
  return fmt::format("it refers to event {}, which is not in the branch", number);
}
std::string withoutCard(std::uint32_t number) {
  return fmt::format("it refers to card #{}, which is not in the branch", number);
}

}  // namespace

/// Goes through every field of an event that names an event or a card.
class Walk {
 public:
  explicit Walk(const EventRenumbering& rewriting) : rewriting_(rewriting) {}

  bool structure(DynamicStruct::Builder of, const Shape& shape) {
    for (const FieldShape& each : shape.fields) {
      if (each.chosen) {
        const auto which = of.which();
        KJ_IF_MAYBE (chosen, which) {
          if (*chosen != each.field) continue;
        } else {
          continue;
        }
      }
      if (!field(of, each)) return false;
    }
    return true;
  }
  [[nodiscard]] std::string why() { return std::move(why_); }

 private:
  bool field(DynamicStruct::Builder of, const FieldShape& each) {
    const bool marked = each.value.kind == Kind::integer && each.value.mark != Mark::none;
    if (each.value.kind == Kind::structure) {
      if (!each.value.group && !of.has(each.field)) return true;
      if (!each.list) return structure(of.get(each.field).as<DynamicStruct>(), *each.value.shape);
      auto list = of.get(each.field).as<capnp::DynamicList>();
      // By number: this version's iterator of a dynamic list does not compile.
      for (const capnp::uint i : ranges::views::iota(capnp::uint{0}, list.size())) {
        if (!structure(list[i].as<DynamicStruct>(), *each.value.shape)) return false;
      }
      return true;
    }
    if (!marked || (each.list && !of.has(each.field))) return true;
    if (!each.list) {
      std::uint32_t number = of.get(each.field).as<std::uint32_t>();
      if (!rewrite(number, each)) return false;
      of.set(each.field, number);
      return true;
    }
    auto list = of.get(each.field).as<capnp::DynamicList>();
    for (capnp::uint i = 0; i < list.size(); ++i) {
      std::uint32_t number = list[i].as<std::uint32_t>();
      if (!rewrite(number, each)) return false;
      list.set(i, number);
    }
    return true;
  }

  bool rewrite(std::uint32_t& number, const FieldShape& each) {
    if (number == 0) return true;
    switch (each.value.mark) {
      case Mark::event:
        return event(number, each.name);
      case Mark::card:
      case Mark::new_card:
        return card(number);
      case Mark::entity:
        return entityKindBits(number) != static_cast<std::uint32_t>(EntityKind::card) || card(number);
      default:
        return true;
    }
  }

  bool event(std::uint32_t& number, std::string_view field) {
    const auto there = rewriting_.placeOf(number);
    if (!there.is_there) {
      why_ = field == "causes"  ? fmt::format("it was caused by event {}, which is not in the branch", number)
             : field == "costs" ? fmt::format("it was paid for with event {}, which is not in the branch", number)
                                : withoutEvent(number);
      return false;
    }
    number = there.number;
    return true;
  }

  bool card(std::uint32_t& number) {
    const std::uint32_t there = rewriting_.cardOf(number);
    if (there == 0) {
      why_ = withoutCard(number);
      return false;
    }
    number = there;
    return true;
  }

  const EventRenumbering& rewriting_;
  std::string why_;
};

void EventRenumbering::newCards(schema::Event::Reader event, std::uint32_t next) {
  const auto give = [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      if (first != next) cards_[first + i] = next + i;
    }
  };
  if (event.isDeckRegistered()) give(event.getDeckRegistered().getFirst(), event.getDeckRegistered().getCount());
  if (event.isShuffled()) give(event.getShuffled().getFirst(), event.getShuffled().getCount());
  if (event.isCardCreated()) give(event.getCardCreated().getCard(), 1);
}

void EventRenumbering::withoutCardsOf(schema::Event::Reader event) {
  if (event.isDeckRegistered()) {
    const auto deck = event.getDeckRegistered();
    for (std::uint32_t i = 0; i < deck.getCount(); ++i) cards_[deck.getFirst() + i] = 0;
  }
  if (event.isCardCreated()) cards_[event.getCardCreated().getCard()] = 0;
  if (!event.isShuffled()) return;
  // Cards that were not shuffled keep their numbers, where it is known which is which.
  const auto shuffled = event.getShuffled();
  const auto order = shuffled.getOrder();
  for (std::uint32_t i = 0; i < shuffled.getCount(); ++i) {
    cards_[shuffled.getFirst() + i] = i < order.size() ? cardOf(order[i]) : 0;
  }
}

EventRenumbering::Place EventRenumbering::placeOf(EventNumber number) const {
  if (number <= shared_) return {.number = number};
  const auto found = events_.find(number);
  return found == events_.end() ? Place{.number = number, .is_there = false} : found->second;
}

EventNumber EventRenumbering::numberOf(EventNumber number) const { return placeOf(number).number; }

std::uint32_t EventRenumbering::cardOf(std::uint32_t number) const {
  const auto found = cards_.find(number);
  return found == cards_.end() ? number : found->second;
}

EventRenumbering::Claim EventRenumbering::claim(std::string_view text) const {
  expression::Expression parsed;
  try {
    parsed = expression::parse(text, scope_);
  } catch (const BadInput&) {
    return {.text = std::string(text)};  // a claim that says nothing speaks of nothing
  }
  Claim made;
  struct Renumbered {
    std::uint32_t begin, end;
    std::string anew;
  };
  std::vector<Renumbered> said;
  const auto say = [&](const expression::Node& node, std::string_view mark, std::int64_t number) {
    const bool is_said = node.begin < text.size();  // and no part of what a name of the ruleset stands for
    if (is_said && number != node.number) said.push_back({node.begin, node.end, fmt::format("{}{}", mark, number)});
  };
  const std::function<void(const expression::Node&)> look = [&](const expression::Node& node) {
    if (node.op == expression::Operator::card_number) {
      const auto number = static_cast<std::uint32_t>(node.number);
      const auto there = cardOf(number);
      if (there == 0 && !made.missing) made.missing = withoutCard(number);
      say(node, "#", there);
    }
    const bool is_call = node.op == expression::Operator::call;
    std::size_t argument = 0;
    for (auto child = node.first_child; child != kNone; child = parsed.nodes[child].next, ++argument) {
      const expression::Node& given = parsed.nodes[child];
      const bool of_event = is_call && expression::takesEvent(node.function, argument);
      if (of_event && given.op == expression::Operator::literal_number && given.number > 0 &&
          given.number <= std::numeric_limits<EventNumber>::max()) {
        const auto number = static_cast<EventNumber>(given.number);
        const Place there = placeOf(number);
        if (!there.is_there && !made.missing) made.missing = withoutEvent(number);
        say(given, "", there.number);
      } else {
        look(given);
      }
    }
  };
  look(parsed.nodes[parsed.root]);
  std::sort(said.begin(), said.end(),
            [](const Renumbered& one, const Renumbered& other) { return one.begin > other.begin; });
  made.text = std::string(text);
  for (const Renumbered& one : said) made.text.replace(one.begin, one.end - one.begin, one.anew);
  return made;
}

std::optional<std::string> EventRenumbering::claims(schema::Event::Builder event) const {
  const auto anew = [&](capnp::Text::Builder text) { return claim({text.begin(), text.size()}); };
  if (event.isRulingGiven() && event.getRulingGiven().hasClaim()) {
    const Claim made = anew(event.getRulingGiven().getClaim());
    event.getRulingGiven().setClaim(made.text);
    return made.missing;
  }
  if (event.isObserved() && event.getObserved().hasExpression()) {
    const Claim made = anew(event.getObserved().getExpression());
    event.getObserved().setExpression(made.text);
    return made.missing;
  }
  if (event.isCorrected() && event.getCorrected().hasReplacement())
    return claims(event.getCorrected().getReplacement());
  return std::nullopt;
}

std::optional<std::string> EventRenumbering::rewrite(schema::Event::Builder event) const {
  static const Shape& shape = shapeOf(capnp::Schema::from<schema::Event>());
  // A group goes on with those of it that are there.
  const EventNumber group = event.getGroup();
  event.setGroup(0);
  Walk walk(*this);
  if (!walk.structure(event, shape)) return walk.why();
  if (group != 0) event.setGroup(numberOf(group));
  return claims(event);
}

}  // namespace docket
