#include "tools/notation/card_references.h"

#include <capnp/dynamic.h>

#include <range/v3/view/iota.hpp>

#include "events/entity.h"
#include "events/shape.h"

namespace docket {
namespace {

using capnp::DynamicStruct;

/// True if the event has the field: the selected one of a union, or a pointer that is set.
bool isThere(DynamicStruct::Reader holder, const FieldShape& each) {
  if (each.chosen) {
    KJ_IF_MAYBE (chosen, holder.which()) {
      if (*chosen != each.field) return false;
    } else {
      return false;
    }
  }
  const bool pointer = each.list || (each.value.kind == Kind::structure && !each.value.group);
  return !pointer || holder.has(each.field);
}

void addCard(std::uint32_t number, Mark mark, std::vector<std::uint32_t>& cards) {
  const bool of_card = mark == Mark::card || mark == Mark::new_card;
  const bool card_entity =
      mark == Mark::entity && entityKindBits(number) == static_cast<std::uint32_t>(EntityKind::card);
  if (number != 0 && (of_card || card_entity)) cards.push_back(number);
}

/// Recursive; a correction's replacement is an event again, which validation allows once.
void addCards(DynamicStruct::Reader holder, const Shape& shape, std::vector<std::uint32_t>& cards) {
  for (const FieldShape& each : shape.fields) {
    const bool structure = each.value.kind == Kind::structure;
    const bool number = each.value.kind == Kind::integer && each.value.mark != Mark::none;
    if ((!structure && !number) || !isThere(holder, each)) continue;
    if (!each.list) {
      if (structure) {
        addCards(holder.get(each.field).as<DynamicStruct>(), *each.value.shape, cards);
      } else {
        addCard(holder.get(each.field).as<std::uint32_t>(), each.value.mark, cards);
      }
      continue;
    }
    const auto list = holder.get(each.field).as<capnp::DynamicList>();
    for (const capnp::uint i : ranges::views::iota(capnp::uint{0}, list.size())) {
      if (structure) {
        addCards(list[i].as<DynamicStruct>(), *each.value.shape, cards);
      } else {
        addCard(list[i].as<std::uint32_t>(), each.value.mark, cards);
      }
    }
  }
}

}  // namespace

std::vector<std::uint32_t> cardsNamedBy(schema::Event::Reader event) {
  std::vector<std::uint32_t> cards;
  addCards(DynamicStruct::Reader(event), shapeOf(capnp::Schema::from<schema::Event>()), cards);
  return cards;
}

}  // namespace docket
