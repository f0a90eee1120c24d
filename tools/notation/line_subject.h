// The part of a line before the verb, and typed cards, parsed before their meaning is known.
// Internal to the reading of lines.
// Invariant: the results depend on the tokens alone.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/rules/ids.h"
#include "tools/notation/card_finder.h"
#include "tools/notation/tokens.h"

namespace docket::notation {

/// The part of a line before the verb.
struct LineSubject {
  enum class Kind : std::uint8_t { none, seat, entity, card };
  Kind kind = Kind::none;
  Seat seat = 0;
  std::vector<Seat> others{};  ///< of several players, "P1 and P3": those after the first
  Entity entity = 0;
  CardWords card{};
  Token at{};
};

/// Reads a title or a "?", each optionally followed by "#" and a number, or only such a number.
[[nodiscard]] CardWords readCardWords(Cursor& line, const CardFinder& finder);
/// True if a card begins at a token.
[[nodiscard]] bool beginsCard(const Token& token);
/// True if an unidentified card begins there: "1 card", "a card".
[[nodiscard]] bool isOneCard(const Cursor& line);
/// Reads what precedes the verb, if anything does.
[[nodiscard]] LineSubject readLineSubject(Cursor& line, const CardFinder& finder);

/// True if a token can be a name or a title: a string, or a word that means nothing in a phrase.
[[nodiscard]] bool isName(const Token& token);
/// True if the token is a seat ("P1" to "P8", or a player's name if names are known) or "nobody".
[[nodiscard]] bool isSeat(const Cursor& line, const Token& token);
/// In a typed line, skips an article, or a possessive that adds nothing ("my hand").
void skipArticle(Cursor& line);
/// Takes a seat and what makes it a possessive: P1's.
[[nodiscard]] Seat takeSeat(Cursor& line);

}  // namespace docket::notation
