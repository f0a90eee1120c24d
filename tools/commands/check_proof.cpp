// docket check-proof: recomputes a proof of another archive's log, without that archive.
// The first line of a file says which kind it is (ProofKind, isCertificate); each kind has a function that checks it.
#include <fmt/format.h>

#include <optional>
#include <ostream>

#include "events/digest.h"
#include "events/errors.h"
#include "events/json/json_writer.h"
#include "events/log/proof_file.h"
#include "events/overload.h"
#include "tools/commands/command.h"
#include "tools/import/chosen_catalogues.h"
#include "tools/io/files.h"
#include "tools/io/json_answer.h"
#include "tools/io/log_files.h"
#include "tools/render/certificate_text.h"
#include "tools/verdict/certificate_check.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"
#include "tools/words/words.h"

namespace docket {
namespace {

constexpr std::string_view kCheckProofHelp =
    R"(Needs no archive and no network. FILE is a proof that a game is in a log, a proof
that a log only grew since --old-checkpoint, or a certificate (docket certify), whose
ruling is judged again. With --key, the checkpoint must be signed by each key.
Without it no signature is checked, and the proof only shows that its parts fit
together. A checkpoint of your own (--checkpoint) is worth more than the proof's.

Exit status: 0 proved, 1 not proved, 2 not a proof. A certificate that proves a
ruling wrong exits with 0.)";

constexpr std::string_view kCheckProofExamples =
    R"(  docket check-proof court.tlog-proof --key archive.key.pub --game court
  docket check-proof newer.proof --old-checkpoint older.checkpoint
  docket check-proof ruling.certificate --key archive.key.pub --cards court.json)";

/// The contents of a checked file, and reasons against its proof; no reasons if it holds.
struct Checked {
  Checkpoint checkpoint;
  std::vector<std::string> reasons;
  std::vector<KnownSignature> signatures;
  std::optional<InclusionProof> inclusion;
  std::optional<ConsistencyProof> consistency;
  std::optional<Certificate> certificate;  ///< beside its inclusion proof
  CheckedCertificate recomputed;           ///< of a certificate

  void add(bool holds, std::string reason) {
    if (!holds) reasons.push_back(std::move(reason));
  }
};

/// Whether each key signed the checkpoint, the archive's own among them.
void checkSignatures(const SignedCheckpoint& checkpoint, const std::vector<VerifierKey>& keys, std::string_view which,
                     Checked& checked) {
  bool is_of_archive = keys.empty();
  for (const VerifierKey& key : keys) {
    is_of_archive = is_of_archive || (key.type == KeyType::note && key.name == checkpoint.checkpoint.origin);
    checked.add(isSignedBy(checkpoint.note, std::vector{key}), fmt::format("{} is not signed by {}", which, key.name));
  }
  checked.add(is_of_archive,
              fmt::format("no key of {} is given, whose checkpoint it is", checkpoint.checkpoint.origin));
}

Checked checkInclusion(InclusionProof given, const Arguments& arguments) {
  const auto keys = verifierKeysFrom(arguments.values("key"));
  Checked checked;
  const InclusionProof& proof = checked.inclusion.emplace(std::move(given));
  const auto kept = arguments.value("checkpoint");
  const SignedCheckpoint checkpoint = kept ? readCheckpoint(*kept) : proof.checkpoint;
  checked.checkpoint = checkpoint.checkpoint;
  checkSignatures(checkpoint, keys, "the checkpoint", checked);
  checked.signatures = knownSignatures(checkpoint.note, keys);
  checked.add(proof.checkpoint.checkpoint == checkpoint.checkpoint,
              fmt::format("the proof is for another checkpoint, of {} and {}", proof.checkpoint.checkpoint.origin,
                          counted(proof.checkpoint.checkpoint.size, "leaf", "leaves")));
  checked.add(proves(proof, checkpoint.checkpoint), "the leaf and the hashes give a different root");
  checked.add(!proof.opening || opens(*proof.opening, proof.leaf), "the id in the proof does not match the leaf");
  if (const auto game = arguments.value("game"))
    checked.add(proof.opening && proof.opening->id == *game, fmt::format("the proof does not give the id {}", *game));
  return checked;
}

