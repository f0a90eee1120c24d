// docket find: finds games, and points in them at which an expression holds or something happened.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <ostream>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/map.hpp>
#include <string>
#include <utility>
#include <vector>

#include "events/errors.h"
#include "events/text/printable.h"
#include "events/text/quoted.h"
#include "store/game_reader.h"
#include "store/naming.h"
#include "store/platform/parallel.h"
#include "tools/commands/command.h"
#include "tools/commands/find_hits.h"
#include "tools/commands/find_leaves.h"
#include "tools/commands/game_at_point.h"
#include "tools/commands/jobs.h"
#include "tools/commands/leaf_ranges.h"
#include "tools/commands/selection.h"
#include "tools/find/archive_question.h"
#include "tools/find/index_terms.h"
#include "tools/find/narrowing.h"
#include "tools/find/player_summary.h"
#include "tools/io/progress.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kFindHelp =
    R"(Prints the points of games at which EXPRESSION (docs/expressions.md) is true, or may be
true: then "possible", with what decides it. GAME@12..18 means after each event from 12
to 18. Without EXPRESSION: the findings, limits, rulings, penalties and acts that the
options ask for, or the games. All options must agree (docs/finding.md). Branches and
replaced records are not searched. Only games that docket index cannot rule out are
opened; with --leaves, all games of the range.

Exit status: 3 if a game that was searched is damaged.)";

constexpr std::string_view kFindExamples =
    R"(  docket find 'count(in play of P1) >= 3 and turn() > 2' --at-turn-end
  docket find --player gus --finding illegal
  docket find --clause l5r.calc.clamp --undone --count
  docket find --finding illegal --leaves 0..999 --checkpoint monday.checkpoint)";

void requireChoice(const Arguments& arguments, std::string_view option, const std::vector<std::string_view>& words) {
  const auto typed = arguments.value(option);
  if (!typed || ranges::any_of(words, [&](std::string_view word) { return sameLetters(*typed, word); })) return;
  throw BadInput(fmt::format("--{} {}: expected one of {}", option, docket::quoted(*typed), fmt::join(words, ", ")));
}

template <class Choice>
std::optional<Choice> choiceOf(const Arguments& arguments, std::string_view option,
                               const std::vector<std::pair<std::string_view, Choice>>& choices) {
  requireChoice(arguments, option, choices | ranges::views::keys | ranges::to_vector);
  for (const auto& [word, choice] : choices) {
    if (const auto typed = arguments.value(option); typed && sameLetters(*typed, word)) return choice;
  }
  return std::nullopt;
}

find::PointFilter pointFilterOf(const Arguments& arguments) {
  const auto value_of = [&](std::string_view option) { return arguments.value(option).value_or(""); };
  find::PointFilter filter{.card = value_of("card"),
                           .clause = value_of("clause"),
                           .finding = value_of("finding"),
                           .act = value_of("act"),
                           .limit = value_of("limit"),
                           .ruling = value_of("ruling"),
                           .judge = value_of("judge"),
                           .penalty = value_of("penalty"),
                           .undone = arguments.has("undone")};
  if (!filter.act.empty()) find::requireAct(filter.act);
  requireChoice(arguments, "ruling", {"right", "wrong", "undecided"});
  requireChoice(arguments, "finding", find::findingWords());
  if (filter.asks() && filter.kinds().empty())
    throw BadInput(
        "docket find: these options exclude each other: a finding, a ruling, a penalty and an act are different "
        "points (see docket help find)");
  return filter;
}

