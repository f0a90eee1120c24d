// docket backup: backs up the archive incrementally, even while it is being written to.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <vector>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "store/backup/backups.h"
#include "tools/commands/command.h"
#include "tools/io/elapsed_line.h"
#include "tools/io/json_answer.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kBackupHelp =
    R"(Makes a backup in the directory BACKUPS, best on another disk. Only files that no
earlier backup there contains are copied. A backup has every event that was
acknowledged before it began. A damaged archive is not backed up. --list and
--verify make no backup. See docs/operations.md.

Exit status: 2 if BACKUPS belongs to another archive, 3 for damage, 4 if the
recording process does not answer or the disk is full.)";

constexpr std::string_view kBackupExamples =
    R"(  docket backup ../backups
  docket backup ../backups --keep 30
  docket backup ../backups --verify)";

constexpr std::uint32_t kMaxBackups = 1'000'000;
constexpr std::uint32_t kPatienceSeconds = 60;

std::string timeOf(const Backup& backup) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(backup.seconds)));
}

void writeBackup(JsonWriter& json, const Backup& backup) {
  json.member("number", backup.number).member("time", timeOf(backup)).member("games", backup.games);
  json.member("events", backup.events).member("commits", backup.commits).member("files", backup.files);
  json.member("bytes", backup.bytes).member("newFiles", backup.new_files).member("newBytes", backup.new_bytes);
  json.member("damage", backup.damage).end();
}

std::string backupLine(const Backup& backup) {
  if (backup.seconds == 0) return fmt::format("backup {}", backup.number);
  return fmt::format("backup {}, {}: {}, {}; {} with {}, {} of them with {} new", backup.number, timeOf(backup),
                     counted(backup.games, "game"), counted(backup.events, "event"), counted(backup.files, "file"),
                     counted(backup.bytes, "byte"), backup.new_files, counted(backup.new_bytes, "byte"));
}

int showAll(const Backups& backups, const Arguments& arguments, Streams& streams) {
  const auto& all = backups.list();
  const bool damaged = std::any_of(all.begin(), all.end(), [](const Backup& one) { return !one.damage.empty(); });
  if (arguments.json()) {
    AnswerList list(streams.out, "backup");
    for (const auto& one : all) {
      JsonWriter json;
      writeBackup(json.object(), one);
      list.item(json.text());
    }
    list.end();
    return damaged ? kDamaged : kAgrees;
  }
  for (const auto& one : all) {
    const auto damage = one.damage.empty()
                            ? std::string()
                            : "  " + styled(streams.colour, Style::bad, "DAMAGED:") + ' ' + printable(one.damage);
    streams.out << tableRow(backupLine(one) + damage);
  }
  streams.out << counted(all.size(), "backup");
  if (arguments.has("verify")) streams.out << ", every byte read";
  streams.out << '\n';
  if (damaged)
    streams.out << "A damaged file may be shared by several backups, and further ones would share it too: begin a new\n"
                   "directory of backups now. Those without DAMAGED can be restored from here.\n";
  return damaged ? kDamaged : kAgrees;
}

int runBackup(const Arguments& arguments, Streams& streams) {
  const std::string& target = arguments.words().front();
  if (arguments.has("list") || arguments.has("verify")) {
    if (arguments.has("keep")) throw BadInput("docket backup: --keep makes a backup, and --list and --verify do not");
    auto backups = Backups::open(target);
    if (arguments.has("verify")) {
      const ElapsedLine line(streams, "reading the backups");
      backups.verify();
    }
    return showAll(backups, arguments, streams);
  }
  if (std::filesystem::is_regular_file(target))
    throw BadInput(fmt::format("{}: this is a file: name a folder for the backups", target));
  auto backups = Backups::openOrMake(target);
  const std::uint64_t commits_before = backups.list().empty() ? 0 : backups.list().back().commits;
  const auto backup = [&] {
    const ElapsedLine line(streams, "copying the archive");
    return backups.add(arguments.archive(), std::chrono::seconds(*arguments.number("wait")));
  }();
  // An archive that went back: what came after may be in the earlier backups only.
  const bool went_back = backup.commits < commits_before;
  std::vector<std::uint32_t> removed;
  if (const auto most = arguments.number("keep"); most && !went_back) removed = backups.removeAllBut(*most);
  if (arguments.json()) {
    JsonWriter json;
    writeBackup(json.object().object("made"), backup);
    writeAnswer(streams.out, "backup", json.list("removed", removed).end().text());
  } else {
    streams.out << tableRow(backupLine(backup));
    if (!removed.empty()) streams.out << counted(removed.size(), "older backup") << " removed\n";
  }
  if (went_back)
    streams.err << fmt::format(
        "note: the backup before has more writes ({}) than the archive has now ({}): the archive was restored from an "
        "earlier one, or put in its place; no backup was removed\n",
        commits_before, backup.commits);
  return kAgrees;
}

}  // namespace

Command backupCommand() {
  return {
      .name = "backup",
      .words = "BACKUPS",
      .summary = "back up the archive, even while it is being written to",
      .help = kBackupHelp,
      .examples = kBackupExamples,
      .least_words = 1,
      .most_words = 1,
      .options =
          {{.name = "list", .value = {}, .help = "list the backups"},
           {.name = "verify", .value = {}, .help = "read every byte of the backups"},
           {.name = "keep", .value = "N", .help = "then remove all but the newest N", .least = 1, .most = kMaxBackups},
           {.name = "wait",
            .value = "SECONDS",
            .help = "how long to wait for the recording process (60)",
            .least = 1,
            .most = 86'400,
            .default_value = kPatienceSeconds}},
      .run = runBackup,
      .changes_archive = true};
}

}  // namespace docket
