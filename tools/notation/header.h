// The lines of the transcript before its first event: what is known of the game. Digests and salts, which few readers
// need, are in braces at the end.
//
//   game "final"              P1 "Aiko"                     ruleset "l5r-celestial" "2011-06-06"
//   round 2                   P1 starts 8 "Family Honor"    header {rulesetDigest="...", semantics=1}
//                             P1 deck "mill.ydk"
//
// The deck of a list is registered by the first events, so no written header has one.
// Invariant: reading what was written gives a header with the same JSON.
#pragma once

#include <capnp/message.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemas/event.capnp.h"
#include "tools/notation/spelling.h"
#include "tools/notation/tokens.h"

namespace docket::notation {

/// The lines, each with its end.
[[nodiscard]] std::string headerText(schema::Header::Reader header);

/// True if a line begins as header lines do.
[[nodiscard]] bool isOfHeader(const Cursor& line);
/// True if a text that begins with this line is certainly a transcript: prose can begin with the words of a header too.
[[nodiscard]] bool beginsHeader(const Cursor& line);
[[nodiscard]] bool beginsGame(std::string_view line);
/// True if a line that is neither a header line nor an event is probably a misspelt header line.
[[nodiscard]] bool isSlipOfHeader(const Cursor& line);
/// Throws the Mistake for such a line.
[[noreturn]] void failAsHeader(const Cursor& line);
/// Throws a Mistake: `name` is no known `what`.
[[noreturn]] void failName(const Cursor& line, const Token& at, std::string_view name, std::string_view what,
                           const KnownNames& known);

/// The list of the deck with which a player begins, as a header names its file: P1 deck "mill.ydk".
struct NamedDeck {
  Cursor line;
  Token at;  ///< the name
  std::uint8_t seat = 0;
  std::string file;
};

class HeaderReader {
 public:
  explicit HeaderReader(schema::Header::Builder into) : into_(into) {}
  /// Reads the next line of the header. Throws BadInput.
  void read(Cursor& line);
  /// Completes the header after the last line, with what depends on several lines.
  void finish();
  /// The places of the names of the starting values, in the order of the header.
  [[nodiscard]] const std::vector<std::pair<Cursor, Token>>& starts() const { return starts_; }
  /// The decks that the header names, in its order.
  [[nodiscard]] const std::vector<NamedDeck>& decks() const { return decks_; }

 private:
  struct StartingValue {
    std::uint8_t player;
    std::string value;
    std::int64_t amount;
  };
  void player(Cursor& line, std::uint8_t seat);

  schema::Header::Builder into_;
  std::vector<std::unique_ptr<capnp::MallocMessageBuilder>> players_;  // in each a Header.Player
  std::vector<StartingValue> starting_values_;
  std::vector<std::pair<Cursor, Token>> starts_;
  std::vector<NamedDeck> decks_;
};

}  // namespace docket::notation
