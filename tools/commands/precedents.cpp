// docket precedents: earlier decisions whose derivation has the same shape.
#include <fmt/format.h>

#include <ostream>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "events/text/text_view.h"
#include "tools/case_law/precedents.h"
#include "tools/commands/command.h"
#include "tools/commands/jobs.h"
#include "tools/game/game_loader.h"
#include "tools/game/named_cards.h"
#include "tools/io/json_answer.h"
#include "tools/io/progress.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

using case_law::Decision;
using case_law::DecisionIndex;
using case_law::Precedent;
using Ruled = RulingVerdict::Outcome;

constexpr std::string_view kPrecedentsHelp =
    R"(Lists earlier rulings and findings of the archive that are derived in the same way as
the one that you name: by the same clauses and kinds of steps, where rare ones count
more. 1000 is the same derivation. Rulings on the same derivation of which some are
right and others wrong contradict each other, and come first. See docs/cases.md.

Give one of --ruling, --finding and --ask.

Exit status: 1 if rulings contradict each other, 3 if a game cannot be read.)";

constexpr std::string_view kPrecedentsExamples =
    R"(  docket precedents court --ruling 32
  docket precedents friday/12 --finding 20
  docket precedents court --ask 'stat(#2, "Force")' --at 13)";

/// The decision whose precedents are searched.
struct PrecedentQuestion {
  std::string text;       ///< in words of the language
  EventNumber event = 0;  ///< of the decision itself; 0: none
  EventNumber about = 0;
  case_law::Steps steps;
};

PrecedentQuestion questionTyped(const Arguments& arguments, const OpenGame& game) {
  const auto ruling = arguments.number("ruling"), finding = arguments.number("finding");
  const auto ask = arguments.value("ask");
  if ((ruling ? 1 : 0) + (finding ? 1 : 0) + (ask ? 1 : 0) != 1)
    throw BadInput("docket precedents: expected one of --ruling, --finding and --ask");
  const EventNumber event = ruling.value_or(finding.value_or(0));
  if (event > game.last())
    throw BadInput(fmt::format("{} has no event {}: the last is {}", game.id(), event, game.last()));
  PrecedentQuestion question{.event = event, .about = event};
  if (ruling) {
    const HeldEvent held = game.event(event);
    if (!held->isRulingGiven())
      throw BadInput(fmt::format("{} has no ruling at event {} (docket rulings lists them)", game.id(), event));
    const auto held_ruling = held->getRulingGiven();
    question.text = textOf(held_ruling.getClaim());
    if (held_ruling.getAt() != 0) question.about = held_ruling.getAt();
  } else if (finding) {
    question.text = fmt::format("legal({})", event);
  } else {
    question.about = game.point(arguments.value("at").value_or("end"));
    const State table = game.stateAt(question.about);
    const NamedCards cards(game, table);
    question.text =
        expression::parse(*ask, {.ruleset = game.rules().ruleset, .names = &game.names(), .subjects = &cards},
                          {.file = "--ask"})
            .withNumbers();
  }
  question.steps = case_law::stepsOfQuestion(game, question.text, question.about);
  return question;
}

/// A decision as it is shown: read from its game, whose record says what was decided.
struct ShownDecision {
  const DecisionIndex::Entry& entry;
  std::string claim, judge, note;
};

ShownDecision shownDecision(const GameLoader& loader, const DecisionIndex::Entry& entry) {
  const Decision& decision = entry.decision;
  ShownDecision shown{.entry = entry, .claim = fmt::format("legal({})", decision.event), .judge = {}, .note = {}};
  if (decision.kind == Decision::Kind::finding) {
    shown.claim = "not " + shown.claim;
    return shown;
  }
  const HeldEvent event = loader.archive().game(entry.game).event(decision.event);
  const auto ruling = event->getRulingGiven();
  shown.claim = textOf(ruling.getClaim());
  shown.judge = textOf(ruling.getJudge());
  shown.note = textOf(ruling.getNote());
  return shown;
}

std::string_view decidedWord(const Decision& decision) {
  if (decision.kind == Decision::Kind::ruling) return rightOrWrong(decision.outcome);
  return decision.outcome == Ruled::right ? "found" : "perhaps";
}

void writeDecision(JsonWriter& json, const ShownDecision& shown, const Precedent* precedent) {
  const Decision& decision = shown.entry.decision;
  json.object().member("game", shown.entry.game).member("date", shown.entry.date).member("event", decision.event);
  json.member("kind", decision.kind == Decision::Kind::ruling ? "ruling" : "finding").member("at", decision.about);
  json.member("claim", shown.claim).member("judge", shown.judge).member("note", shown.note);
  json.member("outcome", outcomeWord(decision.outcome)).member("supersededBy", decision.replaced_by);
  if (precedent != nullptr) {
    json.member("nearness", precedent->nearness).list("shared", precedent->shared);
  }
  json.end();
}

void printDecision(std::ostream& out, const ShownDecision& shown, const Precedent* precedent, bool colour) {
  const Decision& decision = shown.entry.decision;
  const auto style = decision.outcome == Ruled::right   ? Style::good
                     : decision.outcome == Ruled::wrong ? Style::bad
                                                        : Style::warning;
  std::string heading = fmt::format("  {}, event {}", clipped(shown.entry.game), decision.event);
  for (const std::string* part : {&shown.entry.date, &shown.judge}) {
    if (!part->empty()) heading += ", " + clipped(*part);
  }
  if (decision.replaced_by != 0) heading += fmt::format(", replaced by event {}", decision.replaced_by);
  std::string right = styled(colour, style, decidedWord(decision));
  if (precedent != nullptr) right = fmt::format("{}  {:>4}", right, precedent->nearness);
  out << flushRight(heading, right, 4) << paragraph(clipped(shown.claim, 400), 4, 6);
  if (!shown.note.empty()) out << paragraph(fmt::format("\"{}\"", clipped(shown.note, 400)), 4, 6);
  if (precedent == nullptr || precedent->shared.empty()) return;
  std::vector<std::string> steps;
  for (const std::string& step : precedent->shared) steps.push_back(printable(step));
  out << itemised(steps, ",", 4, 6);
}

