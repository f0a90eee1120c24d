// The completions of a command line, for shells (docket complete).
// Its place: beside the table of commands, which it reads; it knows no command by name.
// Invariant: it never throws and never writes: if an archive or a game cannot be read, it has no word to offer.
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

/// The words that may appear in place of the last of `typed`, which may be empty or begun; before it stands what was
/// typed after "docket". Empty if a file is asked for, or any word will do.
[[nodiscard]] std::vector<Completion> completionsOf(std::span<const std::string> typed);

}  // namespace docket
