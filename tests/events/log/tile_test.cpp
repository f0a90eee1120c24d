// Tiles: their paths, which ones a tree has, their bytes and those of bundles, both ways.
#include "events/log/tile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "events/errors.h"
#include "tests/events/log/grown_tree.h"
#include "tests/expect_error.h"

namespace docket::tile_test {
namespace {

using test::expectError;

TEST(Tiles, HaveTheDocumentedPaths) {
  const std::vector<std::pair<Tile, std::string>> cases = {
      {{.level = 0, .index = 0}, "tile/0/000"},
      {{.level = 0, .index = 1'234'067}, "tile/0/x001/x234/067"},
      {{.level = 1, .index = 1000, .width = 17}, "tile/1/x001/000.p/17"},
      {{.level = {}, .index = 999, .width = 255}, "tile/entries/999.p/255"},
      {{.level = {}, .index = 273}, "tile/entries/273"},
      {{.level = 7, .index = 0, .width = 1}, "tile/7/000.p/1"},
      {{.level = 0, .index = (kMaxLeaves >> 8U) - 1}, "tile/0/x036/x028/x797/x018/x963/967"},
  };
  for (const auto& [tile, path] : cases) {
    EXPECT_EQ(pathOf(tile), path);
    EXPECT_EQ(tileOf(path), tile) << path;
  }
}

TEST(Tiles, HaveNoOtherPaths) {
  for (const std::string path : {"",
                                 "tile",
                                 "tile/",
                                 "tile/0",
                                 "tile/0/",
                                 "tile/0/0",
                                 "tile/0/00",
                                 "tile/0/0000",
                                 "tile/00/000",
                                 "tile/8/000",
                                 "tile/-1/000",
                                 "tile/0/x000/000",
                                 "tile/0/x001",
                                 "tile/0/x001/",
                                 "tile/0/001/x234",
                                 "tile/0/000.p",
                                 "tile/0/000.p/",
                                 "tile/0/000.p/0",
                                 "tile/0/000.p/01",
                                 "tile/0/000.p/256",
                                 "tile/0/000.p/1/",
                                 "tile/0/000/",
                                 "tile/0/x001.p/5/000",
                                 "/tile/0/000",
                                 "tile/entry/000",
                                 "tile/0/x1/000",
                                 "tile//000",
                                 "tile/0//000",
                                 "tile/0/../000",
                                 "tile/0/99a",
                                 "tile/0/x999/x999/x999/x999/x999/x999/x999/x999/999"}) {
    EXPECT_EQ(tileOf(path), std::nullopt) << path;
  }
}

TEST(Tiles, OfATreeAreThoseInTheDocumentedExample) {
  std::map<std::string, int> counts;
  for (const Tile& tile : tilesOf(70'000)) {
    if (!tile.level) continue;
    ++counts[tile.width == kTileWidth ? fmt::format("{}", *tile.level)
                                      : fmt::format("{} of {}", *tile.level, tile.width)];
  }
  EXPECT_EQ(counts, (std::map<std::string, int>{{"0", 273}, {"0 of 112", 1}, {"1", 1}, {"1 of 17", 1}, {"2 of 1", 1}}));
  EXPECT_EQ(tilesOf(256), (std::vector<Tile>{{.level = 0}, {.level = 1, .width = 1}, {.level = {}}}));
  EXPECT_TRUE(tilesOf(0).empty());
  EXPECT_TRUE(tilesOf(70'000, 70'000).empty());
}

TEST(Tiles, AddedByGrowthAreThoseTheOlderTreeLacked) {
  for (const std::uint64_t size : {1U, 255U, 256U, 257U, 600U, 65'536U, 65'537U}) {
    for (const std::uint64_t old_size : {0U, 1U, 255U, 256U, 257U, 600U, 65'536U}) {
      if (old_size > size) continue;
      const auto older = tilesOf(old_size);
      std::vector<Tile> gained;
      for (const Tile& tile : tilesOf(size)) {
        if (std::find(older.begin(), older.end(), tile) == older.end()) gained.push_back(tile);
      }
      EXPECT_EQ(tilesOf(size, old_size), gained) << old_size << " to " << size;
    }
  }
}

TEST(Tiles, ContainEveryHashOfTheTree) {
  const test::GrownTree tree = test::grownTree(66'100);
  std::map<std::string, std::vector<std::uint8_t>> files;
  for (const Tile& tile : tilesOf(66'100)) {
    if (tile.level) files[pathOf(tile)] = tileBytes(tile, tree.hashes());
  }
  for (const auto& [place, hash] : tree.kept) {
    const Subtree subtree{.level = place.first, .index = place.second};
    const Tile tile = tileWith(subtree, 66'100);
    ASSERT_EQ(hashWithin(tile, files.at(pathOf(tile)), subtree), hash) << place.first << " " << place.second;
  }
}

TEST(Tiles, OfAnotherLengthAreRefused) {
  const Tile tile{.level = 0, .index = 0, .width = 3};
  const std::vector<std::uint8_t> bytes(96);
  EXPECT_NO_THROW(static_cast<void>(hashWithin(tile, bytes, {.level = 0, .index = 2})));
  for (const std::size_t length : {0U, 32U, 95U})
    expectError<BadInput>(
        [&] { static_cast<void>(hashWithin(tile, std::span(bytes).first(length), {.level = 0, .index = 2})); },
        "tile/0/000.p/3: ");
}

TEST(BundlesOfLeaves, AreReadAsTheyWereWritten) {
  const std::vector<std::vector<std::uint8_t>> leaves = {{}, {1}, {0, 0}, std::vector<std::uint8_t>(65'535, 9)};
  const auto bytes = bundleBytes(leaves);
  EXPECT_EQ(hex(std::span(bytes).first(11)),
            "0000"
            "000101"
            "00020000"
            "ffff");
  EXPECT_EQ(leavesOf(bytes, 4), leaves);
  expectError<BadInput>([&] { static_cast<void>(leavesOf(bytes, 3)); }, "byte 9: it should end here, after 3");
  expectError<BadInput>([&] { static_cast<void>(leavesOf(bytes, 5)); }, "it has 4, expected 5");
  for (std::size_t length = 0; length < 20; ++length)
    expectError<BadInput>([&] { static_cast<void>(leavesOf(std::span(bytes).first(length), 4)); },
                          "a bundle of leaves");
}

}  // namespace
}  // namespace docket::tile_test
