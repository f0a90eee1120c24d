// The board for programs (board.h). The keys are a promise: docket help replay lists them.
#pragma once

#include "events/json/json_writer.h"
#include "tools/explain/board.h"

namespace docket {

/// Writes a board for programs: an object with the keys that `docket help replay` lists.
void writeBoard(JsonWriter& json, const Board& board, const Words& words);

}  // namespace docket
