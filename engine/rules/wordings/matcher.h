// Matching patterns with the words of a text.
// Reminder text is stepped over: a pattern fits the words around it, unless it says that it wants it.
// Invariant: matching ends. What would take more steps than its bound, of a pattern at a place or of all patterns over
// a text, is not matched, whatever it says.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/wordings/wordings.h"

namespace docket::wordings {

/// What stood where a pattern has a name: what it means, or the words themselves.
struct Capture {
  std::string_view name;
  std::string value;
  bool printed = false;  ///< they are words of the text, not what a phrase of the document says of them
  std::size_t passed_from = 0, passed_to = 0;  ///< words that a gap passes by: it fits them whatever they are
};

/// Words of a text, [begin, end), with which a pattern fits.
struct Fit {
  std::size_t begin = 0, end = 0;
  std::vector<Capture> captures;
};

class Matcher {
 public:
  Matcher(const Wordings& wordings, const PrintedText& text) : wordings_(wordings), text_(text) {}

  /// Whether the pattern fits the words from `begin` on, as far as `end` at most; `whole`: up to `end` and no less. The
  /// first way in which it does.
  [[nodiscard]] std::optional<Fit> fit(const Pattern& pattern, std::size_t begin, std::size_t end, bool whole);

  /// Whether the last pattern was given up: then nobody knows whether it fits.
  [[nodiscard]] bool gaveUp() const { return steps_ > most_; }
  /// How many steps all patterns took so far.
  [[nodiscard]] std::size_t steps() const { return steps_before_ + steps_; }

 private:
  /// One way in which a phrase fits.
  struct Parse {
    std::size_t end = 0;
    std::string value;
    bool printed = false;
    std::vector<Capture> captures;
  };
  class Next;  // what has to follow
  template <class Follow>
  class NextOf;

  bool match(const Pattern& pattern, std::size_t at, Next& next);
  bool matchParts(const std::vector<Pattern>& parts, std::size_t index, std::size_t at, Next& next);
  bool matchGap(const Pattern& pattern, std::size_t at, Next& next);
  bool matchWords(const Pattern& pattern, std::size_t at, Next& next);
  const std::vector<Parse>& parses(std::uint32_t phrase, std::size_t at);
  [[nodiscard]] std::size_t endOfName(std::size_t at) const;
  [[nodiscard]] std::size_t endOfOwnName(std::size_t at, bool genitive) const;
  [[nodiscard]] std::size_t behindReminder(std::size_t at) const;
  [[nodiscard]] bool matchWord(const Pattern& pattern, std::size_t at) const;

  const Wordings& wordings_;
  const PrintedText& text_;
  std::size_t end_ = 0;
  std::size_t steps_ = 0, most_ = 0;  ///< of the pattern at hand
  std::size_t steps_before_ = 0;
  std::vector<Capture> captures_;
  std::map<std::pair<std::uint32_t, std::size_t>, std::vector<Parse>> parses_;
};

/// A text of a document with each <name> replaced by what stood there. A name that was not there is nothing.
/// `expression`: printed words come to stand between single marks of an expression, where such a mark is doubled.
[[nodiscard]] std::string filledIn(std::string_view with, const std::vector<Capture>& captures, bool expression);

}  // namespace docket::wordings
