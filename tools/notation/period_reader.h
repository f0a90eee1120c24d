// Which period begins or ends in a typed line: "main phase 1", "Gus's turn", "the battle". Internal to the reading of
// lines.
// Invariant: an ambiguous line (kind or name of a period, beginning or end) is a mistake that lists both choices.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/notation/attempt.h"

namespace docket::notation {

class PeriodReader {
 public:
  explicit PeriodReader(Attempt& attempt) : attempt_(attempt), line_(attempt.line) {}

  /// Reads which period begins, sets its name and player if the words give them, and returns its kind.
  [[nodiscard]] NameNumber began();
  /// Throws if "end phase" need not mean that the phase ends: the phase called "end" can begin, and began() asks.
  void requireEnd() const;

 private:
  /// A possible meaning of words: a kind of period, and which one of them (empty: not stated).
  struct Meaning {
    const Period* kind;
    std::string_view name;
  };
  /// True if a period of a kind is under way, and not the one called "end".
  [[nodiscard]] bool canEnd(const Period& kind) const;
  /// True if the player's name that is next is that of a period here.
  [[nodiscard]] bool isPeriodOfThatName() const;
  [[nodiscard]] std::vector<Meaning> meantBy(std::string_view words) const;
  [[nodiscard]] std::vector<Choice> choices(const std::vector<Meaning>& meanings) const;
  [[nodiscard]] std::vector<Choice> nearest(std::string_view words) const;
  /// Reads the name of a period of that kind, if it is next; otherwise empty.
  [[nodiscard]] std::string_view nameAfter(const Period& kind);
  [[noreturn]] void failUnknown(Token at) const;

  Attempt& attempt_;
  Cursor& line_;
};

}  // namespace docket::notation
