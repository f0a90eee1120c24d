#include "store/rows/label_rows.h"

#include <capnp/serialize.h>
#include <fmt/format.h>

#include <range/v3/algorithm/contains.hpp>
#include <utility>

#include "events/errors.h"
#include "store/database.h"
#include "store/rows/index.h"
#include "store/rows/packing.h"

namespace docket::detail {
namespace {

constexpr char kLabelForm = 1, kFormWithRecorders = 2;
constexpr std::size_t kMaxLabelled = 8;  // players, as many as a game can have

}  // namespace

std::string encode(const GameLabel& label) {
  std::string row(1, label.recorded_by.empty() ? kLabelForm : kFormWithRecorders);
  for (const std::uint32_t number : {label.round, label.table, label.game_of_match}) appendBig32(row, number);
  row.push_back(static_cast<char>(label.erased_seats));
  row.push_back(static_cast<char>(label.players.size()));
  putText(row, label.event);
  putText(row, label.match);
  for (const std::string& player : label.players) putText(row, player);
  for (const RecordedBy& one : label.recorded_by) {
    appendBig32(row, one.first);
    appendBig32(row, one.last);
    putText(row, one.name);
  }
  return row;
}

std::optional<GameLabel> decodeLabel(std::string_view from) {
  constexpr std::size_t kFixed = 15, kRecorderFixed = 8;
  if (from.size() < kFixed || (from.front() != kLabelForm && from.front() != kFormWithRecorders)) return std::nullopt;
  const bool has_recorders = from.front() == kFormWithRecorders;
  GameLabel label{.round = readBig32(from.substr(1)),
                  .table = readBig32(from.substr(5)),
                  .game_of_match = readBig32(from.substr(9))};
  label.erased_seats = static_cast<std::uint8_t>(from[13]);
  const auto players = static_cast<std::uint8_t>(from[14]);
  from.remove_prefix(kFixed);
  if (players > kMaxLabelled || !takeText(from, label.event) || !takeText(from, label.match)) return std::nullopt;
  label.players.resize(players);
  for (std::string& player : label.players) {
    if (!takeText(from, player)) return std::nullopt;
  }
  while (has_recorders && from.size() > kRecorderFixed) {
    RecordedBy one{.first = readBig32(from), .last = readBig32(from.substr(4))};
    from.remove_prefix(kRecorderFixed);
    if (!takeText(from, one.name)) return std::nullopt;
    label.recorded_by.push_back(std::move(one));
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

StoredHeader storedHeader(const Database& database, std::string_view id) {
  const auto number = database.numberOf(id);
  if (!number) throw BadInput(fmt::format("{}: there is no game {}", database.path().string(), id));
  auto row = database.get(Family::games, gameKey(*number, GameRow::header), "reading a game's header");
  if (!row || row->size() <= sizeof(Digest))
    throw DamagedArchive(damageText(database.path(), id, 0, "its header is missing"));
  return {.number = *number, .row = std::move(*row)};
}

void replaceIndexKeys(const Database& database, rocksdb::WriteBatch& batch, const std::vector<std::string>& before,
                      const std::vector<std::string>& after, std::uint32_t number) {
  auto* index = database.family(Family::index);
  std::string of_game;
  appendBig32(of_game, number);
  for (const std::string& one : before) {
    if (!ranges::contains(after, one)) (void)batch.Delete(index, one);
  }
  for (const std::string& one : after) (void)batch.Put(index, one, of_game);
}

void addLabelRows(const Database& database, rocksdb::WriteBatch& batch, std::string_view id, const GameLabel& label) {
  const auto [number, stored] = storedHeader(database, id);
  std::vector<std::string> before, after;
  try {
    kj::Array<capnp::word> words;
    capnp::FlatArrayMessageReader message(wordsOf(std::string_view(stored).substr(sizeof(Digest)), words),
                                          storedMessages());
    const auto header = message.getRoot<schema::Header>();
    if (!addsOnly(header, label))
      throw BadInput(fmt::format("game {}: its label repeats the header, or names a seat that does not exist", id));
    before = indexKeys(header, readLabel(database, number, id));
    after = indexKeys(header, label);
  } catch (const kj::Exception& malformed) {
    throw DamagedArchive(damageText(database.path(), id, 0, malformed.getDescription().cStr()));
  }
  const auto key = gameKey(number, GameRow::label);
  if (label.empty()) {
    (void)batch.Delete(database.family(Family::games), key);
  } else {
    (void)batch.Put(database.family(Family::games), key, encode(label));
  }
  replaceIndexKeys(database, batch, before, after, number);
}

}  // namespace docket::detail
