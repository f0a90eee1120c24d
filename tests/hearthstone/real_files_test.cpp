// Real files, of clients from 2016 to 2026: all are imported but those of other modes, and the winner, the number of
// turns and the health left match an independent count of the file: the last value of each tag.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <charconv>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/fold/reduce.h"
#include "engine/query/stats/amounts.h"
#include "events/errors.h"
#include "tests/hearthstone/game_rules.h"
#include "tests/witness/lines.h"
#include "tools/import/hearthstone/file_import.h"
#include "tools/import/hearthstone/format_entry.h"
#include "tools/import/hearthstone/log_reader.h"
#include "tools/import/hearthstone/xml_reader.h"

namespace docket::hearthstone::real_files_test {
namespace {

namespace fs = std::filesystem;

fs::path realFolder() { return dataFolder().parent_path().parent_path() / "real" / "hearthstone"; }

std::string behind(const std::string& text, const std::string& mark, const std::string& until) {
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + mark.size();
  return text.substr(begin, text.find_first_of(until, begin) - begin);
}

struct Hero {
  std::int64_t left = 0, armor = 0;
  bool operator==(const Hero&) const = default;
};

/// The contents of a file, tag by tag.
class Count {
 public:
  std::int64_t turns = 0;
  std::string winner;                  ///< the player's name
  std::map<std::string, Hero> heroes;  ///< by entity, when they were last in play

  explicit Count(const std::string& file) {
    file[0] == 'D' || file[0] == '\n' || file[0] == '\r' ? log(file) : xml(file);
  }

 private:
  using Tags = std::map<std::string, std::string>;

  void set(const std::string& entity, const std::string& tag, const std::string& value) {
    Tags& tags = tags_[entity];
    const bool was_hero = isHeroInPlay(tags);
    if (was_hero) heroes[entity] = heroOf(tags);
    tags[tag] = value;
    if (was_hero && isHeroInPlay(tags)) heroes[entity] = heroOf(tags);
    if (!was_hero && isHeroInPlay(tags)) heroes[entity] = heroOf(tags);
    const bool is_game = entity == "GameEntity" || entity == "1";  // players count turns of their own
    if (is_game && (tag == "TURN" || tag == "20")) turns = numberOfText(value);
    if ((tag == "PLAYSTATE" || tag == "17") && (value == "WON" || value == "4")) winner = nameOf(entity);
  }
  static std::string either(const Tags& tags, const char* word, const char* number) {
    for (const char* one : {word, number}) {
      if (const auto found = tags.find(one); found != tags.end()) return found->second;
    }
    return "0";
  }
  static std::int64_t numberOfText(const std::string& text) {
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
  }
  static bool isHeroInPlay(const Tags& tags) {
    const std::string kind = either(tags, "CARDTYPE", "202"), zone = either(tags, "ZONE", "49");
    return (kind == "HERO" || kind == "3") && (zone == "PLAY" || zone == "1");
  }
  static Hero heroOf(const Tags& tags) {
    return {.left = numberOfText(either(tags, "HEALTH", "45")) - numberOfText(either(tags, "DAMAGE", "44")),
            .armor = numberOfText(either(tags, "ARMOR", "292"))};
  }
  [[nodiscard]] std::string nameOf(const std::string& entity) const {
    const auto found = names_.find(entity);
    const std::string name = found == names_.end() ? entity : found->second;
    return name == "UNKNOWN HUMAN PLAYER" ? std::string() : name;
  }

  void log(const std::string& file) {
    std::string open;
    std::size_t games = 0;
    for (std::size_t at = 0; at < file.size() && games < 2;) {
      const std::size_t end = std::min(file.find('\n', at), file.size());
      const std::string line = behind(file.substr(at, end - at), "GameState.DebugPrintPower() - ", "\r\n");
      at = end + 1;
      if (line.find("CREATE_GAME") != std::string::npos) ++games;
      const std::string tag = behind(line, "tag=", " "), value = behind(line, " value=", " ");
      if (line.find("TAG_CHANGE Entity=") != std::string::npos) {
        set(entityIn(line.substr(0, line.find(" tag=")), "Entity="), tag, value);
      } else if (line.find("HIDE_ENTITY") != std::string::npos) {
        set(entityIn(line.substr(0, line.find(" tag=")), "Entity="), "ZONE", value);
      } else if (!tag.empty()) {
        if (!open.empty()) set(open, tag, value);
      } else if (line.find("FULL_ENTITY - Creating ID=") != std::string::npos) {
        open = behind(line, "Creating ID=", " ");
      } else if (line.find(" - Updating ") != std::string::npos) {
        open = entityIn(line.substr(0, line.find(" CardID=")),
                        line.find("Updating Entity=") == std::string::npos ? "Updating " : "Entity=");
      } else {
        open.clear();
      }
    }
  }
  /// The text after the mark: the id of "[... id=7 ...]", or all of it.
  static std::string entityIn(const std::string& text, const std::string& mark) {
    const std::string named = text.substr(text.find(mark) + mark.size());
    if (named[0] != '[') return named;
    const std::size_t id = named.rfind("id=");
    const std::size_t at = named.rfind("[id=") == 0                   ? 1
                           : named.rfind(" id=") == std::string::npos ? id
                                                                      : named.rfind(" id=") + 1;
    return behind(named.substr(at), "id=", " ]");
  }

