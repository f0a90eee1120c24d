// A move under construction: the table, the remaining uses, and the events that the move adds. An attempt that turns
// out to be impossible or unwanted is dropped.
// Invariant: a planted error is known before it is judged: it is the line of a script's plant, or the act that exceeds
// the tokens of a limit.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/play.capnp.h"
#include "tools/generate/card_selector.h"
#include "tools/generate/dice.h"
#include "tools/generate/limit_tokens.h"
#include "tools/generate/table.h"

namespace docket::generate {

using Play = schema::Play;

/// An illegal act that was put into a game, or a mandatory one that was left out.
struct Planted {
  std::uint32_t event = 0;  ///< if a judge has to find it
  std::string clause, what;
};

/// The kind of move to make.
enum class Wanted : std::uint8_t {
  legal,         ///< within the rules
  beyond_limit,  ///< one use beyond a limit
  plant,         ///< as a script's plant says
};

struct MoveAttempt {
  Table table;
  LimitTokens limit_tokens;
  std::vector<Line> lines;  ///< the events that it adds
  std::vector<Planted> planted;
  std::vector<Planted> late;  ///< errors that show at the next deadline; their event is not known yet
};

/// The inputs of a game's moves.
struct MoveInputs {
  const RulesSummary& summary;
  schema::Play::Reader play;
  Dice& dice;
  std::uint32_t planted_percent = 0;
};

/// The player of a move, and the event before it.
struct MoveContext {
  std::uint8_t me = 1, first = 1;  ///< and who had the first turn
  std::uint32_t events = 0;        ///< the number of events before the attempt
};

/// Adds a move to an attempt. False if it is impossible or not of the wanted kind; the attempt is then unusable.
/// `plant` only for Wanted::plant.
[[nodiscard]] bool makeMove(MoveAttempt& attempt, const MoveInputs& inputs, const MoveContext& context,
                            schema::Play::Move::Reader move, Wanted wanted,
                            const schema::Play::Plant::Reader* plant = nullptr);

/// Adds one event that no script says, as the beginning of a turn. False if it cannot be what is wanted.
[[nodiscard]] bool put(MoveAttempt& attempt, const MoveInputs& inputs, const MoveContext& context, Wanted wanted,
                       const Line& line);

}  // namespace docket::generate
