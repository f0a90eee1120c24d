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
#include "tools/commands/timeout.h"
#include "tools/game/compared_heads.h"
#include "tools/io/json_answer.h"
#include "tools/io/progress.h"
#include "tools/render/check_text.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kRestoreHelp =
    R"(Restores the newest backup in BACKUPS to TARGET, a new or empty directory. The
archive is built in TARGET.restoring, checked byte by byte, and moved into place only
if it is intact; otherwise an older backup to try is named. Games that came after the
backup have to be imported again.

Exit status: 2 if there is no such backup or TARGET is not empty, 3 for damage.)";

constexpr std::string_view kRestoreExamples =
    R"(  docket restore ../backups restored
  docket restore ../backups restored --backup 1
  docket restore ../backups restored --timeout 600)";

constexpr std::uint32_t kMaxBackupNumber = 1'000'000'000;

std::uint32_t backupNumber(const Arguments& arguments, const Backups& backups) {
  if (const auto typed = arguments.number("backup")) return *typed;
  const auto& all = backups.list();
  if (all.empty())
    throw BadInput(fmt::format("{}: there is no backup here yet; docket backup makes one", backups.path().string()));
  return all.back().number;
}

/// The newest backup before `number` that is not known to be damaged.
std::string olderThan(std::uint32_t number, const Backups& backups, const std::string& target) {
  const auto& all = backups.list();
  const auto found = std::find_if(all.rbegin(), all.rend(),
                                  [&](const Backup& one) { return one.number < number && one.damage.empty(); });
  if (found == all.rend()) return "There is no older backup.";
  return fmt::format("An older one may be intact: docket restore {} {} --backup {}", backups.path().string(), target,
                     found->number);
}

int runRestore(const Arguments& arguments, Streams& streams) {
  const std::string& target = arguments.words()[1];
  const auto backups = Backups::open(arguments.words()[0]);
  const auto number = backupNumber(arguments, backups);
  std::optional<CheckReport> report;
  try {
    ProgressLine progress(streams);
    report = restore(backups, number, target, requireHeads, timeoutOf(arguments), [&](const CheckReport& so_far) {
      if (so_far.total_games != 0)
        progress.show(fmt::format("{} of {} games checked", so_far.games, so_far.total_games));
    });
  } catch (const DamagedArchive& damaged) {
    throw DamagedArchive(
        fmt::format("{}\n{} was not created. {}", damaged.what(), target, olderThan(number, backups, target)));
  }
  const int status = report->whole() ? kAgrees : kDamaged;
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("backup", number).member("target", target).member("restored", report->whole());
    writeCheck(json, *report);
    writeAnswer(streams.out, "restore", json.end().text());
    return status;
  }
  printCheck(streams.out, *report, streams.colour);
  if (report->whole()) {
    streams.out << fmt::format("\nBackup {} was restored to {} and checked.\n", number, printable(target));
  } else {
    streams.out << fmt::format("\n{} was not created. {}\n", printable(target),
                               printable(olderThan(number, backups, target)));
  }
  return status;
}

}  // namespace

Command restoreCommand() {
  return {.name = "restore",
          .words = "BACKUPS TARGET",
          .summary = "restore an archive from a backup",
          .help = kRestoreHelp,
          .examples = kRestoreExamples,
          .least_words = 2,
          .most_words = 2,
          .options = {{.name = "backup",
                       .value = "N",
                       .help = "restore backup N (docket backup BACKUPS --list)",
                       .least = 1,
                       .most = kMaxBackupNumber},
                      timeoutOption()},
          .run = runRestore,
          .changes_archive = true};
}

}  // namespace docket
