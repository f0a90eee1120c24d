// Matches patterns against the words of a text. Reminder text is skipped, unless a pattern asks for it.
// Invariant: matching ends: a pattern that exceeds its step limit at a place does not match, and no pattern matches
// once all patterns have exceeded the limit for a text.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/wordings/wordings.h"

namespace docket::wordings {

/// The match of a named part of a pattern: its meaning, or the words themselves.
struct Capture {
  std::string_view name;
  std::string value;
  bool printed = false;                        ///< words of the text, rather than a phrase's meaning in the document
  std::size_t passed_from = 0, passed_to = 0;  ///< words that a gap skips: it matches any words
};

/// The words of a text, [begin, end), that a pattern matches.
struct Fit {
  std::size_t begin = 0, end = 0;
  std::vector<Capture> captures;
};

class Matcher {
 public:
  Matcher(const Wordings& wordings, const PrintedText& text) : wordings_(wordings), text_(text) {}

  /// The first match of a pattern with the words from `begin` on, at most up to `end`; `whole`: exactly up to `end`.
  [[nodiscard]] std::optional<Fit> fit(const Pattern& pattern, std::size_t begin, std::size_t end, bool whole);

  /// True if the last pattern exceeded its step limit, so that it is unknown whether it matches.
  [[nodiscard]] bool gaveUp() const { return steps_ > most_; }
  /// The number of steps of all patterns so far.
  [[nodiscard]] std::size_t steps() const { return steps_before_ + steps_; }

 private:
  /// One way in which a phrase matches.
  struct Parse {
    std::size_t end = 0;
    std::string value;
    bool printed = false;
    std::vector<Capture> captures;
  };
  class Next;  // the continuation
  template <class Follow>
  class NextOf;

  bool match(const Pattern& pattern, std::size_t at, Next& next);
  bool matchParts(const std::vector<Pattern>& parts, std::size_t index, std::size_t at, Next& next);
  bool matchGap(const Pattern& pattern, std::size_t at, Next& next);
  bool matchWords(const Pattern& pattern, std::size_t at, Next& next);
  const std::vector<Parse>& parses(std::uint32_t phrase, std::size_t at);
  [[nodiscard]] std::size_t endOfName(std::size_t at) const;
  [[nodiscard]] std::size_t endOfOwnName(std::size_t at, bool genitive) const;
  [[nodiscard]] std::size_t afterReminder(std::size_t at) const;
  [[nodiscard]] bool matchWord(const Pattern& pattern, std::size_t at) const;

  const Wordings& wordings_;
  const PrintedText& text_;
  std::size_t end_ = 0;
  std::size_t steps_ = 0, most_ = 0;  ///< for the current pattern
  std::size_t steps_before_ = 0;
  std::vector<Capture> captures_;
  std::map<std::pair<std::uint32_t, std::size_t>, std::vector<Parse>> parses_;
};

/// A text of a document with each <name> replaced by its match. A name without a match is removed.
/// `expression`: printed words are placed between the single quotation marks of an expression, so such marks in them
/// are doubled.
[[nodiscard]] std::string filledIn(std::string_view with, const std::vector<Capture>& captures, bool expression);

}  // namespace docket::wordings
