#include "tools/site/listing.h"

#include <fmt/format.h>

#include <map>

#include "events/digest.h"
#include "events/text/text_view.h"
#include "tools/game/result_cache.h"
#include "tools/site/addresses.h"

namespace docket::site {
namespace {

/// Changes with the labels beside the record. Includes the game's secret, so that names cannot be guessed from it.
std::string tagOfLabel(const Game& game, const GameLabel& label) {
  if (label.empty()) return {};
  Hash hash;
  const Secret secret = game.secrets().of(0);
  hash.update(std::span<const std::uint8_t>(secret.data(), secret.size()));
  hash.update(fmt::format("{}\n{}\n{} {} {}\n{}", label.event, label.match, label.round, label.table,
                          label.game_of_match, fmt::join(label.players, "\n")));
  for (const RecordedBy& one : label.recorded_by) hash.update(fmt::format("\n{}", one.name));
  return hex(hash.value());
}

/// A digest of everything that the pages of a game depend on. Includes names only if they are shown, so that names
/// cannot be guessed from it.
std::string tagOf(const ResultCache& program, const Game& game, const ListedGame& listed, const Options& options) {
  const auto header = game.header();
  Hash rules;
  for (const capnp::Data::Reader digest : {header.getRulesetDigest(), header.getCatalogueDigest()}) {
    rules.update(std::span<const std::uint8_t>(digest.begin(), digest.size()));
    rules.update(std::string_view("\n"));
  }
  rules.update(fmt::format("{} {} {}\n{} {} {}\n", options.whole, options.names, options.boards, listed.live,
                           listed.parent, listed.parted_at));
  for (std::size_t seat = 0; seat < listed.players.size(); ++seat) {
    rules.update(fmt::format("{} ", listed.players[seat]));
    if (options.names) rules.update(view(header.getPlayers()[static_cast<capnp::uint>(seat)].getName()));
  }
  rules.update(tagOfLabel(game, listed.label));
  return hex(program.tagOf(game, rules.value())).substr(0, 32);
}

}  // namespace

std::vector<ListedGame> listGames(const Archive& archive, const GameFilter& filter, const Options& options) {
  const ResultCache program(archive, DerivedStore::Result::verdict);
  PlayerNumbers numbers;
  std::vector<ListedGame> games;
  std::map<std::string, std::string, std::less<>> keys;  // by id: a parent came before its branch
  archive.forEachGame([&](Game& game) {
    const auto header = game.header();
    ListedGame listed{.id = std::string(game.id()),
                      .key = keyOf(game),
                      .tag = {},
                      .date = textOf(header.getDate()),
                      .parent = {},
                      .parted_at = 0,
                      .live = game.count() > game.sealed(),
                      .players = {}};
    listed.label = game.label();
    for (unsigned seat = 1; seat <= header.getPlayers().size(); ++seat)
      listed.players.push_back(numbers.numberOf(playerOf(header, listed.label, seat)));
    if (!passes(filter, game) || games.size() >= filter.max_games) return true;
    keys.emplace(listed.id, listed.key);
    if (const auto parted = game.branchPoint()) {
      const auto parent = keys.find(parted->parent);
      if (parent != keys.end()) listed.parent = parent->second;
      listed.parted_at = parted->at;
    }
    listed.tag = tagOf(program, game, listed, options);
    games.push_back(std::move(listed));
    return true;
  });
  return games;
}

}  // namespace docket::site
