// docket cases find and docket cases from: looking into a library, and adding a ruling to one.
#include <fmt/format.h>

#include <ostream>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/drop.hpp>

#include "events/errors.h"
#include "tools/case_law/case_from_ruling.h"
#include "tools/case_law/library.h"
#include "tools/case_law/library_search.h"
#include "tools/commands/cases_commands.h"
#include "tools/io/json_answer.h"
#include "tools/io/progress.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

std::string foundJson(const case_law::FoundCase& one) {
  JsonWriter json;
  json.object();
  writeCaseMembers(json, *one.file, one.caseLine());
  json.member("nearness", one.nearness);
  return json.end().text();
}

void printFound(const case_law::FoundCase& one, Streams& streams) {
  const cases::Case& case_line = one.caseLine();
  std::string right = printable(case_line.clause);
  if (one.nearness) right += fmt::format("  {}", *one.nearness);
  streams.out << flushRight(styled(streams.colour, Style::strong, printable(case_law::placeOf(*one.file, case_line))),
                            right, 2)
              << paragraph(fmt::format("{}: {}", printable(case_line.question), printable(case_line.answer.text)), 2, 4)
              << paragraph(printable(case_line.shows) + sourceWords(case_line), 2, 4);
}

}  // namespace

int findCases(const Arguments& arguments, Streams& streams) {
  if (arguments.words().size() < 2) throw BadInput("docket cases find: expected a folder, or a file of cases");
  const auto words = arguments.words() | ranges::views::drop(2) | ranges::to_vector;
  const case_law::CaseFilter filter{.words = words,
                                    .clause = arguments.value("clause").value_or(""),
                                    .card = arguments.value("card").value_or(""),
                                    .like = arguments.value("like").value_or("")};
  std::size_t unread = 0;
  const auto found = case_law::findCases(arguments.words()[1], filter, [&](const std::string& problem) {
    ++unread;
    streams.err << fmt::format("docket cases find: {}\n", printable(problem));
  });
  AnswerList list(streams.out, "cases find");
  for (const case_law::FoundCase& one : found) {
    if (arguments.json()) {
      list.item(foundJson(one));
    } else {
      printFound(one, streams);
    }
  }
  if (arguments.json()) {
    list.end();
  } else {
    streams.out << counted(found.size(), "case") << '\n';
  }
  return unread == 0 ? kAgrees : kBadInput;
}

int caseFromRuling(const Arguments& arguments, Streams& streams) {
  if (arguments.words().size() != 2) throw BadInput("docket cases from: expected one game");
  const auto ruling = arguments.number("ruling");
  if (!ruling) throw BadInput("docket cases from: expected --ruling N (docket rulings lists them)");
  const auto file = arguments.value("output");
  if (!file) throw BadInput("docket cases from: expected -o FILE, which should end in .cases");
  GameLoader loader(arguments.archive());
  const OpenGame game = loader.game(arguments.words()[1]);
  ProgressLine progress(streams);
  const auto written = case_law::writeCaseFromRuling(
      *file, game, lab::documentsOf(loader, game.header()), *ruling, arguments.value("source").value_or(""),
      [&](std::size_t left) { progress.show(fmt::format("{} events left", left)); });
  progress.wipe();
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("file", *file).member("game", game.id()).member("ruling", *ruling);
    json.member("events", written.events).member("of", game.last()).member("clause", written.line.clause);
    json.member("question", written.line.question).member("published", written.line.answer);
    writeAnswer(streams.out, "cases from", json.member("computed", written.computed).end().text());
  } else {
    streams.out << paragraph(
        fmt::format("{}: {} of {} events; {}: {} [{}]", printable(*file), written.events, game.last(),
                    printable(written.line.question), printable(written.line.answer), printable(written.line.clause)),
        0, 2);
    if (!written.agrees())
      streams.out << paragraph(
          fmt::format("the rules give {}: docket cases check shows this as a difference", printable(written.computed)),
          0, 2);
  }
  return written.agrees() ? kAgrees : kDiffers;
}

}  // namespace docket