Checked checkConsistency(const std::string& text, const std::string& file, const Arguments& arguments) {
  const auto old_file = arguments.value("old-checkpoint");
  if (!old_file) throw BadInput("--old-checkpoint is missing: the checkpoint of the older log");
  if (arguments.has("game")) throw BadInput("--game is about an inclusion proof, and this is a consistency proof");
  const auto keys = verifierKeysFrom(arguments.values("key"));
  Checked checked;
  const ConsistencyProof& proof = checked.consistency.emplace(consistencyProofOf(text, file));
  const auto kept = arguments.value("checkpoint");
  const SignedCheckpoint newer = kept ? readCheckpoint(*kept) : proof.checkpoint;
  const SignedCheckpoint older = readCheckpoint(*old_file);
  checked.checkpoint = newer.checkpoint;
  checkSignatures(newer, keys, "the checkpoint", checked);
  std::vector<VerifierKey> own;  // another witness may have signed the older one
  for (const VerifierKey& key : keys) {
    if (key.type == KeyType::note) own.push_back(key);
  }
  if (!own.empty()) checkSignatures(older, own, "the older checkpoint", checked);
  checked.signatures = knownSignatures(newer.note, keys);
  checked.add(proof.checkpoint.checkpoint == newer.checkpoint, "the proof is for another checkpoint");
  checked.add(proof.old_size == older.checkpoint.size,
              fmt::format("the proof is about an older log of {}, the older checkpoint has {}",
                          counted(proof.old_size, "leaf", "leaves"), older.checkpoint.size));
  checked.add(proves(proof, older.checkpoint), "the hashes do not lead from the older root to the newer one");
  return checked;
}

/// The documents that are given beside a certificate.
std::vector<HeldDocument> documentsBeside(const Arguments& arguments) {
  std::vector<HeldDocument> documents;
  for (const std::string& file : arguments.values("rules"))
    documents.push_back(readRuleset(readText(file, kMaxDocumentBytes), file));
  for (const std::string& file : arguments.values("cards"))
    documents.push_back(readCatalogue(readText(file, kMaxDocumentBytes), file));
  return documents;
}

Checked checkCertificate(const std::string& text, const std::string& file, const Arguments& arguments) {
  Certificate certificate = certificateOf(text, file);
  InclusionProof proof = certificate.proof;
  proof.opening = idOpeningOf(certificate);
  Checked checked = checkInclusion(std::move(proof), arguments);
  checked.recomputed = recomputed(certificate, documentsBeside(arguments));
  for (const std::string& reason : checked.recomputed.reasons) checked.reasons.push_back(reason);
  checked.certificate = std::move(certificate);
  return checked;
}

std::string_view leafKindWord(LeafKind kind) {
  switch (kind) {
    case LeafKind::game:
      return "game";
    case LeafKind::laterSegment:
      return "later segment";
    case LeafKind::replacement:
      return "replacement";
    case LeafKind::key:
      return "key";
  }
  return {};
}

void writeLeaf(const Leaf& leaf, JsonWriter& json) {
  const auto pinned = [&](std::string_view name, const Digest& digest) {
    digest == Digest{} ? json.memberNull(name) : json.member(name, hex(digest));
  };
  json.object("leaf");
  std::visit(Overload{[&](const GameLeaf& game) {
                        json.member("kind", leafKindWord(game.kind));
                        json.member("follows", game.follows);
                        json.member("head", hex(game.head)).member("events", game.count);
                        pinned("ruleset", game.ruleset);
                        pinned("catalogue", game.catalogue);
                      },
                      [&](const KeyLeaf& key) {
                        json.member("kind", leafKindWord(LeafKind::key));
                        json.member("follows", key.follows);
                        json.member("change", keyChangeWord(key.change)).member("verifierKey", key.verifier_key);
                      }},
             leaf);
  json.end();
}

