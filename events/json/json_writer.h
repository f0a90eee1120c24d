// Writes JSON piece by piece into one line: answers of commands, and structs of the schema (json.h).
//   JsonWriter json; json.object().member("game", id).member("events", 5).list("players"); ... json.end().end();
// Invariant: the output is one valid line of JSON once every object and list is ended; control characters and marks of
// direction are escaped, so it is harmless on a terminal too.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace docket {

class JsonWriter {
 public:
  /// Begins an object or a list: the whole, an item of a list, or with a name the member of an object.
  JsonWriter& object();
  JsonWriter& object(std::string_view name);
  JsonWriter& list();
  JsonWriter& list(std::string_view name);
  /// Ends the innermost object or list.
  JsonWriter& end();

  JsonWriter& member(std::string_view name, std::string_view text);
  JsonWriter& member(std::string_view name, const char* text) { return member(name, std::string_view(text)); }
  template <std::integral Number>
  JsonWriter& member(std::string_view name, Number number) {
    key(name);
    return raw(number);
  }
  /// Writes a value; null if it is empty.
  template <class Value>
  JsonWriter& member(std::string_view name, const std::optional<Value>& value) {
    return value ? member(name, *value) : memberNull(name);
  }
  JsonWriter& memberNull(std::string_view name);
  /// Writes a value; null for an empty text or 0.
  JsonWriter& memberOrNull(std::string_view name, std::string_view text) {
    return text.empty() ? memberNull(name) : member(name, text);
  }
  template <std::integral Number>
  JsonWriter& memberOrNull(std::string_view name, Number number) {
    return number == 0 ? memberNull(name) : member(name, number);
  }
  JsonWriter& item(std::string_view text);
  JsonWriter& item(const char* text) { return item(std::string_view(text)); }
  template <std::integral Number>
  JsonWriter& item(Number number) {
    separate();
    return raw(number);
  }
  /// A member or an item that is already JSON.
  JsonWriter& memberJson(std::string_view name, std::string_view json);
  JsonWriter& itemJson(std::string_view json);

  /// A whole list of texts or numbers: each item, or what `of` returns for it.
  template <class Items, class Of = std::identity>
  JsonWriter& list(std::string_view name, const Items& items, Of of = {}) {
    list(name);
    for (const auto& one : items) item(std::invoke(of, one));
    return end();
  }

  /// Begins a member; the next thing that is written is its value.
  JsonWriter& key(std::string_view name);

  /// The line, without its end.
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::string take() && { return std::move(text_); }

 private:
  void separate();
  void quote(std::string_view text);
  template <std::integral Number>
  JsonWriter& raw(Number number) {
    if constexpr (std::same_as<Number, bool>) {
      text_ += number ? "true" : "false";
    } else {
      text_ += std::to_string(number);
    }
    return *this;
  }

  std::string text_;
  std::string open_;  // the closing bracket of each open object and list
};

}  // namespace docket
