// An object of a file of facts, read strictly: a text that is no JSON, a field twice, of another kind or out of range,
// one that is needed and missing, or one that is nearly called as one that is missing, is refused with its place.
// Internal to the readers of card facts.
// Invariant: what is read of an object is in it; nothing is taken for nothing because it could not be read.
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
  /// `path`: of the object in its text, "effects[2]"; empty: the text is this object. Throws BadFact for a field that
  /// is there twice.
  FactObject(simdjson::dom::object object, std::string path);

  /// Whether it is one of a list that the text holds.
  [[nodiscard]] bool isOfList() const { return !path_.empty(); }
  /// Whether the field is there; it may be null.
  [[nodiscard]] bool has(std::string_view field) const;
  /// The names of the fields, in their order.
  [[nodiscard]] std::vector<std::string_view> fields() const;
  /// The same object, with names that are no mistakes however near to another they are. They must outlive it.
  [[nodiscard]] FactObject withKnownFields(const std::set<std::string_view>& known) const {
    FactObject object = *this;
    object.known_ = &known;
    return object;
  }
  /// Refuses an object that lacks one of them. `known`: fields that the source has; a name that is nearly one of these,
  /// where that one is missing, is refused too.
  void require(std::span<const std::string_view> needed, std::span<const std::string_view> known) const;
  void require(std::initializer_list<std::string_view> needed, std::initializer_list<std::string_view> known) const {
    require(std::span(needed.begin(), needed.size()), std::span(known.begin(), known.size()));
  }

  /// A text; empty where it is missing or null.
  [[nodiscard]] std::string text(std::string_view field) const;
  /// A text that is not empty.
  [[nodiscard]] std::string neededText(std::string_view field) const;
  /// A whole number; empty if it is missing or null.
  [[nodiscard]] std::optional<std::int64_t> number(std::string_view field, std::int64_t least, std::int64_t most) const;
  [[nodiscard]] std::optional<std::int32_t> number(std::string_view field) const;
  /// False where it is missing or null.
  [[nodiscard]] bool flag(std::string_view field) const;
  /// Texts; none where the list is missing or null.
  [[nodiscard]] std::vector<std::string> texts(std::string_view field) const;
  /// The objects of a list, which has to be there.
  [[nodiscard]] std::vector<FactObject> objects(std::string_view field) const;
  /// Whether the field is a text.
  [[nodiscard]] bool isText(std::string_view field) const;
  /// Whether it is a number.
  [[nodiscard]] bool isNumber(std::string_view field) const;
  /// Whether it is true or false.
  [[nodiscard]] bool isFlag(std::string_view field) const;
  /// Whether it is a list.
  [[nodiscard]] bool isList(std::string_view field) const;

  [[noreturn]] void refuse(std::string_view field, const std::string& why) const;

 private:
  /// Nothing where the field is missing or null.
  [[nodiscard]] std::optional<simdjson::dom::element> value(std::string_view field) const;

  simdjson::dom::object object_;
  std::string path_;
  const std::set<std::string_view>* known_ = nullptr;  // null: none
};

/// Reads a file of facts: an object a line (lines of blanks say nothing), a list of objects, an object whose field
/// "data" is such a list, or one object alone. Throws BadInput with file, line and column.
void forEachFact(std::string_view text, const std::string& file, const std::function<void(const FactObject&)>& read);

}  // namespace docket::facts