std::string proofJson(const Checked& checked, bool with_keys) {
  JsonWriter json;
  json.object().member("proved", checked.reasons.empty()).list("reasons", checked.reasons);
  const std::string_view kind = checked.certificate ? "certificate" : checked.inclusion ? "inclusion" : "consistency";
  json.member("kind", kind).member("origin", checked.checkpoint.origin).member("size", checked.checkpoint.size);
  json.member("root", hex(checked.checkpoint.root)).member("signaturesChecked", with_keys).list("signatures");
  for (const KnownSignature& one : checked.signatures) {
    if (!one.good) continue;
    json.object().member("name", one.key.name);
    json.member("seconds", one.seconds);
    json.end();
  }
  json.end();
  if (checked.inclusion) {
    json.member("index", checked.inclusion->index);
    writeLeaf(checked.inclusion->leaf, json);
    const auto& opening = checked.inclusion->opening;
    opening ? json.member("game", opening->id) : json.memberNull("game");
  } else {
    json.member("oldSize", checked.consistency->old_size);
  }
  if (checked.recomputed.ruling) {
    json.object("certified");
    writeRuling(*checked.recomputed.ruling, checked.recomputed.rules->ruleset, json);
    json.end();
  } else if (checked.certificate) {
    json.memberNull("certified");
  }
  return json.end().text();
}

std::string aboutLeaf(const InclusionProof& proof) {
  return std::visit(
      Overload{
          [&](const GameLeaf& game) {
            const std::string id = proof.opening ? fmt::format("the game \"{}\"", clipped(proof.opening->id, 128))
                                                 : std::string("a game that the proof does not name");
            const std::string_view what = game.kind == LeafKind::laterSegment ? ", with what was recorded after its end"
                                          : game.kind == LeafKind::replacement ? ", in place of an earlier record"
                                                                               : "";
            const auto follows = game.follows ? fmt::format(" (after leaf {})", *game.follows) : std::string();
            return fmt::format("{}{}{}: {}, head {}", id, what, follows, counted(game.count, "event"), hex(game.head));
          },
          [](const KeyLeaf& key) {
            const std::string_view what = key.change == KeyChange::begins ? "begins to sign"
                                          : key.change == KeyChange::ends ? "no longer signs"
                                                                          : "was stolen";
            return fmt::format("the key {} {}", printable(key.verifier_key), what);
          }},
      proof.leaf);
}

std::string claimOf(const Checked& checked) {
  const auto size = counted(checked.checkpoint.size, "leaf", "leaves");
  if (checked.consistency)
    return fmt::format("the log of {}, of {}, begins with its older one of {}", checked.checkpoint.origin, size,
                       checked.consistency->old_size);
  if (checked.recomputed.ruling)
    return rulingSentence(checked.certificate->record->header(), checked.recomputed.ruling->verdict);
  if (checked.certificate) return fmt::format("the ruling of event {}", checked.certificate->ruling);
  return fmt::format("leaf {} is in the log of {}, of {}", checked.inclusion->index, checked.checkpoint.origin, size);
}

/// What the proof does not show.
std::string_view unprovedWords(const Checked& checked) {
  if (checked.certificate)
    return "This does not prove that the game was played this way or recorded at once, nor that no later leaf "
           "replaces this one or has a ruling that replaces it. It shows nothing about hidden values that stay closed.";
  return checked.inclusion
             ? "This does not prove that the game was played this way, nor that no later leaf replaces this one."
             : "This does not prove that the log is true, only that nothing in the older log was changed.";
}

