#include "tools/game/event_renumbering.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

#include "engine/rules/expression/functions.h"
#include "events/entity.h"
#include "events/errors.h"
#include "events/marked_numbers.h"

namespace docket {

namespace {

std::string withoutEvent(EventNumber number) {
  return fmt::format("it refers to event {}, which is not in the branch", number);
}
std::string withoutCard(std::uint32_t number) {
  return fmt::format("it refers to card #{}, which is not in the branch", number);
}

std::string whyWithoutEvent(EventNumber number, std::string_view field) {
  if (field == "causes") return fmt::format("it was caused by event {}, which is not in the branch", number);
  if (field == "costs") return fmt::format("it was paid for with event {}, which is not in the branch", number);
  return withoutEvent(number);
}

bool namesCard(std::uint32_t number, Mark mark) {
  if (mark == Mark::entity) return entityKindBits(number) == static_cast<std::uint32_t>(EntityKind::card);
  return mark == Mark::card || mark == Mark::new_card;
}

}  // namespace

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
  // Cards that were not shuffled keep their numbers, if it is known which is which.
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
    return {.text = std::string(text)};  // an empty claim names no events
  }
  Claim made;
  struct Renumbered {
    std::uint32_t begin, end;
    std::string replacement;
  };
  std::vector<Renumbered> edits;
  const auto say = [&](const expression::Node& node, std::string_view mark, std::int64_t number) {
    const bool is_said = node.begin < text.size();  // and no part of what a name of the ruleset stands for
    if (is_said && number != node.number) edits.push_back({node.begin, node.end, fmt::format("{}{}", mark, number)});
  };
  const std::function<void(const expression::Node&)> look = [&](const expression::Node& node) {
    if (node.op == expression::Operator::card_number) {
      const auto number = static_cast<std::uint32_t>(node.number);
      const auto card = cardOf(number);
      if (card == 0 && !made.missing) made.missing = withoutCard(number);
      say(node, "#", card);
    }
    const bool is_call = node.op == expression::Operator::call;
    std::size_t argument = 0;
    for (auto child = node.first_child; child != kNone; child = parsed.nodes[child].next, ++argument) {
      const expression::Node& given = parsed.nodes[child];
      const bool of_event = is_call && expression::takesEvent(node.function, argument);
      if (of_event && given.op == expression::Operator::literal_number && given.number > 0 &&
          given.number <= std::numeric_limits<EventNumber>::max()) {
        const auto number = static_cast<EventNumber>(given.number);
        const Place place = placeOf(number);
        if (!place.is_there && !made.missing) made.missing = withoutEvent(number);
        say(given, "", place.number);
      } else {
        look(given);
      }
    }
  };
  look(parsed.nodes[parsed.root]);
  std::sort(edits.begin(), edits.end(),
            [](const Renumbered& one, const Renumbered& other) { return one.begin > other.begin; });
  made.text = std::string(text);
  for (const Renumbered& one : edits) made.text.replace(one.begin, one.end - one.begin, one.replacement);
  return made;
}

std::optional<std::string> EventRenumbering::claims(schema::Event::Builder event) const {
  const auto renumbered = [&](capnp::Text::Builder text) { return claim({text.begin(), text.size()}); };
  if (event.isRulingGiven() && event.getRulingGiven().hasClaim()) {
    const Claim made = renumbered(event.getRulingGiven().getClaim());
    event.getRulingGiven().setClaim(made.text);
    return made.missing;
  }
  if (event.isObserved() && event.getObserved().hasExpression()) {
    const Claim made = renumbered(event.getObserved().getExpression());
    event.getObserved().setExpression(made.text);
    return made.missing;
  }
  if (event.isCorrected() && event.getCorrected().hasReplacement())
    return claims(event.getCorrected().getReplacement());
  return std::nullopt;
}

std::optional<std::string> EventRenumbering::rewrite(schema::Event::Builder event) const {
  // A group continues with those of it that exist.
  const EventNumber group = event.getGroup();
  event.setGroup(0);
  std::optional<std::string> missing;
  visitMarkedNumbers(event, [&](std::uint32_t& number, const FieldShape& field) {
    if (field.value.mark == Mark::event) {
      const Place place = placeOf(number);
      if (!place.is_there) missing = whyWithoutEvent(number, field.name);
      number = place.number;
    } else if (namesCard(number, field.value.mark)) {
      const std::uint32_t card = cardOf(number);
      if (card == 0) missing = withoutCard(number);
      number = card;
    }
    return !missing;
  });
  if (missing) return missing;
  if (group != 0) event.setGroup(numberOf(group));
  return claims(event);
}

}  // namespace docket
