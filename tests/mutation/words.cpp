#include "tests/mutation/words.h"

#include <fmt/format.h>

#include <cctype>
#include <optional>
#include <set>

#include "engine/rules/check/document_marks.h"

namespace docket::mutation {
namespace {

/// A part of the text: [begin, end).
struct Part {
  std::size_t begin = 0, end = 0;
};

/// The schema's description of the current place.
struct ValuePlace {
  std::string path;
  std::optional<capnp::Type> type;  ///< of the value; empty if the schema does not know the place
  bool for_people = false;
  bool has_words = false;  ///< an expression, or a patch: its text is made of words
};

std::string misspelt(std::string_view word) {
  std::string made(word);
  if (made.empty()) return "x";
  const bool numbered = std::isdigit(static_cast<unsigned char>(made.back())) != 0;
  char& letter = numbered ? made.back() : made[made.size() / 2];
  letter = numbered ? (letter == '9' ? '0' : static_cast<char>(letter + 1)) : (letter == 'x' ? 'y' : 'x');
  return made;
}

/// Reads a document whose text is good: the tests of the reader are elsewhere.
class Reading {
 public:
  Reading(std::string_view text, capnp::StructSchema root) : text_(text), root_(root) {}

  std::vector<Mutant> run() {
    pastTrivia();
    value({.path = "", .type = capnp::Type(root_)});
    return std::move(mutants_);
  }

