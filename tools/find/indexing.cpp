#include "tools/find/indexing.h"

#include <fmt/format.h>

#include <range/v3/algorithm/all_of.hpp>
#include <utility>
#include <vector>

#include "engine/fold/recorded_end.h"
#include "engine/fold/running_state.h"
#include "events/errors.h"
#include "store/game_reader.h"
#include "store/naming.h"
#include "store/platform/parallel.h"
#include "store/rows/written_games.h"
#include "tools/find/kept_points.h"

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
      const std::size_t some = std::min(kAtOnce, games.size() - first);
      inParallel(some, threads_, [&](std::size_t i) { open(games[first + i], work); });
      between(first + some);
    }
  }

 private:
  void open(const GameEntry& entry, const std::function<void(const GameEntry&, const OpenGame&)>& work) {
    GameReader reader = readers_.take();
    try {
      const OpenGame game = loader_.game(reader.open(entry.number), std::nullopt);
      work(entry, game);
    } catch (const DamagedArchive&) {
      // docket check and docket verify say what is wrong; the game is not covered, so it is always searched.
    } catch (const BadInput&) {
    }
    readers_.giveBack(std::move(reader));
  }

  GameLoader& loader_;
  const std::size_t threads_;
  GameReaders readers_;
};

/// Deletes all that the index says. Which games were written meanwhile is still of use to those who read them before.
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

void addRecordFacts(schema::Header::Reader header, const EventSource& events, EventNumber last, GameFacts& facts) {
  const auto digest = [](capnp::Data::Reader field) { return hex(digestIn(field).value_or(Bytes32{})); };
  facts.facts.insert(
      fact(FactKind::documents, digest(header.getRulesetDigest()) + " " + digest(header.getCatalogueDigest())));
  const auto end = recordedEnd(events, last);
  const bool is_won = end && (end->winners != 0 || end->everybody == schema::Everybody::WINS);
  facts.facts.insert(fact(FactKind::outcome, !end ? "unfinished" : is_won ? "won" : "drawn"));
}

std::optional<GameFacts> tableFacts(const OpenGame& game, ProbeCache& probes) {
  const Rules rules = game.rules();
  FactCollector collector(rules, probes.of(game.gameRules(), game.header().getPlayers().size()));
  RunningState table(game.header(), rules);
  collector.begin(table.state());
  game.events().forEach(1, game.last(), [&](EventNumber number, const HeldEvent& event) {
    table.add(number, event, game.events());
    collector.add(table, event);
  });
  if (collector.isCorrected()) return std::nullopt;
  GameFacts facts = std::move(collector).take();
  addRecordFacts(game.header(), game.events(), game.last(), facts);
  return facts;
}

void storeSegment(const Archive& recorder, IndexWriter& collected, std::uint64_t events) {
  const auto rows = collected.takeRows(FactIndex(recorder).nextSegment(), events);
  if (!rows.empty()) recorder.derivedStore().putIndex(rows);
}

IndexedGames bringUpToDate(GameLoader& loader, bool again, std::size_t threads,
                           const std::function<void(std::uint64_t)>& progress) {
  std::vector<GameEntry> games = searchedGames(loader.archive());
  IndexedGames indexed{.games = games.size()};
  std::vector<GameEntry> missing;
  const FactIndex index(loader.archive());
  const auto lacks = [&](FactLevel level, const GameEntry& game) {
    return again || !index.covered(level).contains(game.number);
  };
  for (GameEntry& game : games) {
    if (lacks(FactLevel::table, game) || lacks(FactLevel::judged, game)) missing.push_back(std::move(game));
  }
  if (missing.empty()) return indexed;
  if (again) dropIndex(Archive::open(loader.archive().path(), Access::record_briefly));
  const std::uint64_t events = loader.archive().totals().events;
  ProbeCache probes;
  KeptPoints kept(loader.archive());
  IndexWriter collected;
  std::mutex counting;
  const auto work = [&](const GameEntry& entry, const OpenGame& game) {
    if (entry.sealed != entry.count) return;
    if (lacks(FactLevel::table, entry)) {
      const auto facts = tableFacts(game, probes);
      if (!facts) return;
      collected.add(entry.number, FactLevel::table, *facts);
    }
    GameFacts judged;
    addPointFacts(kept.of(game), judged);
    collected.add(entry.number, FactLevel::judged, judged);
    const std::lock_guard lock(counting);
    ++indexed.added;
  };
  EachGame(loader, threads).run(missing, work, [&](std::uint64_t done) {
    progress(done);
    kept.storeIfFull();
    if (collected.games() >= kMaxGamesOfSegment)
      storeSegment(Archive::open(loader.archive().path(), Access::record_briefly), collected, events);
  });
  kept.store();
  const Archive recorder = Archive::open(loader.archive().path(), Access::record_briefly);
  storeSegment(recorder, collected, events);
  if (const FactIndex now(recorder); now.isScattered())
    recorder.derivedStore().putIndex(now.joined(now.nextSegment()), true);
  indexed.left_out = missing.size() - indexed.added;
  return indexed;
}

std::vector<std::string> gamesWithoutFacts(GameLoader& loader, std::size_t threads,
                                           const std::function<void(std::uint64_t)>& progress) {
  const FactIndex index(loader.archive());
  std::vector<GameEntry> covered;
  for (GameEntry& game : searchedGames(loader.archive())) {
    if (index.covered(FactLevel::table).contains(game.number)) covered.push_back(std::move(game));
  }
  ProbeCache probes;
  KeptPoints kept(loader.archive());
  std::mutex comparing;
  std::map<std::string, Games> stored;  // that were asked for so far
  std::vector<std::string> wrong;
  const auto work = [&](const GameEntry& entry, const OpenGame& game) {
    auto facts = tableFacts(game, probes);
    if (facts && index.covered(FactLevel::judged).contains(entry.number)) addPointFacts(kept.of(game), *facts);
    const std::lock_guard lock(comparing);
    const auto has = [&](const std::string& key) {
      auto found = stored.find(key);
      if (found == stored.end()) found = stored.emplace(key, index.with(key)).first;
      return found->second.contains(entry.number);
    };
    const auto is_within = [&](const auto& range) {
      return !index.without(range.first, range.second).contains(entry.number);
    };
    if (!facts || !ranges::all_of(facts->facts, has) || !ranges::all_of(facts->ranges, is_within))
      wrong.push_back(entry.id);
  };
  EachGame(loader, threads).run(covered, work, [&](std::uint64_t done) {
    progress(done);
    kept.storeIfFull();
  });
  kept.store();
  return wrong;
}

}  // namespace docket::find
