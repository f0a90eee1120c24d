// docket-reading: how much of real printed cards is read, and how rightly.
//   docket-reading               the tables of all games, from the shared data next to the repository
//   docket-reading GAME [FILE]   those of one game, from another file of the same source
//   docket-reading --write       puts the tables of all games into tests/reading/README.md
// Exit status 0, or 2 if cards are missing or a table cannot be made of them.
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <range/v3/algorithm/find.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "events/errors.h"
#include "events/text/trimmed.h"
#include "tests/places.h"
#include "tests/reading/grand_archive_table.h"
#include "tests/reading/l5r_table.h"
#include "tests/reading/marvel_table.h"
#include "tests/reading/yugioh_table.h"
#include "tests/witness/lines.h"

namespace docket::reading {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUsage =
    R"(docket-reading [--write | GAME [FILE]]
Reads real printed cards and prints how many are read whole, in part and not, and how well that holds against what
others say of the same cards. GAME is yugioh, l5r, marvel or grand-archive; FILE has cards of the same source. With
--write the tables of all games stand in tests/reading/README.md between their marks.
)";

/// The table of one game: the row that every game has, and further text.
struct GameTable {
  ReadingTally tally;
  std::string text;
  std::string printed_only{};  ///< sentences of cards: no page holds them
};

struct TabledGame {
  std::string_view name, title;
  fs::path (*cards)();
  GameTable (*table)(const fs::path& cards);
};

const std::array<TabledGame, 4> kGames{{
    {"yugioh", "Yu-Gi-Oh!", [] { return yugiohFiles().cards; },
     [](const fs::path& cards) {
       YugiohFiles files = yugiohFiles();
       files.cards = cards;
       const YugiohFigures figures = yugiohFigures(files);
       return GameTable{.tally = figures.tally, .text = tableOf(figures)};
     }},
    {"l5r", "Legend of the Five Rings, Celestial printings", legendCards,
     [](const fs::path& cards) {
       const LegendTable table = legendTable({}, cards);
       return GameTable{.tally = table.tally, .text = table.text(), .printed_only = table.unreadText()};
     }},
    {"marvel", "Marvel Champions", marvelCards,
     [](const fs::path& cards) {
       const MarvelTable table = marvelTable(cards);
       return GameTable{.tally = table.tally, .text = table.text};
     }},
    {"grand-archive", "Grand Archive", grandArchiveCards,
     [](const fs::path& cards) {
       const GrandArchiveTable table = grandArchiveTable(cards);
       return GameTable{.tally = table.tally, .text = table.text};
     }},
}};

constexpr std::string_view kShareHeading =
    "| game | cards | read whole | in part | not | words | of these read |\n"
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";

std::string shareRow(const TabledGame& game, const ReadingTally& tally) {
  return fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", game.title, tally.cards, tally.whole, tally.inPart(),
                     tally.none, tally.words, percent(tally.words_read, tally.words));
}

/// Puts a table between its marks.
void replaceTable(std::string& page, std::string_view name, const std::string& table) {
  const std::string begins = fmt::format("<!-- {}: docket-reading --write -->\n", name);
  const std::size_t begin = page.find(begins);
  const std::size_t end = page.find("<!-- ends -->", begin == std::string::npos ? page.size() : begin);
  if (end == std::string::npos) throw BadInput(fmt::format("the page has no place for the table {}", name));
  page.replace(begin + begins.size(), end - begin - begins.size(), fmt::format("\n{}\n\n", trimmed(table)));
}

void writePage() {
  const fs::path file = fs::path(docket::test::sourceDir()) / "tests/reading/README.md";
  std::string page = witness::bytesOf(file);
  std::string shares{kShareHeading};
  for (const TabledGame& game : kGames) {
    const GameTable table = game.table(game.cards());
    shares += shareRow(game, table.tally);
    replaceTable(page, game.name, table.text);
  }
  replaceTable(page, "shares", shares);
  std::ofstream out(file, std::ios::binary);
  out << page;
  if (!out.flush()) throw BadInput(fmt::format("cannot write {}", file.string()));
}

void print(const TabledGame& game, const fs::path& cards) {
  const GameTable table = game.table(cards);
  fmt::print("## {}\n\n{}{}\n{}\n\n", game.title, kShareHeading, shareRow(game, table.tally), trimmed(table.text));
  if (!table.printed_only.empty()) fmt::print("{}\n", table.printed_only);
}

void run(const std::vector<std::string>& words) {
  if (words.empty()) {
    for (const TabledGame& game : kGames) print(game, game.cards());
    return;
  }
  if (words.front() == "--help" || words.front() == "-h") return fmt::print("{}", kUsage);
  if (words.front() == "--write" && words.size() == 1) return writePage();
  const auto* const game = ranges::find(kGames, words.front(), &TabledGame::name);
  if (game == kGames.end() || words.size() > 2) throw BadInput(std::string(kUsage));
  print(*game, words.size() == 2 ? fs::path(words[1]) : game->cards());
}

}  // namespace
}  // namespace docket::reading

int main(int count, char** arguments) {
  try {
    docket::reading::run({arguments + 1, arguments + count});
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "docket-reading: {}\n", error.what());
    return 2;
  }
}