 private:
  [[nodiscard]] char now() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void pastTrivia() {
    for (;;) {
      if (std::isspace(static_cast<unsigned char>(now())) != 0) {
        ++at_;
      } else if (text_.substr(at_).starts_with("//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else {
        return;
      }
    }
  }

  void add(const ValuePlace& place, Change change, std::string what, Part part, std::string by) {
    mutants_.push_back({.place = place.path,
                        .change = change,
                        .what = std::move(what),
                        .for_people = place.for_people,
                        .begin = part.begin,
                        .end = part.end,
                        .by = std::move(by)});
  }

  /// A whole member or item: dropped with an adjacent comma, or doubled.
  void addWhole(const ValuePlace& place, const std::string& what, Part whole, std::size_t after_comma_before) {
    const std::size_t here = at_;
    at_ = whole.end;
    pastTrivia();
    Part gone = whole;
    if (now() == ',') {
      gone.end = at_ + 1;
    } else if (after_comma_before != 0) {
      gone.begin = after_comma_before - 1;
    }
    at_ = here;
    add(place, Change::dropped, what, gone, "");
    const std::string copy(text_.substr(whole.begin, whole.end - whole.begin));
    add(place, Change::doubled, what, {whole.end, whole.end}, ", " + copy);
  }

  Part value(const ValuePlace& place) {
    const std::size_t begin = at_;
    if (now() == '{') {
      object(place);
    } else if (now() == '[') {
      list(place);
    } else if (now() == '"') {
      text(place);
    } else {
      scalar(place);
    }
    return {begin, at_};
  }

  void object(const ValuePlace& place) {
    ++at_;
    std::size_t comma = 0;  // just behind the comma before the member
    for (pastTrivia(); now() != '}'; pastTrivia()) {
      const std::size_t begin = at_;
      const Part key = string();
      const std::string name(text_.substr(key.begin, key.end - key.begin));
      const ValuePlace member = below(place, name);
      add(member, Change::misspelt, name, key, misspelt(name));
      pastTrivia();
      ++at_;  // the colon
      pastTrivia();
      value(member);
      addWhole(member, "member", {begin, at_}, comma);
      pastTrivia();
      if (now() != ',') continue;
      ++at_;
      comma = at_;
    }
    ++at_;
  }

  void list(const ValuePlace& place) {
    ++at_;
    std::size_t comma = 0, index = 0;
    for (pastTrivia(); now() != ']'; pastTrivia(), ++index) {
      const ValuePlace item = within(place, index);
      const Part whole = value(item);
      addWhole(item, "item", whole, comma);
      pastTrivia();
      if (now() != ',') continue;
      ++at_;
      comma = at_;
    }
    ++at_;
  }

  /// The text between the quotation marks.
  Part string() {
    const std::size_t begin = ++at_;
    while (now() != '"') at_ += now() == '\\' ? 2 : 1;
    ++at_;
    return {begin, at_ - 1};
  }

  void text(const ValuePlace& place) {
    const Part inner = string();
    const std::string whole(text_.substr(inner.begin, inner.end - inner.begin));
    if (place.has_words) {
      words(place, inner);
    } else {
      add(place, Change::misspelt, whole, inner, misspelt(whole));
    }
  }

  /// The words of an expression or a patch: names, numbers, texts in (escaped or single) quotation marks.
  void words(const ValuePlace& place, Part inner) {
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (std::size_t i = inner.begin; i < inner.end;) {
      Part word{i, i + 1};
      if (text_.substr(i).starts_with("\\\"")) {
        const std::size_t close = text_.find("\\\"", i + 2);
        word = {i + 2, std::min(close, inner.end)};
        i = std::min(close + 2, inner.end);
        if (word.begin == word.end) continue;
      } else if (text_[i] == '\'') {
        const std::size_t close = std::min(text_.find('\'', i + 1), inner.end);
        word = {i + 1, close};
        i = std::min(close + 1, inner.end);
        if (word.begin == word.end) continue;
      } else if (is_word(text_[i])) {
        while (word.end < inner.end && is_word(text_[word.end])) ++word.end;
        i = word.end;
      } else {
        ++i;
        continue;
      }
      const std::string what(text_.substr(word.begin, word.end - word.begin));
      add(place, Change::misspelt, what, word, misspelt(what));
      add(place, Change::dropped, what, word, "");
      add(place, Change::doubled, what, {word.end, word.end}, " " + what);
    }
  }

  void scalar(const ValuePlace& place) {
    const std::size_t begin = at_;
    while (std::string_view(",]} \t\r\n").find(now()) == std::string_view::npos) ++at_;
    const std::string what(text_.substr(begin, at_ - begin));
    const std::string other = what == "true" ? "false" : what == "false" ? "true" : misspelt(what);
    add(place, Change::misspelt, what, {begin, at_}, other);
  }

  [[nodiscard]] static ValuePlace below(const ValuePlace& place, const std::string& name) {
    ValuePlace member{.path = place.path.empty() ? name : place.path + "/" + name, .type = {}};
    if (!place.type || !place.type->isStruct()) return member;
    KJ_IF_MAYBE (field, place.type->asStruct().findFieldByName(name)) {
      const FieldMarks& marks = marksOf(*field);
      const std::string_view owner = place.type->asStruct().getShortDisplayName().cStr();
      member.type = field->getType();
      member.for_people = marks.text == TextMark::people;
      member.has_words = marks.text == TextMark::expression || owner == "Patch";
    }
    return member;
  }

  /// An item is called by its first member, as paths of patches have it, where no other of the list is called so.
  [[nodiscard]] ValuePlace within(const ValuePlace& place, std::size_t index) {
    ValuePlace item = place;
    if (place.type && place.type->isList()) item.type = place.type->asList().getElementType();
    std::string name = item.type && item.type->isStruct() ? firstText() : std::string{};
    if (name.empty() || !called_.insert(place.path + "/" + name).second) name = std::to_string(index);
    item.path = place.path + "/" + name;
    return item;
  }

  /// The text of the first member of the object that begins here; empty if it is none.
  [[nodiscard]] std::string firstText() {
    const std::size_t here = at_;
    std::string name;
    ++at_;
    pastTrivia();
    if (now() == '"') {
      string();
      pastTrivia();
      ++at_;
      pastTrivia();
      if (now() == '"') {
        const Part part = string();
        name = text_.substr(part.begin, part.end - part.begin);
      }
    }
    at_ = here;
    return name.size() > 40 ? std::string{} : name;
  }

  const std::string_view text_;
  const capnp::StructSchema root_;
  std::size_t at_ = 0;
  std::set<std::string> called_;
  std::vector<Mutant> mutants_;
};

}  // namespace

std::string_view nameOf(Change change) {
  constexpr std::string_view kNames[] = {"misspelt", "dropped", "doubled"};
  return kNames[static_cast<std::size_t>(change)];
}

std::vector<Mutant> mutantsOf(std::string_view json, capnp::StructSchema root) { return Reading(json, root).run(); }

std::string mutated(std::string_view json, const Mutant& mutant) {
  return std::string(json.substr(0, mutant.begin)) + mutant.by + std::string(json.substr(mutant.end));
}

}  // namespace docket::mutation