void printChecked(const Checked& checked, bool with_keys, Streams& streams) {
  std::ostream& out = streams.out;
  const bool proved = checked.reasons.empty();
  out << fmt::format("{}: {}\n",
                     styled(streams.colour, proved ? Style::good : Style::bad, proved ? "proved" : "not proved"),
                     printable(claimOf(checked)));
  for (const std::string& reason : checked.reasons) out << "  " << printable(reason) << '\n';
  if (proved && checked.recomputed.ruling)
    out << rulingText(*checked.recomputed.ruling, checked.recomputed.rules->ruleset);
  if (proved && checked.recomputed.ruling)
    out << fmt::format("  {} of the {} of the record {} opened for it\n", checked.recomputed.ruling->opened,
                       counted(checked.recomputed.ruling->opened + checked.recomputed.ruling->closed, "hidden value"),
                       checked.recomputed.ruling->opened == 1 ? "is" : "are");
  if (checked.certificate)
    out << fmt::format("  the record: leaf {} of the log of {}, of {}\n", checked.inclusion->index,
                       printable(checked.checkpoint.origin), counted(checked.checkpoint.size, "leaf", "leaves"));
  if (checked.inclusion) out << "  the leaf: " << aboutLeaf(*checked.inclusion) << '\n';
  for (const KnownSignature& one : checked.signatures) {
    if (one.good)
      out << "  signed by " << printable(one.key.name) << (one.seconds ? ", " + timeText(*one.seconds) : "") << '\n';
  }
  if (!with_keys) out << "  no signature was checked: give the keys of those whom you trust with --key\n";
  if (!proved) return;
  out << (checked.certificate ? paragraph(unprovedWords(checked), 0, 0) : fmt::format("{}\n", unprovedWords(checked)));
}

/// Checks a file; its first line says of which kind it is.
Checked checkFile(const std::string& file, const Arguments& arguments) {
  const std::string text = readFile(file, kMaxCertificateBytesWithDocuments);
  const bool is_certificate = isCertificate(text);
  const auto kind = proofKindOf(text);
  if (!is_certificate && !kind)
    throw BadInput(
        file, 1, 1,
        "this is not a proof: expected \"c2sp.org/tlog-proof@v1\", \"docket certificate v1\", or \"old\" and a "
        "size");
  if (!is_certificate && text.size() > kMaxProofBytes)
    throw BadInput(fmt::format("{}: it is larger than the {} bytes that a proof can have", file, kMaxProofBytes));
  if (kind != ProofKind::consistency && arguments.has("old-checkpoint"))
    throw BadInput(fmt::format("--old-checkpoint is about a consistency proof, and this is {}",
                               is_certificate ? "a certificate" : "an inclusion proof"));
  if (!is_certificate && (arguments.has("rules") || arguments.has("cards")))
    throw BadInput("--rules and --cards are only for certificates");
  if (is_certificate) return checkCertificate(text, file, arguments);
  return kind == ProofKind::inclusion ? checkInclusion(inclusionProofOf(text, file), arguments)
                                      : checkConsistency(text, file, arguments);
}

int runCheckProof(const Arguments& arguments, Streams& streams) {
  const Checked checked = checkFile(arguments.words().front(), arguments);
  const bool with_keys = arguments.has("key");
  if (arguments.json()) {
    writeAnswer(streams.out, "check-proof", proofJson(checked, with_keys));
  } else {
    printChecked(checked, with_keys, streams);
  }
  return checked.reasons.empty() ? kAgrees : kDiffers;
}

}  // namespace

Command checkProofCommand() {
  return {.name = "check-proof",
          .words = "FILE",
          .summary = "check a proof from docket prove, or a certificate",
          .help = kCheckProofHelp,
          .examples = kCheckProofExamples,
          .least_words = 1,
          .most_words = 1,
          .options = {{.name = "checkpoint", .value = "FILE", .help = "a checkpoint that you kept"},
                      {.name = "old-checkpoint", .value = "FILE", .help = "the older checkpoint"},
                      {.name = "key", .value = "KEY", .help = "verifier key: text or a file; repeatable"},
                      {.name = "game", .value = "ID", .help = "the proof must be about this game"},
                      {.name = "rules", .value = "FILE", .help = "ruleset of a certificate's game"},
                      {.name = "cards", .value = "FILE", .help = "catalogue of a certificate's game"}},
          .run = runCheckProof};
}

}  // namespace docket
