#include "store/game_reader.h"

#include <fmt/format.h>
#include <rocksdb/iterator.h>

#include <utility>
#include <variant>

#include "events/errors.h"
#include "events/log/leaf.h"
#include "store/database.h"
#include "store/game_impl.h"
#include "store/log/leaf_of_game.h"
#include "store/rows/index.h"

namespace docket {
namespace {

bool isAtRow(const rocksdb::Iterator& games, std::uint32_t number, detail::GameRow row) {
  return games.Valid() && detail::view(games.key()) == detail::gameKey(number, row);
}

}  // namespace

detail::HeaderAndTail detail::readHeaderAndTail(rocksdb::Iterator& games, const Database& database,
                                                std::uint32_t number) {
  const auto missing = [&] {
    require(games.status(), database.path(), "opening a game");
    throw DamagedArchive(fmt::format("{}: rows of game number {} are missing", database.path().string(), number));
  };
  if (!isAtRow(games, number, GameRow::header)) missing();
  std::string header = games.value().ToString();
  games.Next();
  if (!isAtRow(games, number, GameRow::tail)) missing();
  const auto tail = decodeTail(view(games.value()));
  if (!tail) missing();
  return {.header = std::move(header), .tail = *tail};
}

struct GameReader::Rows {
  explicit Rows(const std::shared_ptr<const detail::Database>& database)
      : held(database),
        games(database->iterator(detail::Family::games)),
        events(std::make_shared<detail::EventRows>(*database)) {  // after the games, so that it has what they count
    if (database->has(detail::Family::derived)) derived = database->iterator(detail::Family::derived);
  }

  std::shared_ptr<const detail::Database> held;
  std::unique_ptr<rocksdb::Iterator> games;
  std::shared_ptr<detail::EventRows> events;
  std::shared_ptr<rocksdb::Iterator> derived;
};

GameReader::GameReader(const Archive& archive) : rows_(std::make_unique<Rows>(databaseOf(archive))) {}
GameReader::GameReader(GameReader&&) noexcept = default;
GameReader& GameReader::operator=(GameReader&&) noexcept = default;
GameReader::~GameReader() = default;

std::shared_ptr<const detail::Database> GameReader::databaseOf(const Archive& archive) { return archive.database_; }

Game GameReader::open(std::uint32_t number) {
  rocksdb::Iterator& games = *rows_->games;
  const detail::Database& database = *rows_->held;
  const auto at = [&](detail::GameRow row) { return isAtRow(games, number, row); };
  games.Seek(detail::gameKey(number, detail::GameRow::header));
  const auto [header, tail] = detail::readHeaderAndTail(games, database, number);
  auto impl = std::make_unique<Game::Impl>(database, number, header, tail);
  impl->held = rows_->held;
  impl->rows = rows_->events;
  impl->derived = rows_->derived;
  games.Next();
  if (at(detail::GameRow::secret)) impl->secret_row = games.value().ToString();
  // The rows between are few: stepping over them is quicker than looking for the label.
  const auto label = detail::gameKey(number, detail::GameRow::label);
  while (games.Valid() && detail::view(games.key()) < label) games.Next();
  impl->label_row = at(detail::GameRow::label) ? games.value().ToString() : std::string();
  return Game(std::move(impl));
}

Game GameReader::asLogged(const Archive& archive, Game game, const LoggedGame& logged) {
  const auto refuse = [&](const std::string& what) {
    throw DamagedArchive(detail::damageText(archive.path(), game.id(), 0, what));
  };
  const auto leaf = leafOf(archive.log().leafBytes(logged.last_leaf));
  const auto* sealed = std::get_if<GameLeaf>(&leaf);
  const auto game_leaf = detail::leafOfGame(game.header(), game.secrets());
  if (sealed == nullptr || sealed->count != logged.count || sealed->id_commitment != game_leaf.id_commitment ||
      sealed->ruleset != game_leaf.ruleset || sealed->catalogue != game_leaf.catalogue)
    refuse(fmt::format("leaf {} of the log is not about this game", logged.last_leaf));
  if (game.count() < logged.count)
    refuse(fmt::format("it has {} events, and leaf {} of the log covers {}", game.count(), logged.last_leaf,
                       logged.count));
  game.impl_->tail = {.count = logged.count, .sealed = logged.count, .head = sealed->head};
  return game;
}

void forEachPlayer(const Archive& archive,
                   const std::function<void(const std::string& name, std::uint32_t game)>& visit) {
  const auto database = GameReader::databaseOf(archive);
  const auto malformed = [&] {
    throw DamagedArchive(fmt::format("{}: a row of the index is malformed", database->path().string()));
  };
  database->forEach(detail::Family::index, detail::playersPrefix(), "reading the index", [&](auto key, auto value) {
    const auto name = detail::playerIn(key);
    if (!name || value.size() != 4) malformed();
    visit(*name, detail::readBig32(value));
    return true;
  });
  database->requireNothingMissing();
}

struct EveryGame::Rows {
  std::shared_ptr<const detail::Database> held;
  std::string prefix;                      // of their keys
  std::unique_ptr<rocksdb::Iterator> ids;  // a view of the state when it was made
};

EveryGame::EveryGame(const Archive& archive) : rows_(std::make_unique<Rows>()) {
  rows_->held = GameReader::databaseOf(archive);
  rows_->prefix = detail::rangeOf({}).prefix;
  rows_->ids = rows_->held->iterator(detail::Family::index);
  beginAgain();
}
EveryGame::EveryGame(EveryGame&&) noexcept = default;
EveryGame& EveryGame::operator=(EveryGame&&) noexcept = default;
EveryGame::~EveryGame() = default;

std::optional<NumberedGame> EveryGame::next() {
  rocksdb::Iterator& ids = *rows_->ids;
  const detail::Database& database = *rows_->held;
  if (!ids.Valid() || !detail::view(ids.key()).starts_with(rows_->prefix)) {
    detail::require(ids.status(), database.path(), "reading the index");
    database.requireNothingMissing();
    return std::nullopt;
  }
  const auto id = detail::idIn(detail::view(ids.key()));
  const auto number = detail::view(ids.value());
  if (!id || number.size() != 4)
    throw DamagedArchive(fmt::format("{}: a row of the index is malformed", database.path().string()));
  NumberedGame game{.id = std::string(*id), .number = detail::readBig32(number)};
  ids.Next();
  return game;
}

void EveryGame::beginAgain() { rows_->ids->Seek(rows_->prefix); }

}  // namespace docket
