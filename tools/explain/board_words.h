// The parts of a board in words, shared by its text (board_text.cpp) and the page of a report.
// Invariant: results are printable and of bounded length, as in Words.
#pragma once

#include <string>
#include <vector>

#include "tools/explain/board.h"
#include "tools/words/words.h"

namespace docket {

/// Where and when a game was played: "Winter Court", "round 2", "table 7", "2011-08-01"; from its header.
[[nodiscard]] std::vector<std::string> occasionWords(schema::Header::Reader header);
/// "Legend of the Five Rings, Celestial Edition (l5r-celestial 2011-06-06)".
[[nodiscard]] std::string rulesetWords(const Ruleset& ruleset);
/// How the game ended; empty while it continues.
[[nodiscard]] std::string outcomeWords(const Words& words);
/// "3 spell counters".
[[nodiscard]] std::string counterWords(const Words& words, const Counter& counter);
/// 'told "Red"', 'told "Red" to P2'.
[[nodiscard]] std::string statementWords(const BoardStatement& statement);
/// A change in effect, with its duration and source: "minimum 4, while its source is in play, from Old Keep
/// #1".
[[nodiscard]] std::string changeWords(const Words& words, const Entry& entry);
/// "P1 wins", "P1 and P3 win", "all win", "nobody wins".
[[nodiscard]] std::string endWords(schema::Everybody everybody, Seats winners);
/// "weapon on Steady Guard #2" of a card that is attached to something.
[[nodiscard]] std::string attachmentWords(const Words& words, CardIndex card);
/// A link of the chain: its card, its effect, its player and its result.
[[nodiscard]] std::string linkWords(const Words& words, const Link& link);
/// The reasons why a board is not EXACT; `stale_since` is shown if it is not 0.
[[nodiscard]] std::vector<std::string> gradeWords(const BoardGrade& grade, EventNumber stale_since);

}  // namespace docket
