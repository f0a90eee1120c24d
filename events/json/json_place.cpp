#include "events/json/json_place.h"

#include <charconv>

#include "events/json/json.h"
#include "events/json/json_text.h"
#include "events/text/characters.h"

namespace docket {
namespace {

namespace sj = simdjson::ondemand;

/// The next step of a path: a key, or "[3]".
std::string_view nextStep(std::string_view& path) {
  if (!path.empty() && path.front() == '.') path.remove_prefix(1);
  const auto end = path.empty() || path.front() != '[' ? path.find_first_of(".[") : path.find(']') + 1;
  const auto step = path.substr(0, end);
  path.remove_prefix(step.size());
  return step;
}

bool enterList(sj::value& value, std::string_view step) {
  std::size_t index = 0;
  std::from_chars(step.data() + 1, step.data() + step.size(), index);
  sj::array array;
  return !value.get_array().get(array) && !array.at(index).get(value);
}

bool enterObject(sj::value& value, std::string_view step) {
  sj::object object;
  return !value.get_object().get(object) && !object.find_field_unordered(step).get(value);
}

/// The beginning of the value at a path; if there is none, of the nearest enclosing object or list.
std::size_t offsetOf(JsonText& text, std::string_view path) {
  auto document = text.begin();
  std::size_t offset = text.pastSpace(0);
  sj::value value;
  if (document.get_value().get(value)) return offset;
  while (!path.empty()) {
    const auto step = nextStep(path);
    const bool entered = step.front() == '[' ? enterList(value, step) : enterObject(value, step);
    if (!entered) break;
    const char* at = nullptr;
    if (value.current_location().get(at)) break;
    offset = text.offsetOf(at);
  }
  return offset;
}

/// Adds the paths of all values in a value. The text was read before: it is valid JSON of acceptable depth.
void addScalars(sj::value value, const std::string& path, std::set<std::string>& all) {
  sj::json_type type{};
  if (value.type().get(type)) return;
  if (type == sj::json_type::array) {
    sj::array array;
    if (value.get_array().get(array)) return;
    std::size_t i = 0;
    for (auto element : array) {
      sj::value item;
      if (element.get(item)) return;
      addScalars(item, path + '[' + std::to_string(i++) + ']', all);
    }
  } else if (type == sj::json_type::object) {
    sj::object object;
    if (value.get_object().get(object)) return;
    for (auto member : object) {
      sj::field field;
      std::string_view key;
      if (std::move(member).get(field) || field.unescaped_key().get(key)) return;
      const std::string member_path = path.empty() ? std::string(key) : path + '.' + std::string(key);
      addScalars(field.value(), member_path, all);
    }
  } else {
    all.insert(path);
  }
}

/// True if what begins here is JSON to its end.
bool isJson(sj::value value, int depth) {
  constexpr int kMaxDepth = 512;  // simdjson itself ends at 1024
  sj::json_type type{};
  if (depth > kMaxDepth || value.type().get(type)) return false;
  if (type == sj::json_type::array) {
    sj::array array;
    if (value.get_array().get(array)) return false;
    for (auto element : array) {
      sj::value item;
      if (element.get(item) || !isJson(item, depth + 1)) return false;
    }
    return true;
  }
  if (type == sj::json_type::object) {
    sj::object object;
    if (value.get_object().get(object)) return false;
    for (auto member : object) {
      sj::field field;
      std::string_view key;
      if (std::move(member).get(field) || field.unescaped_key().get(key) || !isJson(field.value(), depth + 1))
        return false;
    }
    return true;
  }
  std::string_view text;
  double number = 0;
  bool flag = false;
  if (type == sj::json_type::string) return !value.get_string().get(text);
  if (type == sj::json_type::number) return !value.get_double().get(number);
  if (type == sj::json_type::boolean) return !value.get_bool().get(flag);
  return !value.is_null().get(flag) && flag;
}

/// How many bytes of JSON the next character of a string is written in.
std::size_t lengthOfCharacter(std::string_view json) {
  if (json.starts_with("\\u")) return 6;
  if (json.starts_with('\\')) return 2;
  std::size_t length = 1;
  while (length < json.size() && continuesCharacter(json[length])) ++length;
  return length;
}

}  // namespace

TextPlace placeOf(const JsonSource& source, std::string_view path) {
  JsonText text(source, {.comments = true, .max_bytes = source.text.size()});
  return text.place(offsetOf(text, path));
}

std::set<std::string> scalarPaths(const JsonSource& source) {
  JsonText text(source, {.comments = true, .max_bytes = source.text.size()});
  auto document = text.begin();
  std::set<std::string> all;
  sj::value value;
  if (!document.get_value().get(value)) addScalars(value, {}, all);
  return all;
}

TextPlace placeWithin(const JsonSource& source, std::string_view path, TextPlace inner) {
  JsonText text(source, {.comments = true, .max_bytes = source.text.size()});
  std::size_t offset = offsetOf(text, path);
  const bool of_lines = inner.line != 0 && text.at(offset) == '[';
  const std::size_t begin = of_lines ? text.pastSpace(offset + 1) : offset;
  if (inner.line == 0 || text.at(begin) != '"') return text.place(offset);
  offset = begin + 1;
  for (TextPlace now{.line = 1, .column = 1}; now.line < inner.line || now.column < inner.column; ++now.column) {
    const std::string_view rest = source.text.substr(offset);
    if (rest.empty()) break;
    if (rest.front() == '"') {
      if (!of_lines || now.line >= inner.line) break;
      const std::size_t comma = text.pastSpace(offset + 1);
      const std::size_t following = text.pastSpace(comma + 1);
      if (text.at(comma) != ',' || text.at(following) != '"') break;
      offset = following + 1;
      now = {.line = now.line + 1, .column = 0};
      continue;
    }
    if (rest.starts_with("\\n")) now = {.line = now.line + 1, .column = 0};
    offset += lengthOfCharacter(rest);
  }
  return text.place(offset);
}

void refuseSyntax(const JsonSource& source) {
  JsonText text(source, {.max_bytes = source.text.size()});
  auto document = text.begin();
  sj::value value;
  if (document.get_value().get(value) || !isJson(value, 0)) text.failSyntax(document);
  text.fail(0, "this is not JSON");
}

}  // namespace docket