  void xml(const std::string& file) {
    std::string open;
    for (std::size_t at = file.find('<'); at != std::string::npos; at = file.find('<', at + 1)) {
      const std::string tag = file.substr(at, file.find('>', at) - at);
      const std::string name = tag.substr(1, tag.find_first_of(" \t\r\n/>") - 1);
      if (name == "TagChange") set(of(tag, "entity"), of(tag, "tag"), of(tag, "value"));
      if (name == "HideEntity") set(of(tag, "entity"), "49", of(tag, "zone"));
      if (name == "Player") names_[of(tag, "id")] = of(tag, "name");
      if (name == "FullEntity" || name == "Player" || name == "GameEntity") open = of(tag, "id");
      if (name == "ShowEntity" || name == "ChangeEntity") open = of(tag, "entity");
      if (name == "Tag") set(open, of(tag, "tag"), of(tag, "value"));
    }
  }
  static std::string of(const std::string& tag, const std::string& attribute) {
    for (const char* before : {" ", "\t", "\n"}) {
      if (const std::size_t at = tag.find(before + attribute + "=\""); at != std::string::npos)
        return behind(tag.substr(at + 1), attribute + "=\"", "\"");
    }
    return {};
  }

  std::map<std::string, Tags> tags_;
  std::map<std::string, std::string> names_;
};

/// The same of what was imported.
class Folded {
 public:
  std::int64_t turns = 0;
  std::string winner;
  std::map<std::string, Hero> heroes;

  explicit Folded(const ReadGame& import, const CardNumbers& cards)
      : rules_(GameRules::get().rules()), state_(initialState(import.recording.header(), rules_)) {
    Step step;
    for (EventNumber number = 1; number <= import.recording.size(); ++number) {
      const HeldEvent event = import.recording.event(number);
      const schema::Event::Reader said = *event;
      if (said.isBegan() && said.getBegan().getName() == 0) ++turns;
      reduce(state_, rules_, number, said, step);
      for (const auto& [entity, card] : cards) look(entity, card);
    }
    const Seat won = onlySeat(state_.outcome.winners);
    if (won != 0) winner = std::string(import.recording.header().getPlayers()[won - 1U].getName().cStr());
  }

 private:
  void look(std::uint32_t entity, std::uint32_t card) {
    const CardIndex index = state_.cardOf(card);
    if (index == kNone || rules_.ruleset.zones[state_.cards[index].zone].name != "hero") return;
    const AmountReading health = readAmount(state_, rules_, {.subject = index, .stat = rules_.ruleset.stat("Health")});
    const auto damage = state_.countersOn(index, state_.vocabulary->names.find("damage"));
    const EntityValue* armor = state_.valueOf(index, state_.valueKey(state_.vocabulary->names.find("armor")));
    const std::int64_t full = health.value.isKnown() ? health.amount() : health.seen ? health.seen->amount : -1;
    heroes[fmt::format("{}", entity)] = {.left = full - damage, .armor = armor == nullptr ? 0 : armor->amount};
  }

  Rules rules_;
  State state_;
};

std::string withoutNumber(const std::string& name) { return name.substr(0, name.find('#')); }

TEST(RealFiles, HaveTheCountedContents) {
  if (!fs::exists(realFolder())) GTEST_SKIP() << "NOT TESTED: the published files are not at " << realFolder();
  const std::set<std::string> other_modes{"011.xml", "013.xml", "027.xml"};
  std::size_t imported = 0, heroes = 0;
  for (const auto& entry : fs::directory_iterator(realFolder())) {
    if (entry.path().extension() != ".xz") continue;
    const std::string name = entry.path().stem().string();
    const std::string text = witness::unpacked(witness::bytesOf(entry.path()));
    const bool is_log = looksLikeLog(text);
    const auto games = is_log ? gamesOfLog(text) : gamesOfXml(text);
    ASSERT_EQ(games.size(), 1U) << name;
    try {
      CardNumbers cards;
      const ReadGame import = importGame({.text = games[0], .name = name, .read = is_log ? readLog : readXml}, &cards);
      ++imported;
      EXPECT_FALSE(other_modes.contains(name)) << name;
      const Count count(text);
      const Folded folded(import, cards);
      EXPECT_EQ(folded.turns, count.turns) << name;
      EXPECT_EQ(withoutNumber(folded.winner), withoutNumber(count.winner)) << name;
      EXPECT_GE(count.heroes.size(), 2U) << name;
      for (const auto& [entity, hero] : count.heroes) {
        const auto found = folded.heroes.find(entity);
        ASSERT_NE(found, folded.heroes.end()) << name << ": hero " << entity;
        EXPECT_EQ(found->second.left, hero.left) << name << ": health left of the hero " << entity;
        EXPECT_EQ(found->second.armor, hero.armor) << name << ": armor of the hero " << entity;
        ++heroes;
      }
    } catch (const BadInput& refused) {
      EXPECT_TRUE(other_modes.contains(name)) << refused.what();
      EXPECT_NE(std::string(refused.what()).find("is not imported"), std::string::npos) << refused.what();
    }
  }
  fmt::print("{} files imported, {} heroes\n", imported, heroes);
  EXPECT_EQ(imported, 43U);
}

}  // namespace
}  // namespace docket::hearthstone::real_files_test
