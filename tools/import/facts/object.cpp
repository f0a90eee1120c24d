#include "tools/import/facts/object.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/contains.hpp>
#include <set>
#include <stdexcept>

#include "events/errors.h"
#include "events/json/json.h"
#include "events/json/json_place.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/split.h"
#include "events/text/trimmed.h"

namespace docket::facts {
namespace {

namespace dom = simdjson::dom;

/// A mistake in a line, and its place: a path as in events/json/json.h.
class BadFact : public std::runtime_error {
 public:
  BadFact(std::string at, const std::string& why) : std::runtime_error(why), path(std::move(at)) {}
  std::string path;
};

std::string_view wordFor(dom::element_type type) {
  switch (type) {
    case dom::element_type::ARRAY:
      return "a list";
    case dom::element_type::OBJECT:
      return "an object";
    case dom::element_type::STRING:
      return "a text";
    case dom::element_type::BOOL:
      return "true or false";
    case dom::element_type::NULL_VALUE:
      return "null";
    default:
      return "a number";
  }
}

/// A name that has few changes from another is a mistake in it; a short one can be anything.
bool isNearly(std::string_view one, std::string_view other) {
  constexpr std::size_t kLeastLength = 4, kMaxChanges = 2;
  return std::min(one.size(), other.size()) >= kLeastLength && editDistance(one, other) <= kMaxChanges;
}

}  // namespace

FactObject::FactObject(dom::object object, std::string path) : object_(object), path_(std::move(path)) {
  std::set<std::string_view> seen;
  for (const auto [key, value] : object_) {
    if (!seen.insert(key).second) refuse(key, fmt::format("{} appears here twice", docket::quoted(key)));
  }
}

void FactObject::refuse(std::string_view field, const std::string& why) const {
  // A field that a path cannot name is reported at its object.
  const bool plain = field.find_first_of(".[]") == std::string_view::npos;
  throw BadFact(!plain ? path_ : path_.empty() ? std::string(field) : fmt::format("{}.{}", path_, field), why);
}

bool FactObject::has(std::string_view field) const { return object_.at_key(field).error() == simdjson::SUCCESS; }

std::vector<std::string_view> FactObject::fields() const {
  std::vector<std::string_view> names;
  names.reserve(object_.size());
  for (const auto [key, value] : object_) names.push_back(key);
  return names;
}

void FactObject::require(std::span<const std::string_view> needed, std::span<const std::string_view> known) const {
  for (const auto [key, value] : object_) {
    const std::string_view name = key;
    if (ranges::contains(known, name) || ranges::contains(needed, name)) continue;
    if (known_ != nullptr && known_->contains(name)) continue;
    for (const auto& names : {needed, known}) {
      for (const std::string_view one : names) {
        if (has(one) || !isNearly(one, name)) continue;
        refuse(name, fmt::format("{} is not a field of such cards (did you mean {}?)", docket::quoted(name),
                                 docket::quoted(one)));
      }
    }
  }
  for (const std::string_view one : needed) {
    if (!has(one))
      refuse(one, fmt::format("the card has no {}, which every card of this source has", docket::quoted(one)));
  }
}

std::optional<dom::element> FactObject::value(std::string_view field) const {
  dom::element found;
  if (object_.at_key(field).get(found) != simdjson::SUCCESS || found.is_null()) return std::nullopt;
  return found;
}

std::string FactObject::text(std::string_view field) const {
  const auto found = value(field);
  if (!found) return {};
  std::string_view read;
  if (found->get(read) != simdjson::SUCCESS) {
    refuse(field, fmt::format("{}: expected a text; this is {}", docket::quoted(field), wordFor(found->type())));
  }
  return std::string(read);
}

std::string FactObject::neededText(std::string_view field) const {
  std::string read = text(field);
  if (read.empty()) refuse(field, fmt::format("the card has no {}", docket::quoted(field)));
  return read;
}

bool FactObject::isText(std::string_view field) const {
  const auto found = value(field);
  return found && found->is_string();
}

bool FactObject::isNumber(std::string_view field) const {
  const auto found = value(field);
  return found && found->is_number();
}

bool FactObject::isFlag(std::string_view field) const {
  const auto found = value(field);
  return found && found->is_bool();
}

bool FactObject::isList(std::string_view field) const {
  const auto found = value(field);
  return found && found->is_array();
}

std::optional<std::int64_t> FactObject::number(std::string_view field, std::int64_t least, std::int64_t most) const {
  const auto found = value(field);
  if (!found) return std::nullopt;
  std::int64_t read = 0;
  if (found->get(read) != simdjson::SUCCESS || read < least || read > most) {
    refuse(field, fmt::format("{}: expected a whole number from {} to {}", docket::quoted(field), least, most));
  }
  return read;
}

std::optional<std::int32_t> FactObject::number(std::string_view field) const {
  using Limits = std::numeric_limits<std::int32_t>;
  const auto read = number(field, Limits::min(), Limits::max());
  return read ? std::optional(static_cast<std::int32_t>(*read)) : std::nullopt;
}

bool FactObject::flag(std::string_view field) const {
  const auto found = value(field);
  if (!found) return false;
  bool read = false;
  if (found->get(read) != simdjson::SUCCESS) {
    refuse(field, fmt::format("{}: expected true or false; this is {}", docket::quoted(field), wordFor(found->type())));
  }
  return read;
}

std::vector<std::string> FactObject::texts(std::string_view field) const {
  std::vector<std::string> all;
  const auto found = value(field);
  if (!found) return all;
  dom::array list;
  if (found->get(list) != simdjson::SUCCESS) {
    refuse(field, fmt::format("{}: expected a list; this is {}", docket::quoted(field), wordFor(found->type())));
  }
  for (const dom::element one : list) {
    std::string_view read;
    if (one.get(read) != simdjson::SUCCESS) {
      refuse(field, fmt::format("{}: expected texts in the list; item {} is not a text", docket::quoted(field),
                                all.size() + 1));
    }
    all.emplace_back(read);
  }
  return all;
}

std::vector<FactObject> FactObject::objects(std::string_view field) const {
  const auto found = value(field);
  dom::array list;
  if (!found || found->get(list) != simdjson::SUCCESS) {
    refuse(field, fmt::format("{}: expected a list of objects", docket::quoted(field)));
  }
  std::vector<FactObject> all;
  for (const dom::element one : list) {
    dom::object object;
    if (one.get(object) != simdjson::SUCCESS) {
      refuse(field, fmt::format("{}: expected objects in the list; item {} is not an object", docket::quoted(field),
                                all.size() + 1));
    }
    const std::string_view dot = path_.empty() ? "" : ".";
    all.emplace_back(object, fmt::format("{}{}{}[{}]", path_, dot, field, all.size()));
  }
  return all;
}

namespace {

using ReadFact = std::function<void(const FactObject&)>;

/// A card at a path of a text; a mistake in it is reported with its place in the file.
void readFact(dom::element element, const std::string& path, const JsonSource& source, const ReadFact& read) {
  dom::object object;
  try {
    if (element.get(object) != simdjson::SUCCESS)
      throw BadFact(path, fmt::format("expected an object, a card; this is {}", wordFor(element.type())));
    read(FactObject(object, path));
  } catch (const BadFact& bad) {
    const TextPlace place = placeWithin(source, bad.path, {});
    throw BadInput(source.file, place.line, place.column, bad.what());
  }
}

void readLines(std::string_view text, const std::string& file, const ReadFact& read) {
  dom::parser parser;
  eachLine(text, [&](std::string_view line, std::size_t number) {
    if (isBlank(line)) return;
    const JsonSource source{.text = line, .file = file, .first_line = number};
    dom::element root;
    if (parser.parse(line.data(), line.size()).get(root) != simdjson::SUCCESS) refuseSyntax(source);
    readFact(root, {}, source, read);
  });
}

/// True if the text has one object per line: its first line is a whole object, which does not contain all cards.
bool isOfLines(std::string_view text) {
  dom::parser parser;
  dom::element root;
  const std::string_view line = trimmed(text.substr(0, text.find('\n')));
  if (line.front() != '{' || line.size() == text.size()) return false;
  if (parser.parse(line.data(), line.size()).get(root) == simdjson::SUCCESS) return true;
  return line.ends_with('}');  // as lines do, so that is what is wrong
}

}  // namespace

void forEachFact(std::string_view text, const std::string& file, const std::function<void(const FactObject&)>& read) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const std::string_view all = trimmed(text);
  if (all.empty()) return;
  if (isOfLines(all)) return readLines(text, file, read);
  const JsonSource source{.text = text, .file = file};
  dom::parser parser;
  dom::element root;
  if (parser.parse(text.data(), text.size()).get(root) != simdjson::SUCCESS) refuseSyntax(source);
  std::string path;
  dom::array list;
  if (root.is_object() && root.at_key("data").get(list) == simdjson::SUCCESS) {
    readFact(root, {}, source, [](const FactObject&) {});  // refuses a field that is there twice
    path = "data";
  } else if (root.get(list) != simdjson::SUCCESS) {
    return readFact(root, {}, source, read);
  }
  std::size_t number = 0;
  for (const dom::element one : list) readFact(one, fmt::format("{}[{}]", path, number++), source, read);
}

}  // namespace docket::facts
