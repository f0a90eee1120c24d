#include "store/rows/label_rows.h"

#include <capnp/serialize.h>
#include <fmt/format.h>

#include <range/v3/algorithm/contains.hpp>
#include <vector>

#include "events/errors.h"
#include "store/database.h"
#include "store/rows/index.h"
#include "store/rows/packing.h"

namespace docket::detail {
namespace {

constexpr char kLabelForm = 1;
constexpr std::size_t kMaxLabelled = 8;  // players, as many as a game can have

void putLabelText(std::string& to, std::string_view text) {
  putBig(to, static_cast<std::uint32_t>(text.size()));
  to.append(text);
}

bool takeLabelText(std::string_view& from, std::string& text) {
  if (from.size() < 4) return false;
  const std::size_t length = big(from);
  from.remove_prefix(4);
  if (length > from.size()) return false;
  text.assign(from.substr(0, length));
  from.remove_prefix(length);
  return true;
}

}  // namespace

std::string encode(const GameLabel& label) {
  std::string row(1, kLabelForm);
  for (const std::uint32_t number : {label.round, label.table, label.game_of_match}) putBig(row, number);
  row.push_back(static_cast<char>(label.erased_seats));
  row.push_back(static_cast<char>(label.players.size()));
  putLabelText(row, label.event);
  putLabelText(row, label.match);
  for (const std::string& player : label.players) putLabelText(row, player);
  return row;
}

std::optional<GameLabel> decodeLabel(std::string_view from) {
  constexpr std::size_t kFixed = 15;
  if (from.size() < kFixed || from.front() != kLabelForm) return std::nullopt;
  GameLabel label{.round = big(from.substr(1)), .table = big(from.substr(5)), .game_of_match = big(from.substr(9))};
  label.erased_seats = static_cast<std::uint8_t>(from[13]);
  const auto players = static_cast<std::uint8_t>(from[14]);
  from.remove_prefix(kFixed);
  if (players > kMaxLabelled || !takeLabelText(from, label.event) || !takeLabelText(from, label.match))
    return std::nullopt;
  label.players.resize(players);
  for (std::string& player : label.players) {
    if (!takeLabelText(from, player)) return std::nullopt;
  }
  return from.empty() ? std::optional(std::move(label)) : std::nullopt;
}

GameLabel readLabel(const Database& database, std::uint32_t number, std::string_view id) {
  const auto row = database.get(Family::games, gameKey(number, GameRow::label), "reading a game's label");
  return row ? labelIn(*row, database, id) : GameLabel{};
}

GameLabel labelIn(std::string_view row, const Database& database, std::string_view id) {
  if (row.empty()) return {};
  auto label = decodeLabel(row);
  if (!label) throw DamagedArchive(damageText(database.path(), id, 0, "the row of its label is malformed"));
  return std::move(*label);
}

void addLabelRows(const Database& database, rocksdb::WriteBatch& batch, std::string_view id, const GameLabel& label) {
  const auto number = database.numberOf(id);
  if (!number) throw BadInput(fmt::format("{}: there is no game {}", database.path().string(), id));
  const auto stored = database.get(Family::games, gameKey(*number, GameRow::header), "reading a game's header");
  if (!stored || stored->size() <= sizeof(Bytes32))
    throw DamagedArchive(damageText(database.path(), id, 0, "its header is missing"));
  std::vector<std::string> before, after;
  try {
    kj::Array<capnp::word> words;
    capnp::FlatArrayMessageReader message(wordsOf(std::string_view(*stored).substr(sizeof(Bytes32)), words),
                                          storedMessages());
    const auto header = message.getRoot<schema::Header>();
    if (!addsOnly(header, label))
      throw BadInput(fmt::format("game {}: its label repeats the header, or names a seat that does not exist", id));
    before = indexKeys(header, readLabel(database, *number, id));
    after = indexKeys(header, label);
  } catch (const kj::Exception& malformed) {
    throw DamagedArchive(damageText(database.path(), id, 0, malformed.getDescription().cStr()));
  }
  const auto key = gameKey(*number, GameRow::label);
  if (label.empty()) {
    (void)batch.Delete(database.family(Family::games), key);
  } else {
    (void)batch.Put(database.family(Family::games), key, encode(label));
  }
  std::string of_game;
  putBig(of_game, *number);
  for (const std::string& one : before) {
    if (!ranges::contains(after, one)) (void)batch.Delete(database.family(Family::index), one);
  }
  for (const std::string& one : after) (void)batch.Put(database.family(Family::index), one, of_game);
}

}  // namespace docket::detail
