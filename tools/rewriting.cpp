#include "tools/rewriting.h"

#include <capnp/dynamic.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <range/v3/view/iota.hpp>

#include "events/entity.h"
#include "events/shape.h"

namespace docket {

using capnp::DynamicStruct;

/// Goes through every field of an event that names an event or a card.
class Walk {
 public:
  explicit Walk(const Rewriting& rewriting) : rewriting_(rewriting) {}

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
      why_ = field == "causes"  ? fmt::format("event {} caused it, which is not in the branch", number)
             : field == "costs" ? fmt::format("event {} paid for it, which is not in the branch", number)
                                : fmt::format("it speaks of event {}, which is not in the branch", number);
      return false;
    }
    number = there.number;
    return true;
  }

  bool card(std::uint32_t& number) {
    const std::uint32_t there = rewriting_.cardOf(number);
    if (there == 0) {
      why_ = fmt::format("it is about card #{}, which is not in the branch", number);
      return false;
    }
    number = there;
    return true;
  }

  const Rewriting& rewriting_;
  std::string why_;
};

void Rewriting::newCards(schema::Event::Reader event, std::uint32_t next) {
  const auto give = [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      if (first != next) cards_[first + i] = next + i;
    }
  };
  if (event.isDeckRegistered()) give(event.getDeckRegistered().getFirst(), event.getDeckRegistered().getCount());
  if (event.isShuffled()) give(event.getShuffled().getFirst(), event.getShuffled().getCount());
  if (event.isCardCreated()) give(event.getCardCreated().getCard(), 1);
}

void Rewriting::withoutCardsOf(schema::Event::Reader event) {
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

Rewriting::Place Rewriting::placeOf(EventNumber number) const {
  if (number <= shared_) return {.number = number};
  const auto found = events_.find(number);
  return found == events_.end() ? Place{.number = number, .is_there = false} : found->second;
}

EventNumber Rewriting::numberOf(EventNumber number) const { return placeOf(number).number; }

std::uint32_t Rewriting::cardOf(std::uint32_t number) const {
  const auto found = cards_.find(number);
  return found == cards_.end() ? number : found->second;
}

// A claim says events by number where it calls one of these, and cards after a "#".
std::string Rewriting::claim(std::string_view text) const {
  static constexpr std::array<std::string_view, 9> kOfEvents = {
      "legal", "clause", "broke", "actor", "change", "before", "after", "obligation", "effectKeyword"};
  std::string said;
  std::string word;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '"') {
      const auto from = i++;
      while (i < text.size() && text[i] != '"') i += text[i] == '\\' ? 2 : 1;
      i = std::min(i + 1, text.size());
      said += text.substr(from, i - from);
      word.clear();
      continue;
    }
    std::uint32_t number = 0;
    if (std::isdigit(static_cast<unsigned char>(c)) != 0 && (word.ends_with('#') || word.ends_with('('))) {
      const auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), number);
      const bool of_event = std::any_of(kOfEvents.begin(), kOfEvents.end(),
                                        [&](std::string_view function) { return word == std::string(function) + '('; });
      const std::uint32_t there = word.ends_with('#') ? cardOf(number) : of_event ? numberOf(number) : number;
      const auto length = static_cast<std::size_t>(end - text.data()) - i;
      said += error == std::errc{} && there != 0 ? std::to_string(there) : std::string(text.substr(i, length));
      i += length;
      word.clear();
      continue;
    }
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      if (word.ends_with('(') || word.ends_with('#')) word.clear();
      word += c;
    } else if (c == '(' || c == '#') {
      word += c;
    } else if (c != ' ') {
      word.clear();
    }
    said += c;
    ++i;
  }
  return said;
}

std::optional<std::string> Rewriting::rewrite(schema::Event::Builder event) const {
  static const Shape& shape = shapeOf(capnp::Schema::from<schema::Event>());
  // A group goes on with those of it that are there.
  const EventNumber group = event.getGroup();
  event.setGroup(0);
  Walk walk(*this);
  if (!walk.structure(event, shape)) return walk.why();
  if (group != 0) event.setGroup(numberOf(group));
  if (event.isRulingGiven()) {
    auto ruling = event.getRulingGiven();
    ruling.setClaim(claim({ruling.getClaim().begin(), ruling.getClaim().size()}));
  }
  return std::nullopt;
}

}  // namespace docket
