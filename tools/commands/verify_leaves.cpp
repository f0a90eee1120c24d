#include "tools/commands/verify_leaves.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "events/errors.h"
#include "events/json/json_envelope.h"
#include "events/json/json_writer.h"
#include "events/log/leaf.h"
#include "events/text/text_view.h"
#include "store/game_reader.h"
#include "tools/commands/jobs.h"
#include "tools/commands/leaf_ranges.h"
#include "tools/game/documents.h"
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
      verdict = summaryOfLogged(run, loader_.game(std::move(stored), under_));
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

  VerdictSummary summaryOfLogged(const leaf_ranges::RangeRun& run, const OpenGame& game) {
    if (is_in_words_) {
      Verdict verdict = verifyGame(game, loader_.archive().derivedStore());
      verdict.notes = notes_.of(game);
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

}  // namespace

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

}  // namespace docket
