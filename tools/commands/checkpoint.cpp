// docket checkpoint: signs the archive's log as it is now, and stores the signatures of witnesses.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>

#include "events/digest.h"
#include "events/errors.h"
#include "events/json/json_writer.h"
#include "events/log/merkle_tree.h"
#include "store/followed.h"
#include "tools/commands/command.h"
#include "tools/game/archive_log.h"
#include "tools/io/json_answer.h"
#include "tools/io/log_files.h"
#include "tools/io/output.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kCheckpointHelp =
    R"(Signs the size and the root of the log of finished games. Keep the checkpoint where
nobody who can write to the archive has access, or publish it: from then on no game
in the log can be replaced or removed unnoticed (docket check --against), and each
can be proved (docket prove). The first checkpoint registers the key; another one is
refused unless --replaces says why. --add stores the signatures of witnesses (docket
cosign). See docs/proofs.md.)";

constexpr std::string_view kCheckpointExamples =
    R"(  docket checkpoint --key archive.key -o monday.checkpoint
  docket checkpoint --add cosigned --witness witness.key.pub
  docket checkpoint --list)";

/// Which key signs, as the log says it: the last one that began, if it did not end.
std::optional<Log::OfKey> signingKey(const Log& log) {
  const auto keys = log.keys();
  if (keys.empty() || keys.back().change.change != KeyChange::begins) return std::nullopt;
  return keys.back();
}

/// The log says who signs it from now on: nothing is written if it says so already.
void enterKey(Log log, const VerifierKey& key, const std::optional<std::string>& replaces) {
  const auto text = textOf(key);
  const auto before = signingKey(log);
  if (before && before->change.verifier_key == text) {
    if (replaces) throw BadInput("docket checkpoint: --replaces: this key signs already; give the new one as --key");
    return;
  }
  if (before && !replaces)
    throw BadInput(
        fmt::format("this log is signed by the key {}: give that key, or say why it is replaced (--replaces ended, or "
                    "--replaces stolen)",
                    before->change.verifier_key));
  if (replaces && !before) throw BadInput("docket checkpoint: --replaces: no key has signed this log yet");
  auto follows = before ? std::optional(before->leaf) : std::nullopt;
  if (before)
    follows = log.add({.follows = follows,
                       .change = *replaces == "stolen" ? KeyChange::stolen : KeyChange::ends,
                       .verifier_key = before->change.verifier_key});
  log.add({.follows = follows, .change = KeyChange::begins, .verifier_key = text});
}

std::optional<std::string> replacesOf(const Arguments& arguments) {
  auto word = arguments.value("replaces");
  if (word && *word != "ended" && *word != "stolen")
    throw BadInput(fmt::format("docket checkpoint: --replaces: expected \"ended\" or \"stolen\", found \"{}\"", *word));
  return word;
}

struct Unfinished {
  std::uint64_t games = 0, unfinished = 0;
};

Unfinished countGames(const Archive& archive) {
  Unfinished counted;
  archive.list({}, [&](const GameEntry& game) {
    ++counted.games;
    if (game.sealed != game.count) ++counted.unfinished;
    return true;
  });
  return counted;
}

void printCheckpoint(const Archive& archive, const SignedCheckpoint& checkpoint, const Arguments& arguments,
                     Streams& streams) {
  const auto text = textOf(checkpoint.note);
  const auto file = arguments.value("output");
  if (file) writeOutputFile(*file, text);
  const auto games = countGames(archive);
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("origin", checkpoint.checkpoint.origin).member("size", checkpoint.checkpoint.size);
    json.member("root", hex(checkpoint.checkpoint.root)).member("games", games.games);
    json.member("unfinished", games.unfinished);
    const auto key = signingKey(archive.log());
    key ? json.member("key", key->change.verifier_key) : json.memberNull("key");
    writeAnswer(streams.out, "checkpoint", json.member("checkpoint", text).end().text());
    return;
  }
  if (!file) streams.out << text;
  auto& beside = file ? streams.out : streams.err;
  beside << fmt::format("{}{}; root {}\n", file ? printable(*file) + ": " : "",
                        counted(checkpoint.checkpoint.size, "leaf", "leaves"), hex(checkpoint.checkpoint.root));
  if (games.unfinished != 0)
    beside << fmt::format("{} of {} not finished: what was recorded since the last seal is not in it\n",
                          games.unfinished, counted(games.games, "game") + (games.unfinished == 1 ? " is" : " are"));
}

int makeCheckpoint(Archive& archive, const Arguments& arguments, Streams& streams) {
  const auto file = arguments.value("key");
  if (!file)
    throw BadInput(
        "docket checkpoint: --key FILE is missing: the archive's key (docket keys new makes one), or --add, "
        "or --list");
  const auto key = readSignerKey(*file);
  if (key.verifier.type != KeyType::note)
    throw BadInput(fmt::format("{}: this is the key of a witness: docket cosign signs with it", *file));
  requireGrowth(archive);
  auto log = archive.log();
  enterKey(log, key.verifier, replacesOf(arguments));
  const auto size = log.size();
  const auto checkpoint = signedCheckpoint(size, rootOf(size, log.hashes()), key);
  log.storeCheckpoint({.size = size, .note = textOf(checkpoint.note)});
  printCheckpoint(archive, checkpoint, arguments, streams);
  return kAgrees;
}

