// docket cosign: a witness signs the checkpoint of somebody else's archive, once it begins with what was signed before.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <ostream>

#include "events/digest.h"
#include "events/errors.h"
#include "events/json/json_writer.h"
#include "events/log/proof_file.h"
#include "tools/commands/command.h"
#include "tools/io/files.h"
#include "tools/io/json_answer.h"
#include "tools/io/log_files.h"
#include "tools/io/output.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kCosignHelp =
    R"(Signs a checkpoint of somebody else's archive: at this time it was the largest log
that you saw, and it begins with every log that you signed. So an archive cannot show
different histories to different people. After the first time, give the checkpoint
that you signed last (--since, or the file of -o) and the proof that the log only
grew (--proof, from docket prove --since). A witness learns no game, player or id.

Exit status: 1 if it was not signed: the logs disagree or a signature is wrong.)";

constexpr std::string_view kCosignExamples =
    R"(  docket cosign monday.checkpoint --key witness.key --log archive.key.pub
  docket cosign monday.checkpoint --key witness.key --log archive.key.pub -o new
  docket cosign monday.checkpoint --key witness.key --log archive.key.pub \
      --since first --proof newer.proof)";

struct Request {
  SignedCheckpoint checkpoint;
  std::optional<SignedCheckpoint> since;
  std::optional<ConsistencyProof> proof;
  SignerKey key;
  VerifierKey log;
};

std::string required(const Arguments& arguments, std::string_view option, std::string_view what) {
  const auto value = arguments.value(option);
  if (!value) throw BadInput(fmt::format("docket cosign: --{} is missing: {}", option, what));
  return *value;
}

/// The checkpoint of the file that is about to be overwritten, if this witness has signed it.
std::optional<SignedCheckpoint> signedBefore(const std::optional<std::string>& file, const VerifierKey& witness) {
  if (!file || !std::filesystem::is_regular_file(*file)) return std::nullopt;
  auto earlier = readCheckpoint(*file);
  if (!isSignedBy(earlier.note, std::vector{witness})) return std::nullopt;
  return earlier;
}

Request requestOf(const Arguments& arguments) {
  const std::string key_file = required(arguments, "key", "the file of the witness's key");
  Request request{.checkpoint = readCheckpoint(arguments.words().front()),
                  .since = {},
                  .proof = {},
                  .key = readSignerKey(key_file),
                  .log = verifierKeyFrom(required(arguments, "log", "the verifier key of the archive"))};
  if (request.key.verifier.type != KeyType::cosignature) {
    throw BadInput(fmt::format(
        "{}: this key signs an archive's own checkpoints; docket keys new --witness makes one of a witness", key_file));
  }
  if (const auto file = arguments.value("since")) request.since = readCheckpoint(*file);
  if (!request.since) request.since = signedBefore(arguments.value("output"), request.key.verifier);
  if (const auto file = arguments.value("proof")) {
    if (!request.since) throw BadInput("docket cosign: --proof needs --since, the checkpoint that it begins with");
    request.proof = consistencyProofOf(readFile(*file, kMaxProofBytes), *file);
  }
  return request;
}

bool isSignedByArchive(const SignedCheckpoint& checkpoint, const VerifierKey& log) {
  return log.type == KeyType::note && log.name == checkpoint.checkpoint.origin &&
         isSignedBy(checkpoint.note, std::vector{log});
}

/// Why the checkpoint cannot be signed; empty if it can.
std::optional<std::string> reasonAgainst(const Request& request) {
  const Checkpoint& newer = request.checkpoint.checkpoint;
  if (!isSignedByArchive(request.checkpoint, request.log))
    return fmt::format("the checkpoint is not signed by the key of {} that --log gives", request.log.name);
  if (!request.since) return std::nullopt;
  const Checkpoint& older = request.since->checkpoint;
  if (!isSignedBy(request.since->note, std::vector{request.key.verifier}))
    return "the checkpoint of --since has no cosignature of this key";
  if (older.origin != newer.origin) return fmt::format("the checkpoint that was signed before is of {}", older.origin);
  if (older.size > newer.size)
    return fmt::format("the log became shorter: it had {} leaves when it was signed before, now it has {}", older.size,
                       newer.size);
  ConsistencyProof proof{.old_size = older.size, .hashes = {}, .checkpoint = request.checkpoint};
  if (request.proof) {
    proof.old_size = request.proof->old_size;
    proof.hashes = request.proof->hashes;
  } else if (older.size != newer.size && older.size != 0) {
    return "there is no --proof that it begins with the checkpoint that was signed before";
  }
  if (proves(proof, older)) return std::nullopt;
  return older.size == newer.size ? "another log of the same size was signed before"
                                  : "the proof does not show that it begins with the checkpoint that was signed before";
}

