#include "events/game_label.h"

#include <fmt/format.h>

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <utility>

#include "events/text/quoted.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

void compareText(const char* field, std::string_view recorded, const std::string& in_label, ComparedLabel& compared,
                 std::string& adds) {
  if (in_label.empty() || in_label == recorded) return;
  if (recorded.empty()) {
    adds = in_label;
  } else {
    compared.conflicts.push_back(
        {.field = field, .recorded = docket::quoted(recorded), .in_label = docket::quoted(in_label)});
  }
}

void compareNumber(const char* field, std::uint32_t recorded, std::uint32_t in_label, ComparedLabel& compared,
                   std::uint32_t& adds) {
  if (in_label == 0 || in_label == recorded) return;
  if (recorded == 0) {
    adds = in_label;
  } else {
    compared.conflicts.push_back(
        {.field = field, .recorded = std::to_string(recorded), .in_label = std::to_string(in_label)});
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
                                    .in_label = docket::quoted(players[i])});
      continue;
    }
    const auto player = recorded[static_cast<unsigned>(seat - 1)];
    const auto field = fmt::format("players[{}]", seat - 1);
    if (player.hasCommitment()) {
      compared.conflicts.push_back({.field = field, .recorded = "(erased)", .in_label = docket::quoted(players[i])});
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

std::string_view eventOf(schema::Header::Reader header, const GameLabel& label) {
  return header.getEvent().size() != 0 ? view(header.getEvent()) : label.event;
}

std::string_view playerOf(schema::Header::Reader header, const GameLabel& label, unsigned seat) {
  const auto recorded = view(header.getPlayers()[seat - 1].getName());
  if (!recorded.empty() || seat > label.players.size()) return recorded;
  return label.players[seat - 1];
}

bool addsOnly(schema::Header::Reader header, const GameLabel& label) {
  const auto both = [](std::uint32_t recorded, std::uint32_t said) { return recorded != 0 && said != 0; };
  if (header.getEvent().size() != 0 && !label.event.empty()) return false;
  if (header.getMatch().size() != 0 && !label.match.empty()) return false;
  if (both(header.getRound(), label.round) || both(header.getTable(), label.table) ||
      both(header.getGameOfMatch(), label.game_of_match))
    return false;
  const auto players = header.getPlayers();
  if (label.players.size() > players.size()) return false;
  for (unsigned i = 0; i < label.players.size(); ++i) {
    if (!label.players[i].empty() && (players[i].hasName() || players[i].hasCommitment())) return false;
  }
  return true;
}

GameLabel relabelled(const GameLabel& kept, GameLabel adds, std::vector<LabelConflict>& conflicts) {
  for (unsigned i = 0; i < adds.players.size(); ++i) {
    if (adds.players[i].empty() || (kept.erased_seats >> i & 1U) == 0) continue;
    conflicts.push_back(
        {.field = fmt::format("players[{}]", i), .recorded = "(erased)", .in_label = docket::quoted(adds.players[i])});
    adds.players[i].clear();
  }
  std::vector<std::string> players = kept.players;
  if (players.size() < adds.players.size()) players.resize(adds.players.size());
  for (std::size_t i = 0; i < adds.players.size(); ++i) {
    if (!adds.players[i].empty()) players[i] = adds.players[i];
  }
  adds.players.clear();
  adds.fillFrom(kept);
  while (!players.empty() && players.back().empty()) players.pop_back();
  adds.players = std::move(players);
  adds.erased_seats = kept.erased_seats;
  adds.recorded_by = kept.recorded_by;
  return adds;
}

GameLabel mergedLabel(schema::Header::Reader header, const GameLabel& kept, const GameLabel& other,
                      std::vector<LabelConflict>& conflicts) {
  GameLabel merged = kept;
  ComparedLabel compared;
  const auto text = [&](const std::string& field, std::string_view recorded, std::string& here,
                        const std::string& there) {
    std::string adds;
    compareText(field.c_str(), recorded.empty() ? here : recorded, there, compared, adds);
    if (!adds.empty()) here = std::move(adds);
  };
  const auto number = [&](const char* field, std::uint32_t recorded, std::uint32_t& here, std::uint32_t there) {
    std::uint32_t adds = 0;
    compareNumber(field, recorded == 0 ? here : recorded, there, compared, adds);
    if (adds != 0) here = adds;
  };
  text("event", view(header.getEvent()), merged.event, other.event);
  text("match", view(header.getMatch()), merged.match, other.match);
  number("round", header.getRound(), merged.round, other.round);
  number("table", header.getTable(), merged.table, other.table);
  number("gameOfMatch", header.getGameOfMatch(), merged.game_of_match, other.game_of_match);
  const auto players = header.getPlayers();
  for (unsigned i = 0; i < other.players.size() && i < players.size(); ++i) {
    if (players[i].hasCommitment() || (kept.erased_seats >> i & 1U) != 0) continue;
    if (merged.players.size() <= i) merged.players.resize(i + 1);
    text(fmt::format("players[{}]", i), view(players[i].getName()), merged.players[i], other.players[i]);
  }
  while (!merged.players.empty() && merged.players.back().empty()) merged.players.pop_back();
  for (const RecordedBy& one : other.recorded_by) {
    const auto is_known = [&](const RecordedBy& here) { return here.first <= one.last && one.first <= here.last; };
    if (!ranges::any_of(kept.recorded_by, is_known)) merged.recorded_by.push_back(one);
  }
  conflicts.insert(conflicts.end(), compared.conflicts.begin(), compared.conflicts.end());
  return merged;
}

void eraseFromLabel(GameLabel& label, unsigned seat) {
  label.players[seat - 1].clear();
  while (!label.players.empty() && label.players.back().empty()) label.players.pop_back();
  label.erased_seats = static_cast<std::uint8_t>(label.erased_seats | (1U << (seat - 1)));
}

void addRecordedBy(GameLabel& label, const std::string& name, std::uint32_t first, std::uint32_t last) {
  if (last < first) return;
  if (!label.recorded_by.empty() && label.recorded_by.back().name == name &&
      label.recorded_by.back().last + 1 == first) {
    label.recorded_by.back().last = last;
  } else {
    label.recorded_by.push_back({.name = name, .first = first, .last = last});
  }
}

void eraseRecordedBy(GameLabel& label, std::string_view name) {
  for (RecordedBy& one : label.recorded_by) {
    if (one.name == name) one.name.clear();
  }
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