find::ArchiveQuestion questionOf(const Arguments& arguments, const Archive& archive, GameLoader& loader) {
  find::ArchiveQuestion question{
      .state = {.condition = arguments.words().empty() ? "" : arguments.words().front(),
                .during = arguments.value("during").value_or(""),
                .at_turn_end = arguments.has("at-turn-end"),
                .undone = arguments.has("undone"),
                .hindsight = arguments.has("hindsight"),
                .first = arguments.has("first")},
      .points = pointFilterOf(arguments),
      .winner = arguments.value("winner").value_or(""),
      .outcome = choiceOf<find::GameEnding>(arguments, "outcome",
                                            {{"won", find::GameEnding::won},
                                             {"drawn", find::GameEnding::drawn},
                                             {"unfinished", find::GameEnding::unfinished}}),
      .grade =
          choiceOf<Grade>(arguments, "grade",
                          {{"exact", Grade::exact}, {"unverified", Grade::unverified}, {"diverged", Grade::diverged}}),
      .under = arguments.value("under"),
      .only_certain = arguments.has("certain")};
  if (const auto like = arguments.value("like")) {
    const GameAtPoint at_point = gameAtPoint(*like, archive);
    const OpenGame game = loader.game(at_point.game, question.under);
    const State state = game.stateAt(game.point(at_point.point));
    question.state.like = static_cast<const Fingerprint&>(state.fingerprint);
    question.state.like_terms = find::titleTerms(state, game.rules().ruleset);
  }
  return question;
}

class ArchiveSearch {
 public:
  ArchiveSearch(GameLoader& loader, const Arguments& arguments, Streams& streams)
      : loader_(loader),
        arguments_(arguments),
        streams_(streams),
        question_(questionOf(arguments, loader.archive(), loader)),
        readers_(loader.archive()),
        cache_(loader.archive()),
        index_(loader.archive()),
        narrowing_(index_, loader, question_),
        writer_(arguments, streams),
        progress_(streams) {}

  int run() {
    const GameFilter filter = selectionOf(arguments_);
    if (question_.asksEvents() && !narrowing_.narrows())
      streams_.err << (index_.isEmpty()
                           ? "docket find: there is no index (docket index makes one): every game is folded\n"
                           : "docket find: no index narrows this question: every game is folded\n");
    searchGamesOf(filter);
    searchWaiting();
    progress_.wipe();
    cache_.store();
    if (searched_ != 0 && unfit_ == searched_) throw BadInput(first_unfit_);
    writer_.finish({.searched = searched_, .unfit = unfit_, .left_out = left_out_});
    if (searched_ == 0) sayWhyNone(filter);
    return is_damaged_ ? kDamaged : kAgrees;
  }

 private:
  /// The player of the filter can be a part of a name.
  void searchGamesOf(GameFilter filter) {
    const Archive& archive = loader_.archive();
    const std::string player = std::exchange(filter.player, {});
    if (player.empty() && !narrowing_.narrows()) {
      archive.list(filter, [&](const GameEntry& game) {
        if (game.parent.empty()) search({.id = game.id, .number = game.number}, game.table);
        return true;
      });
      return;
    }
    find::Games games = narrowing_.candidates(static_cast<std::uint32_t>(archive.totals().games), left_out_);
    if (!player.empty()) games &= find::gamesOfPlayer(archive, player);
    EveryGame every(archive);
    GameReader reader(archive);
    while (const auto next = every.next()) {
      if (!games.contains(next->number)) continue;
      const Game game = reader.open(next->number);
      if (!game.branchPoint() && passes(filter, game)) search(*next, tableNumberOf(game));
    }
  }

  void search(const NumberedGame& game, std::uint32_t table) {
    const auto wanted = arguments_.number("table");
    if ((wanted && table != *wanted) || replacedBy(loader_.archive(), game.id)) return;
    waiting_.push_back(game);
    if (waiting_.size() >= at_once_) searchWaiting();
  }

  void sayWhyNone(GameFilter filter) {
    if (!find::gamesOfPlayer(loader_.archive(), filter.player).isEmpty()) filter.player.clear();
    std::string why = unknownNameIn(filter, loader_.archive());
    if (why.empty() && left_out_.empty()) why = "no game is selected";
    if (!why.empty()) streams_.err << "docket find: " << printable(why) << '\n';
  }

  static constexpr std::size_t kFewAtOnce = 4, kMaxAtOnce = 256;

  void searchWaiting() {
    inParallelAndInOrder<FoundGame>(
        waiting_.size(), jobsOf(arguments_), [&](std::size_t i) { return searchGame(waiting_[i], *readers_.take()); },
        [&](const FoundGame& found) { show(found); },
        [&](std::size_t done) { progress_.show(fmt::format("{} games", searched_ + done)); });
    cache_.storeIfFull();
    searched_ += waiting_.size();
    waiting_.clear();
    at_once_ = std::min(2 * at_once_, kMaxAtOnce);
  }

