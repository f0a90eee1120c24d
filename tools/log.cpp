// docket log: the transcript of a game, a line an event.
#include <fmt/format.h>

#include <functional>
#include <ostream>

#include "engine/follow.h"
#include "engine/judge.h"
#include "tools/command.h"
#include "tools/desk.h"
#include "tools/findings.h"
#include "tools/layout.h"
#include "tools/ruling_verdict.h"
#include "tools/text.h"
#include "tools/transcript.h"

namespace docket {
namespace {

constexpr std::string_view kHelp = R"(Prints a game as a transcript: turns and phases as headings, a line an event with
its number, who did what to which card. Events that follow from others are set in.

   15    P1 plays "Unbowed Champion" #2 to home up as recruit
         = "Unbowed Champion" #2
         + minimum "Personal Honor" 4 on "Unbowed Champion" #2 while source

"=" tells what a card became known to be, "+" a continuous change that began, ";" is
a comment: a finding against the event above it, or the verdict on a ruling. "?" is
a card that is not known, and what stands in braces is what few want to read. docket
import reads it back; docs/transcript.md tells how to write one. --seat prints the one
that this player could have written: what was hidden is "?", and findings go by what
that player knew.

  docket log duel
  docket log duel > duel.txt
  docket log duel --from T3 --to T4
  docket log duel --from 20 --to 57 --json
  docket log duel --seat P2
  docket log duel --seat spectator               only what was public

--from and --to are points, as docket help replay tells. --json is a list of objects:
event, depth, turn, text, details, findings, ruling (null, or upheld, overturned,
undecided).)";

struct Told {
  TranscriptLine line;
  std::uint32_t turn = 0;
  std::vector<std::string> comments{};
  std::vector<std::string> findings{};  // as JSON
  std::string ruling{};
};

/// What the judge says of an event, as a comment.
std::string commentOf(const Words& words, const Finding& finding) {
  const Explanation told = explainFinding(words, finding);
  std::string comment = finding.grade == Finding::Grade::certain ? "ILLEGAL" : "PERHAPS ILLEGAL";
  if (!finding.clause.empty()) comment += fmt::format(" [{}]", printable(finding.clause));
  comment += ": " + told.what;
  if (!told.value.empty()) comment += ", " + told.value;
  for (const Explanation& below : told.children) {
    comment += "; " + below.what;
    if (!below.value.empty()) comment += ": " + below.value;
    if (below.event != 0) comment += fmt::format(" at event {}", below.event);
  }
  return comment;
}

class Log {
 public:
  explicit Log(const OpenGame& game)
      : game_(game),
        rules_(game.rules()),
        table_(game),
        moments_(game.gameRules().ruleset, game.names(), game.events(), game.last()),
        titles_(rules_.catalogue) {}

  /// Tells the events from `first` to `last`, in order.
  void tell(EventNumber first, EventNumber last, const std::function<void(const Told&)>& see) const {
    Follower follower(game_.header(), rules_);
    game_.events().forEach(1, last, [&](EventNumber number, schema::Event::Reader event) {
      Told told{.turn = moments_.turn(number)};
      if (number >= first) {
        const auto findings = judge(follower.state(), rules_, number, event);
        const ToldTable table(follower.state(), rules_, number, event, findings);
        const Words words(table.state(), rules_, game_.header(), moments_);
        for (const Finding& finding : findings) {
          told.comments.push_back(commentOf(words, finding));
          JsonWriter json;
          json.list();
          addFinding(json, finding, table.state(), rules_.ruleset);
          const std::string list = json.end().text();
          told.findings.push_back(list.substr(1, list.size() - 2));
        }
      }
      follower.add(number, event, game_.events());
      if (number < first) return;
      told.line = transcribe(Words(follower.state(), rules_, game_.header(), moments_), titles_, number, event);
      if (event.isRulingGiven()) {
        const auto verdict = verifyRuling(game_, table_, moments_, number, event.getRulingGiven());
        told.ruling = outcomeWord(verdict.outcome);
        told.comments.push_back(fmt::format("{}: {}", told.ruling, verdict.why));
      }
      see(told);
    });
  }

  [[nodiscard]] const Moments& moments() const { return moments_; }

 private:
  const OpenGame& game_;
  Rules rules_;
  RecordTable table_;
  Moments moments_;
  notation::Titles titles_;
};

void printLine(std::ostream& out, const Told& told, bool colour) {
  const std::size_t indent = told.line.indent();
  if (told.line.heading) out << '\n';
  const bool marks = told.line.text.starts_with("==") || told.line.text.starts_with("--");
  out << styled(colour, Style::faint, fmt::format("{:>5}", told.line.number)) << std::string(indent - 5, ' ')
      << styled(colour, marks ? Style::strong : Style::plain, told.line.text) << '\n';
  const std::string blanks(indent + 2, ' ');
  for (const std::string& detail : told.line.details) out << blanks << detail << '\n';
  for (const std::string& comment : told.comments) {
    const bool bad = comment.starts_with("ILLEGAL") || comment.starts_with("overturned");
    out << blanks << styled(colour, bad ? Style::bad : Style::good, "; " + comment) << '\n';
  }
}

void writeLine(JsonWriter& json, const Told& told) {
  json.object().member("event", told.line.number).member("depth", told.line.depth).member("turn", told.turn);
  json.member("text", told.line.text).list("details");
  for (const std::string& detail : told.line.details) json.item(detail);
  json.end().list("findings");
  for (const std::string& finding : told.findings) json.itemJson(finding);
  json.end();
  if (told.ruling.empty()) {
    json.memberNull("ruling");
  } else {
    json.member("ruling", told.ruling);
  }
  json.end();
}

int run(const Arguments& arguments, Streams& streams) {
  Desk desk(arguments.archive());
  OpenGame game = desk.game(arguments.words().front());
  if (const auto viewer = viewerOf(arguments.value("seat"), game.header())) game = std::move(game).seenBy(*viewer);
  const EventNumber first = game.point(arguments.value("from").value_or("start"));
  const EventNumber last = game.point(arguments.value("to").value_or("end"));
  const Log log(game);
  if (arguments.json()) {
    JsonWriter json;
    json.list();
    log.tell(first, last, [&](const Told& told) { writeLine(json, told); });
    streams.out << json.end().text() << '\n';
    return 0;
  }
  if (first <= 1) streams.out << transcribeHeader(game.header());
  log.tell(first, last, [&](const Told& told) { printLine(streams.out, told, streams.colour); });
  return 0;
}

}  // namespace

Command logCommand() {
  return {.name = "log",
          .words = "GAME",
          .summary = "print a game as a transcript",
          .help = kHelp,
          .least_words = 1,
          .most_words = 1,
          .options = {{.name = "from", .value = "POINT", .help = "the first event; the first of all else"},
                      {.name = "to", .value = "POINT", .help = "the last event; the last of all else"},
                      {.name = "seat", .value = "P1", .help = "only what that player knew; or spectator"}},
          .run = run};
}

}  // namespace docket
