// docket verify: recomputes the heads and observations of records, judges their events, and verifies their rulings.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <ostream>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>
#include <string>
#include <utility>
#include <vector>

#include "events/errors.h"
#include "events/game_id.h"
#include "events/json/json_envelope.h"
#include "events/json/json_writer.h"
#include "events/log/leaf.h"
#include "events/text/text_view.h"
#include "store/game_reader.h"
#include "store/naming.h"
#include "store/platform/parallel.h"
#include "tools/commands/command.h"
#include "tools/commands/jobs.h"
#include "tools/commands/leaf_ranges.h"
#include "tools/game/document_remarks.h"
#include "tools/game/documents.h"
#include "tools/game/game_loader.h"
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

/// The notes on pinned documents, computed once per pair of documents.
class PinnedNotes {
 public:
  explicit PinnedNotes(const Archive& archive) : archive_(archive) {}

  std::vector<std::string> of(const OpenGame& game) {
    const std::lock_guard lock(asking_);
    const std::pair documents(digestIn(game.header().getRulesetDigest()).value_or(Digest{}),
                              digestIn(game.header().getCatalogueDigest()).value_or(Digest{}));
    if (const auto found = known_.find(documents); found != known_.end()) return found->second;
    return known_.emplace(documents, notesOn(game)).first->second;
  }

 private:
  // Under other rules a game can be verified whose own documents cannot be read: that is a note, and its verdict
  // stands.
  std::vector<std::string> notesOn(const OpenGame& game) const {
    try {
      const auto remarks = remarksOnPinned(game.header(), archive_, game.gameRules());
      return remarks | ranges::views::transform([](const auto& remark) { return lineOf(remark); }) | ranges::to_vector;
    } catch (const BadInput& refused) {
      return {fmt::format("the documents that it is pinned to cannot be used: {}", refused.what())};
    } catch (const DamagedArchive& damaged) {
      return {fmt::format("the documents that it is pinned to cannot be read: {}", damaged.what())};
    }
  }

  const Archive& archive_;
  std::mutex asking_;  // guards known_
  std::map<std::pair<Digest, Digest>, std::vector<std::string>> known_;
};

/// The rulings of a file beside the record, if one is given.
std::vector<FiledRuling> filedRulings(const OpenGame& game, const std::optional<std::string>& file) {
  return file ? readRulings(*file, game.last()) : std::vector<FiledRuling>{};
}

/// Verifies a game, and the rulings of a file if one is given.
Verdict verdictOf(const GameLoader& loader, const OpenGame& game, const std::optional<std::string>& rulings,
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
    for (auto some = games_.next(kAtOnce); !some.empty(); some = games_.next(kAtOnce)) verify(some, progress);
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
        games.size(), jobsOf(arguments_), [&](std::size_t i) { return verdictOf(games[i], *readers_.take()); },
        [&](const std::optional<VerdictSummary>& verdict) {
          progress.wipe();
          show(verdict);
        },
        [&](std::size_t done) {
          if (cache_) cache_->storeIfFull();
          if (cache_ && isNearlyDone(before_ + done)) cache_->beginToStore();
          progress.show(fmt::format("{} of {} games", before_ + done, games_.count()));
        });
    progress.wipe();
    before_ += games.size();
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
  std::optional<VerdictSummary> verdictOf(const NumberedGame& asked, GameReader& reader) {
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
    const Verdict verdict = docket::verdictOf(loader_, game, arguments_.value("rulings"), notes_);
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
  std::size_t before_ = 0;    // games that were done before them
  std::size_t left_out_ = 0;  // games of other rulesets
  int worst_ = kAgrees;
};

int verifyOne(GameLoader& loader, const std::string& id, const Arguments& arguments, Streams& streams) {
  const OpenGame game = loader.game(exactName(id), arguments.value("under"));
  PinnedNotes notes(loader.archive());
  const Verdict verdict = verdictOf(loader, game, arguments.value("rulings"), notes);
  printVerdict(streams.out, verdict, game, streams.colour);
  return verdict.status();
}

