#include "tools/game/kept_tiles.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "events/digest.h"
#include "events/errors.h"
#include "events/log/leaf.h"
#include "events/log/merkle_tree.h"
#include "events/public_header.h"
#include "tools/io/files.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::size_t kMaxBundleBytes = std::size_t{kTileWidth} * (2 + kMaxLeafBytes);

/// A game of the archive, found by the value that leaves have in place of its id.
struct GameHere {
  std::string id;
  std::uint32_t count = 0;
};

std::map<Digest, GameHere> gamesByCommitment(const Archive& archive) {
  std::map<Digest, GameHere> games;
  archive.forEachGame([&](Game& game) {
    const auto salt = idSaltOf(game.header(), game.secrets().of(0));
    games.emplace(idCommitment(game.id(), salt), GameHere{.id = std::string(game.id()), .count = game.count()});
    return true;
  });
  return games;
}

ChangedLeaf describe(std::uint64_t number, const Leaf& was, const std::map<Digest, GameHere>& games,
                     const Archive& archive) {
  const auto* game = std::get_if<GameLeaf>(&was);
  if (game == nullptr) return {.leaf = number, .game = {}, .what = "a change of the keys is missing"};
  const auto then = fmt::format("it had {} and the head {}", counted(game->count, "event"), hex(game->head));
  const auto here = games.find(game->id_commitment);
  if (here == games.end()) return {.leaf = number, .game = {}, .what = "a game is missing: " + then};
  const auto stored = archive.game(here->second.id);
  const auto head = stored.count() >= game->count ? stored.headAt(game->count) : std::nullopt;
  if (head == game->head)
    return {.leaf = number, .game = here->second.id, .what = "its record is unchanged, but its leaf was replaced"};
  return {.leaf = number,
          .game = here->second.id,
          .what = fmt::format("its record was replaced: {}; now it has {}{}", then,
                              counted(here->second.count, "event"), head ? " and there the head " + hex(*head) : "")};
}

}  // namespace

std::vector<std::uint8_t> tileContent(const Tile& tile, const Log& log, const SubtreeHash& hashes) {
  if (tile.level) return tileBytes(tile, hashes);
  std::vector<std::vector<std::uint8_t>> leaves;
  log.forEachLeaf(tile.index * kTileWidth, [&](std::uint64_t, std::vector<std::uint8_t> leaf) {
    leaves.push_back(std::move(leaf));
    return leaves.size() < tile.width;
  });
  return bundleBytes(leaves);
}

bool hasTile(const std::filesystem::path& folder, const Tile& tile, std::span<const std::uint8_t> content) {
  const auto path = folder / pathOf(tile);
  std::error_code none;
  if (std::filesystem::file_size(path, none) != content.size() || none) return false;
  return readFile(path, kMaxBundleBytes) ==
         std::string_view(reinterpret_cast<const char*>(content.data()), content.size());
}

void requireTiles(const std::filesystem::path& folder, const Checkpoint& checkpoint, const Log& log) {
  const auto hashes = log.hashes();
  for (const Tile& tile : tilesOf(checkpoint.size)) {
    if (!hasTile(folder, tile, tileContent(tile, log, hashes)))
      throw BadInput(fmt::format("{}: this tile is missing, damaged or of another log; docket tiles writes it again",
                                 (folder / pathOf(tile)).string()));
  }
}

std::vector<std::vector<std::uint8_t>> leavesFromTiles(const std::filesystem::path& folder,
                                                       const Checkpoint& checkpoint) {
  std::vector<std::vector<std::uint8_t>> leaves;
  TreeGrowth tree;
  for (std::uint64_t first = 0; first < checkpoint.size; first += kTileWidth) {
    const Tile bundle{.level = {},
                      .index = first / kTileWidth,
                      .width = static_cast<unsigned>(std::min<std::uint64_t>(kTileWidth, checkpoint.size - first))};
    const auto path = folder / pathOf(bundle);
    const auto bytes = readFile(path, kMaxBundleBytes);
    for (auto& leaf : leavesOf({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, bundle.width)) {
      tree.append(leafHash(leaf), [](unsigned, std::uint64_t, const TreeHash&) {});
      leaves.push_back(std::move(leaf));
    }
  }
  if (tree.root() != checkpoint.root)
    throw BadInput(fmt::format("{}: these tiles do not belong to the log of the checkpoint", folder.string()));
  return leaves;
}

std::vector<ChangedLeaf> changedSince(const Archive& archive, const std::vector<std::vector<std::uint8_t>>& kept) {
  const auto log = archive.log();
  std::vector<std::uint64_t> others;
  std::uint64_t next = 0;
  log.forEachLeaf(0, [&](std::uint64_t number, const std::vector<std::uint8_t>& leaf) {
    if (number >= kept.size()) return false;
    if (leaf != kept[number]) others.push_back(number);
    next = number + 1;
    return true;
  });
  for (; next < kept.size(); ++next) others.push_back(next);
  std::vector<ChangedLeaf> changed;
  if (others.empty()) return changed;
  const auto games = gamesByCommitment(archive);
  for (const auto number : others) changed.push_back(describe(number, leafOf(kept[number]), games, archive));
  return changed;
}

}  // namespace docket
