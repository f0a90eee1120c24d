// The neutral workload of shared/bench, through all of Docket:
//   docket-workload BASE [DIRECTORY]
// BASE is what workload.mjs wrote (BASE.bin, BASE.probes); the archive is made in DIRECTORY, or in the system's place
// for temporary files, and removed again. A line of results for each way through (see `ways`), in the form of
// shared/bench/run-all.sh, whose EXTRA this program is meant for. docs/performance.md says what each line means.
// One thread unless a line says otherwise; reading lines take the median of three passes. Outside the clock, as
// in the programs it is compared with: opening the archive, hashing the results, and forgetting the games of the pass
// before.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <vector>

#include "engine/fold/events_of.h"
#include "engine/fold/reduce.h"
#include "engine/fold/running_state.h"
#include "engine/judge/judge.h"
#include "engine/snapshot/digest.h"
#include "engine/snapshot/keyframe_load.h"
#include "engine/snapshot/keyframe_save.h"
#include "events/errors.h"
#include "events/heads.h"
#include "events/validate.h"
#include "store/archive.h"
#include "store/platform/parallel.h"
#include "tests/bench/result_line.h"
#include "tests/bench/workload.h"
#include "tests/bench/workload_trace.h"

namespace docket::workload {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPasses = 3;
constexpr std::uint32_t kKeyframeEvents = 256;

/// A game being folded: what every reading way carries along.
struct Folding {
  Folding(schema::Header::Reader header, const Rules& rules) : state(initialState(header, rules)), trace(rules) {}
  Folding(State at, const Rules& rules, std::uint32_t value) : state(std::move(at)), trace(rules, state, value, 0) {}
  Folding(State at, const Trace& traced) : state(std::move(at)), trace(traced) {}

  void fold(const Rules& rules, std::uint32_t number, schema::Event::Reader event) {
    reduce(state, rules, number, event, step);
    trace.add(state, step);
  }

  State state;
  Trace trace;
  Step step;
};

/// Hashes of games that were folded, in their order.
struct Outcomes {
  std::uint64_t illegal = 0;
  Fnv hash;

  void add(const Folding& game, const Rules& rules) {
    illegal += game.trace.illegal();
    hash.add(hashOf(game.state, rules, game.trace) + "\n");
  }
};

/// The median of some passes, by each clock. `forget` is called before each, outside the clock: the games of the pass
/// before were kept for their hashes only.
template <class Forget, class Pass>
Duration median(Forget&& forget, Pass&& pass) {
  std::array<double, kPasses> wall{};
  std::array<double, kPasses> processor{};
  for (std::size_t i = 0; i < kPasses; ++i) {
    forget();
    const Stopwatch watch;
    pass();
    const Duration took = watch.elapsed();
    wall.at(i) = took.wall;
    processor.at(i) = took.processor;
  }
  std::sort(wall.begin(), wall.end());
  std::sort(processor.begin(), processor.end());
  return {.wall = wall[kPasses / 2], .processor = processor[kPasses / 2]};
}

/// The same for passes that fill `games`, `count` of them.
template <class Pass>
Duration median(std::vector<Folding>& games, std::size_t count, Pass&& pass) {
  const auto forget = [&] {
    games.clear();
    games.reserve(count);
  };
  return median(forget, pass);
}

std::uint64_t bytesIn(const fs::path& directory) {
  std::uint64_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    if (entry.is_regular_file() && entry.path().extension() == ".sst") bytes += entry.file_size();
  }
  return bytes;
}

