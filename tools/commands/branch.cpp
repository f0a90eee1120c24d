// docket branch: makes a game that shares its past with another and continues differently.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "events/digest.h"
#include "events/errors.h"
#include "events/game_id.h"
#include "tools/commands/command.h"
#include "tools/commands/labels.h"
#include "tools/game/game_loader.h"
#include "tools/generate/plain_play.h"
#include "tools/io/json_answer.h"
#include "tools/verdict/branching.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kBranchHelp =
    R"(The branch shares the events of GAME up to a point and adds its own. Later events of
GAME follow as far as they are still possible (--stop: none). An event that is no
longer possible is replaced by a note, so numbers stay the same; each is reported,
and so are findings that appear or disappear. Events are typed as in a transcript.

A branch is a game like any other. Its id is GAME/P1 for an account, otherwise
GAME/branch-1, ... See docs/rulings.md.)";

constexpr std::string_view kBranchExamples =
    R"(  docket branch duel --without 20
  docket branch court --edit '30: note "nothing was done"'
  docket branch court --at 34 --account P1 --add 'note "no battle was fought"')";

BranchPlan branchPlan(const Arguments& arguments, const OpenGame& parent) {
  BranchPlan plan{
      .id = {}, .stops = arguments.has("stop"), .account = seatOf(arguments.value("account"), parent.header())};
  const auto typed_at = arguments.value("at");
  const EventNumber at = parent.point(typed_at.value_or("end"));
  for (const std::string& typed : arguments.values("without")) {
    for (BranchEdit& edit : readWithout(typed)) plan.edits.push_back(std::move(edit));
  }
  for (const std::string& typed : arguments.values("edit")) plan.edits.push_back(readInstead(typed));
  for (const std::string& typed : arguments.values("add")) plan.edits.push_back(readAdded(typed, at));
  plan.at = at;
  if (plan.edits.empty()) {
    if (!typed_at) throw BadInput("docket branch: expected --at, --without, --edit or --add");
    plan.stops = true;
    return plan;
  }
  EventNumber shared = parent.last();
  for (const BranchEdit& edit : plan.edits) {
    const bool added = edit.kind == BranchEdit::Kind::added;
    if (edit.event > parent.last() || (edit.event == 0 && !added))
      throw BadInput(fmt::format("{} has no event {}: the last one is {}", parent.id(), edit.event, parent.last()));
    shared = std::min(shared, added ? edit.event : edit.event - 1);
  }
  if (typed_at && shared < at)
    throw BadInput(fmt::format("event {} is part of the shared past, which ends with event {}: choose an earlier --at",
                               shared + 1, at));
  plan.at = shared;
  return plan;
}

std::string idOf(const Arguments& arguments, const Archive& archive, const OpenGame& parent, Seat account) {
  if (const auto typed = arguments.value("as")) return *typed;
  const auto name = gameNameOf(parent.id());
  const auto base = name.record == 0 ? std::string(name.game) : fmt::format("{}/record-{}", name.game, name.record);
  if (account != 0) return fmt::format("{}/P{}", base, account);
  for (unsigned number = 1;; ++number) {
    auto id = fmt::format("{}/branch-{}", base, number);
    if (!archive.find(id)) return id;
  }
}

void printBranch(std::ostream& out, const BranchMade& made, const Words& words, bool colour) {
  out << flushRight(styled(colour, Style::strong, clipped(made.id, 60)), counted(made.events, "event"), 2);
  const std::string shared = made.at == 0 ? "no event" : fmt::format("events 1 to {}", made.at);
  out << paragraph(fmt::format("shares {} with {}; {} of its own", shared, clipped(made.parent, 60),
                               counted(made.events - made.at, "event")),
                   0, 2);
  out << styled(colour, Style::faint, "head " + hex(made.head)) << '\n';
  if (!made.left_out.empty()) out << '\n' << styled(colour, Style::strong, "Not in the branch") << '\n';
  for (const NotInBranch& one : made.left_out) {
    out << paragraph(fmt::format("event {}: {}", one.event, one.what), 2, 4) << paragraph(clipped(one.why, 300), 6, 8);
  }
  for (const bool illegal : {true, false}) {
    bool headed = false;
    for (const Rejudged& one : made.judged) {
      if (one.found != illegal) continue;
      if (!std::exchange(headed, true))
        out << '\n'
            << styled(colour, Style::strong, illegal ? "Findings here" : "Findings that disappear here") << '\n';
      out << paragraph(fmt::format("event {}: {}", one.event, one.what), 2, 4);
      if (!illegal) out << paragraph("in the parent:", 6, 6);
      printTree(out, one.finding, words, 6, colour);
    }
  }
}

void writeBranch(JsonWriter& json, const BranchMade& made, Seat account) {
  json.object().member("game", made.id).member("parent", made.parent).member("at", made.at);
  json.member("account", static_cast<unsigned>(account)).member("events", made.events);
  json.member("own", made.events - made.at).member("head", hex(made.head)).list("leftOut");
  for (const NotInBranch& one : made.left_out)
    json.object().member("event", one.event).member("what", one.what).member("why", one.why).end();
  json.end().list("judged");
  for (const Rejudged& one : made.judged) {
    json.object().member("event", one.event).member("found", one.found).member("what", one.what);
    json.object("explanation");
    writeExplanation(json, one.finding);
    json.end().end();
  }
  json.end().end();
}

int runBranch(const Arguments& arguments, Streams& streams) {
  GameLoader loader(arguments.archive(), Access::record);
  const OpenGame parent = loader.game(arguments.words().front());
  BranchPlan plan = branchPlan(arguments, parent);
  plan.id = idOf(arguments, loader.archive(), parent, plan.account);
  const auto recorders = recordersIn(arguments);
  const BranchMade made = makeBranch(loader, parent, plan);
  noteRecorders(loader.archive(), made.id, recorders, made.at + 1, made.events);
  if (arguments.json()) {
    JsonWriter json;
    writeBranch(json, made, plan.account);
    writeAnswer(streams.out, "branch", json.text());
    return kAgrees;
  }
  const OpenGame branch = loader.game(exactName(plan.id));
  const Rules rules = branch.rules();
  const State state = initialState(branch.header(), rules);
  const TurnLabels turn_labels = turnLabelsOf(branch);
  printBranch(streams.out, made, Words(state, rules, branch.header(), turn_labels), streams.colour);
  return kAgrees;
}

}  // namespace

Command branchCommand() {
  return {
      .name = "branch",
      .words = "GAME",
      .summary = "make a game that continues another one differently",
      .help = kBranchHelp,
      .examples = kBranchExamples,
      .least_words = 1,
      .most_words = 1,
      .options = {{.name = "at", .value = "POINT", .help = "share the events up to this point"},
                  {.name = "without", .value = "N", .help = "leave out event N (34-36,40 for several)"},
                  {.name = "edit", .value = "'N: ...'", .help = "replace event N, or change its fields"},
                  {.name = "add", .value = "'after N: ...'", .help = "insert an event after N (default: after --at)"},
                  {.name = "stop", .value = {}, .help = "do not continue with later events of GAME"},
                  {.name = "account", .value = "P1", .help = "this is what player P1 says happened"},
                  {.name = "as", .value = "ID", .help = "id of the branch"},
                  recordedByOption()},
      .run = runBranch,
      .changes_archive = true};
}

}  // namespace docket
