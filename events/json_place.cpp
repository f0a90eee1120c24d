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

}  // namespace

TextPlace placeOf(const JsonSource& source, std::string_view path) {
  JsonText text(source, {.comments = true, .most_bytes = source.text.size()});
  auto document = text.begin();
  std::size_t offset = text.pastSpace(0);
  sj::value value;
  if (document.get_value().get(value)) return text.place(offset);
  while (!path.empty()) {
    const auto step = nextStep(path);
    const bool entered = step.front() == '[' ? enterList(value, step) : enterObject(value, step);
    if (!entered) break;
    const char* at = nullptr;
    if (value.current_location().get(at)) break;
    offset = text.offsetOf(at);
  }
  return text.place(offset);
}

}  // namespace docket
