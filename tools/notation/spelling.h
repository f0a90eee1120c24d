// Finds the known names that a person can mean by what was typed, regardless of case, accents, the shape of quotation
// marks and dashes, or an article in front.
// Invariant: an exact spelling means that name; among several that are spelled alike, none is guessed.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/notation/mistake.h"

namespace docket::notation {

/// The text without case, accents and the shapes of quotation marks, dashes and blanks; blanks around it and doubled
/// ones are gone. Text that is not UTF-8 stays as it is.
[[nodiscard]] std::string folded(std::string_view text);
/// The folded text without an article in front, if more follows it.
[[nodiscard]] std::string foldedWithoutArticle(std::string_view text);

/// Names to choose from. Added texts must outlive this object.
class KnownNames {
 public:
  KnownNames() = default;
  explicit KnownNames(const std::vector<std::string_view>& names) {
    for (const std::string_view name : names) add(name);
  }

  void add(std::string_view name);
  /// The names that a text can mean, each once: the equal one, else those that are spelled alike, else those that
  /// differ in an article. Empty if there are none.
  [[nodiscard]] std::vector<std::string_view> meantBy(std::string_view typed) const;
  /// The nearest name; empty if none is near enough to be meant, or the text is one of them already.
  [[nodiscard]] std::string_view nearest(std::string_view typed) const;
  [[nodiscard]] const std::vector<std::string_view>& all() const { return names_; }
  [[nodiscard]] bool empty() const { return names_.empty(); }

 private:
  std::vector<std::string_view> names_;
  std::multimap<std::string, std::string_view, std::less<>> by_folded_, by_bare_;
};

/// The nearest of several words as the choice of a mistake; empty if none is near.
[[nodiscard]] std::vector<Choice> nearestOf(std::string_view typed, const std::vector<std::string_view>& words);

}  // namespace docket::notation
