#include "events/json/json_writer.h"

#include <fmt/format.h>

#include "events/text/printable.h"

namespace docket {

void JsonWriter::separate() {
  if (text_.empty()) return;
  const char last = text_.back();
  if (last != '{' && last != '[' && last != ':') text_ += ',';
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  quote(name);
  text_ += ':';
  return *this;
}

void JsonWriter::quote(std::string_view text) { appendJsonString(text_, text); }

JsonWriter& JsonWriter::object() {
  separate();
  text_ += '{';
  open_ += '}';
  return *this;
}
JsonWriter& JsonWriter::object(std::string_view name) {
  key(name);
  return object();
}
JsonWriter& JsonWriter::list() {
  separate();
  text_ += '[';
  open_ += ']';
  return *this;
}
JsonWriter& JsonWriter::list(std::string_view name) {
  key(name);
  return list();
}
JsonWriter& JsonWriter::end() {
  if (open_.empty()) throw std::logic_error("nothing is open in this JSON");
  text_ += open_.back();
  open_.pop_back();
  return *this;
}

JsonWriter& JsonWriter::member(std::string_view name, std::string_view text) {
  key(name);
  quote(text);
  return *this;
}
JsonWriter& JsonWriter::item(std::string_view text) {
  separate();
  quote(text);
  return *this;
}
JsonWriter& JsonWriter::memberJson(std::string_view name, std::string_view json) {
  key(name);
  text_ += json;
  return *this;
}
JsonWriter& JsonWriter::itemJson(std::string_view json) {
  separate();
  text_ += json;
  return *this;
}
JsonWriter& JsonWriter::memberNull(std::string_view name) { return memberJson(name, "null"); }

}  // namespace docket
