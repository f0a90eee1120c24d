// docket find: finds games, and points in them at which an expression holds or something happened.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <ostream>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/map.hpp>
#include <string>
#include <utility>
#include <vector>

#include "events/errors.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "store/game_reader.h"
#include "store/naming.h"
#include "store/platform/parallel.h"
#include "tools/commands/command.h"
#include "tools/commands/game_at_point.h"
#include "tools/commands/jobs.h"
#include "tools/commands/leaf_ranges.h"
#include "tools/commands/selection.h"
#include "tools/find/archive_question.h"
#include "tools/find/hit_lines.h"
#include "tools/find/narrowing.h"
#include "tools/find/player_summary.h"
#include "tools/io/csv.h"
#include "tools/io/json_answer.h"
#include "tools/io/progress.h"
#include "tools/words/layout.h"
#include "tools/words/page_width.h"
#include "tools/words/text.h"
#include "tools/words/words.h"

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

struct FoundGame {
  std::string id;
  std::vector<find::Hit> hits;
  std::optional<std::string> unfit;   // why the question makes no sense there
  std::optional<std::string> damage;  // why it cannot be searched
};

std::string rangeWords(const find::Hit& hit) {
  return hit.last == hit.event ? std::to_string(hit.event) : fmt::format("{}..{}", hit.event, hit.last);
}

std::string hitWords(const find::Hit& hit) {
  std::string what = clipped(hit.point.what, 300);
  if (!hit.point.words.empty() && hit.kind != "act") what = fmt::format("{}: {}", hit.point.words.front(), what);
  if (!hit.point.limit.empty() && hit.kind == "limit") what = fmt::format("{}: {}", hit.point.limit, what);
  for (const std::string& clause : hit.point.clauses) what += fmt::format(" [{}]", clipped(clause));
  if (!hit.point.judge.empty()) what += fmt::format(", {}", clipped(hit.point.judge));
  if (hit.point.is_undone) what += " (undone)";
  return what;
}

struct SearchSums {
  std::size_t searched = 0;
  std::size_t unfit = 0;  ///< of these, games that lack something that the question names
  std::map<std::string_view, std::size_t> left_out{};
};

/// Writes hits as they come: as text, as JSON or as a table for spreadsheets.
class HitWriter {
 public:
  HitWriter(const Arguments& arguments, Streams& streams)
      : streams_(streams),
        is_json_(arguments.json()),
        is_csv_(arguments.has("csv")),
        only_count_(arguments.has("count")),
        list_(streams.out, "find") {
    if (is_csv_ && is_json_) throw BadInput("docket find: expected --json or --csv, not both");
    if (is_csv_ && !only_count_)
      streams.out << csvRow({"game", "event", "last", "when", "certain", "kind", "what", "clauses", "limit", "card",
                             "judge", "undone", "why"});
  }

  void add(const FoundGame& game) {
    if (!game.hits.empty()) ++games_;
    hits_ += game.hits.size();
    if (only_count_) return;
    for (const find::Hit& hit : game.hits) {
      if (is_json_) {
        writeJson(game.id, hit);
      } else if (is_csv_) {
        writeCsv(game.id, hit);
      } else {
        print(game.id, hit);
      }
    }
    streams_.out << std::flush;
  }

  /// `leaves`: those that were searched; null: all games.
  void finish(const SearchSums& sums, const LeavesReported* leaves = nullptr) {
    if (is_json_) {
      JsonWriter json;
      json.object().member("hits", hits_).member("games", games_).member("searched", sums.searched);
      json.member("unfit", sums.unfit).list("leftOut");
      for (const auto& [by, games] : sums.left_out) json.object().member("by", by).member("games", games).end();
      json.end();
      if (leaves != nullptr) leaves->write(json);
      return list_.end(json.end().text());
    }
    if (is_csv_ && !only_count_) {
      if (leaves != nullptr) streams_.err << leaves->text();
      return;
    }
    std::string line = fmt::format("{} in {}; {} searched", counted(hits_, "hit"), counted(games_, "game"),
                                   counted(sums.searched, "game"));
    if (sums.unfit != 0) line += fmt::format(", {} of them without what the question names", sums.unfit);
    for (const auto& [by, games] : sums.left_out) line += fmt::format("; {} left out by the index of {}", games, by);
    streams_.out << paragraph(line, 0, 2);
    if (leaves != nullptr) streams_.out << leaves->text();
  }

 private:
  void print(const std::string& game, const find::Hit& hit) {
    std::string line = styled(streams_.colour, Style::name, fmt::format("{}@{}", printable(game), rangeWords(hit)));
    if (!hit.when.empty()) line += "  " + hit.when;
    if (!hit.is_certain) line += "  " + styled(streams_.colour, Style::warning, "possible");
    streams_.out << tableRow(line);
    if (const std::string what = hitWords(hit); !what.empty()) streams_.out << paragraph(what, 4, 6);
    for (const std::string& why : hit.why) streams_.out << paragraph(why, 4, 6);
  }

