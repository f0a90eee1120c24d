// docket follow: keeps an archive up with another one from the files that it serves.
#include <fmt/format.h>

#include <optional>
#include <ostream>
#include <string>
#include <utility>

#include "events/digest.h"
#include "events/errors.h"
#include "events/json/json_writer.h"
#include "store/followed.h"
#include "store/rewriting.h"
#include "tools/commands/command.h"
#include "tools/follow/following.h"
#include "tools/follow/source.h"
#include "tools/io/json_answer.h"
#include "tools/io/log_files.h"
#include "tools/io/progress.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kFollowHelp =
    R"(Makes the archive a copy of another one and keeps it up to date, from the files that
docket tiles --games wrote, in a folder or at http://. Each run adds what is new. The
checkpoint must be signed by --key, the leaves must give its root, the log must begin
with the one that was seen last, and each game must give the head of its leaf; names
that were erased there are erased here. Without an address the last one is followed;
a new key of the archive is given once. No other games can be recorded in the copy. An
interrupted run is continued by the next one. See docs/many_machines.md.

Exit status: 1 if the log was rolled back or forked: then nothing is stored, and both
checkpoints are kept as evidence.)";

constexpr std::string_view kFollowExamples =
    R"(  docket follow http://archive.example/club --key archive.key.pub --archive copy
  docket follow --archive copy
  docket follow copies --key archive.key.pub --archive copy --json)";

/// What the archive follows from now on: the command line, and where it is silent what was followed before.
Followed followedFrom(const Arguments& arguments, std::optional<Followed> before) {
  Followed followed = before.value_or(Followed{});
  if (!arguments.words().empty()) followed.source = arguments.words().front();
  if (followed.source.empty())
    throw BadInput("docket follow: expected URL or a folder: this archive follows nothing yet");
  const auto key = arguments.value("key");
  if (!key && !before)
    throw BadInput("docket follow: expected --key KEY: whose checkpoints are followed? (docket keys show)");
  if (key) followed.key = textOf(verifierKeyFrom(*key));
  return followed;
}

void writeCheckpoint(JsonWriter& json, std::string_view name, const Checkpoint& checkpoint) {
  json.object(name).member("size", checkpoint.size).member("root", hex(checkpoint.root)).end();
}

int sayFollowed(const Followed& followed, const follow::Following& following, Streams& streams, bool is_json) {
  const auto& done = following.done();
  const Checkpoint& checkpoint = following.checkpoint();
  if (is_json) {
    JsonWriter json;
    json.object().member("source", followed.source).member("origin", checkpoint.origin);
    writeCheckpoint(json, "checkpoint", checkpoint);
    json.member("leaves", done.leaves).member("games", done.games).member("erased", done.erased);
    writeAnswer(streams.out, "follow", json.memberNull("refused").end().text());
    return kAgrees;
  }
  streams.out << paragraph(fmt::format("{} of {} taken with {}, {} erased; now {} with the root",
                                       counted(done.leaves, "leaf", "leaves"), printable(checkpoint.origin),
                                       counted(done.games, "new game"), counted(done.erased, "name"),
                                       counted(checkpoint.size, "leaf", "leaves")),
                           0, 2)
              << fmt::format("  {}\n", hex(checkpoint.root));
  return kAgrees;
}

int sayRefused(const Followed& followed, const follow::Contradiction& refused, Streams& streams, bool is_json) {
  const bool is_rolled_back = refused.result == follow::Contradiction::Result::rolledBack;
  const Checkpoint &seen = refused.seen.checkpoint, &offered = refused.offered.checkpoint;
  if (is_json) {
    JsonWriter json;
    json.object().member("source", followed.source).member("origin", offered.origin);
    writeCheckpoint(json, "checkpoint", seen);
    json.member("leaves", 0).member("games", 0).member("erased", 0).object("refused");
    json.member("why", is_rolled_back ? "rolled back" : "forked");
    writeCheckpoint(json, "offered", offered);
    json.member("evidence", refused.evidence.string()).end();
    writeAnswer(streams.out, "follow", json.end().text());
    return kDiffers;
  }
  streams.out << styled(streams.colour, Style::bad, "REFUSED") << '\n'
              << paragraph(
                     fmt::format("{} offers a log of {} leaves that {}. Nothing was stored. What {} signed is in {}",
                                 printable(followed.source), offered.size,
                                 is_rolled_back
                                     ? fmt::format("was rolled back: {} were seen before", seen.size)
                                     : fmt::format("does not begin with the {} that were seen before", seen.size),
                                 printable(offered.origin), printable(refused.evidence.string())),
                     0, 2);
  return kDiffers;
}

int runFollow(const Arguments& arguments, Streams& streams) {
  const auto path = arguments.archive();
  const bool is_new = !Archive::archiveExists(path);
  std::optional<Followed> before;
  if (!is_new) before = followedBy(Archive::open(path, Access::read));
  const bool begins = !before;
  const Followed followed = followedFrom(arguments, std::move(before));
  const auto source = follow::sourceAt(followed.source);
  std::uint64_t erased = 0;
  int status = kAgrees;
  {
    // An archive that follows is not opened to record.
    Archive archive = Archive::open(path, is_new ? Access::create : Access::record_briefly);
    if (begins) storeFollowed(archive, followed);
    follow::Following following(archive, *source, followed);
    ProgressLine progress(streams);
    const auto refused = following.run(
        [&](std::uint64_t done, std::uint64_t all) { progress.show(fmt::format("{} of {} leaves", done, all)); });
    progress.wipe();
    erased = following.done().erased;
    status = refused ? sayRefused(followed, *refused, streams, arguments.json())
                     : sayFollowed(followed, following, streams, arguments.json());
  }
  if (erased != 0) rewriteTables(path);
  return status;
}

}  // namespace

Command followCommand() {
  return {.name = "follow",
          .words = "[URL]",
          .summary = "copy another archive from its served files, and keep up with it",
          .help = kFollowHelp,
          .examples = kFollowExamples,
          .most_words = 1,
          .options = {{.name = "key", .value = "KEY", .help = "verifier key of the other archive: text or a file"}},
          .run = runFollow,
          .changes_archive = true};
}

}  // namespace docket
