// docket verify: recomputes the heads and observations of records, judges their events, and verifies their rulings.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "events/errors.h"
#include "events/game_id.h"
#include "events/json/json_writer.h"
#include "events/text/text_view.h"
#include "store/game_reader.h"
#include "store/naming.h"
#include "store/platform/parallel.h"
#include "tools/commands/command.h"
#include "tools/commands/jobs.h"
#include "tools/commands/leaf_ranges.h"
#include "tools/commands/verify_leaves.h"
#include "tools/game/documents.h"
#include "tools/game/game_loader.h"
#include "tools/game/pinned_notes.h"
#include "tools/io/json_answer.h"
#include "tools/io/progress.h"
#include "tools/render/verdict_text.h"
#include "tools/verdict/verdict.h"
#include "tools/verdict/verdict_cache.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kVerifyHelp =
    R"(Recomputes games and grades each part EXACT, UNVERIFIED or DIVERGED:

  head          hashes of the events, against the stored ones
  fold          the state, against keyframes and fingerprints
  observations  what was observed at the table, against the rules
  legality      every act, against requirements and limits
  rulings       every claim: right, wrong or undecided

Several games are shown as a table. With --all the results are stored, and a game is
folded again only after a change of its events, its documents or this program; with
--again always. docket check reads the rest of the archive. With --leaves many
machines can share the work (docs/many_machines.md).

Exit status: 0 all agree, 1 something differs, 3 a record is damaged.)";

constexpr std::string_view kVerifyExamples =
    R"(  docket verify duel
  docket verify --all --again
  docket verify court --under l5r-celestial@2009-06-01
  docket verify --leaves 0..999 --checkpoint monday.checkpoint --results results
  docket verify --merge results --checkpoint monday.checkpoint)";

/// The games that a command line selects, in order and in batches, so that not even their ids are all in memory.
class AskedGames {
 public:
  AskedGames(const Arguments& arguments, const Archive& archive) {
    if (!arguments.has("all")) {
      if (arguments.words().empty()) throw BadInput("docket verify: expected GAME... or --all");
      for (const auto& word : arguments.distinctWords()) {
        const Game game = named(archive, word);
        named_.push_back({.id = std::string(game.id()), .number = game.number()});
      }
    } else {
      if (!arguments.words().empty()) throw BadInput("docket verify: expected GAME... or --all, not both");
      every_.emplace(archive);
    }
    while (const auto game = next()) {
      ++count_;
      widest_ = std::max(widest_, columnsOf(game->id));
    }
    if (every_) every_->beginAgain();
    given_ = 0;
  }

  [[nodiscard]] std::size_t count() const { return count_; }
  /// Columns of the longest of their names.
  [[nodiscard]] std::size_t widest() const { return widest_; }

  /// The next games, at most `most`; empty after the last.
  [[nodiscard]] std::vector<NumberedGame> next(std::size_t most) {
    std::vector<NumberedGame> games;
    while (games.size() < most) {
      auto game = next();
      if (!game) break;
      games.push_back(std::move(*game));
    }
    return games;
  }

 private:
  [[nodiscard]] std::optional<NumberedGame> next() {
    if (every_) return every_->next();
    return given_ == named_.size() ? std::nullopt : std::optional(named_[given_++]);
  }

  std::vector<NumberedGame> named_;
  std::optional<EveryGame> every_;  // if all are asked for
  std::size_t given_ = 0, count_ = 0, widest_ = 0;
};

/// The rulings of a file beside the record, if one is given.
std::vector<FiledRuling> filedRulings(const OpenGame& game, const std::optional<std::string>& file) {
  return file ? readRulings(*file, game.last()) : std::vector<FiledRuling>{};
}

/// Verifies a game, and the rulings of a file if one is given.
Verdict fullVerdict(const GameLoader& loader, const OpenGame& game, const std::optional<std::string>& rulings,
                    PinnedNotes& notes) {
  Verdict verdict = verifyGame(game, loader.archive().derivedStore(), filedRulings(game, rulings));
  verdict.notes = notes.of(game);
  return verdict;
}

/// Verifies several games, printed in order. A bounded number is verified at a time, so memory does not grow with the
/// archive.
class SeveralGames {
 public:
  SeveralGames(GameLoader& loader, const Arguments& arguments, Streams& streams, AskedGames games)
      : loader_(loader),
        arguments_(arguments),
        streams_(streams),
        games_(std::move(games)),
        readers_(loader.archive()),
        notes_(loader.archive()),
        list_(streams.out, "verify") {
    if (!arguments.has("all")) return;
    if (const auto under = arguments.value("under")) {
      only_of_ = chooseRuleset(*under, {}, &loader.archive()).name;
    } else {
      cache_.emplace(loader.archive(), arguments.json());
    }
  }

  /// Gives the worst of their statuses.
  int run() {
    ProgressLine progress(streams_);
    if (!arguments_.json()) table_.emplace(streams_.out, games_.widest(), streams_.colour);
    for (auto batch = games_.next(kAtOnce); !batch.empty(); batch = games_.next(kAtOnce)) verify(batch, progress);
    if (cache_) cache_->store();
    if (left_out_ != 0 && left_out_ == games_.count())
      throw BadInput(
          fmt::format("the archive has no game with ruleset {}; docket games lists the rulesets in use", *only_of_));
    if (arguments_.json()) {
      list_.end(only_of_ ? JsonWriter().object().member("leftOut", left_out_).end().text() : std::string());
    } else {
      table_->finish();
      if (left_out_ != 0) streams_.out << tableRow(counted(left_out_, "game") + " of other rulesets left out");
      if (arguments_.has("all")) streams_.out << tableRow("docket check reads the rest of the archive.");
    }
    return worst_;
  }

