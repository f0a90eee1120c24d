// docket salvage: shows what an archive has lost at its end, and continues without it if told to.
#include <fmt/format.h>

#include <optional>
#include <ostream>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "store/check/salvage.h"
#include "tools/commands/command.h"
#include "tools/io/elapsed_line.h"
#include "tools/io/json_answer.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kSalvageHelp =
    R"(For an archive that refuses to record because events that were acknowledged are
missing. First copy the directory and try docket restore. Without --accept-loss the
command changes nothing: it shows what is lost and what remains. With it, the loss
is accepted and recording can continue. Who decided, why, when and what was lost stay
in the archive, and docket check shows them. Other damage cannot be accepted.

Exit status: 0 nothing is lost or the loss was accepted, 3 something is lost.)";

constexpr std::string_view kSalvageExamples =
    R"(  docket salvage
  docket salvage --archive ../regional-archive
  docket salvage --accept-loss --by "Ana Reis" --why "no backup since Friday")";

/// The person who decides. Throws BadInput if a loss is to be accepted without a name or a reason.
SalvageDecision decisionOf(const Arguments& arguments) {
  SalvageDecision decision{.by = arguments.value("by").value_or(""), .why = arguments.value("why").value_or("")};
  if (!arguments.has("accept-loss") || (!decision.by.empty() && !decision.why.empty())) return decision;
  throw BadInput(fmt::format(
      "--accept-loss: say {}; it is kept in the archive: docket salvage --accept-loss --by \"NAME\" --why \"...\"",
      decision.by.empty() ? "who decides that" : "why"));
}

int runSalvage(const Arguments& arguments, Streams& streams) {
  const auto path = arguments.archive();
  const auto decision = decisionOf(arguments);
  std::optional<ElapsedLine> line(std::in_place, streams, "looking for losses");
  auto found = salvageable(path);
  const bool accepted = arguments.has("accept-loss") && !found.lost.empty();
  if (accepted) found = salvage(path, decision);
  line.reset();
  const int status = found.lost.empty() || accepted ? kAgrees : kDamaged;
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("archive", path.string()).list("lost");
    for (const auto& part : found.lost)
      json.object()
          .member("game", part.game)
          .member("from", part.first_lost)
          .member("to", part.last_lost)
          .member("what", part.what)
          .end();
    json.end().member("accepted", accepted);
    accepted ? json.member("by", decision.by).member("why", decision.why) : json.memberNull("by").memberNull("why");
    json.member("games", found.left.games).member("events", found.left.events);
    writeAnswer(streams.out, "salvage", json.end().text());
    return status;
  }
  if (found.lost.empty()) {
    streams.out << "Nothing that was acknowledged is lost, so there is nothing to salvage. docket check finds other "
                   "damage.\n";
    return status;
  }
  streams.out << (accepted ? "Accepted as lost, and kept in the archive as such:\n" : "Lost:\n");
  for (const auto& part : found.lost)
    streams.out << "  " << (part.game.empty() ? "" : fmt::format("game {}: ", printable(part.game)))
                << printable(part.what) << '\n';
  const auto left = counted(found.left.games, "game") + " with " + counted(found.left.events, "event");
  if (accepted) {
    streams.out << left << " remain in the archive. Check it with docket check\n";
    return status;
  }
  if (found.left.games != 0) streams.out << left << " remain and would make up the archive.\n";
  streams.out << "Nothing was changed. Restore a backup if there is one. Else copy the directory away, and run\n"
                 "  docket salvage --accept-loss --by NAME --why REASON\n";
  return status;
}

}  // namespace

Command salvageCommand() {
  return {.name = "salvage",
          .words = {},
          .summary = "show what an archive has lost at its end, and accept it",
          .help = kSalvageHelp,
          .examples = kSalvageExamples,
          .options = {{.name = "accept-loss", .value = {}, .help = "accept the loss and continue"},
                      {.name = "by", .value = "NAME", .help = "who decides", .belongs_to = "--accept-loss"},
                      {.name = "why", .value = "TEXT", .help = "the reason", .belongs_to = "--accept-loss"}},
          .run = runSalvage,
          .changes_archive = true};
}

}  // namespace docket