  void writeJson(const std::string& game, const find::Hit& hit) {
    const find::FoundPoint& point = hit.point;
    JsonWriter json;
    json.object().member("game", game).member("event", hit.event).member("last", hit.last);
    json.member("when", hit.when).member("certain", hit.is_certain).member("kind", hit.kind);
    json.member("what", point.what).list("words", point.words).list("clauses", point.clauses);
    json.member("limit", point.limit).member("card", point.card).member("judge", point.judge);
    json.member("player", static_cast<unsigned>(point.player)).member("undone", point.is_undone);
    list_.item(json.list("why", hit.why).end().text());
  }

  void writeCsv(const std::string& game, const find::Hit& hit) {
    const find::FoundPoint& point = hit.point;
    const auto yes = [](bool is_so) { return std::string(is_so ? "true" : "false"); };
    std::vector<std::string> cells{game,
                                   std::to_string(hit.event),
                                   std::to_string(hit.last),
                                   hit.when,
                                   yes(hit.is_certain),
                                   std::string(hit.kind),
                                   hitWords(hit),
                                   fmt::format("{}", fmt::join(point.clauses, " ")),
                                   point.limit,
                                   point.card,
                                   point.judge,
                                   yes(point.is_undone),
                                   fmt::format("{}", fmt::join(hit.why, "; "))};
    for (std::string& cell : cells) cell = printable(cell);  // a terminal may show the table
    streams_.out << csvRow(cells);
  }

  Streams& streams_;
  const bool is_json_, is_csv_, only_count_;
  AnswerList list_;
  std::size_t hits_ = 0, games_ = 0;
};

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
  const auto given = [&](std::string_view option) { return arguments.value(option).value_or(""); };
  find::PointFilter filter{.card = given("card"),
                           .clause = given("clause"),
                           .finding = given("finding"),
                           .act = given("act"),
                           .limit = given("limit"),
                           .ruling = given("ruling"),
                           .judge = given("judge"),
                           .penalty = given("penalty"),
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
    const GameAtPoint there = gameAtPoint(*like, archive);
    const OpenGame game = loader.game(there.game, question.under);
    const State state = game.stateAt(game.point(there.point));
    question.state.like = static_cast<const Fingerprint&>(state.fingerprint);
    question.state.like_terms = find::titleTerms(state, game.rules().ruleset);
  }
  return question;
}

std::uint32_t tableOf(const Game& game) {
  const std::uint32_t table = game.header().getTable();
  return table == 0 ? game.label().table : table;
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
      if (!game.branchPoint() && passes(filter, game)) search(*next, tableOf(game));
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

/// The search of the games of a range, as lines of its result. It asks no index: that could only know what this
/// machine has indexed.
class RangeSearch {
 public:
  RangeSearch(GameLoader& loader, const Arguments& arguments)
      : loader_(loader),
        arguments_(arguments),
        question_(questionOf(arguments, loader.archive(), loader)),
        filter_(selectionOf(arguments)),
        cache_(loader.archive()) {
    if (const std::string player = std::exchange(filter_.player, {}); !player.empty())
      of_player_ = find::gamesOfPlayer(loader.archive(), player);
  }

  [[nodiscard]] std::vector<std::string> asked() const {
    std::vector<std::string> asked = selectionOptions(selectionOf(arguments_));
    for (const std::string& word : arguments_.words()) asked.push_back("expression " + word);
    for (const std::string_view option : {"during", "card", "clause", "finding", "act", "limit", "ruling", "judge",
                                          "penalty", "winner", "outcome", "grade"}) {
      if (const auto value = arguments_.value(option)) asked.push_back(fmt::format("{} {}", option, *value));
    }
    for (const std::string_view option : {"at-turn-end", "certain", "first", "undone", "hindsight"}) {
      if (arguments_.has(option)) asked.emplace_back(option);
    }
    if (const auto table = arguments_.number("table")) asked.push_back(fmt::format("table {}", *table));
    if (question_.state.like) asked.push_back(fmt::format("like {}", arguments_.value("like").value()));
    if (question_.under)
      asked.push_back(
          documentOption("under", *question_.under, chooseRuleset(*question_.under, {}, &loader_.archive())));
    return asked;
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
           passes(filter_, game) && (!table || *table == tableOf(game));
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
  const find::ArchiveQuestion question_;
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
  const leaf_ranges::DoneRange* summed_ = nullptr;  // whose sums were read last
  std::uint64_t next_leaf_ = 0;
  SearchSums sums_;
  std::string first_unfit_;
  bool is_damaged_ = false;
};

int findInLeaves(GameLoader& loader, const Arguments& arguments, Streams& streams) {
  RangeSearch search(loader, arguments);
  const RangeCommand command{
      .name = "find",
      .options = search.asked(),
      .work = [&](const auto& run, auto& writer, auto& progress) { search.write(run, writer, progress); },
      .check = [](const auto& lines) { static_cast<void>(RangeHits(lines)); },
      .report = [&](const auto& lines,
                    const auto& leaves) { return RangeHits(lines).report(leaves, arguments, streams); }};
  return runForLeaves(command, loader.archive(), arguments, streams);
}

int runFind(const Arguments& arguments, Streams& streams) {
  const bool asks_for_leaves = asksForLeaves(arguments, "find", {}, true);
  GameLoader loader(arguments.archive());
  if (asks_for_leaves) return findInLeaves(loader, arguments, streams);
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
