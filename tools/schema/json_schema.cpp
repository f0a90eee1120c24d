#include "tools/schema/json_schema.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/rules/check/document_marks.h"
#include "events/json/json_number.h"
#include "events/json/json_writer.h"
#include "events/shape.h"
#include "events/text/letters.h"
#include "events/text/text_view.h"
#include "schemas/event.capnp.h"
#include "schemas/ruleset.capnp.h"
#include "tools/schema/laid_out.h"
#include "tools/words/text.h"

namespace docket {
namespace {

using capnp::StructSchema;

constexpr std::string_view kDraft = "http://json-schema.org/draft-07/schema#";
constexpr std::string_view kEntity = "^(game|#(0|[1-9][0-9]*)|P(0|[1-9][0-9]*)|(place|unit) (0|[1-9][0-9]*))$";
constexpr std::string_view kBytes = "^([0-9a-f]{2})*$";

/// How strictly a struct is described.
struct Strictness {
  bool checked = false;  ///< checked against the marks of its fields
  bool over = false;     ///< it extends another one of the same name, which may have the members that it lacks
  friend auto operator<=>(const Strictness&, const Strictness&) = default;  // NOLINT(modernize-use-nullptr)
};

/// Describes a text that names something declared in the documents.
std::string aboutReference(schema::NameKind kind) {
  switch (kind) {
    case schema::NameKind::PAYLOAD:
      return "a kind of event";
    case schema::NameKind::OF_EVENT:
      return "a name that such an event can have";
    case schema::NameKind::OF_EFFECT:
      return "what the effect is about: a stat, a keyword, a type, ...";
    case schema::NameKind::OF_READING:
      return "names that the reading is about";
    case schema::NameKind::OF_NUMBER:
      return "what the number is for";
    default:
      return fmt::format("a declared {}", splitCamelCase(enumerantName(kind), ' '));
  }
}

/// The hint that the marks of a text give its author; empty if they give none.
std::string aboutText(const FieldMarks& marks) {
  switch (marks.text) {
    case TextMark::people:
      return "for people only; nothing is computed from it";
    case TextMark::expression:
      return "an expression (docs/expressions.md), or a list of its lines";
    case TextMark::declares:
      return fmt::format("the name of a new {}", splitCamelCase(enumerantName(marks.kind), ' '));
    case TextMark::names:
      return aboutReference(marks.kind);
    case TextMark::word:
    case TextMark::none:
      break;
  }
  return {};
}

/// Describes a name in an event.
std::string aboutName(const FieldShape& field) {
  if (!field.names || field.names == schema::NameKind::OF_EFFECT) return "a name of the game";
  const std::string kind = splitCamelCase(enumerantName(*field.names), ' ');
  if (kind.ends_with(" name")) return fmt::format("a {} of the ruleset", kind);
  const bool begins_with_vowel = std::string_view("aeiou").find(kind.front()) != std::string_view::npos;
  return fmt::format("the name of {} {} of the ruleset", begins_with_vowel ? "an" : "a", kind);
}

std::string_view aboutNumber(Mark mark) {
  switch (mark) {
    case Mark::card:
    case Mark::new_card:
      return "the number of a card";
    case Mark::seat:
      return "a player's seat; 0: nobody";
    case Mark::event:
      return "the number of an earlier event; 0: none";
    case Mark::none:
    case Mark::name:
    case Mark::entity:
    case Mark::judge:  // texts
    case Mark::people:
    case Mark::claim:
      break;
  }
  return {};
}

/// Writes a schema and the definitions that it needs.
class SchemaWriter {
 public:
  explicit SchemaWriter(std::string_view title) { json_.object().member("$schema", kDraft).member("title", title); }

  JsonWriter& json() { return json_; }

  /// The next value is what refers to the definition of a struct.
  void refer(StructSchema structure, Strictness strictness) {
    json_.object().member("$ref", "#/definitions/" + definitionOf(structure, strictness)).end();
  }

