#include "engine/rules/document_path.h"

#include <fmt/format.h>

#include <range/v3/view/reverse.hpp>
#include <span>
#include <utility>

#include "events/errors.h"
#include "events/json/json.h"
#include "events/json/json_reader.h"
#include "events/text/nearest.h"
#include "events/text/split.h"
#include "events/text/text_view.h"
#include "events/text/whole_number.h"

namespace docket {
namespace {

using capnp::DynamicList;
using capnp::DynamicStruct;
using capnp::DynamicValue;

/// The steps of a path. Whatever else it is, a step can be a name too: that depends on the list.
std::vector<std::string_view> stepsOf(std::string_view path) {
  if (path.ends_with('/')) path.remove_suffix(1);
  std::vector<std::string_view> steps;
  eachPart(path, {"/"}, [&](std::string_view step) { steps.push_back(step); });
  return steps;
}

/// A text or an enumerant as a document writes it; empty for anything else.
std::string asWritten(const DynamicValue::Reader& value) {
  if (value.getType() == DynamicValue::TEXT) return value.as<capnp::Text>().cStr();
  if (value.getType() != DynamicValue::ENUM) return {};
  KJ_IF_MAYBE (enumerant, value.as<capnp::DynamicEnum>().getEnumerant()) {
    return enumerant->getProto().getName().cStr();
  }
  return {};
}

/// Follows a path step by step: the targets so far.
class Walk {
 public:
  explicit Walk(const std::string& where) : where_(where) {}

  std::vector<DocumentPlace> from(DynamicStruct::Builder root, const std::vector<std::string_view>& path) {
    if (path.size() > kMaxSteps) refuse(fmt::format("the path has more than {} steps", kMaxSteps));
    intoStruct(root, path);
    if (!found_.empty()) return std::move(found_);
    refuse(missing_.empty() ? "there is nothing at this path" : missing_);
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const { throw BadInput(fmt::format("{}: {}", where_, why)); }

  using Steps = std::span<const std::string_view>;

  void intoStruct(DynamicStruct::Builder owner, Steps path) {
    const std::string_view step = path.front();
    std::vector<std::string_view> names;
    for (auto field : owner.getSchema().getFields()) {
      names.push_back(view(field.getProto().getName()));
      if (names.back() == step) return intoField(owner, field, path.subspan(1));
    }
    refuse(fmt::format("there is no field \"{}\"{}", step, didYouMean(step, names)));
  }

  void intoField(DynamicStruct::Builder owner, capnp::StructSchema::Field field, Steps rest) {
    if (rest.empty()) return found_.push_back({.owner = owner, .field = field});
    if (field.getType().isStruct()) return intoStruct(owner.get(field).as<DynamicStruct>(), rest);
    if (!field.getType().isList())
      refuse(fmt::format("\"{}\" leads into something that is neither a list nor an object", rest.front()));
    intoList(owner, field, rest);
  }

  void intoList(DynamicStruct::Builder owner, capnp::StructSchema::Field field, Steps path) {
    const std::string_view step = path.front();
    const auto place = wholeNumber<std::uint32_t>(step);
    const Steps rest = path.subspan(1);
    auto list = owner.get(field).as<DynamicList>();
    if (step == "+" && rest.empty()) return found_.push_back({.owner = owner, .field = field, .element = list.size()});
    std::vector<std::string> names;
    for (std::uint32_t i = 0; i < list.size(); ++i) {
      names.push_back(calledIn(list.asReader()[i]));
      if (step != "*" && step != names.back() && place != i) continue;
      if (rest.empty()) {
        found_.push_back({.owner = owner, .field = field, .element = i});
      } else if (list.getSchema().whichElementType() == capnp::schema::Type::STRUCT) {
        intoStruct(list[i].as<DynamicStruct>(), rest);
      } else {
        refuse(fmt::format("\"{}\" leads into something that is neither a list nor an object", rest.front()));
      }
    }
    // A list without it is not a mistake if another list under an earlier "*" has it.
    missing_ = fmt::format("nothing here is called \"{}\"{}", step, didYouMean(step, names));
  }

  static constexpr std::size_t kMaxSteps = 64;
  const std::string& where_;
  std::vector<DocumentPlace> found_;
  std::string missing_;
};

/// The values that JSON gives for a field: read within a struct of the field's own kind, by the reader of documents.
class Parsed {
 public:
  Parsed(const DocumentPlace& place, std::string_view json, const std::string& where)
      : struct_(message_.initRoot<DynamicStruct>(place.owner.getSchema())), field_(place.field) {
    const char* const shape = place.element ? "{{\"{}\":[\n{}]}}" : "{{\"{}\":\n{}}}";
    const auto text = fmt::format(fmt::runtime(shape), view(field_.getProto().getName()), json);
    // Lines of the patch's text are counted from its own first line.
    readJson({.text = text, .file = where, .first_line = 0}, struct_);
  }
  [[nodiscard]] DynamicValue::Reader value() const { return struct_.asReader().get(field_); }

