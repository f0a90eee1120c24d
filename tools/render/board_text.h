// The board as people read it (board.h).
#pragma once

#include <iosfwd>

#include "tools/explain/board.h"

namespace docket {

/// Prints a board for people, at most 80 columns wide.
void printBoard(std::ostream& out, const Board& board, const Words& words, bool colour);
/// Prints a board without its head, which names the game, its rules and the point.
void printTable(std::ostream& out, const Board& board, const Words& words, bool colour);

}  // namespace docket
