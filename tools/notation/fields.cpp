#include "tools/notation/fields.h"

#include <fmt/format.h>

#include <limits>

#include "events/digest.h"
#include "events/entity.h"
#include "events/errors.h"
#include "events/json/json.h"
#include "events/text/text_view.h"
#include "events/validate.h"
#include "tools/notation/phrases.h"
#include "tools/notation/spelling.h"
#include "tools/notation/transcript.h"

namespace docket::notation {
namespace {

using capnp::DynamicStruct;
using capnp::DynamicValue;

class FieldWriter {
 public:
  explicit FieldWriter(const Names& names) : names_(names) {}

  [[nodiscard]] std::string field(DynamicStruct::Reader from, const FieldShape& field, int depth) const {
    std::string text = fmt::format("{}=", field.name);
    if (field.isPointer() && !from.has(field.field)) return text + "null";
    if (!field.list) return text + value(from.get(field.field), field.value, depth);
    text += '[';
    bool first = true;
    for (auto element : from.get(field.field).as<capnp::DynamicList>()) {
      if (!std::exchange(first, false)) text += ", ";
      text += value(element, field.value, depth);
    }
    return text + ']';
  }

 private:
  [[nodiscard]] std::string structure(DynamicStruct::Reader from, const Shape& shape, int depth) const {
    if (depth > kMaxJsonDepth) throw BadInput(fmt::format("nested deeper than {} levels", kMaxJsonDepth));
    std::string text = "{";
    const auto chosen = from.which();
    for (const FieldShape& field : shape.fields) {
      bool is_set = !field.chosen && isSaid(from, field);
      if (field.chosen) {
        KJ_IF_MAYBE (which, chosen) {
          is_set = *which == field.field && field.field.getProto().getDiscriminantValue() != 0;
        }
      }
      if (!is_set) continue;
      if (text.size() > 1) text += ", ";
      text += this->field(from, field, depth);
    }
    return text + '}';
  }

  [[nodiscard]] std::string value(const DynamicValue::Reader& from, const ValueShape& shape, int depth) const {
    switch (shape.kind) {
      case Kind::nothing:
        return "true";
      case Kind::boolean:
        return from.as<bool>() ? "true" : "false";
      case Kind::integer:
        return integer(from, shape);
      case Kind::text:
        return notedString(view(from.as<capnp::Text>()));
      case Kind::data: {
        const auto bytes = from.as<capnp::Data>();
        return notedString(hex({bytes.begin(), bytes.size()}));
      }
      case Kind::enumerant:
        KJ_IF_MAYBE (known, from.as<capnp::DynamicEnum>().getEnumerant()) {
          return std::string(view(known->getProto().getName()));
        }
        throw BadInput("a value of a newer version of docket");
      default:
        return structure(from.as<DynamicStruct>(), *shape.shape, depth + 1);
    }
  }

  [[nodiscard]] std::string integer(const DynamicValue::Reader& from, const ValueShape& shape) const {
    if (shape.mark == Mark::name) return notedName(names_.text(from.as<std::uint16_t>()));
    if (shape.mark == Mark::entity) {
      if (const auto text = entityText(from.as<std::uint32_t>())) return *text;
    }
    return shape.is_signed ? std::to_string(from.as<std::int64_t>()) : std::to_string(from.as<std::uint64_t>());
  }

  const Names& names_;
};

class FieldsReader {
 public:
  FieldsReader(Cursor& line, Names& names) : line_(line), names_(names) {}

  void field(DynamicStruct::Builder into, const FieldShape& field, int depth) {
    if (field.isPointer() && line_.takeIf("null")) {
      into.clear(field.field);  // of a union: chosen and not set
      return;
    }
    if (field.list) return list(into, field, depth);
    if (field.value.kind == Kind::structure) {
      return structure(field.value.group && !field.chosen ? into.get(field.field).as<DynamicStruct>()
                                                          : into.init(field.field).as<DynamicStruct>(),
                       *field.value.shape, depth + 1);
    }
    if (field.value.kind == Kind::nothing) {
      line_.expect("true");
      return into.set(field.field, capnp::VOID);
    }
    if (field.value.kind == Kind::data) return into.set(field.field, bytes());
    into.set(field.field, readScalar(line_, field.value, names_, text_));
  }

