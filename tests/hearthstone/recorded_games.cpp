#include "tests/hearthstone/recorded_games.h"

#include <charconv>
#include <utility>

#include "tests/witness/lines.h"

namespace docket::hearthstone {

using witness::bytesOf;
using witness::flag;
using witness::forEachLine;
using witness::number;
using witness::Object;
using witness::text;
using witness::unpacked;

namespace {

/// A text of a tar archive, which ends at its first zero.
std::string fieldOf(const std::string& tar, std::size_t at, std::size_t most) {
  const std::string field = tar.substr(at, most);
  return field.substr(0, field.find('\0'));
}

/// The files of a tar archive, by their names without a folder.
std::map<std::string, std::string> filesOf(const std::string& tar) {
  constexpr std::size_t kBlock = 512;
  std::map<std::string, std::string> files;
  std::string long_name;
  for (std::size_t at = 0; at + kBlock <= tar.size() && tar[at] != '\0';) {
    std::string name = fieldOf(tar, at, 100);
    std::size_t size = 0;
    std::from_chars(tar.data() + at + 124, tar.data() + at + 135, size, 8);
    const char kind = tar[at + 156];
    if (kind == 'L') long_name = fieldOf(tar, at + kBlock, size);
    if (kind == '0' || kind == '\0') {
      if (!long_name.empty()) name = std::exchange(long_name, {});
      files[std::filesystem::path(name).filename().string()] = tar.substr(at + kBlock, size);
    }
    at += kBlock + (size + kBlock - 1) / kBlock * kBlock;
  }
  return files;
}

const std::map<std::string, std::string>& allFiles() {
  static const auto kFiles = filesOf(unpacked(bytesOf(dataFolder() / "games.tar.xz")));
  return kFiles;
}

SeenCard seenCardOf(const Object& object) {
  SeenCard card{.id = static_cast<std::uint32_t>(number(object, "id")), .card = text(object, "card")};
  card.zone = number(object, "zone");
  card.controller = number(object, "controller");
  card.place = number(object, "pos");
  card.type = number(object, "type");
  card.cost = number(object, "cost");
  card.attack = number(object, "attack");
  card.health = number(object, "health");
  card.durability = number(object, "durability");
  card.damage = number(object, "damage");
  card.armor = number(object, "armor");
  card.exhausted = number(object, "exhausted");
  simdjson::dom::array on;
  if (object["on"].get(on) == simdjson::SUCCESS) {
    for (const auto one : on) card.on.insert(std::string(one.get_string().value()));
  }
  return card;
}

SeenState stateOf(const Object& object) {
  SeenState state{.element = static_cast<std::uint64_t>(number(object, "element")), .turn = number(object, "turn")};
  // Before a turn changes: without the contents of the log element that changes it.
  if (text(object, "at") == "before_turn_change") --state.element;
  for (const Object player : object["players"].get_array()) {
    state.players.push_back({.seat = static_cast<int>(number(player, "player")),
                             .mana = number(player, "mana"),
                             .used = number(player, "used"),
                             .temporary = number(player, "temp"),
                             .fatigue = number(player, "fatigue"),
                             .playstate = number(player, "playstate")});
  }
  for (const auto [key, count] : object["zone_counts"].get_object())
    state.zone_counts[std::string(key)] = count.get_int64();
  for (const Object card : object["entities"].get_array()) state.cards.push_back(seenCardOf(card));
  return state;
}

}  // namespace

std::filesystem::path dataFolder() { return witness::gamesFolder("hearthstone"); }

const std::vector<RecordedGame>& recordedGames() {
  static const auto kGames = [] {
    std::vector<RecordedGame> games;
    forEachLine(bytesOf(dataFolder() / "index.jsonl"), [&](const Object& line) {
      RecordedGame game{.file = text(line, "file"), .mode = text(line, "mode")};
      if (!allFiles().contains(game.file)) return;
      game.complete = flag(line, "complete");
      Object same;
      if (line["same_game"].get(same) == simdjson::SUCCESS) game.pair = static_cast<int>(number(same, "pair"));
      games.push_back(game);
    });
    return games;
  }();
  return kGames;
}

const std::string& gameFile(const std::string& name) { return allFiles().at(name); }

std::string cardFacts() { return bytesOf(dataFolder() / "cards.jsonl"); }

const std::map<std::string, std::set<std::string>>& varyingCards() {
  static const auto kCards = [] {
    std::map<std::string, std::set<std::string>> cards;
    forEachLine(cardFacts(), [&](const Object& line) {
      simdjson::dom::array varies;
      if (line["varies"].get(varies) != simdjson::SUCCESS) return;
      for (const auto one : varies) cards[text(line, "id")].insert(std::string(one.get_string().value()));
    });
    return cards;
  }();
  return kCards;
}

const std::map<std::string, std::vector<SeenState>>& seenStates() {
  static const auto kStates = [] {
    std::map<std::string, std::vector<SeenState>> states;
    forEachLine(unpacked(bytesOf(dataFolder() / "turns.jsonl.xz")),
                [&](const Object& line) { states[text(line, "file")].push_back(stateOf(line)); });
    return states;
  }();
  return kStates;
}

}  // namespace docket::hearthstone