/// The verdicts on the games of a range, as lines of its result.
class VerifiedRange {
 public:
  VerifiedRange(GameLoader& loader, const Arguments& arguments)
      : loader_(loader), under_(arguments.value("under")), is_in_words_(arguments.json()), notes_(loader.archive()) {
    if (under_) only_of_ = chooseRuleset(*under_, {}, &loader.archive());
    if (!under_ && !is_in_words_) cache_.emplace(loader.archive(), false);
  }

  [[nodiscard]] std::vector<std::string> asked() const {
    std::vector<std::string> asked{is_in_words_ ? "in words" : "in grades"};
    if (only_of_) asked.push_back(documentOption("under", *under_, *only_of_));
    return asked;
  }

  void write(const leaf_ranges::RangeRun& run, leaf_ranges::ResultWriter& writer, std::size_t threads,
             ProgressLine& progress) {
    run.writeLines(
        writer, threads, [&](const LoggedGame& game, GameReader& reader) { return lineOf(run, game, reader); },
        [&](std::size_t done) {
          if (cache_) cache_->storeIfFull();
          progress.show(fmt::format("{} of {} games", done, run.games().size()));
        });
    if (cache_) cache_->store();
  }

 private:
  std::string lineOf(const leaf_ranges::RangeRun& run, const LoggedGame& logged, GameReader& reader) {
    Game game = reader.open(logged.number);
    const std::string id(game.id());
    VerdictSummary verdict;
    try {
      Game stored = run.asLogged(std::move(game), logged);
      if (only_of_ && view(stored.header().getRuleset()) != only_of_->name) return leftOutLine(logged, id);
      verdict = verdictOf(run, loader_.game(std::move(stored), under_));
    } catch (const DamagedArchive& damaged) {
      const Verdict found{.game = id, .damage = run.withoutPath(damaged.what())};
      verdict = summaryOf(found);
      if (is_in_words_) verdict.json = jsonOf(found, false);
    }
    JsonWriter json;
    json.object().object("verdict").member("leaf", logged.leaf).member("game", id).member("status", verdict.status);
    json.list("grades", verdict.grades, [](Grade grade) { return static_cast<int>(grade); });
    json.member("damage", verdict.damage).member("json", is_in_words_ ? verdict.json : std::string());
    return json.end().end().text();
  }

  static std::string leftOutLine(const LoggedGame& logged, const std::string& id) {
    JsonWriter json;
    json.object().object("verdict").member("leaf", logged.leaf).member("game", id).member("isOther", true);
    return json.end().end().text();
  }

  VerdictSummary verdictOf(const leaf_ranges::RangeRun& run, const OpenGame& game) {
    if (is_in_words_) {
      Verdict verdict = docket::verdictOf(loader_, game, std::nullopt, notes_);
      verdict.damage = run.withoutPath(std::move(verdict.damage));
      VerdictSummary summary = summaryOf(verdict);
      summary.json = jsonOf(verdict, false);
      return summary;
    }
    const Digest tag = cache_ ? cache_->tagOf(game) : Digest{};
    if (cache_) {
      if (auto before = cache_->find(game, tag)) return std::move(*before);
    }
    VerdictSummary summary = gradesOf(game, loader_.archive().derivedStore());
    if (cache_) cache_->add(game, tag, summary);
    summary.damage = run.withoutPath(std::move(summary.damage));
    return summary;
  }

  GameLoader& loader_;
  const std::optional<std::string> under_;
  const bool is_in_words_;
  PinnedNotes notes_;
  std::optional<HeldDocument> only_of_;  // the ruleset of `under_`
  std::optional<VerdictCache> cache_;
};

/// Reads and reports the verdicts on the games of ranges.
class RangeVerdicts {
 public:
  RangeVerdicts(const leaf_ranges::ResultLines& lines, const Archive& archive, bool is_in_words)
      : lines_(lines), log_(archive.log()), is_in_words_(is_in_words) {
    check();
  }

  int print(const LeavesReported& leaves, Streams& streams) const {
    VerdictTable table(streams.out, widest_, streams.colour);
    lines_.forEach([&](const auto& line) {
      if (!line.says.getVerdict().getIsOther()) table.add(summaryIn(line));
    });
    table.finish();
    if (left_out_ != 0) streams.out << tableRow(counted(left_out_, "game") + " of other rulesets left out");
    streams.out << leaves.text();
    return worst_;
  }