 private:
  void structure(DynamicStruct::Builder into, const Shape& shape, int depth) {
    if (depth > kMaxJsonDepth) line_.fail(line_.peek(), fmt::format("nested deeper than {} levels", kMaxJsonDepth));
    line_.expect("{");
    if (line_.takeIf("}")) return;
    do {
      const Token name = line_.take();
      const int found = shape.find(name.text);
      if (found < 0) {
        line_.fail(name, fmt::format("{} has no {}", shape.name, docket::notation::found(name)),
                   nearestOf(name.text, shape.names));
      }
      line_.expect("=");
      field(into, shape.fields[static_cast<std::size_t>(found)], depth);
    } while (line_.takeIf(","));
    line_.expect("}");
  }

  /// The number of values before the bracket that closes the list; the line is not advanced.
  [[nodiscard]] unsigned count() const {
    Cursor ahead = line_;
    if (ahead.peek().is("]")) return 0;
    unsigned values = 1;
    int open = 0;
    for (Token token = ahead.take(); !token.isEnd(); token = ahead.take()) {
      if (open == 0 && token.is("]")) return values;
      if (token.is("[") || token.is("{")) ++open;
      if (token.is("]") || token.is("}")) --open;
      if (open == 0 && token.is(",") && ++values > kMaxCards)
        line_.fail(token, fmt::format("a list has at most {} values", kMaxCards));
    }
    line_.fail(line_.peek(), "the closing ] of the list is missing");
  }

  void list(DynamicStruct::Builder into, const FieldShape& field, int depth) {
    const bool bare = line_.isLoose() && !line_.peek().is("[") && field.value.kind != Kind::structure;
    if (!bare) line_.expect("[");
    auto list = into.init(field.field, bare ? bareCount() : count()).as<capnp::DynamicList>();
    for (unsigned i = 0; i < list.size(); ++i) {
      if (i != 0) line_.expect(",");
      if (field.value.kind == Kind::structure) {
        structure(list[i].as<DynamicStruct>(), *field.value.shape, depth + 1);
      } else if (field.value.kind == Kind::data) {
        list.set(i, bytes());
      } else {
        list.set(i, readScalar(line_, field.value, names_, text_));
      }
    }
    if (!bare) line_.expect("]");
  }

  /// The number of values in a list without brackets, each of which is one token.
  [[nodiscard]] unsigned bareCount() const {
    Cursor ahead = line_;
    unsigned values = 1;
    for (Token token = ahead.take(); !token.isEnd() && !ahead.peek().is("="); token = ahead.take()) {
      if (token.is(",") && ++values > kMaxCards)
        line_.fail(token, fmt::format("a list has at most {} values", kMaxCards));
    }
    return values;
  }

  [[nodiscard]] capnp::Data::Reader bytes() {
    const Token digits = line_.take();
    if (digits.kind != Token::Kind::string) line_.failExpected(digits, "hexadecimal digits in a string");
    const std::string text = line_.textOf(digits);
    const auto digit = [&](char c) -> unsigned {
      if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
      if (c < 'a' || c > 'f') line_.failExpected(digits, "hexadecimal digits in a string");
      return static_cast<unsigned>(c - 'a' + 10);
    };
    if (text.size() % 2 != 0) line_.failExpected(digits, "two hexadecimal digits for each byte");
    bytes_.clear();
    for (std::size_t i = 0; i < text.size(); i += 2) {
      bytes_.push_back(static_cast<std::uint8_t>(digit(text[i]) << 4U | digit(text[i + 1])));
    }
    return {bytes_.data(), bytes_.size()};
  }

