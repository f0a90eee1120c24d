// docket restore: creates an archive from a backup, and publishes it only after it was checked.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "store/backup/backups.h"
#include "store/backup/restoring.h"
#include "tools/commands/command.h"
#include "tools/commands/silence.h"
#include "tools/game/compared_heads.h"
#include "tools/io/json_answer.h"
#include "tools/io/progress.h"
#include "tools/render/check_text.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kRestoreHelp =
    R"(Makes an archive in TARGET, a new or an empty directory, of the newest backup in BACKUPS, or of another one that --backup
names (docket backup BACKUPS --list shows them). It is built beside TARGET, in TARGET.restoring, and checked there as by
docket check: every byte, every head. Only a whole one is put into its place; else there is nothing at TARGET, what was
found is told, and an older backup to try is named.

What came after the backup is not in it: import it again, from the exports or from whoever recorded it.

--json: {"backup","target","restored", ...} and what docket check --json says.

Examples:
  docket restore ../other-disk/finals docket-archive
  docket restore ../other-disk/finals as-of-monday --backup 12

Exit status: 0 restored, 2 there is no such backup or TARGET is not empty, 3 the backup is damaged.)";

constexpr std::uint32_t kMostBackupNumber = 1'000'000'000;

std::uint32_t backupNumber(const Arguments& arguments, const Backups& backups) {
  if (const auto typed = arguments.number("backup")) return *typed;
  const auto& all = backups.list();
  if (all.empty())
    throw BadInput(fmt::format("{}: there is no backup here yet; docket backup makes one", backups.path().string()));
  return all.back().number;
}

/// The newest one before `number` of which nothing bad is known.
std::string olderThan(std::uint32_t number, const Backups& backups, const std::string& target) {
  const auto& all = backups.list();
  const auto found = std::find_if(all.rbegin(), all.rend(),
                                  [&](const Backup& one) { return one.number < number && one.damage.empty(); });
  if (found == all.rend()) return "No older backup is there.";
  return fmt::format("An older one may be whole: docket restore {} {} --backup {}", backups.path().string(), target,
                     found->number);
}

int runRestore(const Arguments& arguments, Streams& streams) {
  const std::string& target = arguments.words()[1];
  const auto backups = Backups::open(arguments.words()[0]);
  const auto number = backupNumber(arguments, backups);
  std::optional<CheckReport> report;
  try {
    ProgressLine progress(streams);
    report = restore(backups, number, target, requireHeads, silenceOf(arguments), [&](const CheckReport& so_far) {
      if (so_far.of_games != 0) progress.show(fmt::format("{} of {} games checked", so_far.games, so_far.of_games));
    });
  } catch (const DamagedArchive& damaged) {
    throw DamagedArchive(
        fmt::format("{}\nNothing is at {}. {}", damaged.what(), target, olderThan(number, backups, target)));
  }
  const int status = report->whole() ? 0 : 3;
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("backup", number).member("target", target).member("restored", report->whole());
    writeCheck(json, *report);
    writeAnswer(streams.out, "restore", json.end().text());
    return status;
  }
  printCheck(streams.out, *report, streams.colour);
  if (report->whole()) {
    streams.out << fmt::format("\nBackup {} was restored and checked, and is the archive {} now.\n", number,
                               printable(target));
  } else {
    streams.out << fmt::format("\nNothing is at {}. {}\n", printable(target),
                               printable(olderThan(number, backups, target)));
  }
  return status;
}

}  // namespace

Command restoreCommand() {
  return {.name = "restore",
          .words = "BACKUPS TARGET",
          .summary = "make an archive of a backup, checked before it is believed",
          .help = kRestoreHelp,
          .least_words = 2,
          .most_words = 2,
          .options = {{.name = "backup",
                       .value = "N",
                       .help = "of this number; without it, the newest",
                       .least = 1,
                       .most = kMostBackupNumber},
                      silenceOption()},
          .run = runRestore,
          .changes_archive = true};
}

}  // namespace docket