  /// Writes the members of an object that describes a struct.
  void members(StructSchema structure, Strictness strictness, const std::vector<std::string_view>& beside = {}) {
    const Shape& shape = shapeOf(structure);
    json_.member("type", "object").member("additionalProperties", false).object("properties");
    for (const std::string_view name : beside) {
      json_.object(name).member("type", name == "n" ? "integer" : "string");
      if (name == "n") json_.member("minimum", 1);
      json_.end();
    }
    std::vector<std::string_view> needed, choices;
    for (const FieldShape& field : shape.fields) {
      const FieldMarks marks = marksOf(field.field);
      json_.key(field.name);
      this->field(field, marks, strictness);
      if (strictness.checked && !strictness.over && marks.needed) needed.push_back(field.name);
      if (field.chosen) choices.push_back(field.name);
    }
    json_.end();
    if (!needed.empty()) {
      json_.list("required", needed);
    }
    if (choices.size() > 1) oneAtMost(choices);
    if (strictness.checked && !strictness.over) readTogether(shape);
  }

  /// Ends the schema with all definitions that were asked for.
  std::string take() && {
    json_.object("definitions");
    while (!wanted_.empty()) {
      const auto next = wanted_.begin();
      const auto [name, shape] = *next;
      wanted_.erase(next);
      json_.object(name);
      members(shape.first, shape.second);
      json_.end();
    }
    json_.end().end();
    return laidOut(json_.text());
  }

 private:
  using Described = std::pair<StructSchema, Strictness>;

  static StructSchema structOf(const FieldShape& field) {
    const capnp::Type type = field.field.getType();
    return field.list ? type.asList().getStructElementType() : type.asStruct();
  }

  std::string definitionOf(StructSchema structure, Strictness strictness) {
    const auto key = std::pair(structure.getProto().getId(), strictness);
    if (const auto known = names_.find(key); known != names_.end()) return known->second;
    std::string name(shapeOf(structure).name);
    if (strictness.over) name += ".over";
    while (taken_.contains(name)) name += "_";
    taken_.insert(name);
    names_.emplace(key, name);
    wanted_.emplace(name, Described(structure, strictness));
    return name;
  }

  void field(const FieldShape& field, const FieldMarks& marks, Strictness strictness) {
    const bool needed = strictness.checked && !strictness.over && marks.needed;
    json_.object();
    const std::string about = field.value.mark == Mark::name ? aboutName(field) : aboutText(marks);
    if (!about.empty()) json_.member("description", about);
    if (field.json) {
      json_.object("not").member("type", "null").end().end();
      return;
    }
    if (field.list) {
      json_.member("type", "array");
      if (needed) json_.member("minItems", 1);
      const bool texts = field.value.kind == Kind::text;
      if (strictness.checked && !marks.repeats && field.value.kind != Kind::structure)
        json_.member("uniqueItems", true);
      json_.object("items");
      value(field, strictness, strictness.checked && texts);
      json_.end().end();
      return;
    }
    const bool may_be_null = field.chosen && field.isPointer();
    if (field.lines || may_be_null) {
      json_.list("anyOf").object();
      value(field, strictness, needed);
      json_.end();
      if (field.lines) linesOfText();
      if (may_be_null) json_.object().member("type", "null").end();
      json_.end().end();
      return;
    }
    value(field, strictness, needed);
    json_.end();
  }

  void linesOfText() {
    json_.object().member("type", "array").member("minItems", 1);
    json_.object("items").member("type", "string").member("pattern", "^[^\\n]*$").end().end();
  }

  void value(const FieldShape& field, Strictness strictness, bool needed) {
    const ValueShape& value = field.value;
    switch (value.kind) {
      case Kind::nothing:
        json_.list("anyOf").object().member("const", true).end();
        json_.object().member("type", "object").member("maxProperties", 0).end().end();
        return;
      case Kind::boolean:
        json_.member("type", "boolean");
        return;
      case Kind::integer:
        return number(value);
      case Kind::text:
        json_.member("type", "string");
        if (needed) json_.member("minLength", 1);
        return;
      case Kind::data:
        json_.member("type", "string").member("pattern", kBytes);
        return;
      case Kind::enumerant:
        json_.list("enum", value.enumerants.getEnumerants(),
                   [](const auto& one) { return view(one.getProto().getName()); });
        return;
      case Kind::structure:
        json_.member("$ref", "#/definitions/" + definitionOf(structOf(field), strictness));
        return;
      case Kind::list:
        return;
    }
  }

