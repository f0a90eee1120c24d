// The page of a game, in parts if it is long: the verdict on the disputed point, rulings, findings, penalties, the
// transcript, the cards, and at the foot the facts about the record.
// Invariant: an event has one place, "#e12" of its part, to which everything links.
#pragma once

#include <string>
#include <vector>

#include "tools/site/options.h"
#include "tools/site/page_facts.h"

namespace docket::site {

/// The part of a page for the events first to first + kEventsOnAPage - 1: markup, with links "#e12" to any event.
struct GamePart {
  std::string transcript, findings, rulings;
};

/// The other contents of the first part, as markup.
struct GameSummary {
  std::string opening, opening_kind;  ///< the verdict on the disputed point (opening_markup.h), and its class
  std::string meaning;                ///< an explanation of both the verdict and the grade
  std::string ruleset, head, grades;
};

/// Part `part` (from 0) of the pages of a game. `follows`: the path of the page that follows the table; empty: none.
[[nodiscard]] std::string gamePage(const PageFacts& facts, const GameSummary& summary,
                                   const std::vector<GamePart>& parts, std::size_t part, const Options& options,
                                   const std::string& follows);
/// The page of a game whose record is damaged.
[[nodiscard]] std::string damagedPage(const PageFacts& facts, const Options& options, bool live);

/// The part of a game's pages with an event, for pathOf().
[[nodiscard]] std::size_t partOfEvent(EventNumber event);

/// "Player 1 against Player 2".
[[nodiscard]] std::string playersMarkup(const PageFacts& facts, std::string_view from);

/// The key of a card, a clause, an event or a round.
[[nodiscard]] std::string keyOfCard(const PageFacts& facts, std::string_view title);
[[nodiscard]] std::string keyOfClause(const PageFacts& facts, std::string_view clause);
[[nodiscard]] std::string keyOfEvent(const PageFacts& facts);
[[nodiscard]] std::string keyOfRound(const PageFacts& facts);
/// The key of a player with a number.
[[nodiscard]] std::string keyOfPlayer(std::uint32_t number);

}  // namespace docket::site
