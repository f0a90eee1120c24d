#include "events/json/json_reader.h"

#include <fmt/format.h>

#include <bitset>
#include <tuple>
#include <utility>

#include "events/json/json.h"
#include "events/json/json_envelope.h"
#include "events/json/json_scalars.h"
#include "events/json/json_text.h"
#include "events/shape.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

namespace sj = simdjson::ondemand;
using capnp::DynamicStruct;

constexpr std::size_t kMaxFields = 256;

class ObjectReader {
 public:
  ObjectReader(JsonText& text, Names* names, JsonEnvelope& envelope)
      : text_(text), names_(names), envelope_(envelope), document_(text.begin()) {}

  void run(DynamicStruct::Builder into) {
    if (const auto first = text_.pastSpace(0); text_.at(first) != '{') text_.fail(first, "expected an object");
    sj::object object;
    if (document_.get_object().get(object)) text_.failRoot();
    const Shape& shape = shapeOf(into.getSchema());
    if (envelope_.wrapper.empty()) {
      members(object, shape, into, 1);
    } else {
      wrapped(object, shape, into);
    }
    const auto rest = document_.current_location();
    if (!rest.error()) text_.fail(text_.offsetOf(rest.value_unsafe()), "remove the text after the object");
  }

 private:
  struct Key {
    std::string_view text;
    std::size_t offset;
  };

  sj::json_type typeOf(sj::value& value) {
    sj::json_type type{};
    if (value.type().get(type)) text_.failSyntax(document_);
    return type;
  }

  JsonToken token(sj::value& value) {
    const auto type = typeOf(value);
    std::string_view raw;
    if (type == sj::json_type::object || type == sj::json_type::array) {
      const auto location = value.current_location();
      const std::size_t offset = location.error() ? 0 : text_.offsetOf(location.value_unsafe());
      return {.type = type, .offset = offset, .text = {}};
    }
    raw = value.raw_json_token();
    const std::size_t offset = text_.offsetOf(raw.data());
    while (!raw.empty() && std::string_view(" \t\r\n").find(raw.back()) != std::string_view::npos) raw.remove_suffix(1);
    return {.type = type, .offset = offset, .text = raw};
  }

  /// The key of a member, unescaped, and where it is. Between it and its colon there is white space only.
  Key key(sj::field& field) {
    const std::size_t offset = text_.offsetOf(field.key().raw()) - 1;
    const std::size_t close = text_.closingQuote(offset);
    if (const auto colon = text_.pastSpace(close + 1); text_.at(colon) != ':') text_.fail(colon, "expected ':'");
    const std::string_view raw(field.key().raw(), close - offset - 1);
    if (raw.find('\\') == std::string_view::npos) return {raw, offset};
    std::string_view text;
    if (field.unescaped_key().get(text)) text_.failEscape(offset);
    return {text, offset};
  }

  void wrapped(sj::object& object, const Shape& shape, DynamicStruct::Builder into) {
    bool found = false;
    for (auto member : object) {
      sj::field field;
      if (std::move(member).get(field)) text_.failSyntax(document_);
      const Key k = key(field);
      if (found || k.text != envelope_.wrapper) {
        text_.fail(k.offset, fmt::format("expected {} and nothing else, found {}", docket::quoted(envelope_.wrapper),
                                         docket::quoted(k.text)));
      }
      found = true;
      value(field.value(), shape, into, 2);
    }
    if (!found)
      text_.fail(text_.pastSpace(0), fmt::format("expected the member {}", docket::quoted(envelope_.wrapper)));
  }

  void value(sj::value v, const Shape& shape, DynamicStruct::Builder into, int depth) {
    const auto type = typeOf(v);
    if (type != sj::json_type::object) fail(token(v), "an object");
    if (depth > kMaxJsonDepth) {
      text_.fail(token(v).offset, fmt::format("nested deeper than {} levels", kMaxJsonDepth));
    }
    sj::object object;
    if (v.get_object().get(object)) text_.failSyntax(document_);
    members(object, shape, into, depth);
  }

  void members(sj::object& object, const Shape& shape, DynamicStruct::Builder into, int depth) {
    std::bitset<kMaxFields> seen;
    bool numbered = false, schema_named = false;
    const FieldShape* chosen = nullptr;
    for (auto member : object) {
      sj::field field;
      if (std::move(member).get(field)) text_.failSyntax(document_);
      const Key k = key(field);
      if (depth == 1 && envelope_.numbered && k.text == "n") {
        if (std::exchange(numbered, true)) duplicate(k);
        readNumber(field.value());
        continue;
      }
      if (depth == 1 && envelope_.names_schema && k.text == "$schema") {
        if (std::exchange(schema_named, true)) duplicate(k);
        const ValueShape text{.kind = Kind::text};
        sj::value named = field.value();
        std::ignore = scalar(token(named), named, text);
        continue;
      }
      const int index = shape.find(k.text);
      if (index < 0) unknown(k, shape, depth);
      const auto at = static_cast<std::size_t>(index);
      const FieldShape& known = shape.fields[at];
      if (seen.test(at)) duplicate(k);
      seen.set(at);
      if (known.chosen && std::exchange(chosen, chosen ? chosen : &known) != nullptr) {
        text_.fail(k.offset, fmt::format("only one of {} and {} can be given", docket::quoted(chosen->name),
                                         docket::quoted(k.text)));
      }
      one(field.value(), known, into, depth);
    }
  }

  [[noreturn]] void duplicate(const Key& k) {
    text_.fail(k.offset, fmt::format("{} appears here twice", docket::quoted(k.text)));
  }

