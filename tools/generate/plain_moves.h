// The moves that a plain script can make if the rules allow them: the events of each as lines of a script, and the
// context in which rules see each event (act_context.h). Each move has similar variants that may break a rule.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/generate/act_context.h"
#include "tools/generate/zone_roles.h"

namespace docket::generate {

enum class Where : std::uint8_t { none, hand, play, gone };

/// The events of a move, each with the context in which rules see it.
struct MoveSteps {
  Where from = Where::none;  ///< where its card is
  bool able = false;         ///< it uses an ability of the card
  bool of_other = false;     ///< the card is the other player's
  std::vector<std::string> lines;
  std::vector<ActContext> contexts;  ///< of the lines that are events, in order
  std::string what;                  ///< of a plant: its mistake
  std::size_t at = 0;                ///< the event of a plant at which that shows, from 0
};

struct PlainMove {
  std::string name;
  std::uint16_t weight = 1;
  MoveSteps steps;
  std::vector<MoveSteps> wrongs;  ///< similar variants that may break a rule
};

/// Draws `count` cards from the deck, and leaves one there if an empty deck decides the game.
[[nodiscard]] MoveSteps drawing(const RulesSummary& summary, const ZoneRoles& zone_roles, std::size_t count);

/// All moves, legal or not.
[[nodiscard]] std::vector<PlainMove> plainMoves(const RulesSummary& summary, const ZoneRoles& zone_roles);

}  // namespace docket::generate
