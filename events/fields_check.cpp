#include "events/fields_check.h"

#include <fmt/format.h>
#include <kj/debug.h>
#include <simdjson.h>

#include <cstddef>

#include "events/entity.h"
#include "events/json/json_number.h"
#include "events/stored_number.h"

namespace docket {
namespace {

/// True if every value that the field can hold is sane.
bool isFree(const FieldShape& field) {
  const ValueShape& value = field.value;
  return value.kind == Kind::nothing || value.kind == Kind::boolean ||
         (!field.list && value.kind == Kind::integer && value.mark == Mark::none && value.bits < 64);
}

/// The bits of a number that is in the struct itself.
std::uint64_t numberIn(kj::ArrayPtr<const kj::byte> data, const FieldShape& field) {
  const auto stored = [&]() -> std::uint64_t {
    switch (field.value.kind == Kind::enumerant ? 16 : field.value.bits) {
      case 8:
        return storedAt<std::uint8_t>(data, field.place);
      case 16:
        return storedAt<std::uint16_t>(data, field.place);
      case 32:
        return storedAt<std::uint32_t>(data, field.place);
      default:
        return storedAt<std::uint64_t>(data, field.place);
    }
  };
  return stored() ^ field.unset;
}

/// Throws kj::Exception for a list that can hold none.
capnp::List<capnp::AnyStruct>::Reader structsOf(capnp::AnyList::Reader list) {
  KJ_REQUIRE(list.getElementSize() != capnp::ElementSize::BIT, "a list of bits was found where structs are expected");
  return list.as<capnp::List<capnp::AnyStruct>>();
}

}  // namespace

bool FieldsCheck::fail(std::string message) {
  message_ = std::move(message);
  return false;
}

/// The path is made on the way out of a failed check, so that a passed one costs nothing for it.
bool FieldsCheck::within(std::string_view name) {
  const bool joined = path_.empty() || path_.front() == '[';
  path_ = std::string(name) + (joined ? "" : ".") + path_;
  return false;
}

bool FieldsCheck::structure(capnp::AnyStruct::Reader from, const Shape& shape) {
  const auto chosen = storedAt<std::uint16_t>(from.getDataSection(), shape.discriminant_place);
  for (const FieldShape& each : shape.fields) {
    if (each.chosen && each.discriminant != chosen) continue;
    if (!field(from, each)) return false;
  }
  return true;
}

bool FieldsCheck::field(capnp::AnyStruct::Reader from, const FieldShape& field) {
  if (isFree(field)) return true;
  if (field.isPointer()) {
    const auto pointers = from.getPointerSection();
    if (field.place >= pointers.size()) return true;
    const capnp::AnyPointer::Reader pointer = pointers[field.place];
    if (pointer.isNull()) return true;
    return (field.list ? list(pointer, field) : target(pointer, field)) || within(field.name);
  }
  if (field.value.group) return structure(from, *field.value.shape) || within(field.name);
  return number(numberIn(from.getDataSection(), field), field) || within(field.name);
}

bool FieldsCheck::target(capnp::AnyPointer::Reader from, const FieldShape& field) {
  switch (field.value.kind) {
    case Kind::text:
      return text(from.getAs<capnp::Text>());
    case Kind::data:
      return data(from.getAs<capnp::Data>());
    case Kind::structure:
      return structure(from.getAs<capnp::AnyStruct>(), *field.value.shape);
    default:
      return true;
  }
}

template <class List, class Check>
bool FieldsCheck::elements(const List& list, Check&& check) {
  if (list.size() > kMaxCards) {
    return fail(fmt::format("{} elements; the maximum is {}", list.size(), kMaxCards));
  }
  for (capnp::uint i = 0; i < list.size(); ++i) {
    if (!check(list[i])) return within(fmt::format("[{}]", i));
  }
  return true;
}

template <class Numbers>
bool FieldsCheck::numbers(Numbers list, const FieldShape& field) {
  return elements(list, [&](auto one) { return number(static_cast<std::uint64_t>(one), field); });
}

bool FieldsCheck::list(capnp::AnyPointer::Reader from, const FieldShape& field) {
  switch (field.value.kind) {
    case Kind::text:
      return elements(from.getAs<capnp::List<capnp::Text>>(), [&](auto one) { return text(one); });
    case Kind::data:
      return elements(from.getAs<capnp::List<capnp::Data>>(), [&](auto one) { return data(one); });
    case Kind::structure:
      return elements(structsOf(from.getAs<capnp::AnyList>()),
                      [&](capnp::AnyStruct::Reader one) { return structure(one, *field.value.shape); });
    case Kind::enumerant:
      return numbers(from.getAs<capnp::List<std::uint16_t>>(), field);
    case Kind::integer:
      break;
    default:
      return true;
  }
  switch (field.value.bits) {
    case 8:
      return numbers(from.getAs<capnp::List<std::uint8_t>>(), field);
    case 16:
      return numbers(from.getAs<capnp::List<std::uint16_t>>(), field);
    case 32:
      return numbers(from.getAs<capnp::List<std::uint32_t>>(), field);
    default:
      return numbers(from.getAs<capnp::List<std::uint64_t>>(), field);
  }
}

bool FieldsCheck::data(capnp::Data::Reader bytes) {
  return bytes.size() <= kMaxTextBytes || fail(fmt::format("{} bytes; the maximum is {}", bytes.size(), kMaxTextBytes));
}

/// `number`: its bits, however many they are.
bool FieldsCheck::number(std::uint64_t number, const FieldShape& field) {
  if (field.value.kind == Kind::enumerant) {
    return number < field.value.enumerants_known ||
           fail(fmt::format("{} is a value of a newer version of docket: use that version", number));
  }
  if (field.value.mark != Mark::none) return marked(static_cast<std::uint32_t>(number), field);
  if (field.value.bits != 64) return true;
  const auto same = static_cast<std::int64_t>(number);
  const bool fits = field.value.is_signed ? same <= kMaxJsonInteger && same >= -kMaxJsonInteger
                                          : number <= static_cast<std::uint64_t>(kMaxJsonInteger);
  return fits || fail("a number larger than 2^53, which other programs would round");
}

bool FieldsCheck::marked(std::uint32_t number, const FieldShape& field) {
  switch (field.value.mark) {
    case Mark::name:
      return number <= ranges_.names ||
             fail(fmt::format("there is no name {} (the record has {})", number, ranges_.names));
    case Mark::card:
      return card(number, field.list || (field.name == "card" && !field.or_none));
    case Mark::entity:
      return entity(number, field.list);
    case Mark::seat:
      return number <= ranges_.seats ||
             fail(fmt::format("there is no seat {} (the game has {})", number, ranges_.seats));
    case Mark::event:
      if (field.list && number == 0) return fail("there is no event 0: events are numbered from 1");
      return number <= ranges_.events ||
             fail(fmt::format("event {} is not an earlier event (the last is {})", number, ranges_.events));
    case Mark::new_card:  // the validator sees to those
    case Mark::judge:     // texts
    case Mark::people:
    case Mark::claim:
    case Mark::none:
      return true;
  }
  return true;
}

bool FieldsCheck::card(std::uint32_t number, bool required) {
  if (number == 0 && required) return fail("there is no card 0: cards are numbered from 1");
  if (number <= ranges_.cards) return true;
  of_record_ = true;
  if (ranges_.cards == 0) return fail(fmt::format("there is no card {}: the game has none yet", number));
  return fail(fmt::format("there is no card {} (the last is {})", number, ranges_.cards));
}

bool FieldsCheck::entity(std::uint32_t entity, bool required) {
  const auto number = entityNumber(entity);
  switch (entityKindBits(entity)) {
    case static_cast<std::uint32_t>(EntityKind::card):
      return card(number, required);
    case static_cast<std::uint32_t>(EntityKind::player):
      if (number >= 1 && number <= ranges_.seats) return true;
      return fail(fmt::format("there is no player P{} (the game has {})", number, ranges_.seats));
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
  if (text.size() > kMaxTextBytes) return fail(fmt::format("{} bytes; the maximum is {}", text.size(), kMaxTextBytes));
  return simdjson::validate_utf8(text.begin(), text.size()) || fail("this text is not UTF-8");
}

}  // namespace docket