/// A directory that is removed with this object.
class TemporaryDirectory {
 public:
  explicit TemporaryDirectory(fs::path path) : path_(std::move(path)) { fs::remove_all(path_); }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() {
    std::error_code ignored;  // what cannot be removed is the system's to clean up
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

class Bench {
 public:
  Bench(const Workload& workload, const Rules& rules, fs::path directory)
      : workload_(workload), rules_(rules), directory_(std::move(directory)) {
    for (std::uint32_t game = 0; game < workload.games(); ++game) {
      recordings_.push_back(record(workload.setup(game), workload.events(game), gameId(game)));
    }
  }

  void run() {
    foldInMemory();
    import(1);
    import(std::max(1U, 10000 / workload_.eventsPerGame()));
    replay();
    replayInParallel();
    verify();
    keyframes();
  }

 private:
  [[nodiscard]] std::uint64_t events() const { return std::uint64_t{workload_.games()} * workload_.eventsPerGame(); }

  [[nodiscard]] Result resultOf(std::string variant, Duration took, const std::vector<Folding>& games) const {
    Outcomes outcomes;
    for (const Folding& game : games) outcomes.add(game, rules_);
    return {.variant = std::move(variant),
            .events = events(),
            .took = took,
            .games = workload_.games(),
            .illegal = outcomes.illegal,
            .hash = outcomes.hash.hex()};
  }

  /// The reducer alone: recordings in memory, every event folded and traced.
  void foldInMemory() {
    std::vector<Folding> games;
    const Duration took = median(games, workload_.games(), [&] {
      for (const Recording& recording : recordings_) {
        Folding& game = games.emplace_back(recording.header(), rules_);
        for (std::uint32_t n = 1; n <= recording.size(); ++n) game.fold(rules_, n, *recording.event(n));
      }
    });
    Result result = resultOf("fold in memory", took, games);
    result.probes = runProbes(workload_, [&](std::uint32_t at, std::uint32_t event) {
      Folding game(recordings_[at].header(), rules_);
      for (std::uint32_t n = 1; n <= event + kSetupEvents; ++n) game.fold(rules_, n, *recordings_[at].event(n));
      return game.trace.value();
    });
    print(result);
  }

  /// Events built from the packed ones, validated, hashed into heads, stored durably, `batch` games at once.
  void import(std::uint32_t batch) {
    const Stopwatch watch;
    {
      fs::remove_all(directory_);
      Archive archive = Archive::open(directory_, Access::create);
      for (std::uint32_t first = 0; first < workload_.games(); first += batch) {
        importGames(archive, first, std::min(first + batch, workload_.games()));
      }
    }
    const Duration took = watch.elapsed();
    print({.variant = batch == 1 ? "import tx/game" : "import tx/10k",
           .events = events(),
           .took = took,
           .disk_bytes_per_event = static_cast<double>(bytesIn(directory_)) / static_cast<double>(events())});
  }

  /// A game to import. It does not move in memory.
  struct Prepared {
    std::optional<Recording> built;
    Digest at_start{};
    std::vector<Digest> heads;
  };

  void prepare(std::uint32_t game, Prepared& into) const {
    const Recording& recording =
        into.built.emplace(record(workload_.setup(game), workload_.events(game), gameId(game)));
    Head head(recording.header(), kSecret);
    into.at_start = head.value();
    RecordSoFar record_so_far(recording.header());
    for (std::uint32_t n = 1; n <= recording.size(); ++n) {
      const HeldEvent event = recording.event(n);
      if (auto fault = validate(event, n, record_so_far)) {
        throw BadInput(fmt::format("game {}, event {}: {}: {}", game, n, fault->path, fault->message));
      }
      record_so_far.add(event);
      head.append(event, n);
      if (n % Head::kBlockEvents == 0 || n == recording.size()) into.heads.push_back(head.value());
    }
  }

  /// On all cores, which also pack the games (Recorder::import()).
  void importGames(Archive& archive, std::uint32_t first, std::uint32_t end) const {
    std::vector<Prepared> games(end - first);
    inParallel(games.size(), threadsOfMachine(),
               [&](std::size_t i) { prepare(first + static_cast<std::uint32_t>(i), games[i]); });
    std::vector<ImportedGame> imported;
    for (const Prepared& game : games) {
      imported.push_back({.game = {.header = game.built->header(), .secrets = kSecret, .head = game.at_start},
                          .recording = &*game.built,
                          .heads = game.heads});
    }
    archive.import(imported);
  }

  /// Everything read from the archive, folded and traced; then states at random by folding from the start.
  void replay() {
    const Archive archive = Archive::open(directory_, Access::read);
    std::vector<Folding> games;
    const Duration took = median(games, workload_.games(), [&] {
      archive.forEachGame([&](Game& stored) {
        Folding& game = games.emplace_back(stored.header(), rules_);
        stored.forEach([&](std::uint32_t n, schema::Event::Reader event) { game.fold(rules_, n, event); });
        return true;
      });
    });
    Result result = resultOf("read+fold", took, games);
    result.probes = runProbes(workload_, [&](std::uint32_t at, std::uint32_t last) {
      const Game stored = archive.game(gameId(at));
      Folding game(stored.header(), rules_);
      stored.forEach(1, last + kSetupEvents,
                     [&](std::uint32_t n, schema::Event::Reader event) { game.fold(rules_, n, event); });
      return game.trace.value();
    });
    print(result);
  }

  /// The same on all cores, each with its own share of the games, as in `docket verify --all`.
  void replayInParallel() {
    const Archive archive = Archive::open(directory_, Access::read);
    const std::uint32_t threads = threadsOfMachine();
    std::vector<std::vector<std::pair<std::string, Folding>>> shares;
    const auto forget = [&] {
      shares.clear();
      shares.resize(threads);
    };
    const auto fold = [&](std::size_t part) {
      const auto visit = [&](Game& stored) {
        Folding& game = shares[part].emplace_back(stored.id(), Folding(stored.header(), rules_)).second;
        stored.forEach([&](std::uint32_t n, schema::Event::Reader event) { game.fold(rules_, n, event); });
        return true;
      };
      archive.forEachGame(visit, {.part = static_cast<std::uint32_t>(part), .of = threads});
    };
    const Duration took = median(forget, [&] { inParallel(threads, threads, fold); });
    std::map<std::pair<std::size_t, std::string>, Folding> in_order;  // ids end in numbers
    for (auto& share : shares) {
      for (auto& [id, game] : share) in_order.emplace(std::pair{id.size(), id}, std::move(game));
    }
    std::vector<Folding> games;
    for (auto& [id, game] : in_order) games.push_back(std::move(game));
    print(resultOf(fmt::format("read+fold, {} threads", threads), took, games));
  }

  /// The work of `docket verify`: heads recomputed and compared, every event judged and folded at once, the running
  /// digest.
  void verify() {
    const Archive archive = Archive::open(directory_, Access::read);
    std::vector<Folding> games;
    std::uint64_t findings = 0;
    const Duration took = median(games, workload_.games(), [&] {
      findings = 0;
      archive.forEachGame([&](Game& stored) {
        RunningState running(stored.header(), rules_);
        Trace trace(rules_);
        Head head(stored.header(), stored.secrets());
        RunningDigest digest;
        stored.forEach([&](std::uint32_t n, schema::Event::Reader event) {
          head.append(event, n);
          const PendingEvent at = running.next(n, event);
          EventJudge event_judge(at);
          running.add(n, event, at, EventsOf(stored));
          const std::vector<Finding> found = std::move(event_judge).findings(running.state());
          trace.add(running.state(), running.step());
          digest.add(running.state(), rules_, running.step(), found);
          if (breaksARule(found)) ++findings;
        });
        games.emplace_back(std::move(running).last(), trace);
        if (head.value() != stored.head()) throw DamagedArchive(fmt::format("{}: the head differs", stored.id()));
        return true;
      });
    });
    Result result = resultOf("verify: heads, judge, fold, digest", took, games);
    if (findings != result.illegal) {
      throw DamagedArchive(fmt::format("the judge finds {} illegal acts, the fold {}", findings, result.illegal));
    }
    print(result);
  }

  /// Keyframes of every game at every 256th event, and states at random from the nearest one.
  void keyframes() {
    const Digest tag{};
    Duration took;
    {
      Archive archive = Archive::open(directory_, Access::record);
      DerivedStore kept = archive.derivedStore();
      const Stopwatch watch;
      archive.forEachGame([&](Game& stored) {
        Folding game(stored.header(), rules_);
        stored.forEach([&](std::uint32_t n, schema::Event::Reader event) {
          game.fold(rules_, n, event);
          if (n % kKeyframeEvents == 0) keep(kept, stored, tag, game);
        });
        return true;
      });
      took = watch.elapsed();
    }
    const Archive archive = Archive::open(directory_, Access::read);
    Result result{.variant = "state at k from keyframes", .events = events(), .took = took};
    result.probes = runProbes(workload_, [&](std::uint32_t at, std::uint32_t event) {
      return traceFromKeyframe(archive, archive.game(gameId(at)), tag, event + kSetupEvents);
    });
    result.disk_bytes_per_event = static_cast<double>(bytesIn(directory_)) / static_cast<double>(events());
    print(result);
  }

  // A keyframe of the benchmark is the state's words and the trace, which the benchmark computes itself.
  void keep(DerivedStore& kept, const Game& stored, const Digest& tag, const Folding& game) const {
    const auto frame = saveKeyframe(game.state, rules_);
    std::vector<capnp::word> words(frame.size() + 1);
    std::memcpy(static_cast<void*>(words.data()), frame.begin(), frame.asBytes().size());
    const std::uint64_t trace = game.trace.value();
    std::memcpy(static_cast<void*>(&words.back()), &trace, sizeof trace);
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(words.data());
    kept.put(stored, tag, game.state.event, {bytes, words.size() * sizeof(capnp::word)});
  }

  [[nodiscard]] std::uint32_t traceFromKeyframe(const Archive& archive, const Game& stored, const Digest& tag,
                                                std::uint32_t last) const {
    const auto frame = archive.derivedStore().nearest(stored, tag, last);
    std::unique_ptr<Folding> game;
    std::uint32_t from = 1;
    if (frame) {
      std::vector<capnp::word> words(frame->bytes.size() / sizeof(capnp::word));
      std::memcpy(static_cast<void*>(words.data()), frame->bytes.data(), words.size() * sizeof(capnp::word));
      std::uint64_t trace = 0;
      std::memcpy(&trace, &words.back(), sizeof trace);
      words.pop_back();
      game = std::make_unique<Folding>(loadKeyframe(words, rules_), rules_, static_cast<std::uint32_t>(trace));
      from = frame->number + 1;
    } else {
      game = std::make_unique<Folding>(stored.header(), rules_);
    }
    stored.forEach(from, last, [&](std::uint32_t n, schema::Event::Reader event) { game->fold(rules_, n, event); });
    return game->trace.value();
  }

  static constexpr Secret kSecret{};
  const Workload& workload_;
  Rules rules_;
  fs::path directory_;
  std::vector<Recording> recordings_;
};

int run(const fs::path& base, const fs::path& parent) {
  const Workload workload(base);
  const Ruleset ruleset = readRuleset();
  const Catalogue catalogue = makeCatalogue(ruleset);
  const TemporaryDirectory directory(parent / "docket-workload.archive");
  const Rules rules{.ruleset = ruleset, .catalogue = catalogue};
  Bench(workload, rules, directory.path()).run();
  return 0;
}

}  // namespace
}  // namespace docket::workload

int main(int count, char** arguments) {
  if (count != 2 && count != 3) {
    fmt::print(stderr, "usage: docket-workload BASE [DIRECTORY]\n");
    return 2;
  }
  try {
    return docket::workload::run(arguments[1], count == 3 ? arguments[2] : std::filesystem::temp_directory_path());
  } catch (const std::exception& error) {
    fmt::print(stderr, "docket-workload: {}\n", error.what());
    return 1;
  }
}
