#include "tools/find/indexing.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <range/v3/algorithm/all_of.hpp>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/fold/recorded_end.h"
#include "engine/fold/running_state.h"
#include "events/errors.h"
#include "events/json/json_writer.h"
#include "events/log/tree_hash.h"
#include "store/game_reader.h"
#include "store/naming.h"
#include "store/platform/parallel.h"
#include "store/rows/written_games.h"
#include "tools/find/point_cache.h"

namespace docket::find {
namespace {

constexpr std::size_t kAtOnce = 1'024;

/// The games that docket find searches: neither branches nor records that were replaced.
std::vector<GameEntry> searchedGames(const Archive& archive) {
  const auto replaced = replacedRecords(archive);
  std::vector<GameEntry> games;
  archive.list({}, [&](const GameEntry& game) {
    if (game.parent.empty() && !replaced.contains(game.id)) games.push_back(game);
    return true;
  });
  return games;
}

/// Calls `work` with each game, opened, by several threads; false for those that cannot be read or understood.
class EachGame {
 public:
  EachGame(GameLoader& loader, std::size_t threads) : loader_(loader), threads_(threads), readers_(loader.archive()) {}

  /// `between`: called by this thread after each `kAtOnce` games with how many are done.
  void run(const std::vector<GameEntry>& games, const std::function<void(const GameEntry&, const OpenGame&)>& work,
           const std::function<void(std::uint64_t)>& between) {
    for (std::size_t first = 0; first < games.size(); first += kAtOnce) {
      const std::size_t count = std::min(kAtOnce, games.size() - first);
      inParallel(count, threads_, [&](std::size_t i) { open(games[first + i], work); });
      between(first + count);
    }
  }

 private:
  void open(const GameEntry& entry, const std::function<void(const GameEntry&, const OpenGame&)>& work) {
    const auto reader = readers_.take();
    try {
      const OpenGame game = loader_.game(reader->open(entry.number), std::nullopt);
      work(entry, game);
    } catch (const DamagedArchive&) {
      // docket check and docket verify say what is wrong; the game is not covered, so it is always searched.
    } catch (const BadInput&) {
    }
  }