  [[noreturn]] void unknown(const Key& k, const Shape& shape, int depth) {
    auto names = shape.names;
    if (depth == 1 && envelope_.numbered) names.emplace_back("n");
    text_.fail(k.offset,
               fmt::format("{} is not a field of {}{}", docket::quoted(k.text), shape.name, didYouMean(k.text, names)));
  }

  void readNumber(sj::value v) {
    const ValueShape number{.kind = Kind::integer, .bits = 32};
    const auto t = token(v);
    const auto read = scalar(t, v, number);
    envelope_.number = read.as<std::uint32_t>();
    envelope_.number_place = text_.place(t.offset);
  }

  void one(sj::value v, const FieldShape& field, DynamicStruct::Builder into, int depth) {
    if (field.list) return list(v, field, into, depth);
    if (field.lines && typeOf(v) == sj::json_type::array) return lines(v, field, into);
    if (field.json) return json(v, field, into);
    const auto t = token(v);
    if (t.text == "null" && field.isPointer() && field.chosen) {
      into.clear(field.field);  // chosen and not set
      return;
    }
    if (field.value.kind == Kind::structure) {
      auto inner = into.init(field.field).as<DynamicStruct>();
      return value(v, *field.value.shape, inner, depth + 1);
    }
    if (field.value.kind == Kind::nothing) {
      nothing(t, v);
      into.set(field.field, capnp::VOID);
      return;
    }
    into.set(field.field, scalar(t, v, field.value));
  }

  /// A text that is written as the list of its lines.
  void lines(sj::value& v, const FieldShape& field, DynamicStruct::Builder into) {
    const auto offset = token(v).offset;
    sj::array array;
    if (v.get_array().get(array)) text_.failSyntax(document_);
    std::string all;
    bool first = true;
    for (auto element : array) {
      sj::value item;
      if (element.get(item)) text_.failSyntax(document_);
      const auto t = token(item);
      const auto line = view(scalar(t, item, field.value).as<capnp::Text>());
      if (line.find('\n') != std::string_view::npos)
        text_.fail(t.offset, "a line of a text cannot contain a line break");
      if (!std::exchange(first, false)) all += '\n';
      all += line;
    }
    if (all.empty()) text_.fail(offset, "expected a text or a list of its lines, found an empty list");
    into.set(field.field, textReader(all));
  }

  /// A value of any kind, kept as JSON.
  void json(sj::value& v, const FieldShape& field, DynamicStruct::Builder into) {
    const auto t = token(v);
    if (t.text == "null") text_.fail(t.offset, "expected a value; an empty one would remove what is there");
    std::string_view raw = t.text;
    if (t.type == sj::json_type::object || t.type == sj::json_type::array) raw = text_.within(t.offset);
    const auto written = onOneLine(raw);
    if (!written) text_.fail(t.offset, "the value that begins here is not JSON");
    into.set(field.field, textReader(*written));
  }

  void nothing(const JsonToken& t, sj::value& v) {
    if (t.text == "true") return;
    if (t.type != sj::json_type::object) fail(t, "true or {}");
    sj::object object;
    if (v.get_object().get(object)) text_.failSyntax(document_);
    for (auto member : object) {
      sj::field field;
      if (std::move(member).get(field)) text_.failSyntax(document_);
      text_.fail(key(field).offset, "no value is allowed here");
    }
  }

  void list(sj::value& v, const FieldShape& field, DynamicStruct::Builder into, int depth) {
    if (typeOf(v) != sj::json_type::array) fail(token(v), "a list");
    const auto count = text_.elements(token(v).offset);
    sj::array array;
    if (v.get_array().get(array)) text_.failSyntax(document_);
    auto elements = into.init(field.field, static_cast<capnp::uint>(count)).as<capnp::DynamicList>();
    capnp::uint i = 0;
    for (auto element : array) {
      sj::value item;
      if (element.get(item) || i == count) text_.failSyntax(document_);
      if (field.value.kind == Kind::structure) {
        value(item, *field.value.shape, elements[i++].as<DynamicStruct>(), depth + 1);
        continue;
      }
      const auto t = token(item);
      const auto read = scalar(t, item, field.value);
      if (field.announces && names_ != nullptr) announce(t, read.as<capnp::Text>());
      elements.set(i++, read);
    }
  }

  void announce(const JsonToken& t, capnp::Text::Reader name) {
    const std::string_view text(name.begin(), name.size());
    if (text.empty()) text_.fail(t.offset, "a name cannot be empty");
    if (names_->find(text) != 0)
      text_.fail(t.offset, fmt::format("the name {} is already in use", docket::quoted(text)));
    scalars_.name(t, text, names_);
  }

  capnp::DynamicValue::Reader scalar(const JsonToken& t, sj::value& v, const ValueShape& shape) {
    return scalars_.read(t, v, shape, names_, room_);
  }

  [[noreturn]] void fail(const JsonToken& t, std::string_view expected) { scalars_.fail(t, expected); }

  JsonText& text_;
  Names* names_;
  JsonEnvelope& envelope_;
  sj::document document_;
  JsonScalars scalars_{text_};
  JsonScalars::Room room_{};  // of the value that is being set
};

}  // namespace

void readJson(const JsonSource& source, DynamicStruct::Builder into, Names* names, const JsonOptions& options,
              JsonEnvelope& envelope) {
  JsonText text(source, options);
  ObjectReader(text, names, envelope).run(into);
}

void readJson(const JsonSource& source, DynamicStruct::Builder into, Names* names, const JsonOptions& options) {
  JsonEnvelope none;
  readJson(source, into, names, options, none);
}

}  // namespace docket