  int write(const LeavesReported& leaves, Streams& streams) const {
    AnswerList list(streams.out, "verify");
    lines_.forEach([&](const auto& line) {
      if (!line.says.getVerdict().getIsOther()) list.item(view(line.says.getVerdict().getJson()));
    });
    JsonWriter sums;
    sums.object().member("leftOut", left_out_);
    leaves.write(sums);
    list.end(sums.end().text());
    return worst_;
  }

 private:
  using Line = leaf_ranges::ResultLines::Line;

  /// Throws BadInput unless each game of the ranges has one verdict.
  void check() {
    std::size_t next = 0;
    const auto& games = lines_.games();
    lines_.forEach(
        [&](const Line& line) {
          if (!line.says.isVerdict()) line.file.refuse("this is not the verdict on a game");
          const auto verdict = line.says.getVerdict();
          const LoggedGame& game = line.game(verdict.getLeaf(), view(verdict.getGame()));
          if (next == games.size() || games[next++].leaf != game.leaf)
            line.file.refuse(fmt::format("expected the verdict on the game of leaf {}", games[next - 1].leaf));
          if (verdict.getIsOther()) {
            ++left_out_;
            return;
          }
          const VerdictSummary summary = summaryIn(line);
          if (is_in_words_) requireWords(line, game);
          widest_ = std::max(widest_, columnsOf(printable(summary.game)));
          worst_ = std::max(worst_, summary.status);
        },
        [&](const auto& range, const auto& file) {
          if (next != games.size() && games[next].leaf <= range.leaves.last)
            file.refuse(fmt::format("the verdict on the game of leaf {} is missing", games[next].leaf));
        });
  }

  static VerdictSummary summaryIn(const Line& line) {
    const auto from = line.says.getVerdict();
    VerdictSummary summary{
        .game = textOf(from.getGame()), .status = from.getStatus(), .damage = clipped(textOf(from.getDamage()), 400)};
    bool is_one = from.getGrades().size() == summary.grades.size();
    for (unsigned i = 0; is_one && i < summary.grades.size(); ++i) {
      is_one = from.getGrades()[i] <= static_cast<int>(Grade::diverged);
      summary.grades[i] = static_cast<Grade>(from.getGrades()[i]);
    }
    if (!is_one) line.file.refuse("expected five grades, each 0, 1 or 2");
    if (summary.status != kAgrees && summary.status != kDiffers && summary.status != kDamaged)
      line.file.refuse("expected the status 0, 1 or 3");
    return summary;
  }

  /// Throws BadInput if the verdict in words is not one line of JSON about this game as the log has it.
  void requireWords(const Line& line, const LoggedGame& game) const {
    const auto verdict = line.says.getVerdict();
    const std::string json = textOf(verdict.getJson());
    const auto leaf = leafOf(log_.leafBytes(game.last_leaf));
    JsonWriter begins;
    begins.object().member("game", view(verdict.getGame()));
    if (verdict.getStatus() != kDamaged)
      begins.member("events", game.count).member("head", hex(std::get<GameLeaf>(leaf).head));
    if (!json.starts_with(begins.text()) || printable(json) != json || !onOneLine(json))
      line.file.refuse("the verdict in words is not about the game that the log has there");
  }

  const leaf_ranges::ResultLines& lines_;
  const Log log_;
  const bool is_in_words_;
  std::size_t widest_ = 0;
  std::uint64_t left_out_ = 0;
  int worst_ = kAgrees;
};

int verifyLeaves(GameLoader& loader, const Arguments& arguments, Streams& streams) {
  VerifiedRange verified(loader, arguments);
  const RangeCommand command{
      .name = "verify",
      .options = verified.asked(),
      .work = [&](const auto& run, auto& writer,
                  auto& progress) { verified.write(run, writer, jobsOf(arguments), progress); },
      .check = [&](const auto& lines) { static_cast<void>(RangeVerdicts(lines, loader.archive(), arguments.json())); },
      .report =
          [&](const auto& lines, const auto& leaves) {
            const RangeVerdicts verdicts(lines, loader.archive(), arguments.json());
            return arguments.json() ? verdicts.write(leaves, streams) : verdicts.print(leaves, streams);
          }};
  return runForLeaves(command, loader.archive(), arguments, streams);
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
