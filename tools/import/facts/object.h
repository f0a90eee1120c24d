// An object of a file of facts, read strictly. Malformed JSON, a repeated field, one of the wrong type or out of range,
// a missing required field, and a field with nearly the name of a missing one are refused with their place. Internal to
// the readers of card facts.
// Invariant: a field that cannot be read is never treated as missing.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace docket::facts {

class FactObject {
 public:
  /// `path`: of the object in its text, "effects[2]"; empty: the text is this object. Throws BadFact for a repeated
  /// field.
  FactObject(simdjson::dom::object object, std::string path);

  /// True if it is an item of a list.
  [[nodiscard]] bool isOfList() const { return !path_.empty(); }
  /// True if the field exists; it may be null.
  [[nodiscard]] bool has(std::string_view field) const;
  /// The names of the fields, in their order.
  [[nodiscard]] std::vector<std::string_view> fields() const;
  /// The same object, with names that count as correct however near to another they are. They must outlive it.
  [[nodiscard]] FactObject withKnownFields(const std::set<std::string_view>& known) const {
    FactObject object = *this;
    object.known_ = &known;
    return object;
  }
  /// Refuses an object that lacks one of them. `known`: the fields of the source; a name that is nearly one of these is
  /// refused too, if that one is missing.
  void require(std::span<const std::string_view> needed, std::span<const std::string_view> known) const;
  void require(std::initializer_list<std::string_view> needed, std::initializer_list<std::string_view> known) const {
    require(std::span(needed.begin(), needed.size()), std::span(known.begin(), known.size()));
  }

  /// A text; empty if it is missing or null.
  [[nodiscard]] std::string text(std::string_view field) const;
  /// A text that is not empty.
  [[nodiscard]] std::string neededText(std::string_view field) const;
  /// A whole number; empty if it is missing or null.
  [[nodiscard]] std::optional<std::int64_t> number(std::string_view field, std::int64_t least, std::int64_t most) const;
  [[nodiscard]] std::optional<std::int32_t> number(std::string_view field) const;
  /// False if it is missing or null.
  [[nodiscard]] bool flag(std::string_view field) const;
  /// Texts; empty if the list is missing or null.
  [[nodiscard]] std::vector<std::string> texts(std::string_view field) const;
  /// The objects of a required list.
  [[nodiscard]] std::vector<FactObject> objects(std::string_view field) const;
  /// True if the field is a text.
  [[nodiscard]] bool isText(std::string_view field) const;
  /// True if it is a number.
  [[nodiscard]] bool isNumber(std::string_view field) const;
  /// True if it is a Boolean.
  [[nodiscard]] bool isFlag(std::string_view field) const;
  /// True if it is a list.
  [[nodiscard]] bool isList(std::string_view field) const;

  [[noreturn]] void refuse(std::string_view field, const std::string& why) const;

 private:
  /// Empty if the field is missing or null.
  [[nodiscard]] std::optional<simdjson::dom::element> value(std::string_view field) const;

  simdjson::dom::object object_;
  std::string path_;
  const std::set<std::string_view>* known_ = nullptr;  // null: none
};

/// Reads a file of facts: an object per line (blank lines are ignored), a list of objects, an object whose field
/// "data" is such a list, or one object alone. Throws BadInput with file, line and column.
void forEachFact(std::string_view text, const std::string& file, const std::function<void(const FactObject&)>& read);

}  // namespace docket::facts
