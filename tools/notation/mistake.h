// A mistake in typed text: its place, the message, and the possible replacements.
// Invariant: a replacement, typed in that place, does not cause the same mistake (tests check this).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "events/bad_text.h"
#include "events/errors.h"

namespace docket::notation {

/// A replacement for the wrong text.
struct Choice {
  std::string text;     ///< as it is typed, quotation marks included
  std::string about{};  ///< distinguishes it from the others, for people: "P1 table, slot 2"; may be empty
};

/// The place of the part of a line that a mistake is about.
struct Place {
  std::string_view file{};
  std::size_t line = 0, column = 0;  ///< from 1
  std::size_t length = 0;            ///< in bytes; 0: something is missing there
};

class Mistake : public BadInput {
 public:
  /// Whether the line itself is wrong, or only on that table; a mistake that follows from an earlier one is of the
  /// table.
  enum class Of : std::uint8_t { line, table };

  /// The message consists of what is wrong and the choices: ` (did you mean "hand"?)`, `: "plays" or "places"?`.
  Mistake(const Place& place, const std::string& wrong, std::vector<Choice> choices = {}, Of subject = Of::line);

  /// This mistake at another place of the same file.
  [[nodiscard]] Mistake movedTo(const Place& place) const { return {place, wrong_, choices_, of_}; }

  [[nodiscard]] std::size_t length() const { return length_; }
  [[nodiscard]] const std::vector<Choice>& choices() const { return choices_; }
  [[nodiscard]] bool isOfTable() const { return of_ == Of::table; }

 private:
  std::string wrong_;
  std::size_t length_;
  std::vector<Choice> choices_;
  Of of_;
};

/// The line with a choice in place of what the mistake is about.
[[nodiscard]] std::string corrected(std::string_view line, const Mistake& mistake, const Choice& choice);

/// The mistakes in a transcript.
using BadTranscript = BadText<Mistake>;

}  // namespace docket::notation
