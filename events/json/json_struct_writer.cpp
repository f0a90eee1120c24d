#include "events/json/json_struct_writer.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <stdexcept>
#include <utility>

#include "events/digest.h"
#include "events/entity.h"
#include "events/errors.h"
#include "events/json/json.h"
#include "events/json/json_envelope.h"
#include "events/json/json_number.h"
#include "events/json/json_writer.h"
#include "events/shape.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

using capnp::DynamicStruct;
using capnp::DynamicValue;

/// Writes a struct field by field in the order of the schema.
class JsonStructWriter {
 public:
  explicit JsonStructWriter(const Names* names, JsonNameUse* use = nullptr) : names_(names), use_(use) {}

  std::string take() && { return std::move(json_).take(); }

  void structure(DynamicStruct::Reader from, const Shape& shape, int depth) {
    if (depth > kMaxJsonDepth) throw BadInput(fmt::format("nested deeper than {} levels", kMaxJsonDepth));
    json_.object();
    const auto chosen = from.which();
    bool said = false;
    for (const FieldShape& field : shape.fields) {
      if (field.chosen) {
        KJ_IF_MAYBE (which, chosen) {
          if (*which != field.field) continue;
        } else {
          continue;
        }
        said = true;
        if (field.discriminant == 0 && field.value.kind == Kind::nothing) continue;
      } else if (!field.value.group && !from.has(field.field, capnp::HasMode::NON_DEFAULT)) {
        continue;
      }
      if (leavesOut(from, field, depth)) continue;
      json_.key(field.name);
      one(from, field, depth);
    }
    if (!said && !shape.fields.empty() && from.getSchema().getUnionFields().size() != 0) {
      throw BadInput(fmt::format("{} has a field of a newer version of docket: use that version", shape.name));
    }
    json_.end();
  }

 private:
  void one(DynamicStruct::Reader from, const FieldShape& field, int depth) {
    if (field.isPointer() && !from.has(field.field)) {
      json_.itemJson("null");
      return;
    }
    if (field.json) return json(view(from.get(field.field).as<capnp::Text>()));
    if (!field.list) return value(from.get(field.field), field.value, depth);
    json_.list();
    for (auto element : from.get(field.field).as<capnp::DynamicList>()) value(element, field.value, depth);
    json_.end();
  }

  void value(DynamicValue::Reader from, const ValueShape& shape, int depth) {
    switch (shape.kind) {
      case Kind::nothing:
        json_.item(true);
        return;
      case Kind::boolean:
        json_.item(from.as<bool>());
        return;
      case Kind::integer:
        return integer(from, shape);
      case Kind::text:
        return text(view(from.as<capnp::Text>()));
      case Kind::data: {
        const auto bytes = from.as<capnp::Data>();
        return text(hex({bytes.begin(), bytes.size()}));
      }
      case Kind::enumerant:
        return enumerant(from.as<capnp::DynamicEnum>());
      case Kind::structure:
        return structure(from.as<DynamicStruct>(), *shape.shape, depth + 1);
      case Kind::list:
        break;
    }
    throw std::logic_error("a list of lists cannot be written as JSON here");
  }

  void integer(DynamicValue::Reader from, const ValueShape& shape) {
    if (shape.mark == Mark::name) return name(from.as<std::uint16_t>());
    if (shape.mark == Mark::entity) {
      const auto entity_text = entityText(from.as<std::uint32_t>());
      if (!entity_text)
        throw BadInput(
            fmt::format("{} is not a card, a player, a place, a unit or the game", from.as<std::uint32_t>()));
      return text(*entity_text);
    }
    if (shape.is_signed) return number(from.as<std::int64_t>());
    const auto positive = from.as<std::uint64_t>();
    if (positive > static_cast<std::uint64_t>(kMaxJsonInteger)) beyond(positive);
    number(static_cast<std::int64_t>(positive));
  }

  void number(std::int64_t number) {
    if (number > kMaxJsonInteger || number < -kMaxJsonInteger) beyond(number);
    json_.item(number);
  }

  template <class Integer>
  [[noreturn]] static void beyond(Integer number) {
    throw BadInput(fmt::format("{} is larger than 2^53: JSON cannot hold it", number));
  }

  void name(std::uint16_t number) {
    if (number == 0) return text("");
    if (names_ == nullptr || number > names_->size()) throw BadInput(fmt::format("there is no name {}", number));
    if (use_ != nullptr && number > use_->announced + use_->used) {
      use_->in_order = use_->in_order && number == ++use_->used + use_->announced;
    }
    text(names_->text(number));
  }

  void enumerant(capnp::DynamicEnum from) {
    KJ_IF_MAYBE (known, from.getEnumerant()) {
      text(view(known->getProto().getName()));
    } else {
      throw BadInput(fmt::format("{} is a value of a newer version of docket: use that version", from.getRaw()));
    }
  }

  /// A text that holds the JSON of a value.
  void json(std::string_view from) {
    const auto written = onOneLine(from);
    if (!written) throw BadInput("a field marked $json holds text that is not valid JSON");
    json_.itemJson(*written);
  }

  void text(std::string_view from) {
    if (!simdjson::validate_utf8(from.data(), from.size())) throw BadInput("a text is not UTF-8");
    json_.item(from);
  }

  /// True if the names that a context announces are left out with it or from it.
  bool leavesOut(DynamicStruct::Reader from, const FieldShape& field, int depth) const {
    if (use_ == nullptr) return false;
    if (field.announces && depth == 2) return true;
    const bool context = depth == 1 && field.name == "context" && field.value.kind == Kind::structure;
    if (!context) return false;
    const auto inner = from.get(field.field).as<DynamicStruct>();
    bool announces = false;
    for (const FieldShape& each : field.value.shape->fields) {
      if (!inner.has(each.field, capnp::HasMode::NON_DEFAULT)) continue;
      if (!each.announces) return false;
      announces = true;
    }
    return announces;
  }

  const Names* names_;
  JsonNameUse* use_;
  JsonWriter json_;
};

}  // namespace

std::optional<std::string> onOneLine(std::string_view json) {
  simdjson::dom::parser parser;
  if (parser.allocate(json.size(), kMaxJsonDepth) != simdjson::SUCCESS) return std::nullopt;
  const simdjson::padded_string padded(json);
  if (parser.parse(padded).error() != simdjson::SUCCESS) return std::nullopt;
  std::string line;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (!in_text && std::string_view(" \t\r\n").find(c) != std::string_view::npos) continue;
    line += c;
    if (in_text && c == '\\') line += json[++i];
    if (c == '"') in_text = !in_text;
    if (!in_text && (c == ',' || c == ':')) line += ' ';
  }
  return line;
}

std::string writeJson(DynamicStruct::Reader from, const Names* names) {
  JsonStructWriter writing(names);
  writing.structure(from, shapeOf(from.getSchema()), 1);
  return std::move(writing).take();
}

std::string writeJson(DynamicStruct::Reader from, const Names& names, JsonNameUse& use) {
  JsonStructWriter writing(&names, &use);
  writing.structure(from, shapeOf(from.getSchema()), 1);
  return std::move(writing).take();
}

}  // namespace docket
