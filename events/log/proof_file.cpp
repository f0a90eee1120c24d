#include "events/log/proof_file.h"

#include <fmt/format.h>
#include <kj/debug.h>

#include <algorithm>

#include "events/errors.h"
#include "events/log/big_endian.h"
#include "events/log/merkle_tree.h"
#include "events/log/note_lines.h"
#include "events/text/quoted.h"

namespace docket {
namespace {

constexpr std::string_view kInclusion = "c2sp.org/tlog-proof@v1";
constexpr std::string_view kConsistency = "old ";
constexpr std::size_t kLeafLengthBytes = 2;

std::string linesOf(const std::vector<TreeHash>& hashes) {
  std::string lines;
  for (const TreeHash& hash : hashes) lines += base64(hash) + "\n";
  return lines;
}

std::vector<std::uint8_t> extraOf(const InclusionProof& proof) {
  const auto leaf = bytesOf(proof.leaf);
  std::vector<std::uint8_t> extra;
  appendBigEndian(extra, leaf.size(), kLeafLengthBytes);
  extra.insert(extra.end(), leaf.begin(), leaf.end());
  if (proof.opening) {
    KJ_REQUIRE(!proof.opening->id.empty() && std::holds_alternative<GameLeaf>(proof.leaf), "a game has an id");
    extra.insert(extra.end(), proof.opening->salt.begin(), proof.opening->salt.end());
    extra.insert(extra.end(), proof.opening->id.begin(), proof.opening->id.end());
  }
  return extra;
}

/// Reads what "extra" holds into the proof.
void takeExtra(NoteLines& lines, InclusionProof& proof) {
  constexpr std::size_t kColumn = 7;  // after "extra "
  const auto extra = bytesOfBase64(lines.takeAfter("extra", "\"extra\" and the leaf in base64"));
  if (!extra || extra->size() < kLeafLengthBytes) lines.refuse("expected the leaf in base64", kColumn);
  const std::span bytes(*extra);
  const std::size_t length = fromBigEndian(bytes.first(kLeafLengthBytes));
  if (bytes.size() - kLeafLengthBytes < length) lines.refuse("the leaf is cut off", kColumn);
  try {
    proof.leaf = leafOf(bytes.subspan(kLeafLengthBytes, length));
  } catch (const BadInput& refused) {
    lines.refuse(refused.message(), kColumn);
  }
  const auto opening = bytes.subspan(kLeafLengthBytes + length);
  if (opening.empty()) return;
  if (opening.size() <= Salt{}.size() || !std::holds_alternative<GameLeaf>(proof.leaf))
    lines.refuse("what follows the leaf is not the salt and the id of a game", kColumn);
  proof.opening.emplace();
  std::copy_n(opening.begin(), Salt{}.size(), proof.opening->salt.begin());
  proof.opening->id.assign(opening.begin() + Salt{}.size(), opening.end());
}

std::uint64_t takeNumber(NoteLines& lines, std::string_view word) {
  const std::string_view text = lines.takeAfter(word, fmt::format("\"{}\" and a number", word));
  const auto number = numberOf(text);
  if (!number) lines.refuse(fmt::format("expected a decimal number, found {}", docket::quoted(text)), word.size() + 2);
  return *number;
}

SignedCheckpoint takeCheckpoint(const NoteLines& lines, const std::string& file) {
  return signedCheckpointOf(lines.rest(), file, lines.nextNumber());
}

}  // namespace

std::optional<ProofKind> proofKindOf(std::string_view text) {
  if (text.substr(0, text.find('\n')) == kInclusion) return ProofKind::inclusion;
  if (text.starts_with(kConsistency)) return ProofKind::consistency;
  return std::nullopt;
}

std::string textOf(const InclusionProof& proof) {
  return fmt::format("{}\nextra {}\nindex {}\n{}\n{}", kInclusion, base64(extraOf(proof)), proof.index,
                     linesOf(proof.hashes), textOf(proof.checkpoint.note));
}

std::string textOf(const ConsistencyProof& proof) {
  return fmt::format("{}{}\n{}\n{}", kConsistency, proof.old_size, linesOf(proof.hashes),
                     textOf(proof.checkpoint.note));
}

InclusionProof inclusionProofOf(std::string_view text, const std::string& file) {
  NoteLines lines(text, file);
  const std::string_view first = lines.take(kInclusion);
  if (first != kInclusion) lines.refuse(fmt::format("expected {}, found {}", kInclusion, docket::quoted(first)));
  InclusionProof proof;
  takeExtra(lines, proof);
  proof.index = takeNumber(lines, "index");
  proof.hashes = lines.takeHashes(kMaxProofHashes);
  proof.checkpoint = takeCheckpoint(lines, file);
  return proof;
}

ConsistencyProof consistencyProofOf(std::string_view text, const std::string& file) {
  NoteLines lines(text, file);
  ConsistencyProof proof;
  proof.old_size = takeNumber(lines, "old");
  proof.hashes = lines.takeHashes(kMaxProofHashes);
  proof.checkpoint = takeCheckpoint(lines, file);
  return proof;
}

bool proves(const InclusionProof& proof, const Checkpoint& checkpoint) {
  return includes(checkpoint.root, checkpoint.size, proof.index, leafHash(bytesOf(proof.leaf)), proof.hashes);
}

bool proves(const ConsistencyProof& proof, const Checkpoint& older) {
  const Checkpoint& newer = proof.checkpoint.checkpoint;
  return proof.old_size == older.size && older.origin == newer.origin &&
         consistent(older.size, older.root, newer.size, newer.root, proof.hashes);
}

bool opens(const IdOpening& opening, const Leaf& leaf) {
  const auto* game = std::get_if<GameLeaf>(&leaf);
  return game != nullptr && game->id_commitment == idCommitment(opening.id, opening.salt);
}

}  // namespace docket
