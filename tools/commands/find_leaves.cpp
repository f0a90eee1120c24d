#include "tools/commands/find_leaves.h"

#include <fmt/format.h>

#include <cstdint>
#include <mutex>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "events/text/printable.h"
#include "events/text/text_view.h"
#include "store/game_reader.h"
#include "tools/commands/find_hits.h"
#include "tools/commands/jobs.h"
#include "tools/commands/leaf_ranges.h"
#include "tools/commands/selection.h"
#include "tools/find/hit_lines.h"
#include "tools/find/player_summary.h"
#include "tools/game/documents.h"
#include "tools/io/progress.h"
#include "tools/words/text.h"

namespace docket {
namespace {

/// The search of the games of a range, as lines of its result. It asks no index: that could only know what this
/// machine has indexed.
class RangeSearch {
 public:
  RangeSearch(GameLoader& loader, const Arguments& arguments, const find::ArchiveQuestion& question)
      : loader_(loader),
        arguments_(arguments),
        question_(question),
        filter_(selectionOf(arguments)),
        cache_(loader.archive()) {
    if (const std::string player = std::exchange(filter_.player, {}); !player.empty())
      of_player_ = find::gamesOfPlayer(loader.archive(), player);
  }

  [[nodiscard]] std::vector<std::string> options() const {
    std::vector<std::string> options = selectionOptions(selectionOf(arguments_));
    for (const std::string& word : arguments_.words()) options.push_back("expression " + word);
    for (const std::string_view option : {"during", "card", "clause", "finding", "act", "limit", "ruling", "judge",
                                          "penalty", "winner", "outcome", "grade"}) {
      if (const auto value = arguments_.value(option)) options.push_back(fmt::format("{} {}", option, *value));
    }
    for (const std::string_view option : {"at-turn-end", "certain", "first", "undone", "hindsight"}) {
      if (arguments_.has(option)) options.emplace_back(option);
    }
    if (const auto table = arguments_.number("table")) options.push_back(fmt::format("table {}", *table));
    if (question_.state.like) options.push_back(fmt::format("like {}", arguments_.value("like").value()));
    if (question_.under)
      options.push_back(
          documentOption("under", *question_.under, chooseRuleset(*question_.under, {}, &loader_.archive())));
    return options;
  }

  void write(const leaf_ranges::RangeRun& run, leaf_ranges::ResultWriter& writer, ProgressLine& progress) {
    run.writeLines(
        writer, jobsOf(arguments_),
        [&](const LoggedGame& game, GameReader& reader) { return lineOf(run, game, reader); },
        [&](std::size_t done) {
          cache_.storeIfFull();
          progress.show(fmt::format("{} of {} games", done, run.games().size()));
        });
    cache_.store();
    JsonWriter json;
    json.object().object("searched").member("games", searched_).member("unfit", unfit_).member("why", first_unfit_);
    writer.add(json.end().end().text());
  }

 private:
  [[nodiscard]] bool isSearched(const leaf_ranges::RangeRun& run, const Game& game) const {
    const auto table = arguments_.number("table");
    return !game.branchPoint() && !run.isReplaced(game.id()) && (!of_player_ || of_player_->contains(game.number())) &&
           passes(filter_, game) && (!table || *table == tableNumberOf(game));
  }

  std::string lineOf(const leaf_ranges::RangeRun& run, const LoggedGame& logged, GameReader& reader) {
    Game stored = reader.open(logged.number);
    const std::string id(stored.id());
    if (!isSearched(run, stored)) return {};
    std::string line, why;
    try {
      const OpenGame game = loader_.game(run.asLogged(std::move(stored), logged), question_.under);
      const auto hits = find::hitsIn(game, question_, loader_.archive(), cache_);
      if (!hits.empty()) line = find::searchLine(logged.leaf, id, hits, {});
    } catch (const BadInput& unfit) {
      why = unfit.what();
    } catch (const DamagedArchive& damaged) {
      line = find::searchLine(logged.leaf, id, {}, run.withoutPath(damaged.what()));
    }
    const std::lock_guard lock(counting_);
    ++searched_;
    if (!why.empty() && (unfit_++ == 0 || logged.leaf < first_leaf_)) {
      first_leaf_ = logged.leaf;
      first_unfit_ = std::move(why);
    }
    return line;
  }

