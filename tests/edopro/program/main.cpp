// Prints the table of play_table.h for the duels of any folder of options files:
//   docket-play-table OPTIONS [DUELS] [--texts-alone] [--ruleset NAME] [--places N]
// OPTIONS holds NNNN.options.jsonl.xz, DUELS (by default the folder "edopro" beside it) NNNN.yrpX and cards.jsonl.
// Exit status 1 if a verdict is certain and wrong.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/edopro/duels.h"
#include "tests/edopro/play_table.h"

int main(int count, char** words) {
  namespace fs = std::filesystem;
  using namespace docket::edopro;
  std::vector<std::string> folders;
  std::string ruleset = "yugioh";
  CardsFrom from = CardsFrom::texts;
  std::size_t places = 20;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--texts-alone") {
      from = CardsFrom::texts_alone;
    } else if (word == "--ruleset" && i + 1 < count) {
      ruleset = words[++i];
    } else if (word == "--places" && i + 1 < count) {
      places = std::stoul(words[++i]);
    } else {
      folders.push_back(word);
    }
  }
  if (folders.empty() || folders.size() > 2) {
    fmt::print(stderr, "usage: docket-play-table OPTIONS [DUELS] [--texts-alone] [--ruleset NAME] [--places N]\n");
    return 2;
  }
  const fs::path options = folders[0];
  const fs::path duels = folders.size() == 2 ? fs::path(folders[1]) : options.parent_path() / "edopro";
  const DuelRules rules(duels / "cards.jsonl", from, ruleset);
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(options)) {
    if (entry.path().filename().string().ends_with(".options.jsonl.xz")) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  PlayTable table;
  for (const fs::path& file : files) {
    const std::string duel = file.filename().string().substr(0, file.filename().string().find('.'));
    const fs::path replay = duels / (duel + ".yrpX");
    if (fs::exists(replay)) table.add(duel, replay, file, rules.rules());
  }
  fmt::print("{}", table.text(places));
  return table.offered_illegal.empty() && table.played_illegal.empty() && table.refused_legal.empty() ? 0 : 1;
}
