// docket check: reads every byte of an archive, and says what is damaged, what is not, and what to do.
#include <fmt/format.h>

#include <optional>
#include <ostream>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "store/archive.h"
#include "store/check/check.h"
#include "tools/commands/command.h"
#include "tools/commands/timeout.h"
#include "tools/find/term_index.h"
#include "tools/game/archive_log.h"
#include "tools/game/compared_heads.h"
#include "tools/game/kept_tiles.h"
#include "tools/io/json_answer.h"
#include "tools/io/log_files.h"
#include "tools/io/progress.h"
#include "tools/render/check_text.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kCheckHelp =
    R"(Checks files, log records, the index, documents and the heads of all games; docket
verify checks legality. It changes nothing and can run while games are recorded.

A replaced archive can look intact: --against compares it with a checkpoint, and
--tiles names the games that were replaced.

Exit status: 0 no damage, 3 damage or a mismatch, 4 the check could not run.)";

constexpr std::string_view kCheckExamples =
    R"(  docket check
  docket check --against monday.checkpoint --key archive.key.pub
  docket check --archive ../regional-archive --timeout 600 --json)";

constexpr std::string_view kNext = R"(
What to do:
  1. Stop recording, and copy the directory before anything else.
  2. With a backup: docket restore BACKUPS NEW-DIRECTORY, then import what came later.
  3. Without one: docket salvage shows what is lost; docket export saves whole games.
)";

/// The archive beside a checkpoint that was kept.
struct AgainstCheckpoint {
  Checkpoint checkpoint;
  CheckpointComparison found;
  bool with_key = false;
  std::vector<ChangedLeaf> changed;  // where tiles were kept
};

AgainstCheckpoint compareWith(const std::string& file, const Arguments& arguments) {
  const auto kept = readCheckpoint(file);
  const auto keys = verifierKeysFrom(arguments.values("key"));
  for (const auto& key : keys)
    if (!isSignedBy(kept.note, std::vector{key}))
      throw BadInput(fmt::format("{}: this checkpoint is not signed by {}: it proves nothing", file, key.name));
  const auto archive = Archive::open(arguments.archive(), Access::read);
  AgainstCheckpoint against{.checkpoint = kept.checkpoint,
                            .found = compare(archive.log(), kept.checkpoint),
                            .with_key = !keys.empty(),
                            .changed = {}};
  const auto tiles = arguments.value("tiles");
  if (tiles && against.found.holds()) requireTiles(*tiles, kept.checkpoint, archive.log());
  if (tiles && !against.found.holds())
    against.changed = changedSince(archive, leavesFromTiles(*tiles, kept.checkpoint));
  return against;
}

void writeAgainstCheckpoint(JsonWriter& json, const std::optional<AgainstCheckpoint>& against) {
  if (!against) {
    json.memberNull("against");
    return;
  }
  json.object("against").member("holds", against->found.holds()).member("size", against->checkpoint.size);
  json.member("leaves", against->found.size).member("signatureChecked", against->with_key);
  json.member("what", wordsOf(against->found, against->checkpoint)).list("changed");
  for (const auto& one : against->changed)
    json.object().member("leaf", one.leaf).member("game", one.game).member("what", one.what).end();
  json.end().end();
}

void printAgainstCheckpoint(std::ostream& out, const AgainstCheckpoint& against, bool colour) {
  const bool holds = against.found.holds();
  out << '\n'
      << styled(colour, holds ? Style::good : Style::bad,
                holds ? "matches the checkpoint" : "DOES NOT MATCH THE CHECKPOINT")
      << ": " << wordsOf(against.found, against.checkpoint) << ".\n";
  for (const auto& one : against.changed)
    out << paragraph(
        fmt::format("leaf {}{}: {}", one.leaf, one.game.empty() ? "" : ", game " + printable(one.game), one.what), 2,
        4);
  if (!against.with_key) out << "The checkpoint's signature was not checked: --key gives the archive's verifier key.\n";
}

/// The index that docket find uses: derived, so no row of it is damage.
std::optional<find::TermIndex::Size> indexIn(const std::filesystem::path& path, const CheckReport& report) {
  if (!report.whole()) return std::nullopt;
  return find::TermIndex(Archive::open(path, Access::read)).size();
}

int runCheck(const Arguments& arguments, Streams& streams) {
  const auto file = arguments.value("against");
  if (!file && (arguments.has("tiles") || arguments.has("key")))
    throw BadInput("docket check: --tiles and --key go with --against: the checkpoint that was kept");
  ProgressLine progress(streams);
  const auto path = arguments.archive();
  const auto report = check(path, requireHeads, timeoutOf(arguments), [&](const CheckReport& so_far) {
    if (so_far.total_games != 0) progress.show(fmt::format("{} of {} games", so_far.games, so_far.total_games));
  });
  progress.wipe();
  const auto against = file ? std::optional(compareWith(*file, arguments)) : std::nullopt;
  const auto index = indexIn(path, report);
  const int status = report.whole() && (!against || against->found.holds()) ? kAgrees : kDamaged;
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("archive", path.string());
    writeCheck(json, report);
    if (index) {
      json.object("index").member("rows", index->rows).member("malformed", index->malformed).end();
    } else {
      json.memberNull("index");
    }
    writeAgainstCheckpoint(json, against);
    writeAnswer(streams.out, "check", json.end().text());
    return status;
  }
  streams.out << printable(path.string()) << '\n';
  printCheck(streams.out, report, streams.colour);
  if (against) printAgainstCheckpoint(streams.out, *against, streams.colour);
  if (index && index->malformed != 0)
    streams.out << paragraph(
        fmt::format("{} of the index for docket find cannot be read, and are not used: docket index "
                    "--again rebuilds it",
                    counted(index->malformed, "row")),
        0, 2);
  streams.out << (report.whole() ? "\nNothing is damaged.\n" : kNext);
  return status;
}

}  // namespace

Command checkCommand() {
  return {.name = "check",
          .words = {},
          .summary = "read every byte of the archive and report damage",
          .help = kCheckHelp,
          .examples = kCheckExamples,
          .options = {{.name = "against", .value = "FILE", .help = "a checkpoint that was kept elsewhere"},
                      {.name = "tiles", .value = "DIR", .help = "tiles of the log that were kept elsewhere"},
                      {.name = "key", .value = "KEY", .help = "verifier key of the archive: text or a file"},
                      timeoutOption()},
          .run = runCheck};
}

}  // namespace docket