 private:
  capnp::MallocMessageBuilder message_;
  DynamicStruct::Builder struct_;
  capnp::StructSchema::Field field_;
};

void putElement(const DocumentPlace& place, const DynamicValue::Reader& values) {
  auto list = place.owner.asReader().get(place.field).as<DynamicList>();
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < list.size(); ++i) all.push_back(i);
  if (*place.element == list.size()) resizeList(place.owner, place.field, all, 1);
  auto owner = place.owner;
  setElement(owner.get(place.field).as<DynamicList>(), *place.element, values.as<DynamicList>()[0]);
}

void removeAt(const DocumentPlace& place) {
  auto owner = place.owner;
  if (!place.element) return owner.clear(place.field);
  std::uint32_t at = 0;
  removeElements(owner, place.field, [&](const DynamicValue::Reader&) { return at++ == *place.element; });
}

}  // namespace

std::string pathBelow(const std::string& path, std::string_view name) {
  return path.empty() ? std::string(name) : fmt::format("{}.{}", path, name);
}

std::string calledIn(const DynamicValue::Reader& element) {
  if (element.getType() != DynamicValue::STRUCT) return asWritten(element);
  const auto structure = element.as<DynamicStruct>();
  return asWritten(structure.get(structure.getSchema().getFields()[0]));
}

void copyFields(DynamicStruct::Builder to, DynamicStruct::Reader from) {
  for (auto field : from.getSchema().getFields()) {
    if (from.has(field)) to.set(field, from.get(field));
  }
}

void setElement(DynamicList::Builder list, std::uint32_t at, const DynamicValue::Reader& value) {
  if (value.getType() != DynamicValue::STRUCT) return list.set(at, value);
  auto element = list[at].as<DynamicStruct>();
  for (auto field : element.getSchema().getFields()) element.clear(field);
  copyFields(element, value.as<DynamicStruct>());
}

void resizeList(DynamicStruct::Builder owner, capnp::StructSchema::Field field, const std::vector<std::uint32_t>& kept,
                std::uint32_t more) {
  const auto orphan = owner.disown(field);
  const auto old = orphan.getReader().as<DynamicList>();
  auto list = owner.init(field, static_cast<capnp::uint>(kept.size() + more)).as<DynamicList>();
  for (std::uint32_t i = 0; i < kept.size(); ++i) setElement(list, i, old[kept[i]]);
}

std::vector<DocumentPlace> placesAt(DynamicStruct::Builder root, std::string_view path, const std::string& where) {
  return Walk(where).from(root, stepsOf(path));
}

void put(const std::vector<DocumentPlace>& places, std::string_view json, const std::string& where) {
  // Last first, so that earlier indices stay valid when an element is removed.
  for (const DocumentPlace& place : places | ranges::views::reverse) {
    if (json.empty()) {
      removeAt(place);
      continue;
    }
    const Parsed parsed(place, json, where);
    const auto value = parsed.value();
    if (!place.element) {
      auto owner = place.owner;
      owner.set(place.field, value);
    } else if (value.as<DynamicList>().size() == 1) {
      putElement(place, value);
    } else {
      throw BadInput(fmt::format("{}: one value was expected", where));
    }
  }
}

}  // namespace docket
