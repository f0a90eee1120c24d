// docket regress: what a change of the rules, or of the cards, changes in recorded games.
#include <fmt/format.h>

#include <ostream>
#include <range/v3/algorithm/count_if.hpp>
#include <set>
#include <tuple>

#include "events/digest.h"
#include "events/errors.h"
#include "store/naming.h"
#include "store/platform/parallel.h"
#include "tools/commands/command.h"
#include "tools/commands/jobs.h"
#include "tools/commands/leaf_ranges.h"
#include "tools/commands/selection.h"
#include "tools/game/document_remarks.h"
#include "tools/game/game_loader.h"
#include "tools/import/chosen_catalogues.h"
#include "tools/io/json_answer.h"
#include "tools/io/output.h"
#include "tools/io/progress.h"
#include "tools/lab/regression_report.h"
#include "tools/report/regression_page.h"
#include "tools/site/addresses.h"
#include "tools/site/game_page.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kRegressHelp =
    R"(Folds and judges games under two sets of rules or cards and shows only what differs:
findings, rulings, decks, values, winners. Differences are grouped by the clause
that causes them, each with the first event at which the two sides differ. Games
that the change cannot affect are counted and not folded. Nothing is recorded. See
docs/rules_lab.md. With --leaves many machines can share the work
(docs/many_machines.md).

Exit status: 0 no new difference, 1 a new one, one of the baseline is gone, or a
game could not be compared, 3 a record is damaged.)";

constexpr std::string_view kRegressExamples =
    R"(  docket regress --from l5r-celestial@2009-06-01 --to l5r-celestial@2011-06-06
  docket regress --to draft.json --accept accepted.txt
  docket regress friday/12 --to draft.json --journal run.journal
  docket regress --to draft.json --leaves 0..99 --checkpoint monday.checkpoint \
      --results results)";

std::string documentsName(const std::optional<HeldDocument>& rules, const std::optional<HeldDocument>& cards) {
  std::string name = rules ? fmt::format("{} {}", printable(rules->name), printable(rules->version))
                           : std::string("the rules of each game");
  if (rules && rules->origin != "shipped" && rules->origin != "stored")
    name += fmt::format(" ({})", printable(rules->origin));
  if (cards) name += fmt::format(", cards {} {}", printable(cards->name), printable(cards->version));
  return name;
}

lab::RegressionPlan regressionPlan(const Arguments& arguments, const Archive& archive) {
  lab::RegressionPlan plan;
  const auto ruleset = [&](std::string_view option) -> std::optional<HeldDocument> {
    if (const auto choice = arguments.value(option)) return chooseRuleset(*choice, {}, &archive);
    return std::nullopt;
  };
  const auto cards = [&](std::string_view option) -> std::optional<HeldDocument> {
    if (const auto choice = arguments.value(option)) return chooseCatalogue(*choice, &archive);
    return std::nullopt;
  };
  plan.from = ruleset("from");
  plan.to = ruleset("to");
  plan.from_cards = cards("from-cards");
  plan.to_cards = cards("to-cards");
  if (!plan.from && !plan.to && !plan.from_cards && !plan.to_cards)
    throw BadInput(
        "docket regress: expected --to RULESET, --to-cards CATALOGUE, ... (docket rules "
        "lists rulesets)");
  if (plan.from && plan.to && plan.from->name != plan.to->name)
    throw BadInput(
        fmt::format("docket regress: {} and {} are rulesets of different games", plan.from->name, plan.to->name));
  // Mistakes in a file are reported with their place.
  for (const HeldDocument* one : {plan.from ? &*plan.from : nullptr, plan.to ? &*plan.to : nullptr}) {
    if (one == nullptr) continue;
    const auto rules = compileRules(*one, nullptr);
    if (!one->json.empty() && one->origin != "shipped") refuseMistakes(remarksOn(*one, rules->ruleset, true));
  }
  plan.filter = selectionOf(arguments);
  if (!arguments.words().empty() && hasSelection(arguments))
    throw BadInput("docket regress: expected GAME... or a selection of games (--event, --since, ...), not both");
  for (const auto& word : arguments.words()) plan.games.emplace(named(archive, word).id());
  plan.threads = jobsOf(arguments);
  plan.everything = arguments.has("again");
  if (const auto journal = arguments.value("journal")) plan.journal = *journal;
  return plan;
}

