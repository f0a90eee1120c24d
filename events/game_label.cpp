#include "events/game_label.h"

#include <fmt/format.h>

#include <range/v3/algorithm/contains.hpp>
#include <utility>

#include "events/quoted.h"
#include "events/text_view.h"

namespace docket {
namespace {

void compareText(const char* field, std::string_view recorded, const std::string& said, ComparedLabel& compared,
                 std::string& adds) {
  if (said.empty() || said == recorded) return;
  if (recorded.empty()) {
    adds = said;
  } else {
    compared.conflicts.push_back({.field = field, .recorded = docket::quoted(recorded), .said = docket::quoted(said)});
  }
}

void compareNumber(const char* field, std::uint32_t recorded, std::uint32_t said, ComparedLabel& compared,
                   std::uint32_t& adds) {
  if (said == 0 || said == recorded) return;
  if (recorded == 0) {
    adds = said;
  } else {
    compared.conflicts.push_back({.field = field, .recorded = std::to_string(recorded), .said = std::to_string(said)});
  }
}

/// The seats of a label's players: first those that the record has by name, then the others in their order.
std::vector<std::uint8_t> seatsOfPlayers(schema::Header::Reader header, const std::vector<std::string>& players) {
  const auto recorded = header.getPlayers();
  std::vector<std::uint8_t> seats(players.size(), 0);
  const auto sit = [&](std::size_t player, auto&& fits) {
    for (unsigned i = 0; i < recorded.size() && seats[player] == 0; ++i) {
      const auto seat = static_cast<std::uint8_t>(i + 1);
      if (!ranges::contains(seats, seat) && fits(recorded[i])) seats[player] = seat;
    }
  };
  for (std::size_t i = 0; i < players.size(); ++i) {
    if (!players[i].empty()) sit(i, [&](auto one) { return view(one.getName()) == players[i]; });
  }
  for (std::size_t i = 0; i < players.size(); ++i) {
    if (seats[i] == 0) sit(i, [](auto) { return true; });
  }
  return seats;
}

void comparePlayers(schema::Header::Reader header, const std::vector<std::string>& players, ComparedLabel& compared) {
  const auto recorded = header.getPlayers();
  compared.seats = seatsOfPlayers(header, players);
  compared.seated_by_order = true;
  for (const auto player : recorded) compared.seated_by_order = compared.seated_by_order && !player.hasName();
  for (std::size_t i = 0; i < players.size(); ++i) {
    if (players[i].empty()) continue;
    const std::size_t seat = compared.seats[i];
    if (seat == 0) {
      compared.conflicts.push_back({.field = "players",
                                    .recorded = fmt::format("{} seats", recorded.size()),
                                    .said = docket::quoted(players[i])});
      continue;
    }
    const auto player = recorded[static_cast<unsigned>(seat - 1)];
    const auto field = fmt::format("players[{}]", seat - 1);
    if (player.hasCommitment()) {
      compared.conflicts.push_back(
          {.field = field, .recorded = "a name that was erased", .said = docket::quoted(players[i])});
    } else {
      std::string adds;
      compareText(field.c_str(), view(player.getName()), players[i], compared, adds);
      if (adds.empty()) continue;
      compared.adds.players.resize(recorded.size());
      compared.adds.players[seat - 1] = std::move(adds);
    }
  }
}

}  // namespace

bool GameLabel::empty() const { return *this == GameLabel{}; }

void GameLabel::fillFrom(const GameLabel& other) {
  if (event.empty()) event = other.event;
  if (match.empty()) match = other.match;
  if (round == 0) round = other.round;
  if (table == 0) table = other.table;
  if (game_of_match == 0) game_of_match = other.game_of_match;
  if (players.empty()) players = other.players;
}

ComparedLabel compareLabel(schema::Header::Reader header, const GameLabel& label) {
  ComparedLabel compared;
  GameLabel& adds = compared.adds;
  compareText("event", view(header.getEvent()), label.event, compared, adds.event);
  compareText("match", view(header.getMatch()), label.match, compared, adds.match);
  compareNumber("round", header.getRound(), label.round, compared, adds.round);
  compareNumber("table", header.getTable(), label.table, compared, adds.table);
  compareNumber("gameOfMatch", header.getGameOfMatch(), label.game_of_match, compared, adds.game_of_match);
  comparePlayers(header, label.players, compared);
  return compared;
}

void addLabel(schema::Header::Builder header, const GameLabel& adds) {
  if (!adds.event.empty()) header.setEvent(adds.event);
  if (!adds.match.empty()) header.setMatch(adds.match);
  if (adds.round != 0) header.setRound(adds.round);
  if (adds.table != 0) header.setTable(adds.table);
  if (adds.game_of_match != 0) header.setGameOfMatch(adds.game_of_match);
  auto players = header.getPlayers();
  for (unsigned i = 0; i < players.size() && i < adds.players.size(); ++i) {
    if (!adds.players[i].empty()) players[i].setName(adds.players[i]);
  }
}

}  // namespace docket