  Cursor& line_;
  Names& names_;
  std::string text_;
  std::vector<std::uint8_t> bytes_;
};

capnp::DynamicEnum readEnumerant(Cursor& line, capnp::EnumSchema schema) {
  const Token word = line.take();
  std::string name = word.kind == Token::Kind::string ? line.textOf(word) : std::string(word.text);
  const std::string typed = name;
  for (auto dash = name.find('-'); dash != std::string::npos && dash + 1 < name.size(); dash = name.find('-')) {
    name.erase(dash, 1);
    if (name[dash] >= 'a' && name[dash] <= 'z') name[dash] = static_cast<char>(name[dash] - 'a' + 'A');
  }
  KJ_IF_MAYBE (enumerant, schema.findEnumerantByName(name)) return {*enumerant};
  std::vector<std::string> known;
  for (auto each : schema.getEnumerants()) known.emplace_back(each.getProto().getName());
  const std::vector<std::string_view> names(known.begin(), known.end());
  line.fail(word, fmt::format("expected one of {}, found {}", fmt::join(known, ", "), found(word)),
            nearestOf(typed, names));
}

std::int64_t readInteger(Cursor& line, const ValueShape& shape) {
  const bool card = shape.mark == Mark::card || shape.mark == Mark::new_card;
  if (card) line.takeIf("#");
  const Token token = line.take();
  if (shape.mark == Mark::seat) {
    if (token.is("nobody")) return 0;
    if (const auto seat = line.seatOf(token); seat != 0) return seat;
  }
  constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
  if (shape.bits == 64) return line.numberOf(token, shape.is_signed ? -kMax : 0, kMax);
  const auto all = std::int64_t{1} << shape.bits;
  return shape.is_signed ? line.numberOf(token, -all / 2, all / 2 - 1) : line.numberOf(token, 0, all - 1);
}

}  // namespace

bool isSaid(DynamicStruct::Reader from, const FieldShape& field) {
  return field.value.group || from.has(field.field, capnp::HasMode::NON_DEFAULT);
}

std::string fieldText(DynamicStruct::Reader from, const FieldShape& field, const Names& names) {
  return FieldWriter(names).field(from, field, 1);
}

void readField(Cursor& line, DynamicStruct::Builder into, const FieldShape& field, Names& names) {
  FieldsReader(line, names).field(into, field, 1);
}

DynamicValue::Reader readScalar(Cursor& line, const ValueShape& shape, Names& names, std::string& text) {
  if (shape.kind == Kind::enumerant) return readEnumerant(line, shape.enumerants);
  if (shape.kind == Kind::boolean) {
    if (line.takeIf("true")) return true;
    line.expect("false");
    return false;
  }
  const bool name = shape.kind == Kind::integer && shape.mark == Mark::name;
  if (name || shape.kind == Kind::text) {
    const Token token = line.take();
    const bool word = token.kind == Token::Kind::word && (name || !isReserved(token.text));
    if (!word && token.kind != Token::Kind::string) line.failExpected(token, name ? "a name" : "a text in \"...\"");
    text = word ? std::string(token.text) : line.textOf(token);
    if (!name) return capnp::Text::Reader(text.c_str(), text.size());
    if (text.size() > kMaxNameBytes) line.fail(token, fmt::format("a name has at most {} bytes", kMaxNameBytes));
    if (names.size() >= Names::kMax && names.find(text) == 0)
      line.fail(token, fmt::format("a game can use at most {} names", Names::kMax));
    return names.number(text);
  }
  if (shape.mark == Mark::entity) return readEntity(line);
  return readInteger(line, shape);
}

bool beginsEntity(const Cursor& line, const Token& token) {
  return token.is("#") || token.is("place") || token.is("unit") || token.is("game") || token.is("nothing") ||
         line.seatOf(token) != 0;
}

std::uint32_t readEntity(Cursor& line) {
  const Token token = line.take();
  if (token.kind == Token::Kind::string) {  // as in JSON
    if (const auto known = entityOf(line.textOf(token))) return *known;
  }
  if (token.is("nothing")) return 0;
  if (token.is("game")) return entity(EntityKind::game, 0);
  const auto numbered = [&](EntityKind kind) {
    return entity(kind, static_cast<std::uint32_t>(line.numberOf(line.take(), 0, kMaxEntityNumber)));
  };
  if (token.is("#")) return numbered(EntityKind::card);
  if (token.is("place")) return numbered(EntityKind::place);
  if (token.is("unit")) return numbered(EntityKind::unit);
  if (const auto seat = line.seatOf(token); seat != 0) return entity(EntityKind::player, seat);
  line.failExpected(token, "#NUMBER of a card, a seat (P1), place N, unit N or game");
}

}  // namespace docket::notation
