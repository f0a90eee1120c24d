// Card files with mistakes: each is refused with its line, or read correctly. A field that is missing, misspelt or
// of a wrong type never counts as an empty one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "events/digest.h"
#include "tests/fuzz/byte_mutants.h"
#include "tests/fuzz/database_target.h"
#include "tests/fuzz/facts_target.h"
#include "tests/places.h"
#include "tests/text_of.h"

namespace docket::facts_mutation_test {
namespace {

/// Two cards of each source, and one of each other form in which a source comes.
const std::vector<std::string>& seeds() {
  // NOLINTBEGIN(bugprone-suspicious-missing-comma): a file of several lines is one text
  static const std::vector<std::string> kSeeds = {
      R"({"code":"01001","name":"Dock Hound","subname":null,"pack_code":"x","type_code":"ally","traits":"Tech. Spy.",)"
      R"("cost":2,"attack":1,"thwart":null,"health":"3","deck_limit":2})"
      "\n"
      R"({"code":"01002","name":"Wisp","subname":"B","pack_code":"x","type_code":"alter_ego","traits":null,"cost":null,)"
      R"("attack":null,"thwart":null,"health":10,"deck_limit":1})"
      "\n",
      R"({"title":"Quiet Road","types":["Strategy"],"_set":"First","keywords":["Unique"],"focus":3})"
      "\n"
      R"({"title":"Long Spear","types":["Item"],"_set":"First","collector_number":"12","force":"+2","chi":0,"gold_cost":1})"
      "\n",
      R"({"slug":"a","name":"A","types":["ALLY","UNIQUE"],"subtypes":["HUMAN"]})"
      "\n"
      R"({"slug":"b","name":"B","types":["ITEM"],"subtypes":[]})"
      "\n",
      R"({"id":100,"name":"Cask Wyrm","card_type":"Monster","property":null,"pendulum_text":null,"atk":"?","def":1800,)"
      R"("level":4,"doubtful":false,"limits":[{"n":"1","kind":"count","scope":"card","period":"turn","flags":["OATH"]}],)"
      R"("effects":[{"desc":0,"effect_type":"EFFECT_TYPE_IGNITION","event":null,"range":"LOCATION_MZONE","limit":0}]})"
      "\n",
      R"({"code":100,"name":"Cask Wyrm","type":33,"atk":2600,"def":-2,"level":8,"attribute":1,"race":2,"lscale":0,)"
      R"("rscale":0,"limits":[],"effects":[]})"
      "\n",
      R"({"data": [{"id":100,"name":"Cask Wyrm","type":"Pendulum Effect Monster","desc":"It sways.","atk":2600,)"
      R"("def":-1,"level":8,"scale":2,"race":"Dragon","attribute":"FIRE"}]})",
      R"([{"code":"01001","name":"Dock Hound","pack_code":"x","type_code":"hero","attack":1,"thwart":2,"defense":3,)"
      R"("health":9,"hand_size":5}])",
      R"([{"slug":"a","name":"A","types":"['ALLY']","subtypes":"['HUMAN']","element":"FIRE","effect":"b'x'",)"
      R"("cost_memory":"","cost_reserve":2,"power":1,"life":2,"speed":""}])"};
  // NOLINTEND(bugprone-suspicious-missing-comma)
  return kSeeds;
}

TEST(FactMutations, AtEveryByteAreAcceptedOrRefusedWithTheirLine) { tryMutants(seeds(), takeFacts); }

/// A member of a line: where its key stands, and where its value ends.
struct Member {
  std::string key;
  std::size_t begin = 0, value = 0, end = 0;
};

/// The members of all objects of a text.
std::vector<Member> membersOf(const std::string& text) {
  std::vector<Member> all;
  for (std::size_t at = text.find("\":"); at != std::string::npos; at = text.find("\":", at + 1)) {
    const std::size_t begin = text.rfind('"', at - 1);
    Member one{.key = text.substr(begin + 1, at - begin - 1), .begin = begin, .value = at + 2};
    int depth = 0;
    bool quoted = false;
    for (one.end = one.value; one.end < text.size(); ++one.end) {
      const char c = text[one.end];
      if (c == '"') quoted = !quoted;
      if (quoted) continue;
      if (c == '[' || c == '{') ++depth;
      if (depth == 0 && (c == ',' || c == '}' || c == ']')) break;
      if (c == ']' || c == '}') --depth;
    }
    all.push_back(one);
  }
  return all;
}

/// The number of seeds that are lines, each with all fields that it can have.
constexpr std::size_t kLines = 5;

TEST(FactMutations, ThatMisspellAFieldAreRefused) {
  for (const std::string& seed : std::span(seeds()).first(kLines)) {
    for (const Member& member : membersOf(seed)) {
      if (member.key.size() < 4) continue;  // too short to be recognised as a mistake, and needed there
      std::string changed = seed;
      changed[member.begin + 2] = 'x';
      EXPECT_FALSE(takeFacts(changed)) << changed;
    }
  }
}

TEST(FactMutations, WithAnUnknownFieldMeanTheSame) {
  for (const std::string& seed : seeds()) {
    const Digest said = digest(facts::readCards(seed, "seed").root());
    for (const Member& member : membersOf(seed)) {
      if (member.key == "data") continue;  // the members next to it are not about cards
      for (const char* value : {"1", "\"x\"", "null", "[1,{}]", "{\"a\":{\"name\":[]}}"}) {
        const std::string changed =
            seed.substr(0, member.begin) + fmt::format("\"zq\":{},", value) + seed.substr(member.begin);
        EXPECT_EQ(digest(facts::readCards(changed, "changed").root()), said) << changed;
      }
    }
  }
}

TEST(FactMutations, WithAWronglyTypedFieldAreRefused) {
  for (const std::string& seed : std::span(seeds()).first(kLines)) {
    for (const Member& member : membersOf(seed)) {
      for (const char* value : {"{\"a\":1}", "1.5", "[[]]", "99999999999999999999"}) {
        const std::string changed = seed.substr(0, member.value) + value + seed.substr(member.end);
        EXPECT_FALSE(takeFacts(changed)) << changed;
      }
    }
  }
}

TEST(FactMutations, WithADuplicateFieldAreRefused) {
  for (const std::string& seed : seeds()) {
    for (const Member& member : membersOf(seed)) {
      const std::string copy = seed.substr(member.begin, member.end - member.begin);
      EXPECT_FALSE(takeFacts(seed.substr(0, member.end) + "," + copy + seed.substr(member.end))) << copy;
    }
  }
}

/// The fields that every card of a source has.
TEST(FactMutations, WithoutARequiredFieldAreRefused) {
  const std::vector<std::vector<std::string>> needed = {
      {"code", "name", "pack_code", "type_code"},
      {"title", "types", "_set"},
      {"slug", "name", "types"},
      {"id", "name", "card_type", "property", "atk", "def", "level", "limits", "effects", "n", "kind", "effect_type"},
      {"code", "name", "type", "atk", "def", "level", "attribute", "race", "lscale", "rscale", "limits", "effects"}};
  for (std::size_t i = 0; i < kLines; ++i) {
    const std::string& seed = seeds()[i];
    for (const Member& member : membersOf(seed)) {
      if (std::find(needed[i].begin(), needed[i].end(), member.key) == needed[i].end()) continue;
      const bool last = seed[member.end] != ',';
      const std::size_t begin = last ? member.begin - 1 : member.begin, end = last ? member.end : member.end + 1;
      const std::string changed = seed.substr(0, begin) + seed.substr(end);
      EXPECT_FALSE(takeFacts(changed)) << changed;
    }
  }
}

/// A part of the bytes of a database, changed one at a time: the fuzzer does the rest.
TEST(DatabaseMutations, AreAcceptedOrRefusedWithTheirFile) {
  const std::string seed = test::textOf(test::sourceDir() + "/tests/edopro/samples/own-cards.cdb");
  ASSERT_TRUE(takeDatabase(seed));
  constexpr std::size_t kHeader = 120, kStep = 37;
  for (std::size_t at = 0; at < seed.size(); at += at < kHeader ? 1 : kStep) {
    SCOPED_TRACE(at);
    ASSERT_NO_THROW(takeDatabase(seed.substr(0, at)));
    for (const char byte : {'\0', '\x01', '\x7f', '\xff'}) {
      std::string changed = seed;
      changed[at] = byte;
      ASSERT_NO_THROW(takeDatabase(changed)) << "with byte " << int{byte};
    }
  }
}

/// A use allowed once by the texts of both sources is the limit's own number, so that an edit of the ruleset reaches
/// the card.
TEST(Facts, LeaveADefaultNumberToTheRuleset) {
  for (const int most : {1, 2}) {
    const auto wyrm = facts::readCards(
        fmt::format(R"({{"id":100,"name":"Cask Wyrm","card_type":"Monster","property":null,"atk":0,"def":0,"level":4,)"
                    R"("limits":[{{"n":"{}","kind":"count","scope":"card","period":"turn",)"
                    R"("effect_type":"EFFECT_TYPE_IGNITION"}}],"effects":[{{"effect_type":"EFFECT_TYPE_IGNITION",)"
                    R"("range":"LOCATION_MZONE","limit":0}}]}})",
                    most),
        "wyrm");
    const auto limits = wyrm.root().getCards()[0].getAbilities()[0].getLimits();
    ASSERT_EQ(limits.size(), 1U);
    EXPECT_EQ(limits[0].getMax(), most == 1 ? 0 : most);
    const auto ally = facts::readCards(
        fmt::format(
            R"({{"code":"1","name":"Dock Hound","subname":null,"pack_code":"x","type_code":"ally","traits":null,)"
            R"("cost":2,"attack":1,"thwart":1,"health":3,"deck_limit":{}}})",
            most),
        "ally");
    ASSERT_EQ(ally.root().getCards()[0].getLimits().size(), 1U);
    EXPECT_EQ(ally.root().getCards()[0].getLimits()[0].getMax(), most == 1 ? 0 : most);
  }
}

}  // namespace
}  // namespace docket::facts_mutation_test
