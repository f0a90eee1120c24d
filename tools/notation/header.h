// The lines of the transcript before its first event: what is known of the game. What few will want to read (digests,
// salts) stands in braces at their end.
//
//   game "final"              P1 "Aiko"                     ruleset "l5r-celestial" "2011-06-06"
//   round 2                   P1 starts 8 "Family Honor"    header {rulesetDigest="...", semantics=1}
//
// Invariant: reading what was written gives a header with the same JSON.
#pragma once

#include <capnp/message.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "schemas/event.capnp.h"
#include "tools/notation/tokens.h"

namespace docket::notation {

/// The lines, each with its end.
[[nodiscard]] std::string headerText(schema::Header::Reader header);

/// Whether a line begins as those of a header do; one that begins with "game" begins a game.
[[nodiscard]] bool isOfHeader(const Cursor& line);
[[nodiscard]] bool beginsGame(const Cursor& line);

class HeaderReader {
 public:
  explicit HeaderReader(schema::Header::Builder into) : into_(into) {}
  /// Reads the next line of the header. Throws BadInput.
  void read(Cursor& line);
  /// After the last line: what several of them say together.
  void finish();

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
};

}  // namespace docket::notation