/// Adds what the witnesses signed to the checkpoint that is kept of the same log.
int addSignatures(Archive& archive, const std::string& file, const Arguments& arguments, Streams& streams) {
  const auto witnesses = verifierKeysFrom(arguments.values("witness"));
  if (witnesses.empty())
    throw BadInput("docket checkpoint: --witness KEY is missing: the verifier key of each witness whom you trust");
  const auto came = readCheckpoint(file);
  auto log = archive.log();
  const auto kept = log.checkpoints();
  const auto same =
      std::find_if(kept.begin(), kept.end(), [&](const auto& one) { return one.size == came.checkpoint.size; });
  if (same == kept.end() || signedCheckpointOf(same->note, "the checkpoint that is kept").note.text != came.note.text)
    throw BadInput(fmt::format("{}: the archive keeps no such checkpoint (docket checkpoint --list)", file));
  auto checkpoint = signedCheckpointOf(same->note, "the checkpoint that is kept");
  std::size_t added = 0;
  for (const NoteSignature& signature : came.note.signatures) {
    const SignedNote alone{.text = came.note.text, .signatures = {signature}};
    if (!isSignedBy(alone, witnesses)) continue;
    auto& known_signatures = checkpoint.note.signatures;
    if (std::find(known_signatures.begin(), known_signatures.end(), signature) != known_signatures.end()) continue;
    known_signatures.push_back(signature);
    ++added;
  }
  if (added == 0) throw BadInput(fmt::format("{}: it has no new signature of these witnesses", file));
  log.storeCheckpoint({.size = came.checkpoint.size, .note = textOf(checkpoint.note)});
  printCheckpoint(archive, checkpoint, arguments, streams);
  return kAgrees;
}

int listCheckpoints(const Archive& archive, const Arguments& arguments, Streams& streams) {
  const auto log = archive.log();
  const auto kept = log.checkpoints();
  AnswerList checkpoints(streams.out, "checkpoint");
  for (const auto& one : kept) {
    const auto checkpoint = signedCheckpointOf(one.note, "a checkpoint that is kept");
    std::string names;
    JsonWriter json;
    json.object().member("size", one.size).member("root", hex(checkpoint.checkpoint.root));
    json.member("origin", checkpoint.checkpoint.origin).list("signatures");
    for (const auto& signature : checkpoint.note.signatures) {
      names += (names.empty() ? "" : ", ") + printable(signature.name);
      json.item(signature.name);
    }
    json.end().end();
    if (arguments.json())
      checkpoints.item(json.text());
    else
      streams.out << tableRow(fmt::format("{:>10}  {}  signed by {}", counted(one.size, "leaf", "leaves"),
                                          hex(checkpoint.checkpoint.root), names));
  }
  JsonWriter json;
  json.object().list("keys");
  for (const auto& key : log.keys()) {
    json.object().member("leaf", key.leaf).member("change", keyChangeWord(key.change.change));
    json.member("verifierKey", key.change.verifier_key).end();
    if (!arguments.json())
      streams.out << fmt::format("leaf {}: the key {} {}\n", key.leaf, printable(key.change.verifier_key),
                                 key.change.change == KeyChange::begins ? "begins to sign"
                                 : key.change.change == KeyChange::ends ? "no longer signs"
                                                                        : "was stolen");
  }
  json.end().end();
  if (arguments.json()) checkpoints.end(json.text());
  if (!arguments.json() && kept.empty()) streams.out << "there is no checkpoint yet\n";
  return kAgrees;
}

int runCheckpoint(const Arguments& arguments, Streams& streams) {
  if ((arguments.has("list") ? 1 : 0) + (arguments.has("add") ? 1 : 0) + (arguments.has("key") ? 1 : 0) > 1)
    throw BadInput("docket checkpoint: give only one of --key, --add and --list");
  if (arguments.has("list"))
    return listCheckpoints(Archive::open(arguments.archive(), Access::read), arguments, streams);
  auto archive = Archive::open(arguments.archive(), Access::record_briefly);
  requireFollowsNothing(archive);
  if (const auto file = arguments.value("add")) return addSignatures(archive, *file, arguments, streams);
  return makeCheckpoint(archive, arguments, streams);
}

}  // namespace

Command checkpointCommand() {
  return {
      .name = "checkpoint",
      .words = "",
      .summary = "sign the current log of the archive",
      .help = kCheckpointHelp,
      .examples = kCheckpointExamples,
      .least_words = 0,
      .most_words = 0,
      .options = {{.name = "key", .value = "FILE", .help = "signing key of the archive"},
                  {.name = "replaces",
                   .value = "WHY",
                   .help = "the old key has \"ended\" or was \"stolen\"",
                   .belongs_to = "--key"},
                  {.name = "add", .value = "FILE", .help = "a checkpoint signed by witnesses"},
                  {.name = "witness", .value = "KEY", .help = "verifier key: text or a file", .belongs_to = "--add"},
                  {.name = "list", .value = {}, .help = "list checkpoints and keys"},
                  {.name = "output,o", .value = "FILE", .help = "write the checkpoint to this file"}},
      .run = runCheckpoint,
      .changes_archive = true};
}

}  // namespace docket
