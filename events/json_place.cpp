// Finds the place of a value that was read already, to say where it is wrong: only after an error, so it may be slow.
#include <charconv>

#include "events/json.h"
#include "events/json_text.h"

namespace docket {
namespace {

namespace sj = simdjson::ondemand;

// The next step of a path: a key, or "[3]".
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

/// Where the value at a path begins; of what is not there, the nearest object or list around it.
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

/// How many bytes of JSON the next character of a string is written in.
std::size_t lengthOfCharacter(std::string_view json) {
  if (json.starts_with("\\u")) return 6;
  if (json.starts_with('\\')) return 2;
  std::size_t length = 1;
  while (length < json.size() && (static_cast<unsigned char>(json[length]) & 0xC0U) == 0x80U) ++length;
  return length;
}

}  // namespace

TextPlace placeOf(const JsonSource& source, std::string_view path) {
  JsonText text(source, {.comments = true, .most_bytes = source.text.size()});
  return text.place(offsetOf(text, path));
}

TextPlace placeWithin(const JsonSource& source, std::string_view path, TextPlace inner) {
  JsonText text(source, {.comments = true, .most_bytes = source.text.size()});
  std::size_t offset = offsetOf(text, path);
  if (inner.line == 0 || offset >= source.text.size() || source.text[offset] != '"') return text.place(offset);
  ++offset;
  for (TextPlace now{.line = 1, .column = 1}; now.line < inner.line || now.column < inner.column; ++now.column) {
    const std::string_view rest = source.text.substr(offset);
    if (rest.empty() || rest.front() == '"') break;
    if (rest.starts_with("\\n")) now = {.line = now.line + 1, .column = 0};
    offset += lengthOfCharacter(rest);
  }
  return text.place(offset);
}

}  // namespace docket
