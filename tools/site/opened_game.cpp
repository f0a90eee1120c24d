#include "tools/site/opened_game.h"

#include <fmt/format.h>

#include <utility>

#include "events/validate.h"

namespace docket::site {
namespace {

constexpr std::size_t kDigitsOfAName = 8;

ShownAs shownAs(schema::Header::Reader header, const ListedGame& listed, const Options& options) {
  ShownAs shown{.game = nameOf(listed, options), .players = {}};
  for (capnp::uint seat = 0; seat < header.getPlayers().size(); ++seat) {
    const auto number = listed.players[seat];
    shown.players.push_back(number == 0 ? std::string() : fmt::format("Player {}", number));
  }
  return shown;
}

}  // namespace

std::string nameOf(const ListedGame& listed, const Options& options) {
  return options.names ? listed.id : "Game " + listed.key.substr(0, kDigitsOfAName);
}

OpenedGame::OpenedGame(GameLoader& loader, const ListedGame& listed, const Options& options, Claims claims) {
  OpenGame game = loader.game(listed.id);
  if (!options.names) {
    people_.emplace(game.stored());
    game_.emplace(recordWithoutNames(game.stored(), options.whole, shownAs(game.header(), listed, options), *people_,
                                     game.rules(), claims),
                  loader.rulesOf(game.header()));
  } else if (options.whole) {
    game_.emplace(std::move(game));
  } else {
    game_.emplace(std::move(game).seenBy(kSpectator));
  }
}

}  // namespace docket::site