  FoundGame searchGame(const NumberedGame& asked, GameReader& reader) {
    FoundGame found{.id = asked.id};
    try {
      const OpenGame game = loader_.game(reader.open(asked.number), question_.under);
      found.hits = find::hitsIn(game, question_, loader_.archive(), cache_);
    } catch (const BadInput& unfit) {
      found.unfit = unfit.what();
    } catch (const DamagedArchive& damaged) {
      found.damage = damaged.what();
    }
    return found;
  }

  void show(const FoundGame& found) {
    if (found.unfit && unfit_++ == 0) first_unfit_ = *found.unfit;
    if (found.hits.empty() && !found.damage) return;
    progress_.wipe();
    writer_.add(found);
    if (!found.damage) return;
    is_damaged_ = true;
    streams_.err << printable(fmt::format("docket find: {}: {}", found.id, *found.damage)) << '\n';
  }

  GameLoader& loader_;
  const Arguments& arguments_;
  Streams& streams_;
  const find::ArchiveQuestion question_;
  GameReaders readers_;
  find::PointCache cache_;
  const find::TermIndex index_;
  const find::Narrowing narrowing_;
  HitWriter writer_;
  ProgressLine progress_;
  std::vector<NumberedGame> waiting_;
  std::size_t at_once_ = kFewAtOnce;  // few at first, so that the first hit is shown soon
  std::size_t searched_ = 0, unfit_ = 0;
  std::map<std::string_view, std::size_t> left_out_;  // by the part of the index that says so
  std::string first_unfit_;
  bool is_damaged_ = false;
};

int runFind(const Arguments& arguments, Streams& streams) {
  const bool asks_for_leaves = asksForLeaves(arguments, "find", {}, true);
  GameLoader loader(arguments.archive());
  if (asks_for_leaves) return findInLeaves(loader, arguments, questionOf(arguments, loader.archive(), loader), streams);
  return ArchiveSearch(loader, arguments, streams).run();
}

}  // namespace

Command findCommand() {
  return {.name = "find",
          .words = "[EXPRESSION]",
          .summary = "find games, and points of games, in the archive",
          .help = kFindHelp,
          .examples = kFindExamples,
          .most_words = 1,
          .options = withLeaves(withSearch(
              {{.name = "at-turn-end", .value = {}, .help = "only after the last event of each turn"},
               {.name = "during", .value = "PERIOD", .help = "only during such a period: \"battle\""},
               {.name = "like", .value = "GAME@POINT", .help = "states that are equal to this one"},
               {.name = "card", .value = "TITLE", .help = "the first appearance of this card, or what is about it"},
               {.name = "clause", .value = "CLAUSE", .help = "findings and rulings that cite this clause"},
               {.name = "finding", .value = "KIND", .help = "findings of this kind: illegal, impossible, limit, ..."},
               {.name = "act", .value = "KIND", .help = "events of this kind: cardPlayed, ..."},
               {.name = "limit", .value = "LIMIT", .help = "acts that reach or exceed this limit"},
               {.name = "ruling", .value = "VERDICT", .help = "rulings that are right, wrong or undecided"},
               {.name = "judge", .value = "NAME", .help = "rulings and penalties of this judge"},
               {.name = "penalty", .value = "KIND", .help = "penalties of this kind: \"warning\""},
               {.name = "winner", .value = "NAME", .help = "games won by a player with this in the name"},
               {.name = "outcome", .value = "OUTCOME", .help = "games that are won, drawn or unfinished"},
               {.name = "grade", .value = "GRADE", .help = "games with this grade from docket verify: EXACT, ..."},
               {.name = "certain", .value = {}, .help = "leave out what is only possible"},
               {.name = "first", .value = {}, .help = "only the first hit of each game"},
               {.name = "count", .value = {}, .help = "only the number of hits"},
               {.name = "csv", .value = {}, .help = "print a table for spreadsheets"},
               {.name = "undone", .value = {}, .help = "also what a judge took back, corrected or replaced"},
               {.name = "hindsight", .value = {}, .help = "with what was revealed and corrected later"},
               {.name = "under", .value = "RULESET", .help = "use these rules instead of those of the games"},
               jobsOption()})),
          .run = runFind,
          .uses_pager = true};
}

}  // namespace docket