  GameLoader& loader_;
  const std::size_t threads_;
  GameReaders readers_;
};

/// Adds the terms of a finished game under a number; false if a judge corrected it, or it cannot be read or understood.
bool addTerms(GameLoader& loader, Game stored, std::uint32_t number, ProbeCache& probes, PointCache& cache,
              IndexWriter& collected) {
  try {
    const OpenGame game = loader.game(std::move(stored), std::nullopt);
    const auto terms = tableTerms(game, probes);
    if (!terms) return false;
    GameTerms judged;
    addPointTerms(cache.of(game), judged);
    collected.add(number, IndexLevel::table, *terms);
    collected.add(number, IndexLevel::judged, judged);
    return true;
  } catch (const DamagedArchive&) {
  } catch (const BadInput&) {
  }
  return false;
}

/// The number of a leaf, as the rows of the index hold it. Throws BadInput if it is too large.
std::uint32_t leafNumber(std::uint64_t leaf) {
  if (leaf >= kMaxGameNumber) throw BadInput(fmt::format("leaf {}: the index holds {} games", leaf, kMaxGameNumber));
  return static_cast<std::uint32_t>(leaf);
}

std::string_view charactersIn(capnp::Data::Reader data) {
  return {reinterpret_cast<const char*>(data.begin()), data.size()};
}

/// Deletes the index except for the rows that list recently written games, which open readers still need.
void dropIndex(const Archive& recorder) {
  DerivedStore rows = recorder.derivedStore();
  std::vector<DerivedStore::IndexRow> written;
  rows.forEachIndexRow(kWrittenGames, [&](std::string_view key, std::uint32_t game, std::string_view bytes) {
    written.push_back({.key = std::string(key), .segment = game, .bytes = std::string(bytes)});
    return true;
  });
  rows.putIndex(written, true);
}

}  // namespace

const Probes& ProbeCache::of(const GameRules& rules, std::size_t players) {
  const std::lock_guard lock(compiling_);
  auto& compiled = compiled_[{rules.tag, players}];
  if (compiled == nullptr) compiled = std::make_unique<const Probes>(rules.ruleset, players);
  return *compiled;
}

void addRecordTerms(schema::Header::Reader header, const EventSource& events, EventNumber last, GameTerms& terms) {
  const auto digest = [](capnp::Data::Reader field) { return hex(digestIn(field).value_or(Digest{})); };
  terms.keys.insert(
      term(TermKind::documents, digest(header.getRulesetDigest()) + " " + digest(header.getCatalogueDigest())));
  const auto end = recordedEnd(events, last);
  const bool is_won = end && (end->winners != 0 || end->everybody == schema::Everybody::WINS);
  terms.keys.insert(term(TermKind::outcome, !end ? "unfinished" : is_won ? "won" : "drawn"));
}

std::optional<GameTerms> tableTerms(const OpenGame& game, ProbeCache& probes) {
  const Rules rules = game.rules();
  TermCollector collector(rules, probes.of(game.gameRules(), game.header().getPlayers().size()));
  RunningState running(game.header(), rules);
  collector.begin(running.state());
  game.events().forEach(1, game.last(), [&](EventNumber number, const HeldEvent& event) {
    running.add(number, event, game.events());
    collector.add(running, event);
  });
  if (collector.isCorrected()) return std::nullopt;
  GameTerms terms = std::move(collector).take();
  addRecordTerms(game.header(), game.events(), game.last(), terms);
  return terms;
}

void storeSegment(const Archive& recorder, IndexWriter& collected, std::uint64_t events) {
  const auto rows = collected.takeRows(TermIndex(recorder).nextSegment(), events);
  if (!rows.empty()) recorder.derivedStore().putIndex(rows);
}

IndexedGames bringUpToDate(GameLoader& loader, bool again, std::size_t threads,
                           const std::function<void(std::uint64_t)>& progress) {
  std::vector<GameEntry> games = searchedGames(loader.archive());
  IndexedGames indexed{.games = games.size()};
  std::vector<GameEntry> missing;
  const TermIndex index(loader.archive());
  const auto lacks = [&](IndexLevel level, const GameEntry& game) {
    return again || !index.covered(level).contains(game.number);
  };
  for (GameEntry& game : games) {
    if (lacks(IndexLevel::table, game) || lacks(IndexLevel::judged, game)) missing.push_back(std::move(game));
  }
  if (missing.empty()) return indexed;
  if (again) dropIndex(Archive::open(loader.archive().path(), Access::record_briefly));
  const std::uint64_t events = loader.archive().totals().events;
  ProbeCache probes;
  PointCache cache(loader.archive());
  IndexWriter collected;
  std::mutex counting;
  const auto work = [&](const GameEntry& entry, const OpenGame& game) {
    if (entry.sealed != entry.count) return;
    if (lacks(IndexLevel::table, entry)) {
      const auto terms = tableTerms(game, probes);
      if (!terms) return;
      collected.add(entry.number, IndexLevel::table, *terms);
    }
    GameTerms judged;
    addPointTerms(cache.of(game), judged);
    collected.add(entry.number, IndexLevel::judged, judged);
    const std::lock_guard lock(counting);
    ++indexed.added;
  };
  EachGame(loader, threads).run(missing, work, [&](std::uint64_t done) {
    progress(done);
    cache.storeIfFull();
    if (collected.games() >= kMaxGamesOfSegment)
      storeSegment(Archive::open(loader.archive().path(), Access::record_briefly), collected, events);
  });
  cache.store();
  const Archive recorder = Archive::open(loader.archive().path(), Access::record_briefly);
  storeSegment(recorder, collected, events);
  if (const TermIndex now(recorder); now.isScattered())
    recorder.derivedStore().putIndex(now.joined(now.nextSegment()), true);
  indexed.left_out = missing.size() - indexed.added;
  return indexed;
}

void indexRange(GameLoader& loader, const leaf_ranges::RangeRun& run, leaf_ranges::ResultWriter& writer,
                std::size_t threads, const std::function<void(std::uint64_t)>& progress) {
  ProbeCache probes;
  PointCache cache(loader.archive());
  IndexWriter collected;
  std::atomic<std::uint64_t> searched = 0, added = 0;
  GameReaders readers(loader.archive());
  const auto add_logged = [&](Game stored, const LoggedGame& logged) {
    try {
      return addTerms(loader, run.asLogged(std::move(stored), logged), leafNumber(logged.leaf), probes, cache,
                      collected);
    } catch (const DamagedArchive&) {
      return false;
    }
  };
  const auto work = [&](const LoggedGame& logged) {
    const auto reader = readers.take();
    Game stored = reader->open(logged.number);
    if (!stored.branchPoint() && !run.isReplaced(stored.id())) {
      ++searched;
      if (add_logged(std::move(stored), logged)) ++added;
    }
  };
  const auto write = [&] {
    for (const DerivedStore::IndexRow& row : collected.takeRows(0, 0)) {
      JsonWriter json;
      json.object().object("facts").member("key", hex(asBytes(row.key))).member("bytes", hex(asBytes(row.bytes)));
      writer.add(json.end().end().text());
    }
  };
  const auto& games = run.games();
  for (std::size_t first = 0; first < games.size(); first += kAtOnce) {
    const std::size_t count = std::min(kAtOnce, games.size() - first);
    inParallel(count, threads, [&](std::size_t i) { work(games[first + i]); });
    progress(first + count);
    cache.storeIfFull();
    if (collected.games() >= kMaxGamesOfSegment) write();
  }
  write();
  cache.store();
  JsonWriter json;
  json.object().object("indexed").member("games", searched.load()).member("leftOut", searched.load() - added.load());
  writer.add(json.end().end().text());
}

namespace {

/// The numbers of games by their first leaf; 0 for one that was written to since the checkpoint.
using NumbersByLeaf = std::unordered_map<std::uint32_t, std::uint32_t>;

/// The games of the ranges by their first leaves; 0: written to since.
NumbersByLeaf numbersByLeaf(const Archive& archive, const leaf_ranges::ResultLines& lines) {
  NumbersByLeaf numbers;
  GameReader reader(archive);
  for (const LoggedGame& logged : lines.games())
    numbers.emplace(leafNumber(logged.leaf), reader.open(logged.number).count() == logged.count ? logged.number : 0);
  return numbers;
}

/// Adds the rows of each range to `collected`, and calls `between` after each range. Gives how many games were
/// searched.
std::uint64_t readTerms(const leaf_ranges::ResultLines& lines, const NumbersByLeaf& numbers, IndexWriter& collected,
                        const std::function<void()>& between) {
  std::uint64_t searched = 0;
  const leaf_ranges::DoneRange* counted = nullptr;
  const auto visit = [&](const leaf_ranges::ResultLines::Line& line) {
    if (line.says.isIndexed()) {
      const auto sums = line.says.getIndexed();
      if (counted == &line.range || sums.getGames() > line.games || sums.getLeftOut() > sums.getGames())
        line.file.refuse("these are not the numbers of games of the range");
      counted = &line.range;
      searched += sums.getGames();
      return;
    }
    if (!line.says.isFacts()) line.file.refuse("this is not a row of the index");
    const auto number_of = [&](std::uint32_t leaf) -> std::optional<std::uint32_t> {
      const auto found = numbers.find(leaf);
      const bool is_of_range = leaf >= line.range.leaves.first && leaf <= line.range.leaves.last;
      return found == numbers.end() || !is_of_range ? std::nullopt : std::optional(found->second);
    };
    const auto row = line.says.getFacts();
    if (!collected.addRow(charactersIn(row.getKey()), charactersIn(row.getBytes()), number_of))
      line.file.refuse("this is not a row of the index, or it is about a game of another range");
  };
  lines.forEach(visit, [&](const auto& range, const auto& file) {
    if (counted != &range) file.refuse("how many games were indexed is missing");
    between();
  });
  return searched;
}

}  // namespace

void checkTerms(GameLoader& loader, const leaf_ranges::ResultLines& lines) {
  IndexWriter collected;
  static_cast<void>(readTerms(lines, numbersByLeaf(loader.archive(), lines), collected,
                              [&] { static_cast<void>(collected.takeRows(0, 0)); }));
}

IndexedGames indexedBy(GameLoader& loader, const leaf_ranges::ResultLines& lines) {
  const Archive& archive = loader.archive();
  const std::uint64_t events = archive.totals().events;
  const NumbersByLeaf numbers = numbersByLeaf(archive, lines);
  IndexWriter collected;
  IndexedGames indexed;
  indexed.games = readTerms(lines, numbers, collected, [&] { static_cast<void>(collected.takeRows(0, 0)); });
  const Archive recorder = Archive::open(archive.path(), Access::record_briefly);
  const auto store = [&] {
    indexed.added += collected.games();
    storeSegment(recorder, collected, events);
  };
  static_cast<void>(readTerms(lines, numbers, collected, [&] {
    if (collected.games() >= kMaxGamesOfSegment) store();
  }));
  store();
  indexed.left_out = indexed.games - std::min(indexed.games, indexed.added);
  return indexed;
}

std::vector<std::string> gamesLackingTerms(GameLoader& loader, std::size_t threads,
                                           const std::function<void(std::uint64_t)>& progress) {
  const TermIndex index(loader.archive());
  std::vector<GameEntry> covered;
  for (GameEntry& game : searchedGames(loader.archive())) {
    if (index.covered(IndexLevel::table).contains(game.number)) covered.push_back(std::move(game));
  }
  ProbeCache probes;
  PointCache cache(loader.archive());
  std::mutex comparing;
  std::map<std::string, Games> stored;  // the games of each term that was looked up so far
  std::vector<std::string> wrong;
  const auto work = [&](const GameEntry& entry, const OpenGame& game) {
    auto terms = tableTerms(game, probes);
    if (terms && index.covered(IndexLevel::judged).contains(entry.number)) addPointTerms(cache.of(game), *terms);
    const std::lock_guard lock(comparing);
    const auto has = [&](const std::string& key) {
      auto found = stored.find(key);
      if (found == stored.end()) found = stored.emplace(key, index.with(key)).first;
      return found->second.contains(entry.number);
    };
    const auto is_within = [&](const auto& range) {
      return !index.without(range.first, range.second).contains(entry.number);
    };
    if (!terms || !ranges::all_of(terms->keys, has) || !ranges::all_of(terms->ranges, is_within))
      wrong.push_back(entry.id);
  };
  EachGame(loader, threads).run(covered, work, [&](std::uint64_t done) {
    progress(done);
    cache.storeIfFull();
  });
  cache.store();
  return wrong;
}

}  // namespace docket::find