  GameLoader& loader_;
  const Arguments& arguments_;
  const find::ArchiveQuestion& question_;
  GameFilter filter_;
  std::optional<find::Games> of_player_;
  find::PointCache cache_;
  std::mutex counting_;  // guards what follows
  std::uint64_t searched_ = 0, unfit_ = 0, first_leaf_ = 0;
  std::string first_unfit_;
};

/// Reports the hits in the games of ranges.
class RangeHits {
 public:
  explicit RangeHits(const leaf_ranges::ResultLines& lines) : lines_(lines) {
    lines.forEach([&](const Line& line) { check(line); },
                  [&](const auto& range, const auto& file) {
                    if (summed_ != &range) file.refuse("how many games were searched is missing");
                  });
  }

  /// Throws BadInput if the question fits no game.
  int report(const LeavesReported& leaves, const Arguments& arguments, Streams& streams) const {
    if (sums_.searched != 0 && sums_.unfit == sums_.searched) throw BadInput(first_unfit_);
    HitWriter writer(arguments, streams);
    lines_.forEach([&](const Line& line) {
      if (!line.says.isSearch()) return;
      const auto found = line.says.getSearch();
      const std::string id = textOf(found.getGame());
      writer.add({.id = id, .hits = find::hitsOf(found).value(), .unfit = {}, .damage = {}});
      if (found.getDamage().size() != 0)
        streams.err << printable(fmt::format("docket find: {}: {}", id, textOf(found.getDamage()))) << '\n';
    });
    writer.finish(sums_, &leaves);
    if (sums_.searched == 0) streams.err << "docket find: no game is selected\n";
    return is_damaged_ ? kDamaged : kAgrees;
  }

 private:
  using Line = leaf_ranges::ResultLines::Line;

  void check(const Line& line) {
    if (line.says.isSearched()) return checkSums(line);
    if (!line.says.isSearch()) line.file.refuse("expected the hits in a game, or the totals");
    const auto found = line.says.getSearch();
    const std::uint64_t leaf = line.game(found.getLeaf(), view(found.getGame())).leaf;
    if (leaf < next_leaf_) line.file.refuse(fmt::format("leaf {} comes after a later one, or twice", leaf));
    next_leaf_ = leaf + 1;
    if (!find::hitsOf(found)) line.file.refuse("a hit has an unknown kind");
    if (found.getDamage().size() != 0) is_damaged_ = true;
  }

  void checkSums(const Line& line) {
    const auto sums = line.says.getSearched();
    if (&line.range == summed_ || sums.getGames() > line.games || sums.getUnfit() > sums.getGames())
      line.file.refuse(fmt::format("the range has {}, and no more can be searched", counted(line.games, "game")));
    summed_ = &line.range;
    sums_.searched += sums.getGames();
    sums_.unfit += sums.getUnfit();
    if (first_unfit_.empty()) first_unfit_ = textOf(sums.getWhy());
  }

  const leaf_ranges::ResultLines& lines_;
  const leaf_ranges::DoneRange* summed_ = nullptr;  // the range whose sums were read last
  std::uint64_t next_leaf_ = 0;
  SearchSums sums_;
  std::string first_unfit_;
  bool is_damaged_ = false;
};

}  // namespace

int findInLeaves(GameLoader& loader, const Arguments& arguments, const find::ArchiveQuestion& question,
                 Streams& streams) {
  RangeSearch search(loader, arguments, question);
  const RangeCommand command{
      .name = "find",
      .options = search.options(),
      .work = [&](const auto& run, auto& writer, auto& progress) { search.write(run, writer, progress); },
      .check = [](const auto& lines) { static_cast<void>(RangeHits(lines)); },
      .report = [&](const auto& lines,
                    const auto& leaves) { return RangeHits(lines).report(leaves, arguments, streams); }};
  return runForLeaves(command, loader.archive(), arguments, streams);
}

}  // namespace docket