/// The number of lines of the baseline that are gone, among the games that this run compared. `ranges`: the lines of
/// the ranges that were compared; null: all games.
std::size_t goneOf(const Archive& archive, const lab::RegressionPlan& plan, const leaf_ranges::ResultLines* ranges,
                   const lab::Baseline& baseline, const std::vector<lab::DifferenceLine>& differences) {
  const auto lines = baseline.gone(differences);
  std::set<std::string> games;
  for (const lab::DifferenceLine& line : lines) games.insert(line.game);
  const auto compared =
      ranges == nullptr ? lab::comparedOf(archive, plan, games) : lab::comparedOf(archive, plan, *ranges, games);
  return static_cast<std::size_t>(
      ranges::count_if(lines, [&](const lab::DifferenceLine& line) { return compared.contains(line.game); }));
}

/// The parts of a run's page besides its report. `site`: where `docket site` wrote its pages.
report::RegressionPage pageParts(const Archive& archive, const std::optional<std::string>& site) {
  report::RegressionPage page;
  archive.list({}, [&](const GameEntry& game) {
    page.tournaments.emplace(game.id, game.event);
    return true;
  });
  if (site) {
    page.address = [&archive, site](const std::string& game, EventNumber event) {
      return fmt::format("{}/{}#e{}", *site,
                         site::pathOf("games", site::keyOf(archive.game(game)), site::partOfEvent(event)), event);
    };
  }
  return page;
}

/// The outputs of a run besides its report. An output that cannot be written is reported before the work is done.
class RegressOutputs {
 public:
  explicit RegressOutputs(const Arguments& arguments) {
    if (const auto path = arguments.value("junit")) junit_.emplace(*path);
    if (const auto path = arguments.value("accept")) accepted_.emplace(*path);
    if (const auto path = arguments.value("output")) page_.emplace(*path);
    if (arguments.has("site") && !page_) throw BadInput("docket regress: --site is for the page that -o writes");
  }

  void write(const Archive& archive, const lab::Report& report, const Arguments& arguments) {
    if (junit_) {
      lab::writeJunit(junit_->stream(), report);
      junit_->keep();
    }
    if (page_) {
      report::writeRegressionPage(page_->stream(), report, pageParts(archive, arguments.value("site")));
      page_->keep();
    }
    if (accepted_) {
      lab::writeBaseline(accepted_->stream(), report.result.differences, sidesOf(report));
      accepted_->keep();
    }
  }
  static std::string sidesOf(const lab::Report& report) { return report.from + " to " + report.to; }

 private:
  std::optional<OutputFile> junit_, accepted_, page_;
};

void refuseNothingCompared(const Archive& archive, const lab::RegressionPlan& plan,
                           const lab::RegressionResult& result) {
  if (result.games != 0 || result.without_changed_cards != 0 || result.without_changed_rules != 0 ||
      !result.damaged.empty() || !result.unfit.empty())
    return;
  if (result.of_other_documents == 0) refuseNone("regress", plan.filter, archive);
  const bool is_of_cards = plan.from_cards || plan.to_cards;
  throw BadInput(fmt::format(
      "docket regress: none of {} was played under {}", counted(result.of_other_documents, "game"),
      is_of_cards ? "this ruleset with this catalogue (--from-cards NAME: with that one)" : "this ruleset"));
}

/// The report on a result, of the leaves of `leaves` if it is of ranges.
class Regressed {
 public:
  Regressed(const Archive& archive, const lab::RegressionPlan& plan, const Arguments& arguments)
      : archive_(archive),
        plan_(plan),
        arguments_(arguments),
        outputs_(arguments),
        baseline_(arguments.value("baseline") ? lab::Baseline(*arguments.value("baseline")) : lab::Baseline()) {}

  int report(const lab::RegressionResult& result, const leaf_ranges::ResultLines* ranges, const LeavesReported* leaves,
             Streams& streams) {
    const lab::Report report{.from = documentsName(plan_.from, plan_.from_cards),
                             .to = documentsName(plan_.to, plan_.to_cards),
                             .result = result,
                             .baseline = baseline_,
                             .gone = goneOf(archive_, plan_, ranges, baseline_, result.differences),
                             .shown = arguments_.number("show").value(),
                             .is_of_cards = plan_.from_cards || plan_.to_cards};
    const std::string sides = RegressOutputs::sidesOf(report);
    if (!baseline_.title().empty() && baseline_.title() != sides)
      streams.err << fmt::format("docket regress: note: the baseline was written for {}\n",
                                 printable(baseline_.title()));
    outputs_.write(archive_, report, arguments_);
    if (arguments_.json()) {
      writeAnswer(streams.out, "regress", lab::jsonReport(report, [&](JsonWriter& json) {
                    if (leaves != nullptr) leaves->write(json);
                  }));
    } else {
      lab::printReport(streams.out, report, streams.colour);
      if (leaves != nullptr) streams.out << '\n' << leaves->text();
    }
    if (!result.damaged.empty()) return kDamaged;
    if (!result.unfit.empty()) return kDiffers;
    if (arguments_.has("accept")) return kAgrees;
    return report.fresh() == 0 && report.gone == 0 ? kAgrees : kDiffers;
  }

