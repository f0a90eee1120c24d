#include "events/fields_check.h"

#include <fmt/format.h>
#include <simdjson.h>

#include "events/entity.h"
#include "events/json_number.h"

namespace docket {
namespace {

using capnp::DynamicStruct;
using capnp::DynamicValue;

// Whether every value that the field can hold is sane.
bool isFree(const FieldShape& field) {
  const ValueShape& value = field.value;
  return value.kind == Kind::nothing || value.kind == Kind::boolean ||
         (!field.list && value.kind == Kind::integer && value.mark == Mark::none && value.bits < 64);
}

}  // namespace

bool FieldsCheck::fail(std::string message) {
  message_ = std::move(message);
  return false;
}

// The path is made on the way out of a failed check, so that a passed one costs nothing for it.
bool FieldsCheck::within(std::string_view name) {
  const bool joined = path_.empty() || path_.front() == '[';
  path_ = std::string(name) + (joined ? "" : ".") + path_;
  return false;
}

bool FieldsCheck::structure(DynamicStruct::Reader from, const Shape& shape) {
  for (const FieldShape& each : shape.fields) {
    if (each.chosen) {
      KJ_IF_MAYBE (which, from.which()) {
        if (*which != each.field) continue;
      } else {
        continue;
      }
    }
    if (!field(from, each)) return false;
  }
  return true;
}

bool FieldsCheck::field(DynamicStruct::Reader from, const FieldShape& field) {
  if (isFree(field)) return true;
  if (field.isPointer() && !from.has(field.field)) return true;
  if (!field.list) return value(from.get(field.field), field) || within(field.name);
  const auto list = from.get(field.field).as<capnp::DynamicList>();
  if (list.size() > kMostCards) {
    fail(fmt::format("{} elements; the maximum is {}", list.size(), kMostCards));
    return within(field.name);
  }
  for (capnp::uint i = 0; i < list.size(); ++i) {
    if (value(list[i], field)) continue;
    within(fmt::format("[{}]", i));
    return within(field.name);
  }
  return true;
}

bool FieldsCheck::value(const DynamicValue::Reader& from, const FieldShape& field) {
  switch (field.value.kind) {
    case Kind::integer:
      return integer(from, field);
    case Kind::text:
      return text(from.as<capnp::Text>());
    case Kind::data: {
      const auto bytes = from.as<capnp::Data>().size();
      return bytes <= kMostTextBytes || fail(fmt::format("{} bytes; the maximum is {}", bytes, kMostTextBytes));
    }
    case Kind::enumerant:
      KJ_IF_MAYBE (known, from.as<capnp::DynamicEnum>().getEnumerant()) {
        static_cast<void>(known);
        return true;
      }
      return fail(fmt::format("{} is a value of a newer version of docket: use that version",
                              from.as<capnp::DynamicEnum>().getRaw()));
    case Kind::structure:
      return structure(from.as<DynamicStruct>(), *field.value.shape);
    case Kind::nothing:
    case Kind::boolean:
    case Kind::list:
      return true;
  }
  return true;
}

bool FieldsCheck::integer(const DynamicValue::Reader& from, const FieldShape& field) {
  if (field.value.mark != Mark::none) return marked(from.as<std::uint32_t>(), field);
  if (field.value.bits != 64) return true;
  const bool fits = field.value.is_signed
                        ? from.as<std::int64_t>() <= kMostJsonInteger && from.as<std::int64_t>() >= -kMostJsonInteger
                        : from.as<std::uint64_t>() <= static_cast<std::uint64_t>(kMostJsonInteger);
  return fits || fail("a number larger than 2^53, which other programs would round");
}

bool FieldsCheck::marked(std::uint32_t number, const FieldShape& field) {
  switch (field.value.mark) {
    case Mark::name:
      return number <= known_.names ||
             fail(fmt::format("there is no name {} (the record has {})", number, known_.names));
    case Mark::card:
      return card(number, field.list || (field.name == "card" && !field.or_none));
    case Mark::entity:
      return entity(number, field.list);
    case Mark::seat:
      return number <= known_.seats || fail(fmt::format("there is no seat {} (the game has {})", number, known_.seats));
    case Mark::event:
      if (field.list && number == 0) return fail("there is no event 0: events are numbered from 1");
      return number <= known_.events ||
             fail(fmt::format("event {} is not an earlier event (the last is {})", number, known_.events));
    case Mark::new_card:  // the validator sees to those
    case Mark::none:
      return true;
  }
  return true;
}

bool FieldsCheck::card(std::uint32_t number, bool required) {
  if (number == 0 && required) return fail("there is no card 0: cards are numbered from 1");
  if (number <= known_.cards) return true;
  if (known_.cards == 0) return fail(fmt::format("there is no card {}: the game has none yet", number));
  return fail(fmt::format("there is no card {} (the last is {})", number, known_.cards));
}

bool FieldsCheck::entity(std::uint32_t entity, bool required) {
  const auto number = entityNumber(entity);
  switch (entityKindBits(entity)) {
    case static_cast<std::uint32_t>(EntityKind::card):
      return card(number, required);
    case static_cast<std::uint32_t>(EntityKind::player):
      if (number >= 1 && number <= known_.seats) return true;
      return fail(fmt::format("there is no player P{} (the game has {})", number, known_.seats));
    case static_cast<std::uint32_t>(EntityKind::place):
    case static_cast<std::uint32_t>(EntityKind::unit):
      return true;
    case static_cast<std::uint32_t>(EntityKind::game):
      return number == 0 || fail(fmt::format("the game itself takes no number, but {} is given", number));
    default:
      return fail(fmt::format("{} is not a card, a player, a place, a unit or the game", entity));
  }
}

bool FieldsCheck::text(capnp::Text::Reader text) {
  if (text.size() > kMostTextBytes)
    return fail(fmt::format("{} bytes; the maximum is {}", text.size(), kMostTextBytes));
  return simdjson::validate_utf8(text.begin(), text.size()) || fail("this text is not UTF-8");
}

}  // namespace docket
