#include "tools/json_writer.h"

#include <fmt/format.h>

#include <stdexcept>

#include "tools/text.h"

namespace docket {

void JsonWriter::separate() {
  if (text_.empty()) return;
  const char last = text_.back();
  if (last != '{' && last != '[' && last != ':') text_ += ',';
}

void JsonWriter::key(std::string_view name) {
  separate();
  quote(name);
  text_ += ':';
}

// printable() finds what must not stand as it is, character by character; JSON has its own escapes for it.
void JsonWriter::quote(std::string_view text) {
  text_ += '"';
  for (std::size_t at = 0; at < text.size();) {
    std::size_t bytes = 1;
    while (at + bytes < text.size() && (static_cast<unsigned char>(text[at + bytes]) & 0xC0U) == 0x80U) ++bytes;
    const auto character = text.substr(at, bytes);
    at += bytes;
    if (character == "\"" || character == "\\") {
      text_ += '\\';
      text_ += character;
      continue;
    }
    const std::string shown = printable(character);
    if (shown == character) {
      text_ += character;
    } else if (character == "\n") {
      text_ += "\\n";
    } else if (shown.starts_with("\\u{")) {
      const auto value = std::stoul(shown.substr(3), nullptr, 16);
      if (value < 0x10000) {
        text_ += fmt::format("\\u{:04x}", value);
      } else {
        text_ += fmt::format("\\u{:04x}\\u{:04x}", 0xD7C0U + (value >> 10U), 0xDC00U + (value & 0x3FFU));
      }
    } else if (bytes == 1 && static_cast<unsigned char>(character.front()) < 0x80U) {
      text_ += fmt::format("\\u{:04x}", static_cast<unsigned char>(character.front()));
    } else {
      text_ += "\\ufffd";  // bytes that are no character, of a file's name
    }
  }
  text_ += '"';
}

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