  void number(const ValueShape& value) {
    if (value.mark == Mark::name) {
      json_.member("type", "string");
      return;
    }
    if (value.mark == Mark::entity) {
      json_.member("type", "string").member("pattern", kEntity);
      return;
    }
    const std::int64_t span = value.bits == 64 ? 0 : std::int64_t{1} << value.bits;
    const std::int64_t most = span == 0 ? kMaxJsonInteger : value.is_signed ? span / 2 - 1 : span - 1;
    const std::int64_t least = !value.is_signed ? 0 : span == 0 ? -kMaxJsonInteger : -span / 2;
    json_.member("type", "integer").member("minimum", least).member("maximum", most);
    if (const auto about = aboutNumber(value.mark); !about.empty()) json_.member("description", about);
  }

  void oneAtMost(const std::vector<std::string_view>& choices) {
    const auto has = [&](std::string_view name) { json_.object().list("required").item(name).end().end(); };
    json_.list("oneOf");
    for (const std::string_view name : choices) has(name);
    json_.object().object("not").list("anyOf");
    for (const std::string_view name : choices) has(name);
    json_.end().end().end().end();
  }

  /// The fields that are read only beside others.
  void readTogether(const Shape& shape) {
    bool begun = false;
    for (const FieldShape& field : shape.fields) {
      const auto with = marksOf(field.field).read_with;
      if (!with) continue;
      if (!std::exchange(begun, true)) json_.list("allOf");
      const FieldShape& other = shape.fields.at(static_cast<std::size_t>(shape.find(with->field)));
      json_.object().object("if").list("required").item(field.name).end().object("properties");
      requireSet(field);
      json_.end().end().object("then");
      beside(other, *with);
      json_.end().end();
    }
    if (begun) json_.end();
  }

  static std::uint16_t unsetOf(const FieldShape& field) { return static_cast<std::uint16_t>(field.unset); }

  /// Requires a property to differ from its default.
  void requireSet(const FieldShape& field) {
    json_.object(field.name);
    if (!field.list && field.value.kind == Kind::boolean) json_.member("const", true);
    if (!field.list && field.value.kind == Kind::text) json_.object("not").member("const", "").end();
    if (!field.list && field.value.kind == Kind::enumerant) {
      json_.object("not").member("const", enumerantName(field.value.enumerants, unsetOf(field))).end();
    }
    json_.end();
  }

  void beside(const FieldShape& other, const ReadWith& with) {
    bool holds_unwritten = false;
    for (const std::string_view value : with.values)
      holds_unwritten = holds_unwritten || value == enumerantName(other.value.enumerants, unsetOf(other));
    if (!holds_unwritten) json_.list("required").item(other.name).end();
    json_.object("properties");
    if (with.values.empty()) {
      requireSet(other);
    } else {
      json_.object(other.name).list("enum", with.values).end();
    }
    json_.end();
  }

  JsonWriter json_;
  std::map<std::pair<std::uint64_t, Strictness>, std::string> names_;
  std::set<std::string> taken_;
  std::map<std::string, Described> wanted_;
};

}  // namespace

std::string jsonSchemaOf(StructSchema root, std::string_view title, SchemaOf what) {
  SchemaWriter writer(title);
  const Strictness strictness{.checked = what == SchemaOf::checked};
  const std::vector<std::string_view> beside =
      what == SchemaOf::line ? std::vector<std::string_view>{} : std::vector<std::string_view>{"$schema"};
  if (root != capnp::Schema::from<schema::Ruleset>()) {
    writer.members(root, strictness, beside);
    return std::move(writer).take();
  }
  // A ruleset that extends another one may leave out what the other one has.
  JsonWriter& json = writer.json();
  json.object("if").list("required").item("extends").end().end();
  json.object("then");
  writer.members(root, {.checked = true, .over = true}, beside);
  json.end().object("else");
  writer.members(root, strictness, beside);
  json.end();
  return std::move(writer).take();
}

std::string jsonSchemaOfRecordLines(std::string_view title) {
  SchemaWriter writer(title);
  JsonWriter& json = writer.json();
  const auto wrapped = [&](std::string_view key, StructSchema structure) {
    json.object().member("type", "object").member("additionalProperties", false).list("required").item(key).end();
    json.object("properties").key(key);
    writer.refer(structure, {});
    json.end().end();
  };
  json.list("oneOf");
  wrapped("game", capnp::Schema::from<schema::Header>());
  wrapped("label", capnp::Schema::from<schema::Label>());
  wrapped("end", capnp::Schema::from<schema::End>());
  json.object();
  writer.members(capnp::Schema::from<schema::Event>(), {}, {"n"});
  json.end().end();
  return std::move(writer).take();
}

}  // namespace docket