 private:
  const Archive& archive_;
  const lab::RegressionPlan& plan_;
  const Arguments& arguments_;
  RegressOutputs outputs_;
  const lab::Baseline baseline_;
};

std::vector<std::string> optionsOfRun(const lab::RegressionPlan& plan, const Arguments& arguments) {
  std::vector<std::string> asked = selectionOptions(plan.filter);
  const auto add = [&](std::string_view option, const std::optional<HeldDocument>& document) {
    if (document) asked.push_back(fmt::format("{} {}", option, hex(document->digest)));
  };
  add("from", plan.from);
  add("to", plan.to);
  add("from-cards", plan.from_cards);
  add("to-cards", plan.to_cards);
  if (arguments.has("again")) asked.emplace_back("again");
  return asked;
}

int regressLeaves(const Archive& archive, const lab::RegressionPlan& plan, const Arguments& arguments,
                  Streams& streams) {
  Regressed regressed(archive, plan, arguments);
  const RangeCommand command{
      .name = "regress",
      .options = optionsOfRun(plan, arguments),
      .work =
          [&](const auto& run, auto& writer, auto& progress) {
            lab::regressRange(archive, plan, run, writer, [&](std::uint64_t done, std::uint64_t all) {
              progress.show(fmt::format("{} of {} games", done, all));
            });
          },
      .check = [&](const auto& lines) { lab::checkRegression(lines); },
      .report =
          [&](const auto& lines, const auto& leaves) {
            return regressed.report(lab::regressionOf(archive, plan, lines), &lines, &leaves, streams);
          }};
  return runForLeaves(command, archive, arguments, streams);
}

int runRegress(const Arguments& arguments, Streams& streams) {
  const bool asks_for_leaves = asksForLeaves(arguments, "regress", {"journal"});
  const auto archive = Archive::open(arguments.archive(), Access::read);
  const auto plan = regressionPlan(arguments, archive);
  if (asks_for_leaves) return regressLeaves(archive, plan, arguments, streams);
  Regressed regressed(archive, plan, arguments);
  ProgressLine progress(streams);
  const auto result = lab::regress(archive, plan, [&](std::uint64_t done, std::uint64_t all) {
    progress.show(fmt::format("{} of {} games", done, all));
  });
  progress.wipe();
  refuseNothingCompared(archive, plan, result);
  return regressed.report(result, nullptr, nullptr, streams);
}

}  // namespace

Command regressCommand() {
  return {.name = "regress",
          .words = "[GAME...]",
          .summary = "show what a change of rules or cards changes in recorded games",
          .help = kRegressHelp,
          .examples = kRegressExamples,
          .least_words = 0,
          .most_words = 100'000,
          .options = withLeaves(withSelection(
              {{.name = "from", .value = "RULESET", .help = "old rules (default: those of each game)"},
               {.name = "to", .value = "RULESET", .help = "new rules: NAME, NAME@VERSION or a file"},
               {.name = "from-cards", .value = "CATALOGUE", .help = "old cards, for the games of that catalogue"},
               {.name = "to-cards", .value = "CATALOGUE", .help = "new cards, for the games of the catalogue so named"},
               {.name = "baseline", .value = "FILE", .help = "hide the differences in this file"},
               {.name = "accept", .value = "FILE", .help = "write all differences, as a baseline"},
               {.name = "junit", .value = "FILE", .help = "write a JUnit XML report"},
               {.name = "output,o", .value = "FILE", .help = "write an HTML page"},
               {.name = "site", .value = "ADDRESS", .help = "with -o: link games to the pages of this site"},
               {.name = "journal", .value = "FILE", .help = "save progress here; a rerun continues from it"},
               {.name = "again", .help = "fold every game"},
               {.name = "show",
                .value = "N",
                .help = "differences shown per clause (5)",
                .most = UINT32_MAX,
                .default_value = 5},
               jobsOption()})),
          .run = runRegress,
          .uses_pager = true};
}

}  // namespace docket
