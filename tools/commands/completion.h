// The completions of a command line, for shells (docket complete).
// It reads the table of commands and knows no command by name.
// Invariant: it never throws and never writes; if an archive or a game cannot be read, it offers nothing.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace docket {

/// A word that may be typed.
struct Completion {
  std::string word;
  std::string about;  ///< one line about it for people; may be empty
};

/// The words that can replace the last word of `typed`, which may be empty or incomplete; the words before it are those
/// after "docket". Empty if a file is expected, or any word is allowed.
[[nodiscard]] std::vector<Completion> completionsOf(std::span<const std::string> typed);

}  // namespace docket