std::uint64_t secondsNow() {
  using std::chrono::duration_cast, std::chrono::seconds, std::chrono::system_clock;
  return static_cast<std::uint64_t>(duration_cast<seconds>(system_clock::now().time_since_epoch()).count());
}

void sayAsJson(const Request& request, const std::optional<std::string>& reason, std::uint64_t seconds,
               Streams& streams) {
  const Checkpoint& checkpoint = request.checkpoint.checkpoint;
  JsonWriter json;
  json.object().member("signed", !reason);
  json.member("reason", reason);
  json.member("origin", checkpoint.origin).member("size", checkpoint.size).member("root", hex(checkpoint.root));
  request.since ? json.member("since", request.since->checkpoint.size) : json.memberNull("since");
  json.member("witness", request.key.verifier.name).member("seconds", seconds);
  reason ? json.memberNull("checkpoint") : json.member("checkpoint", textOf(request.checkpoint.note));
  writeAnswer(streams.out, "cosign", json.end().text());
}

int runCosign(const Arguments& arguments, Streams& streams) {
  Request request = requestOf(arguments);
  const auto reason = reasonAgainst(request);
  const std::uint64_t seconds = secondsNow();
  const Checkpoint& checkpoint = request.checkpoint.checkpoint;
  if (reason) {
    if (arguments.json()) sayAsJson(request, reason, seconds, streams);
    streams.err << fmt::format("not signed: {}\n", printable(*reason));
    return kDiffers;
  }
  auto& signatures = request.checkpoint.note.signatures;
  const VerifierKey& own = request.key.verifier;
  signatures.erase(std::remove_if(signatures.begin(), signatures.end(),
                                  [&](const auto& one) { return one.name == own.name && one.key_id == own.id; }),
                   signatures.end());
  signatures.push_back(cosign(request.checkpoint.note.text, request.key, seconds));
  const std::string text = textOf(request.checkpoint.note);
  if (const auto file = arguments.value("output")) {
    writeOutputFile(*file, text);
  } else if (!arguments.json()) {
    streams.out << text;
  }
  if (arguments.json()) sayAsJson(request, reason, seconds, streams);
  streams.err << fmt::format("signed as {}: {}, {}, root {}\n", printable(own.name), printable(checkpoint.origin),
                             counted(checkpoint.size, "leaf", "leaves"), hex(checkpoint.root));
  streams.err << (request.since ? fmt::format("it begins with the {} that this key signed before\n",
                                              counted(request.since->checkpoint.size, "leaf", "leaves"))
                                : std::string("no earlier checkpoint was given, so none was compared\n"));
  return kAgrees;
}

}  // namespace

Command cosignCommand() {
  return {.name = "cosign",
          .words = "CHECKPOINT",
          .summary = "sign the checkpoint of another archive, as a witness",
          .help = kCosignHelp,
          .examples = kCosignExamples,
          .least_words = 1,
          .most_words = 1,
          .options = {{.name = "key", .value = "FILE", .help = "secret key of the witness"},
                      {.name = "log", .value = "KEY", .help = "verifier key of the archive: text or a file"},
                      {.name = "since", .value = "FILE", .help = "the checkpoint that you signed last"},
                      {.name = "proof", .value = "FILE", .help = "the proof that the log only grew since"},
                      {.name = "output,o", .value = "FILE", .help = "write the signed checkpoint to this file"}},
          .run = runCosign,
          .changes_archive = true};
}

}  // namespace docket
