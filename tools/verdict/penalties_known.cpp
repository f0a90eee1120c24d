#include "tools/verdict/penalties_known.h"

#include <array>
#include <range/v3/view/reverse.hpp>
#include <range/v3/view/take.hpp>
#include <set>

#include "events/game_id.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

/// What the policies of most games have.
constexpr std::array<std::string_view, 5> kUsual{"caution", "warning", "game loss", "match loss", "disqualification"};

}  // namespace

std::vector<std::string> penaltiesKnown(const OpenGame& game, GameLoader& loader) {
  std::set<std::string> known(kUsual.begin(), kUsual.end());
  const auto add = [&](const OpenGame& of) {
    of.events().forEach(1, of.last(), [&](EventNumber, schema::Event::Reader event) {
      if (event.isPenaltyGiven()) known.emplace(of.names().text(event.getPenaltyGiven().getPenalty()));
    });
  };
  add(game);
  const std::string event = textOf(game.header().getEvent());
  if (!event.empty()) {
    const auto games = loader.archive().list({.event = event});
    for (const GameEntry& other : games | ranges::views::reverse | ranges::views::take(kMaxGamesAsked)) {
      if (other.id != game.id()) add(loader.game(exactName(other.id)));
    }
  }
  known.erase("");
  return {known.begin(), known.end()};
}

}  // namespace docket