/// The result of the search.
struct FoundPrecedents {
  std::optional<DecisionIndex::Contradiction> contradiction;
  std::vector<Precedent> nearest;
};

void printPrecedents(const GameLoader& loader, const case_law::ArchiveDecisions& all, const FoundPrecedents& found,
                     Streams& streams) {
  if (found.contradiction) {
    streams.out << styled(streams.colour, Style::strong, "Rulings that contradict each other") << '\n';
    for (const auto* side : {&found.contradiction->right, &found.contradiction->wrong}) {
      for (const case_law::DecisionPlace place : *side)
        printDecision(streams.out, shownDecision(loader, all.index.entry(place)), nullptr, streams.colour);
    }
    streams.out << '\n' << styled(streams.colour, Style::strong, "Precedents") << '\n';
  }
  for (const Precedent& one : found.nearest)
    printDecision(streams.out, shownDecision(loader, all.index.entry(one.place)), &one, streams.colour);
  streams.out << fmt::format("{} of {} in {}, of which {} folded\n", counted(found.nearest.size(), "precedent"),
                             counted(all.index.size(), "decision"), counted(all.games, "game"),
                             all.games - all.cached - all.damaged.size());
}

void writePrecedents(const GameLoader& loader, const OpenGame& game, const PrecedentQuestion& question,
                     const case_law::ArchiveDecisions& all, const FoundPrecedents& found, std::ostream& out) {
  JsonWriter json;
  json.object().member("game", game.id()).member("at", question.about).member("question", question.text);
  json.list("steps", question.steps).list("contradictions");
  if (found.contradiction) {
    for (const auto* side : {&found.contradiction->right, &found.contradiction->wrong}) {
      for (const case_law::DecisionPlace place : *side)
        writeDecision(json, shownDecision(loader, all.index.entry(place)), nullptr);
    }
  }
  json.end().list("precedents");
  for (const Precedent& one : found.nearest)
    writeDecision(json, shownDecision(loader, all.index.entry(one.place)), &one);
  json.end().member("decisions", all.index.size()).member("games", all.games);
  json.member("folded", all.games - all.cached - all.damaged.size());
  writeAnswer(out, "precedents", json.list("damaged", all.damaged).end().text());
}

int runPrecedents(const Arguments& arguments, Streams& streams) {
  GameLoader loader(arguments.archive());
  const OpenGame game = loader.game(arguments.words().front());
  const PrecedentQuestion question = questionTyped(arguments, game);
  ProgressLine progress(streams);
  const auto all = case_law::decisionsOfArchive(loader, jobsOf(arguments), [&](std::size_t done, std::size_t total) {
    progress.show(fmt::format("{} of {} games", done, total));
  });
  progress.wipe();
  const std::string date = textOf(game.header().getDate());
  const bool later = arguments.has("later");
  const auto is_earlier = [&](const DecisionIndex::Entry& one) {
    if (one.game == game.id()) return later || question.event == 0 || one.decision.event <= question.event;
    return later || date.empty() || one.date <= date;
  };
  // The decision itself and the finding against the act that it is about are no precedents for it.
  const auto is_other = [&](const DecisionIndex::Entry& one) {
    const bool is_of_act = one.decision.kind == Decision::Kind::finding && one.decision.event == question.about;
    return is_earlier(one) && (one.game != game.id() || (one.decision.event != question.event && !is_of_act));
  };
  const FoundPrecedents found{.contradiction = all.index.contradiction(question.steps, is_earlier),
                              .nearest = all.index.nearest(question.steps, arguments.number("show").value(), is_other)};
  if (arguments.json()) {
    writePrecedents(loader, game, question, all, found, streams.out);
  } else {
    printPrecedents(loader, all, found, streams);
    for (const std::string& one : all.damaged) streams.err << fmt::format("docket precedents: {}\n", printable(one));
  }
  if (!all.damaged.empty()) return kDamaged;
  return found.contradiction ? kDiffers : kAgrees;
}

}  // namespace

Command precedentsCommand() {
  return {
      .name = "precedents",
      .words = "GAME",
      .summary = "list earlier decisions that were derived in the same way",
      .help = kPrecedentsHelp,
      .examples = kPrecedentsExamples,
      .least_words = 1,
      .most_words = 1,
      .options =
          {{.name = "ruling", .value = "N", .help = "the ruling in this event", .least = 1, .most = UINT32_MAX},
           {.name = "finding", .value = "N", .help = "the finding against this event", .least = 1, .most = UINT32_MAX},
           {.name = "ask", .value = "EXPRESSION", .help = "the question, an expression"},
           {.name = "at",
            .value = "POINT",
            .help = "the point at which --ask is asked (default: the end)",
            .belongs_to = "--ask"},
           {.name = "later", .value = {}, .help = "include decisions of later games"},
           {.name = "show",
            .value = "N",
            .help = "show at most this many (10)",
            .least = 1,
            .most = 10'000,
            .default_value = 10},
           jobsOption()},
      .run = runPrecedents,
      .uses_pager = true};
}

}  // namespace docket
