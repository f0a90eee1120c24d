// Prints the table of play_table.h for the duels of any folder of options files:
//   docket-play-table OPTIONS [DUELS] [--planted] [--texts-alone] [--ruleset NAME] [--places N] [--duels N]
// OPTIONS holds NNNN.options.jsonl.xz, DUELS (by default the folder "edopro" next to it) NNNN.yrpX and cards.jsonl.
// --planted plants illegal acts instead. --duels N takes the first N.
// Exit status 1 if a verdict is certain and wrong.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/edopro/duels.h"
#include "tests/edopro/planted_acts.h"
#include "tests/edopro/play_table.h"

int main(int count, char** words) {
  namespace fs = std::filesystem;
  using namespace docket::edopro;
  std::vector<std::string> folders;
  std::string ruleset = "yugioh-play";
  CardsFrom from = CardsFrom::texts;
  std::size_t places = 20, most = 1'000'000;
  bool planted = false;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--texts-alone") {
      from = CardsFrom::texts_alone;
    } else if (word == "--ruleset" && i + 1 < count) {
      ruleset = words[++i];
    } else if (word == "--planted") {
      planted = true;
    } else if (word == "--duels" && i + 1 < count) {
      most = std::stoul(words[++i]);
    } else if (word == "--places" && i + 1 < count) {
      places = std::stoul(words[++i]);
    } else {
      folders.push_back(word);
    }
  }
  if (folders.empty() || folders.size() > 2) {
    fmt::print(stderr,
               "usage: docket-play-table OPTIONS [DUELS] [--planted] [--texts-alone] [--ruleset NAME] [--places N] "
               "[--duels N]\n");
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
  files.resize(std::min(files.size(), most));
  PlayTable table;
  PlantedActs acts;
  for (const fs::path& file : files) {
    const std::string duel = file.filename().string().substr(0, file.filename().string().find('.'));
    const fs::path replay = duels / (duel + ".yrpX");
    if (!fs::exists(replay)) continue;
    if (planted) {
      acts.add(duel, replay, file, rules.rules());
    } else {
      table.add(duel, replay, file, rules.rules());
    }
  }
  if (planted) {
    fmt::print("{}", acts.text(places));
    return 0;
  }
  fmt::print("{}", table.text(places));
  return table.offered_illegal.empty() && table.played_illegal.empty() && table.refused_legal.empty() ? 0 : 1;
}
