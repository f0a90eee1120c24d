// docket minimise: cuts a game down to a smallest record that still shows something.
#include <fmt/format.h>

#include <ostream>
#include <set>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "events/json/jsonl.h"
#include "events/text/text_view.h"
#include "tools/commands/command.h"
#include "tools/game/game_loader.h"
#include "tools/game/named_cards.h"
#include "tools/io/json_answer.h"
#include "tools/io/output.h"
#include "tools/io/progress.h"
#include "tools/lab/case_file.h"
#include "tools/lab/minimise_goals.h"
#include "tools/notation/transcript.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kMinimiseHelp =
    R"(Leaves out events as long as the game still shows what you ask for, until no single
event can be left out. The result is printed as a transcript; --case writes it as
conformance cases that pass under the rules and fail without the clause, with the
cards in FILE.cards.json. Give one of --finding, --keep and --to.)";

constexpr std::string_view kMinimiseExamples =
    R"(  docket minimise duel --finding ygo.hard.card
  docket minimise court --keep 'stat(#2, "Personal Honor") = 4'
  docket minimise duel --finding ygo.hard.card --case least.cases)";

void printMinimised(const lab::Minimised& made, const lab::MinimiseGoal& aim, const OpenGame& game, const Rules& rules,
                    bool json, std::ostream& out) {
  if (!json) {
    out << fmt::format("# {} of {} events of {} show: {}\n", made.least.game.size(), game.last(), printable(game.id()),
                       printable(aim.words()));
    for (const std::string& cause : aim.causes()) out << "# " << printable(cause) << '\n';
    writeTranscript(made.least.game, rules, out);
    return;
  }
  JsonWriter answer;
  answer.object().member("game", game.id()).member("shows", aim.words()).member("events", made.least.game.size());
  answer.member("of", game.last()).member("tried", made.tried).list("causes", aim.causes());
  writeAnswer(out, "minimise", answer.list("kept", made.least.kept).end().text());
}

int runMinimise(const Arguments& arguments, Streams& streams) {
  GameLoader loader(arguments.archive());
  const std::string& id = arguments.words().front();
  const OpenGame game = loader.game(id);
  const lab::LabGame whole(game.stored());
  const bool between = arguments.has("to") || arguments.has("from");
  if ((arguments.has("keep") ? 1 : 0) + (arguments.has("finding") ? 1 : 0) + (between ? 1 : 0) != 1)
    throw BadInput("docket minimise: expected one of --keep, --finding and --to");
  if (between && arguments.has("under")) throw BadInput("docket minimise: --under is for --keep and --finding");
  if (arguments.has("finding") && arguments.has("clause"))
    throw BadInput("docket minimise: --clause is for --to and --keep: a finding has its clause");
  if (arguments.has("keep") && arguments.has("case") && !arguments.has("clause"))
    throw BadInput("docket minimise: a case tests a clause: name it with --clause");
  const auto choice = arguments.has("to") ? arguments.value("to") : arguments.value("under");
  const lab::Documents documents = lab::documentsOf(loader, game.header(), choice);
  const auto rules = lab::compileDocuments(documents);
  std::unique_ptr<lab::MinimiseGoal> aim;
  std::string kept;  // what is to stay true, by the numbers of its cards
  if (const auto clause = arguments.value("finding")) aim = lab::aimAtFinding(rules, *clause);
  const std::string clause = arguments.value("clause").value_or("");
  if (const auto keep = arguments.value("keep")) {
    const State table = game.stateAt(game.last());
    const NamedCards cards(game, table);
    // Mistakes in the expression are reported before anything is tried.
    kept = expression::parseCondition(*keep, {.ruleset = rules->ruleset, .names = &whole.names(), .subjects = &cards},
                                      {.file = "--keep"})
               .withNumbers();
    aim = lab::aimAtTruth(rules, kept, clause);
  }
  std::optional<lab::Documents> from;
  if (between) {
    from = lab::documentsOf(loader, game.header(), arguments.value("from"));
    aim = lab::aimAtDifference(std::make_shared<const lab::RulesetPair>(*from, documents), whole, clause);
  }
  ProgressLine progress(streams);
  const auto minimised = lab::minimise(
      whole, rules->ruleset, arguments.value("as").value_or(id + "/least"), kept,
      [&](const lab::ReducedGame& reduced) { return aim->shows(reduced); },
      [&](std::size_t left) { progress.show(fmt::format("{} events left", left)); });
  progress.wipe();
  printMinimised(minimised, *aim, game, rules->rules(), arguments.json(), streams.out);
  if (const auto path = arguments.value("output")) {
    OutputFile file(*path);
    writeJsonLines(minimised.least.game, file.stream());
    file.keep();
  }
  if (const auto path = arguments.value("case"))
    lab::writeCaseFile(*path, minimised.least.game, aim->topic(minimised.least), documents, from);
  return kAgrees;
}

}  // namespace

Command minimiseCommand() {
  return {.name = "minimise",
          .words = "GAME",
          .summary = "cut a game down to the events that show something",
          .help = kMinimiseHelp,
          .examples = kMinimiseExamples,
          .least_words = 1,
          .most_words = 1,
          .options = {{.name = "finding", .value = "CLAUSE", .help = "this clause is broken"},
                      {.name = "keep", .value = "EXPRESSION", .help = "this expression is true at the end"},
                      {.name = "to", .value = "RULESET", .help = "this ruleset gives a different result"},
                      {.name = "from", .value = "RULESET", .help = "... than this one (default: the game's)"},
                      {.name = "clause", .value = "CLAUSE", .help = "the clause that causes it, or that a case tests"},
                      {.name = "under", .value = "RULESET", .help = "use these rules instead of those of the game"},
                      {.name = "as", .value = "ID", .help = "id of the result (default: GAME/least)"},
                      {.name = "output,o", .value = "FILE", .help = "write the result as JSON Lines"},
                      {.name = "case", .value = "FILE", .help = "write conformance cases"}},
          .run = runMinimise};
}

}  // namespace docket
