#include "events/log/leaf.h"

#include <fmt/format.h>
#include <kj/debug.h>

#include <algorithm>

#include "events/errors.h"
#include "events/log/big_endian.h"
#include "events/log/tree_hash.h"
#include "events/overload.h"

namespace docket {
namespace {

constexpr std::uint8_t kVersion = 1;
constexpr std::string_view kIdPrefix = "docket game id v1\n";

void append(std::vector<std::uint8_t>& bytes, const Digest& digest) {
  bytes.insert(bytes.end(), digest.begin(), digest.end());
}

std::vector<std::uint8_t> beginningOf(LeafKind kind, std::optional<std::uint64_t> follows) {
  std::vector<std::uint8_t> bytes{kVersion, static_cast<std::uint8_t>(kind),
                                  static_cast<std::uint8_t>(follows ? 1 : 0)};
  appendBigEndian(bytes, follows.value_or(0), 8);
  return bytes;
}

/// True if a leaf of this kind can follow another one, or none.
bool canFollow(LeafKind kind, bool follows) { return kind == LeafKind::key || follows == (kind != LeafKind::game); }

std::vector<std::uint8_t> gameBytes(const GameLeaf& leaf) {
  KJ_REQUIRE(leaf.kind != LeafKind::key && canFollow(leaf.kind, leaf.follows.has_value()),
             "a game follows no leaf, what comes after it follows one");
  auto bytes = beginningOf(leaf.kind, leaf.follows);
  append(bytes, leaf.id_commitment);
  append(bytes, leaf.head);
  appendBigEndian(bytes, leaf.count, 4);
  append(bytes, leaf.ruleset);
  append(bytes, leaf.catalogue);
  return bytes;
}

std::vector<std::uint8_t> keyBytes(const KeyLeaf& leaf) {
  KJ_REQUIRE(!leaf.verifier_key.empty() && leaf.verifier_key.size() <= UINT16_MAX, "a key has a text",
             leaf.verifier_key.size());
  auto bytes = beginningOf(LeafKind::key, leaf.follows);
  appendBigEndian(bytes, static_cast<std::uint8_t>(leaf.change), 1);
  appendBigEndian(bytes, leaf.verifier_key.size(), 2);
  bytes.insert(bytes.end(), leaf.verifier_key.begin(), leaf.verifier_key.end());
  return bytes;
}

/// The bytes of a leaf, from the first on.
class LeafBytes {
 public:
  explicit LeafBytes(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::span<const std::uint8_t> take(std::size_t count) {
    if (bytes_.size() - at_ < count) {
      throw BadInput(fmt::format("a leaf of the log ends at byte {}, but {} more bytes were expected", bytes_.size(),
                                 count - (bytes_.size() - at_)));
    }
    const auto part = bytes_.subspan(at_, count);
    at_ += count;
    return part;
  }
  std::uint64_t number(std::size_t width) { return fromBigEndian(take(width)); }
  /// A number of one byte, from `least` to `most`.
  std::uint8_t code(std::uint8_t least, std::uint8_t most, std::string_view what) {
    const auto value = static_cast<std::uint8_t>(number(1));
    if (value < least || value > most)
      refuse(1, fmt::format("expected {} from {} to {}, found {}", what, least, most, value));
    return value;
  }
  Digest digest() {
    const auto digest_bytes = take(Digest{}.size());
    Digest digest{};
    std::copy(digest_bytes.begin(), digest_bytes.end(), digest.begin());
    return digest;
  }
  void end() const {
    if (at_ != bytes_.size())
      throw BadInput(
          fmt::format("a leaf of the log, byte {}: it should end here, {} more follow", at_, bytes_.size() - at_));
  }
  /// About what was taken last, which has `width` bytes.
  [[noreturn]] void refuse(std::size_t width, const std::string& message) const {
    throw BadInput(fmt::format("a leaf of the log, byte {}: {}", at_ - width, message));
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

std::optional<std::uint64_t> takeFollows(LeafBytes& bytes, LeafKind kind) {
  const bool follows = bytes.code(0, 1, "whether it follows another leaf,") == 1;
  if (!canFollow(kind, follows)) bytes.refuse(1, follows ? "a game follows no leaf" : "it has to follow a leaf");
  const std::uint64_t number = bytes.number(8);
  if (!follows && number != 0) bytes.refuse(8, "it follows no leaf but names one");
  return follows ? std::optional(number) : std::nullopt;
}

}  // namespace

std::vector<std::uint8_t> bytesOf(const Leaf& leaf) {
  return std::visit(
      Overload{[](const GameLeaf& game) { return gameBytes(game); }, [](const KeyLeaf& key) { return keyBytes(key); }},
      leaf);
}

Leaf leafOf(std::span<const std::uint8_t> bytes) {
  LeafBytes left(bytes);
  left.code(kVersion, kVersion, "the version,");
  const auto kind = static_cast<LeafKind>(left.code(1, 4, "a kind"));
  const auto follows = takeFollows(left, kind);
  if (kind == LeafKind::key) {
    KeyLeaf key{.follows = follows, .change = static_cast<KeyChange>(left.code(1, 3, "a change")), .verifier_key = {}};
    const std::uint64_t length = left.number(2);
    if (length == 0) left.refuse(2, "the key has no text");
    const auto text = left.take(length);
    key.verifier_key.assign(text.begin(), text.end());
    left.end();
    return key;
  }
  GameLeaf game{.kind = kind, .follows = follows};
  game.id_commitment = left.digest();
  game.head = left.digest();
  game.count = static_cast<std::uint32_t>(left.number(4));
  game.ruleset = left.digest();
  game.catalogue = left.digest();
  left.end();
  return game;
}

Digest idCommitment(std::string_view id, const Salt& salt) { return sha256({asBytes(kIdPrefix), salt, asBytes(id)}); }

}  // namespace docket
