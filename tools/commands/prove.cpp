// docket prove: writes the proof that a game is in the log of a checkpoint, or that the log begins with an older one.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "events/log/merkle_tree.h"
#include "events/log/proof_file.h"
#include "store/naming.h"
#include "tools/commands/command.h"
#include "tools/game/archive_log.h"
#include "tools/game/game_proof.h"
#include "tools/io/json_answer.h"
#include "tools/io/log_files.h"
#include "tools/io/output.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kProveHelp =
    R"(Writes a proof against the newest checkpoint (docket checkpoint), for people who do
not have the archive. For a GAME it proves that its newest leaf, with head and number
of events, is in the log. With --since it proves that nothing in an older log was
replaced or removed. docket check-proof checks both.

Exit status: 1 if the log does not begin with the older one.)";

constexpr std::string_view kProveExamples =
    R"(  docket prove court -o court.tlog-proof
  docket prove court --without-id -o court.tlog-proof
  docket prove --since older.checkpoint -o newer.proof)";

void writeTo(const std::optional<std::string>& path, const std::string& text, Streams& streams, bool json) {
  if (!path) {
    if (!json) streams.out << text;
    return;
  }
  writeOutputFile(*path, text);
}

/// Whether what is proved is the newest of the game.
std::string newestWords(const GameProof& made) {
  if (made.is_newest) return "It was the newest leaf of the game at that checkpoint, and still is.\n";
  if (made.replaced_by.empty())
    return "It was the newest leaf of the game at that checkpoint; more of the game was recorded since: make a "
           "checkpoint (docket checkpoint) to prove that too.\n";
  const auto newer = printable(made.replaced_by);
  return made.was_replaced_already
             ? fmt::format("It was not the newest leaf of the game at that checkpoint: {} had replaced this record.\n",
                           newer)
             : fmt::format(
                   "It was the newest leaf of the game at that checkpoint; {} has replaced this record since.\n",
                   newer);
}

int proveGame(const Archive& archive, const Arguments& arguments, Streams& streams) {
  const auto game = named(archive, arguments.words().front());
  const auto game_proof = proofOf(archive, game, newestCheckpoint(archive), !arguments.has("without-id"));
  const auto text = textOf(game_proof.proof);
  const auto path = arguments.value("output");
  writeTo(path, text, streams, arguments.json());
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("game", game.id()).member("leaf", game_proof.proof.index).member("events", game_proof.last);
    json.member("newest", game_proof.is_newest);
    json.memberOrNull("replacedBy", game_proof.replaced_by);
    json.member("size", game_proof.proof.checkpoint.checkpoint.size);
    writeAnswer(streams.out, "prove", json.member("proof", text).end().text());
    return kAgrees;
  }
  auto& beside = path ? streams.out : streams.err;
  beside << fmt::format("{}: leaf {} of {}, up to event {} of {}\n", printable(game.id()), game_proof.proof.index,
                        game_proof.proof.checkpoint.checkpoint.size, game_proof.last, game.count());
  beside << newestWords(game_proof);
  return kAgrees;
}

int proveSince(const Archive& archive, const std::string& file, const Arguments& arguments, Streams& streams) {
  const auto older = readCheckpoint(file).checkpoint;
  const auto newest = newestCheckpoint(archive);
  const auto log = archive.log();
  const auto found = compare(log, older);
  if (!found.holds() || older.size > newest.checkpoint.size) {
    streams.err << fmt::format("{}: {}\n", archive.path().string(),
                               found.holds() ? "its newest checkpoint is older than that one" : wordsOf(found, older));
    return kDiffers;
  }
  const ConsistencyProof proof{.old_size = older.size,
                               .hashes = consistencyProof(older.size, newest.checkpoint.size, log.hashes()),
                               .checkpoint = newest};
  if (!proves(proof, older))
    throw DamagedArchive(fmt::format("{}: the hashes of its log do not match its leaves; docket check has the details",
                                     archive.path().string()));
  const auto text = textOf(proof);
  const auto path = arguments.value("output");
  writeTo(path, text, streams, arguments.json());
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("since", older.size).member("size", newest.checkpoint.size);
    writeAnswer(streams.out, "prove", json.member("proof", text).end().text());
  } else if (path) {
    streams.out << fmt::format("{}: the log of {} begins with that of {}\n", printable(*path),
                               counted(newest.checkpoint.size, "leaf", "leaves"), older.size);
  }
  return kAgrees;
}

int runProve(const Arguments& arguments, Streams& streams) {
  const auto since = arguments.value("since");
  if (since.has_value() == !arguments.words().empty())
    throw BadInput("docket prove: expected GAME, or --since CHECKPOINT");
  if (since && arguments.has("without-id"))
    throw BadInput("docket prove: --without-id is for the proof of a GAME; of a log --since names no game");
  const auto archive = Archive::open(arguments.archive(), Access::read);
  return since ? proveSince(archive, *since, arguments, streams) : proveGame(archive, arguments, streams);
}

}  // namespace

Command proveCommand() {
  return {.name = "prove",
          .words = "[GAME]",
          .summary = "prove that a game is in the log, or that the log only grew",
          .help = kProveHelp,
          .examples = kProveExamples,
          .least_words = 0,
          .most_words = 1,
          .options = {{.name = "since", .value = "CHECKPOINT", .help = "an older checkpoint"},
                      {.name = "without-id", .value = {}, .help = "leave out the id of the game"},
                      {.name = "output,o", .value = "FILE", .help = "write to this file"}},
          .run = runProve};
}

}  // namespace docket
