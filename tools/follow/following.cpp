#include "tools/follow/following.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <set>
#include <system_error>
#include <utility>
#include <variant>

#include "events/digest.h"
#include "events/errors.h"
#include "events/game_id.h"
#include "events/log/merkle_tree.h"
#include "events/log/proof_file.h"
#include "events/log/tile.h"
#include "events/public_header.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "events/text/whole_number.h"
#include "tools/game/documents.h"
#include "tools/game/stored_head.h"
#include "tools/io/output.h"

namespace docket::follow {
namespace {

constexpr std::size_t kMaxServedBundleBytes = std::size_t{kTileWidth} * (2 + kMaxLeafBytes);
constexpr std::size_t kMaxErasedBytes = 64U << 20;
constexpr std::size_t kMaxGamesWaiting = 64;
constexpr std::size_t kMaxBytesWaiting = 16U << 20;

using Bytes = std::vector<std::uint8_t>;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

[[noreturn]] void failSpooling() {
  throw EnvironmentError("the leaves of the log cannot be written to a temporary file: is the disk full?");
}

}  // namespace

/// The leaves that the archive lacks, in a temporary file: they are read once, checked as a whole, and then used.
class Following::NewLeaves {
 public:
  /// Reads the leaves from `first` to the size of the checkpoint. Throws BadInput as the source does, or for a
  /// malformed bundle.
  NewLeaves(const Log& log, Source& source, const Checkpoint& checkpoint, std::uint64_t seen_size)
      : first_(log.size()), file_(std::tmpfile()), stored_(log.hashes()), tree_(grownTo(first_)) {
    if (file_ == nullptr) failSpooling();
    if (seen_size == first_) seen_root_ = tree_.root();
    for (std::uint64_t at = first_; at < checkpoint.size;) {
      const Tile bundle{.level = {},
                        .index = at / kTileWidth,
                        .width = static_cast<unsigned>(
                            std::min<std::uint64_t>(kTileWidth, checkpoint.size - at / kTileWidth * kTileWidth))};
      const std::string path = pathOf(bundle);
      const auto leaves = bundleOf(source.get(path, kMaxServedBundleBytes), bundle.width, source.nameOf(path));
      for (std::size_t i = at % kTileWidth; i < leaves.size(); ++i, ++at) {
        add(leaves[i]);
        if (tree_.size() == seen_size) seen_root_ = tree_.root();
      }
    }
  }

