// The instructions of `docket step`: a table with the words of each for a script and its key for a terminal, and the
// parser of a line.
//   line = word { word }     words are between blanks, or in '...' or "..."; empty lines and lines that begin with ";"
//                            are ignored
// Invariant: scripts and keys can do the same.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace docket::step {

enum class Verb : std::uint8_t {
  next,
  back,
  to,
  turn,
  start,
  end,
  finding,
  card,
  event,
  board,
  log,
  explain,
  limits,
  moves,
  help,
  quit,
};

struct Instruction {
  Verb verb{};
  std::vector<std::string> words{};  ///< what follows it
};

/// An instruction as printed by the help.
struct InstructionHelp {
  Verb verb;
  std::string_view word;    ///< "finding"
  std::string_view after;   ///< what can follow it: "[back]"
  std::string_view letter;  ///< its abbreviation: "f"; may be empty
  std::string_view keys;    ///< in a terminal: "f F"
  std::string_view tells;
};
[[nodiscard]] std::span<const InstructionHelp> instructions();

/// Reads a line; empty if it says nothing. Throws BadInput for an unknown word, with the nearest, for a quotation that
/// does not end, and for words that are too many.
[[nodiscard]] std::optional<Instruction> readInstruction(std::string_view line);

/// The table of instructions, a line each.
[[nodiscard]] std::string instructionsHelp(bool keys);

}  // namespace docket::step