 private:
  static constexpr std::size_t kAtOnce = 1024;

  /// The next games, by all cores.
  void verify(const std::vector<NumberedGame>& games, ProgressLine& progress) {
    inParallelAndInOrder<std::optional<VerdictSummary>>(
        games.size(), jobsOf(arguments_), [&](std::size_t i) { return summaryOfGame(games[i], *readers_.take()); },
        [&](const std::optional<VerdictSummary>& verdict) {
          progress.wipe();
          show(verdict);
        },
        [&](std::size_t done) {
          if (cache_) cache_->storeIfFull();
          if (cache_ && isNearlyDone(done_in_earlier_batches_ + done)) cache_->beginToStore();
          progress.show(fmt::format("{} of {} games", done_in_earlier_batches_ + done, games_.count()));
        });
    progress.wipe();
    done_in_earlier_batches_ += games.size();
  }

  /// True if the work will end shortly, judged by its rate so far. Only then is the archive opened to store the
  /// results: no other process can record from then on.
  [[nodiscard]] bool isNearlyDone(std::size_t done) const {
    constexpr std::chrono::milliseconds kMoment{250};
    const auto took = std::chrono::steady_clock::now() - began_;
    return done != 0 && took / done * (games_.count() - done) < kMoment;
  }

  /// Verifies a stored game. A damaged one gets a verdict that says so; one of another ruleset than --under gives
  /// nothing.
  std::optional<VerdictSummary> summaryOfGame(const NumberedGame& asked, GameReader& reader) {
    try {
      Game stored = reader.open(asked.number);
      if (only_of_ && view(stored.header().getRuleset()) != *only_of_) return std::nullopt;
      const OpenGame game = loader_.game(std::move(stored), arguments_.value("under"));
      const Digest tag = cache_ ? cache_->tagOf(game) : Digest{};
      if (cache_ && !arguments_.has("again")) {
        if (auto before = cache_->find(game, tag)) return std::move(*before);
      }
      return arguments_.json() ? inWords(game, tag) : inGrades(game, tag);
    } catch (const DamagedArchive& damaged) {
      const Verdict verdict{.game = asked.id, .damage = damaged.what()};
      VerdictSummary summary = summaryOf(verdict);
      if (arguments_.json()) summary.json = jsonOf(verdict, false);
      return summary;
    }
  }

  VerdictSummary inWords(const OpenGame& game, const Digest& tag) {
    const Verdict verdict = fullVerdict(loader_, game, arguments_.value("rulings"), notes_);
    VerdictSummary summary = summaryOf(verdict);
    if (cache_) cache_->add(game, tag, summary, jsonOf(verdict, true));
    summary.json = jsonOf(verdict, false);
    return summary;
  }

  /// A line of the table has no words for why.
  VerdictSummary inGrades(const OpenGame& game, const Digest& tag) {
    VerdictSummary summary =
        gradesOf(game, loader_.archive().derivedStore(), filedRulings(game, arguments_.value("rulings")));
    if (cache_) cache_->add(game, tag, summary);
    return summary;
  }

  void show(const std::optional<VerdictSummary>& verdict) {
    if (!verdict) {
      ++left_out_;
      return;
    }
    worst_ = std::max(worst_, verdict->status);
    if (arguments_.json()) {
      list_.item(verdict->json);
    } else {
      table_->add(*verdict);
    }
  }

  GameLoader& loader_;
  const Arguments& arguments_;
  Streams& streams_;
  AskedGames games_;
  GameReaders readers_;
  PinnedNotes notes_;
  AnswerList list_;
  std::optional<VerdictCache> cache_;
  std::optional<VerdictTable> table_;
  std::optional<std::string> only_of_;  // the ruleset whose games are verified under other rules
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::size_t done_in_earlier_batches_ = 0;
  std::size_t left_out_ = 0;  // games of other rulesets
  int worst_ = kAgrees;
};

int verifyOne(GameLoader& loader, const std::string& id, const Arguments& arguments, Streams& streams) {
  const OpenGame game = loader.game(exactName(id), arguments.value("under"));
  PinnedNotes notes(loader.archive());
  const Verdict verdict = fullVerdict(loader, game, arguments.value("rulings"), notes);
  printVerdict(streams.out, verdict, game, streams.colour);
  return verdict.status();
}

int runVerify(const Arguments& arguments, Streams& streams) {
  const bool asks_for_leaves = asksForLeaves(arguments, "verify", {"all", "again", "rulings"});
  GameLoader loader(arguments.archive());
  if (asks_for_leaves) return verifyLeaves(loader, arguments, streams);
  AskedGames games(arguments, loader.archive());
  if (arguments.has("rulings") && (games.count() != 1 || arguments.has("all")))
    throw BadInput("docket verify: --rulings is about one game");
  if (games.count() == 1 && !arguments.has("all") && !arguments.json()) {
    return verifyOne(loader, games.next(1).front().id, arguments, streams);
  }
  return SeveralGames(loader, arguments, streams, std::move(games)).run();
}

}  // namespace

Command verifyCommand() {
  return {.name = "verify",
          .words = "[GAME...]",
          .summary = "recompute heads, state, legality and rulings",
          .help = kVerifyHelp,
          .examples = kVerifyExamples,
          .least_words = 0,
          .most_words = 100'000,
          .options =
              withLeaves({{.name = "rulings", .value = "FILE", .help = "also verify the rulings in this file"},
                          {.name = "all", .value = {}, .help = "every game of the archive"},
                          {.name = "again", .value = {}, .help = "ignore stored results"},
                          {.name = "under", .value = "RULESET", .help = "use these rules instead of those of the game"},
                          jobsOption()}),
          .run = runVerify,
          .uses_pager = true};
}

}  // namespace docket
