// An event as a line of a play script (schemas/play.capnp), and the event that it describes. Lines are split like all
// lines of events (events/json/line_words.h); scripts add placeholders: names with a "$", and ranges.
//   P1 cardPlayed player=1 card=4 zone="hand" causes=[3]
//     + bonus subject=#4 name="Force" amount=2 source=4
//   ? l5r.calc.sum: stat(#4, "Force") = 5
// Invariant: payloads, fields and enumerants are looked up in the schema.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "events/recording.h"

namespace docket::generate {

/// A field or an entry of a list, in words: without quotes, what is in brackets as a list.
struct Word {
  std::string name;
  std::vector<std::string> values;
  bool list = false;
};

/// A card that everybody sees, by its number, and the key of what it is.
struct ShownCard {
  std::uint32_t number = 0;
  std::string key;
};

struct Line {
  std::uint8_t actor = 0;
  std::string payload;
  std::string text;                   ///< of a payload that is a text: a note
  std::vector<Word> fields;           ///< those of the payload
  std::vector<std::uint32_t> causes;  ///< earlier events
  std::uint32_t group = 0;            ///< 0: alone
  std::string definition;             ///< of the card that it creates
  std::vector<Line> begins;           ///< continuous changes: their kind as the payload, their fields
  std::vector<std::string> keys;      ///< of a registered deck: the keys of its cards, from the bottom
  std::vector<std::uint32_t> order;   ///< of a shuffle: the old numbers
  std::vector<ShownCard> shown;       ///< the cards that all players can see from then on

  /// The first value of a field; empty if the line does not say it.
  [[nodiscard]] std::string_view value(std::string_view field) const;
  /// The first value as a number; 0 if it is none. An entity is its card's number, or 0.
  [[nodiscard]] std::uint32_t number(std::string_view field) const;
  /// Every value of a list of numbers.
  [[nodiscard]] std::vector<std::uint32_t> numbers(std::string_view field) const;
};

/// The value of a "$name". Throws BadInput for an unknown name.
using Meaning = std::function<std::string(std::string_view name)>;
/// A number drawn from least to most.
using Draw = std::function<std::int64_t(std::int64_t least, std::int64_t most)>;

/// Reads a line; one that begins with "+" is a change, whose kind is its payload, one that begins with "?" a ruling.
/// Throws BadInput.
[[nodiscard]] Line readLine(std::string_view text, const Meaning& meaning, const Draw& draw);

/// The clause cited by a line that is a ruling; empty for any other line.
[[nodiscard]] std::string_view clauseClaimed(std::string_view text);

/// Adds the event of a line to a recording and gives its number. Throws BadInput for what the schema does not have.
std::uint32_t record(const Line& line, Recording& recording);

}  // namespace docket::generate