  [[nodiscard]] TreeHash root() const { return tree_.root(); }
  /// The root of as many leaves as the last seen checkpoint has.
  [[nodiscard]] const TreeHash& seenRoot() const { return seen_root_; }
  /// The bytes of a leaf, one of those that the archive lacked.
  [[nodiscard]] Bytes leaf(std::uint64_t number) {
    const std::uint64_t from = offsets_[number - first_];
    Bytes bytes(offsets_[number - first_ + 1] - from);
    if (std::fseek(file_.get(), static_cast<long>(from), SEEK_SET) != 0 ||
        std::fread(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size())
      failSpooling();
    return bytes;
  }

 private:
  [[nodiscard]] TreeGrowth grownTo(std::uint64_t size) const {
    std::vector<TreeHash> frontier;
    for (const Subtree& subtree : frontierOf(size)) frontier.push_back(stored_(subtree.level, subtree.index));
    return {size, std::move(frontier)};
  }

  static std::vector<Bytes> bundleOf(const std::string& bytes, unsigned width, const std::string& name) {
    try {
      return leavesOf({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, width);
    } catch (const BadInput& malformed) {
      throw BadInput(fmt::format("{}: {}", name, malformed.what()));
    }
  }

  void add(const Bytes& leaf) {
    if (std::fwrite(leaf.data(), 1, leaf.size(), file_.get()) != leaf.size()) failSpooling();
    offsets_.push_back(offsets_.back() + leaf.size());
    tree_.append(leafHash(leaf), [](unsigned, std::uint64_t, const TreeHash&) {});
  }

  const std::uint64_t first_;
  const std::unique_ptr<std::FILE, CloseFile> file_;
  const SubtreeHash stored_;
  TreeGrowth tree_;
  TreeHash seen_root_{};
  std::vector<std::uint64_t> offsets_{0};  // of the leaves in the file, and its size
};

Following::Following(Archive& archive, Source& source, Followed followed)
    : archive_(archive), source_(source), followed_(std::move(followed)) {}

std::optional<Contradiction> Following::run(const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  const std::string name = source_.nameOf("checkpoint");
  checkpoint_ = signedCheckpointOf(source_.get("checkpoint", kMaxNoteBytes), name);
  const VerifierKey key = verifierKeyOf(followed_.key, "the key of the followed archive");
  if (!isSignedBy(checkpoint_->note, std::vector{key}))
    throw BadInput(fmt::format("{}: this checkpoint is not signed by {}", name, key.name));
  if (checkpoint_->checkpoint.origin != key.name)
    throw BadInput(fmt::format("{}: this is the checkpoint of {}, and the key is that of {}", name,
                               docket::quoted(checkpoint_->checkpoint.origin), key.name));
  const Checkpoint& checkpoint = checkpoint_->checkpoint;
  const std::uint64_t size = archive_.log().size();
  const auto seen = followed_.seen.empty()
                        ? std::nullopt
                        : std::optional(signedCheckpointOf(followed_.seen, "the checkpoint seen last"));
  if (seen && checkpoint.size < seen->checkpoint.size)
    return contradiction(Contradiction::Result::rolledBack, *seen, {});
  NewLeaves leaves(archive_.log(), source_, checkpoint, seen ? seen->checkpoint.size : 0);
  if (leaves.root() != checkpoint.root || (seen && leaves.seenRoot() != seen->checkpoint.root))
    return contradictionIn(seen);
  followed_.seen = textOf(checkpoint_->note);
  storeFollowed(archive_, followed_);
  try {
    for (std::uint64_t number = size; number < checkpoint.size; ++number) {
      takeLeaf(number, leaves.leaf(number));
      progress(number + 1 - size, checkpoint.size - size);
    }
  } catch (...) {
    flush();  // what came before is whole, and the next run continues behind it
    throw;
  }
  flush();
  if (archive_.log().size() != checkpoint.size || rootOf(checkpoint.size, archive_.log().hashes()) != checkpoint.root)
    throw DamagedArchive(
        fmt::format("{}: its log does not have the root of the checkpoint that it followed", archive_.path().string()));
  archive_.log().storeCheckpoint({.size = checkpoint.size, .note = followed_.seen});
  takeErasures();
  return std::nullopt;
}

/// The leaves do not lead from the seen checkpoint to the offered one. If the tiles of hashes do belong to the offered
/// one, they prove that its log begins otherwise; else the server only serves the wrong files.
Contradiction Following::contradictionIn(const std::optional<SignedCheckpoint>& seen) const {
  const Checkpoint& offered = checkpoint_->checkpoint;
  if (seen && seen->checkpoint.size == offered.size && seen->checkpoint.root != offered.root)
    return contradiction(Contradiction::Result::forked, *seen, {});
  constexpr std::size_t kTileBytes = kTileWidth * sizeof(TreeHash);
  const SubtreeHash served = [&](unsigned level, std::uint64_t index) {
    const Subtree subtree{.level = level, .index = index};
    const Tile tile = tileWith(subtree, offered.size);
    const std::string bytes = source_.get(pathOf(tile), kTileBytes);
    return hashWithin(tile, {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, subtree);
  };
  if (rootOf(offered.size, served) != offered.root || !seen ||
      rootOf(seen->checkpoint.size, served) == seen->checkpoint.root)
    throw BadInput(
        fmt::format("{}: the tiles there do not belong to the log of its checkpoint", source_.nameOf("tile")));
  const ConsistencyProof proof{.old_size = seen->checkpoint.size,
                               .hashes = consistencyProof(seen->checkpoint.size, offered.size, served),
                               .checkpoint = *checkpoint_};
  return contradiction(Contradiction::Result::forked, *seen, textOf(proof));
}

Contradiction Following::contradiction(Contradiction::Result result, const SignedCheckpoint& seen,
                                       const std::string& proof) const {
  std::filesystem::path folder = archive_.path();
  folder += "-evidence";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw EnvironmentError(fmt::format("{}: cannot create the folder: {}", folder.string(), error.message()));
  const auto named = [](std::string_view what, const Checkpoint& checkpoint) {
    return fmt::format("{}-{}-{}", what, checkpoint.size, hex(checkpoint.root).substr(0, 16));
  };
  writeOutputFile(folder / named("seen", seen.checkpoint), textOf(seen.note));
  writeOutputFile(folder / named("offered", checkpoint_->checkpoint), textOf(checkpoint_->note));
  if (!proof.empty()) writeOutputFile(folder / named("offered-proof", checkpoint_->checkpoint), proof);
  return {.result = result, .seen = seen, .offered = *checkpoint_, .evidence = folder};
}

void Following::takeLeaf(std::uint64_t number, const Bytes& bytes) {
  const auto leaf = leafOf(bytes);
  if (const auto* change = std::get_if<KeyLeaf>(&leaf)) {
    flush();
    static_cast<void>(archive_.log().add(*change));
  } else if (const auto& game = std::get<GameLeaf>(leaf); game.kind == LeafKind::laterSegment) {
    flush();
    takeSegment(number, game);
  } else {
    takeGame(number, game);
  }
  ++done_.leaves;
}

void Following::takeDocument(std::string_view kind, const Digest& digest) {
  if (digest == Digest{} || archive_.documents().get(digest)) return;
  const std::string path = documentPath(digest);
  const std::string text = source_.get(path, kMaxDocumentBytes);
  if (documentDigest(text) != digest)
    throw BadInput(fmt::format("{}: this is another document: it has the digest {}", source_.nameOf(path),
                               hex(documentDigest(text))));
  HeldDocument held{.kind = std::string(kind), .digest = digest, .bytes = text};
  try {
    if (kind == kRulesetKind) {
      DocumentReader<schema::Ruleset> document(held);
      held.name = textOf(document.root().getName());
      held.version = textOf(document.root().getVersion());
    } else {
      DocumentReader<schema::Catalogue> document(held);
      held.name = textOf(document.root().getName());
      held.version = textOf(document.root().getVersion());
    }
  } catch (const kj::Exception& malformed) {
    throw BadInput(
        fmt::format("{}: this is not a {}: {}", source_.nameOf(path), kind, malformed.getDescription().cStr()));
  } catch (const DamagedArchive& malformed) {
    throw BadInput(fmt::format("{}: this is not a {}: {}", source_.nameOf(path), kind, malformed.what()));
  }
  storeDocument(archive_, held);
}

void Following::takeGame(std::uint64_t number, const GameLeaf& leaf) {
  const std::string path = gamePath(number);
  ServedGame game = servedGame(source_.get(path, kMaxGameBytes), source_.nameOf(path), number, leaf);
  if (archive_.find(game.heading.game))
    throw BadInput(fmt::format("{}: the archive has a game {} already", source_.nameOf(path), game.heading.game));
  takeDocument(kRulesetKind, leaf.ruleset);
  takeDocument(kCatalogueKind, leaf.catalogue);
  const auto header = std::as_const(game.recording).header();
  const bool stands_alone = view(header.getSource()) != kBranchSource && view(header.getSource()) != kReplacementSource;
  if (!stands_alone) flush();
  requirePlace(number, leaf, game);
  ++done_.games;
  if (!stands_alone && takeBranch(game)) return;
  bytes_waiting_ += game.bytes;
  waiting_.push_back(std::move(game));
  if (!stands_alone || waiting_.size() >= kMaxGamesWaiting || bytes_waiting_ >= kMaxBytesWaiting) flush();
}

/// Throws BadInput if the leaf that storing the game adds would not be this one.
void Following::requirePlace(std::uint64_t number, const GameLeaf& leaf, const ServedGame& game) const {
  const auto header = std::as_const(game.recording).header();
  const auto replaced = view(header.getSource()) == kReplacementSource ? replacedId(game.heading.game) : std::string();
  std::optional<std::uint64_t> follows;
  if (const auto before = replaced.empty() ? std::nullopt : archive_.find(replaced)) {
    for (const Log::OfGame& one : archive_.log().leavesOf(*before)) {
      const auto leaf_content = leafOf(archive_.log().leafBytes(one.leaf));
      const auto head = header.getSourceDigest();
      const auto* sealed = std::get_if<GameLeaf>(&leaf_content);
      if (sealed != nullptr && std::equal(head.begin(), head.end(), sealed->head.begin(), sealed->head.end()))
        follows = one.leaf;
    }
  }
  const LeafKind kind = follows ? LeafKind::replacement : LeafKind::game;
  if (leaf.kind != kind || leaf.follows != follows)
    throw BadInput(fmt::format("{}: the game does not follow the leaf that leaf {} of the log says it follows",
                               source_.nameOf(gamePath(number)), number));
}

/// Stores a branch as one, if the archive has its parent as it was; false: it is stored whole, as an import does.
bool Following::takeBranch(const ServedGame& game) {
  const auto header = std::as_const(game.recording).header();
  const auto parent = game.heading.parent.empty() || view(header.getSource()) != kBranchSource
                          ? std::nullopt
                          : archive_.find(game.heading.parent);
  const std::uint32_t at = game.heading.at;
  const std::uint32_t count = game.recording.size();
  if (!parent || at == 0 || at > parent->sealed() || at > count) return false;
  const auto parent_head = header.getSourceDigest();
  const auto head_there = headAfter(*parent, at).value();
  if (!std::equal(parent_head.begin(), parent_head.end(), head_there.begin(), head_there.end())) return false;
  Head head(header, Secrets{});
  Digest head_at{};
  std::vector<NewEvent> events;
  game.recording.forEach(1, count, [&](std::uint32_t number, const HeldEvent& event) {
    head.append(event, number);
    if (number == at) head_at = head.value();
    if (number > at) events.push_back({.number = number, .event = event, .head = head.value()});
  });
  archive_.branch({.game = {.header = header, .secrets = game.secrets, .head = game.first_head},
                   .parent = game.heading.parent,
                   .at = at,
                   .head_at = head_at,
                   .account = game.heading.account,
                   .events = events});
  return true;
}

void Following::flush() {
  if (waiting_.empty()) return;
  std::vector<ImportedGame> games;
  for (const ServedGame& game : waiting_) {
    games.push_back(
        {.game = {.header = std::as_const(game.recording).header(), .secrets = game.secrets, .head = game.first_head},
         .recording = &game.recording,
         .heads = game.heads});
  }
  archive_.import(games);
  waiting_.clear();
  bytes_waiting_ = 0;
}

void Following::takeSegment(std::uint64_t number, const GameLeaf& leaf) {
  const std::string path = gamePath(number);
  const std::string name = source_.nameOf(path);
  const std::string text = source_.get(path, kMaxGameBytes);
  const ServedHeading heading = headingOf(text, name);
  const auto game = archive_.find(heading.game);
  const auto leaves = game ? archive_.log().leavesOf(*game) : std::vector<Log::OfGame>{};
  if (leaves.empty() || leaves.back().leaf != leaf.follows || heading.leaf != number)
    throw BadInput(fmt::format("{}: this is not what leaf {} of the log adds to a game", name, number));
  const auto before = std::get<GameLeaf>(leafOf(archive_.log().leafBytes(leaves.back().leaf)));
  if (before.id_commitment != leaf.id_commitment || before.ruleset != leaf.ruleset ||
      before.catalogue != leaf.catalogue)
    throw BadInput(fmt::format("{}: leaf {} of the log is not about the game {}", name, number, heading.game));
  // The events of a run that was interrupted before it sealed them are there already.
  const bool is_appended = game->count() == leaf.count && game->head() == leaf.head;
  if (!is_appended) {
    const auto events = servedEvents(text, name, heading, *game, leaf);
    const NewEvents one{.game = heading.game, .events = events};
    archive_.append({&one, 1});
  }
  archive_.seal(heading.game);
}

void Following::takeErasures() {
  const auto text = source_.find(std::string(kErasedPath), kMaxErasedBytes);
  if (!text) return;
  std::set<std::uint64_t> leaves;  // erased leaves that were not looked at yet
  std::uint64_t line = 0;
  for (std::string_view rest = *text; !rest.empty();) {
    const auto end = rest.find('\n');
    const auto leaf = end == std::string_view::npos ? std::nullopt : wholeNumber<std::uint64_t>(rest.substr(0, end));
    if (!leaf)
      throw BadInput(source_.nameOf(std::string(kErasedPath)), static_cast<std::size_t>(line + 1), 1,
                     "expected the number of a leaf");
    rest.remove_prefix(end + 1);
    if (line++ >= followed_.erasures && *leaf < archive_.log().size()) leaves.insert(*leaf);
  }
  if (line < followed_.erasures)
    throw BadInput(
        fmt::format("{}: the list of erasures is shorter than it was", source_.nameOf(std::string(kErasedPath))));
  if (line == followed_.erasures) return;
  std::vector<std::pair<std::string, std::uint8_t>> names;  // to erase, by game and seat
  for (const std::uint64_t leaf : leaves) {
    const std::string path = gamePath(leaf), name = source_.nameOf(path);
    const std::string file = source_.get(path, kMaxGameBytes);
    const ServedHeading heading = headingOf(file, name);
    const auto game = archive_.find(heading.game);
    const auto own = game ? archive_.log().leavesOf(*game) : std::vector<Log::OfGame>{};
    if (own.empty() || own.front().leaf != leaf)
      throw BadInput(fmt::format("{}: this is not the game that begins at leaf {}", name, leaf));
    for (const std::uint8_t seat : erasedSeats(file, name, *game)) names.emplace_back(heading.game, seat);
  }
  for (const auto& [game, seat] : names) archive_.erasePlayer(game, seat);
  done_.erased = names.size();
  followed_.erasures = line;
  storeFollowed(archive_, followed_);
}

}  // namespace docket::follow
