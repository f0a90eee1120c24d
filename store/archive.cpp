#include "store/archive.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "events/errors.h"
#include "events/text/letters.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "store/database.h"
#include "store/erase_player.h"
#include "store/followed.h"
#include "store/format.h"
#include "store/game_impl.h"
#include "store/game_reader.h"
#include "store/recorder.h"
#include "store/rows/index.h"
#include "store/rows/label_rows.h"

namespace docket {

using detail::Family;

namespace {

GameEntry entryOf(const Game& game) {
  const auto header = game.header();
  const GameLabel label = game.label();
  const auto known = [](std::uint32_t recorded, std::uint32_t said) { return recorded != 0 ? recorded : said; };
  GameEntry entry{.id = std::string(game.id()),
                  .number = game.number(),
                  .event = std::string(eventOf(header, label)),
                  .match = header.getMatch().size() != 0 ? textOf(header.getMatch()) : label.match,
                  .round = known(header.getRound(), label.round),
                  .table = known(header.getTable(), label.table),
                  .game_of_match = known(header.getGameOfMatch(), label.game_of_match),
                  .date = textOf(header.getDate()),
                  .players = {},
                  .ruleset = textOf(header.getRuleset()),
                  .ruleset_version = textOf(header.getRulesetVersion()),
                  .count = game.count(),
                  .sealed = game.sealed(),
                  .head = game.head(),
                  .parent = {}};
  if (const auto point = game.branchPoint()) {
    entry.parent = point->parent;
    entry.parted_at = point->at;
    entry.account = point->account;
  }
  for (unsigned seat = 1; seat <= header.getPlayers().size(); ++seat)
    entry.players.emplace_back(playerOf(header, label, seat));
  return entry;
}

}  // namespace

Archive Archive::open(const std::filesystem::path& path, Access access) {
  if (sodium_init() < 0) throw EnvironmentError("libsodium cannot be used on this machine");
  Archive archive(std::make_shared<detail::Database>(path, access));
  if (access == Access::record) requireFollowsNothing(archive);
  return archive;
}

bool Archive::archiveExists(const std::filesystem::path& path) { return detail::archiveExists(path); }

Archive::Archive(std::shared_ptr<detail::Database> database) : database_(std::move(database)) {}
Archive::Archive(Archive&&) noexcept = default;
Archive& Archive::operator=(Archive&&) noexcept = default;
Archive::~Archive() = default;

const std::filesystem::path& Archive::path() const { return database_->path(); }
bool Archive::records() const { return database_->recorder() != nullptr; }

void Archive::begin(const NewGame& game) { database_->requireRecorder().begin(game); }
void Archive::append(std::span<const NewEvents> events) { database_->requireRecorder().append(events); }
void Archive::append(std::string_view game, const NewEvent& event) {
  const NewEvents one{.game = game, .events = {&event, 1}};
  append({&one, 1});
}
bool Archive::seal(std::string_view game) { return database_->requireRecorder().seal(game); }
void Archive::import(std::span<const ImportedGame> games) { database_->requireRecorder().import(games); }
void Archive::import(const ImportedGame& game) { import({&game, 1}); }

void Archive::branch(const NewBranch& branch) { database_->requireRecorder().branch(branch); }

void Archive::label(std::span<const NewLabel> labels) {
  std::set<std::string_view> games;
  for (const NewLabel& one : labels) {
    if (!games.insert(one.game).second) throw BadInput(fmt::format("game {} is labelled twice at once", one.game));
  }
  database_->requireRecorder().write([&](rocksdb::WriteBatch& batch) {
    for (const NewLabel& one : labels) detail::addLabelRows(*database_, batch, one.game, one.label);
  });
}

void Archive::erasePlayer(std::string_view game, std::uint8_t seat) {
  database_->requireRecorder().write(
      [&](rocksdb::WriteBatch& batch) { detail::addErasure(*database_, batch, game, seat); });
}

std::vector<GameEntry> Archive::branchesOf(std::string_view id) const {
  std::vector<GameEntry> entries;
  database_->forEach(Family::index, detail::branchKeyPrefix(id), "reading the index", [&](auto, auto value) {
    const auto game = value.size() == 4 ? open(detail::readBig32(value)) : std::nullopt;
    if (!game) throw DamagedArchive(path().string() + ": the index names a branch whose rows are missing");
    entries.push_back(entryOf(*game));
    return true;
  });
  return entries;
}

std::optional<Game> Archive::open(std::uint32_t number) const {
  const auto header =
      database_->get(Family::games, detail::gameKey(number, detail::GameRow::header), "reading a game's header");
  const auto tail = database_->tail(number);
  if (!header || !tail) return std::nullopt;
  auto impl = std::make_unique<Game::Impl>(*database_, number, *header, *tail);
  impl->held = database_;
  return Game(std::move(impl));
}

std::optional<Game> Archive::find(std::string_view id) const {
  const auto number = database_->numberOf(id);
  if (!number) {
    if (const auto* loss = database_->lossOf(id))
      throw DamagedArchive(detail::damageText(path(), id, loss->first_lost, loss->what));
    database_->requireNothingMissing();
    return std::nullopt;
  }
  auto found = open(*number);
  if (!found) throw DamagedArchive(detail::damageText(path(), id, 0, "it is in the index, and its rows are missing"));
  return found;
}

namespace {

/// The distance of a typed id from a stored one: 0 if it is the stored id or its last part ("round-3" of
/// "open/round-3"), 1 if the stored id begins with it, else the edit distance.
std::size_t changesBetween(std::string_view typed, std::string_view id) {
  const std::string small = asciiLower(typed.substr(0, 128)), known = asciiLower(id);
  if (!small.empty() && (known == small || known.ends_with("/" + small))) return 0;
  return !small.empty() && known.starts_with(small) ? 1 : editDistance(small, known);
}

}  // namespace

Game Archive::game(std::string_view id) const {
  if (auto found = find(id)) return std::move(*found);
  constexpr std::size_t kMax = 3;
  std::vector<std::pair<std::size_t, std::string>> near;
  bool any = false;
  list({}, [&](const GameEntry& entry) {
    any = true;
    // The id of a game already refers to its newest record, so records with a number are not offered.
    if (entry.id.find('@') != std::string::npos && id.find('@') == std::string_view::npos) return true;
    const std::size_t changes = changesBetween(id, entry.id);
    if (changes > maxEditDistance(id)) return true;
    near.emplace_back(changes, entry.id);
    std::sort(near.begin(), near.end());
    if (near.size() > kMax) near.pop_back();
    return true;
  });
  std::vector<std::string> names;
  for (auto& [changes, name] : near) names.push_back(std::move(name));
  throw BadInput(fmt::format("{}: there is no game {}{} ({})", path().string(), docket::quoted(id),
                             didYouMeanAny(names),
                             any ? "docket games lists them" : "it has no games yet: docket import FILE imports one"));
}

namespace {

/// The first number from `number` on that is in a share; 0 if no such number is left.
std::uint32_t firstOfShare(std::uint32_t number, Share share) {
  constexpr std::uint64_t kRun = 16;  // the number of games that are stored together
  const std::uint64_t run = number / kRun;
  const std::uint64_t runs = (share.part + share.of - run % share.of) % share.of;
  if (runs == 0) return number;
  const std::uint64_t first = (run + runs) * kRun;
  return first > std::numeric_limits<std::uint32_t>::max() ? 0 : static_cast<std::uint32_t>(first);
}

}  // namespace

void Archive::forEachGame(const std::function<bool(Game&)>& visit, Share share) const {
  const auto games = database_->iterator(Family::games);
  const auto rows = std::make_shared<detail::EventRows>(
      *database_);  // made after `games`, so that it has every event that these count
  for (games->SeekToFirst(); games->Valid();) {
    const auto key = detail::view(games->key());
    const std::uint32_t number = key.size() < 5 ? 0 : detail::readBig32(key);
    if (const std::uint32_t first = firstOfShare(number, share); number != 0 && first != number) {
      if (first < number) break;
      games->Seek(detail::gameKey(first, detail::GameRow::header));
      continue;
    }
    const auto [header, tail] = detail::readHeaderAndTail(*games, *database_, number);
    auto impl = std::make_unique<Game::Impl>(*database_, number, header, tail);
    impl->rows = rows;
    Game game(std::move(impl));
    if (!visit(game)) return;
    do games->Next();
    while (games->Valid() && games->key().size() >= 5 && detail::readBig32(detail::view(games->key())) == number);
  }
  detail::require(games->status(), path(), "reading the games");
  database_->requireNothingMissing();
}

void Archive::list(const GameFilter& filter, const std::function<bool(const GameEntry&)>& visit) const {
  const auto range = detail::rangeOf(filter);
  const auto rows = database_->iterator(Family::index);
  GameReader games(*this);
  std::size_t listed = 0;
  for (rows->Seek(range.from); rows->Valid() && listed < filter.max_games; rows->Next()) {
    if (!detail::view(rows->key()).starts_with(range.prefix)) break;
    if (rows->value().size() != 4) throw DamagedArchive(path().string() + ": a row of the index is malformed");
    const Game game = games.open(detail::readBig32(detail::view(rows->value())));
    const auto header = game.header();
    if (!filter.date_to.empty() && view(header.getDate()) > filter.date_to) break;  // they are sorted by date
    if (!passes(filter, game)) continue;
    ++listed;
    if (!visit(entryOf(game))) return;
  }
  detail::require(rows->status(), path(), "reading the index");
  database_->requireNothingMissing();
}

std::vector<GameEntry> Archive::list(const GameFilter& filter) const {
  std::vector<GameEntry> entries;
  list(filter, [&](const GameEntry& entry) {
    entries.push_back(entry);
    return true;
  });
  return entries;
}

ArchiveTotals Archive::totals() const {
  const auto totals = database_->totals();
  return {.games = totals.games, .events = totals.events};
}

void Archive::refresh() {
  if (!records()) database_ = std::make_shared<detail::Database>(path(), Access::read);
}
Documents Archive::documents() const { return Documents(database_); }
DerivedStore Archive::derivedStore() const { return DerivedStore(database_); }
Log Archive::log() const { return Log(database_); }
void Archive::copyTo(const std::filesystem::path& target) const { database_->copyTo(target); }

}  // namespace docket
