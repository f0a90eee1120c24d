// docs/adding_a_game.md and docs/document_reference.md checked against the program: the examples occur in the games
// that the first page makes, and the second documents every field and word of rulesets and catalogues, every kind of
// event with its fields, and every reading.
#include <capnp/schema.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/rule_switches.h"
#include "events/payload_names.h"
#include "schemas/card.capnp.h"
#include "schemas/event.capnp.h"
#include "schemas/ruleset.capnp.h"
#include "tests/conformance/table.h"
#include "tests/places.h"

namespace docket::conformance::adding_a_game_test {
namespace {

namespace fs = std::filesystem;

const std::string kTutorial = "docs/adding_a_game.md", kReference = "docs/document_reference.md";

struct Example {
  std::string place;  ///< "docs/adding_a_game.md:12"
  std::string text;
};

struct Page {
  std::string text;
  std::vector<Example> examples;
  std::map<std::string, std::set<std::string>, std::less<>> words;  ///< of code, by the heading above them
};

/// The words between backticks.
void addWords(std::string_view line, std::set<std::string>& words) {
  bool code = false;
  std::string word;
  for (const char c : line) {
    if (code && std::isalnum(static_cast<unsigned char>(c)) != 0) {
      word += c;
      continue;
    }
    if (!word.empty()) words.insert(std::exchange(word, {}));
    if (c == '`') code = !code;
  }
}

/// The words of each event's row in the table of fields, by the names of events in its first column.
std::map<std::string, std::set<std::string>> fieldsOfEvents(const std::string& page) {
  std::map<std::string, std::set<std::string>> rows;
  std::istringstream table(page.substr(page.find("| event | fields |")));
  for (std::string line; std::getline(table, line) && line.starts_with("|");) {
    std::set<std::string> events;
    addWords(line.substr(0, line.find('|', 1)), events);
    for (const std::string& event : events) addWords(line, rows[event]);
  }
  return rows;
}

Page readPage(const std::string& name) {
  Page page{.text = readText(fs::path(docket::test::sourceDir()) / name)};
  bool fenced = false;
  bool is_example = false;
  std::string heading;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < page.text.size();) {
    const std::size_t end = std::min(page.text.find('\n', begin), page.text.size());
    const std::string line = page.text.substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.starts_with("```")) {
      fenced = !fenced;
      // The tests of pages run the console examples.
      is_example = fenced && !line.starts_with("```console");
      if (is_example) page.examples.push_back({.place = name + ':' + std::to_string(number), .text = {}});
    } else if (fenced) {
      if (is_example) page.examples.back().text += line + "\n";
    } else if (line.starts_with("#")) {
      heading = line.substr(line.find(' ') + 1);
    } else {
      addWords(line, page.words[heading]);
    }
  }
  return page;
}

std::string withoutBlanks(std::string text) {
  std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });
  return text;
}

TEST(AddingAGame, EachExampleIsInTheGameThatThePageBuilds) {
  std::vector<std::string> documents;
  for (const char* game : {"tidepool", "lighthouse"}) {
    for (const auto& file : fs::directory_iterator(fs::path(docket::test::sourceDir()) / "tests/conformance" / game)) {
      documents.push_back(withoutBlanks(readText(file.path())));
    }
  }
  auto examples = readPage(kTutorial).examples;
  EXPECT_GT(examples.size(), 20U);
  for (Example& example : readPage(kReference).examples) examples.push_back(std::move(example));
  for (const Example& example : examples) {
    const std::string wanted = withoutBlanks(example.text);
    EXPECT_TRUE(std::any_of(documents.begin(), documents.end(),
                            [&](const std::string& one) { return one.find(wanted) != std::string::npos; }))
        << example.place << ": tests/conformance/tidepool and lighthouse do not contain\n"
        << example.text;
  }
}

/// The games of this folder that nothing but their documents knows of.
TEST(AddingAGame, HasTwoCasesForEachClauseOfAnAddedGame) {
  for (const char* game : {"tidepool", "lanterns", "railyard", "lighthouse"}) {
    const fs::path folder = fs::path(docket::test::sourceDir()) / "tests/conformance" / game;
    std::vector<CaseResult> results;
    for (const auto& path : caseFiles()) {
      if (path.parent_path() != folder) continue;
      for (CaseResult& result : runCases(readCases(path))) results.push_back(std::move(result));
    }
    for (const ClauseRow& row : tabulate({clausesOf(folder / "ruleset.json")}, results)) {
      EXPECT_GE(row.cases, 2U) << game << ": " << row.id;
      EXPECT_EQ(row.fails_off, row.cases) << game << ": " << row.id;
    }
  }
}

/// The heading under which the reference documents a struct; other structs are documented with the one that holds them.
std::string_view headingOf(std::string_view structure, std::string_view otherwise) {
  static const std::map<std::string_view, std::string_view> kHeadings = {
      {"Ruleset", "A ruleset"},
      {"Clause", "Clauses and switching them off"},
      {"Definition", "Names for expressions"},
      {"Extends", "A ruleset that differs from another"},
      {"Reading", "Readings"},
      {"Zone", "Zones"},
      {"Period", "Periods"},
      {"Stat", "Stats, values, types"},
      {"Value", "Stats, values, types"},
      {"ChangeSize", "Stats, values, types"},
      {"PlayerAbility", "What every player has"},
      {"Type", "Stats, values, types"},
      {"KeywordKind", "Stats, values, types"},
      {"Attribute", "Stats, values, types"},
      {"Vocabulary", "Stats, values, types"},
      {"Calculation", "The calculation"},
      {"Granting", "The calculation"},
      {"Limit", "Limits"},
      {"Act", "Acts and their requirements"},
      {"Tally", "Tallies"},
      {"Permission", "Permissions and precedence"},
      {"Precedence", "Permissions and precedence"},
      {"Number", "Numbers and decks"},
      {"Deck", "Numbers and decks"},
      {"Obligations", "Obligations"},
      {"NamedTrigger", "Names that texts use"},
      {"NamedTrait", "Names that texts use"},
      {"Effect", "Abilities and traits"},
      {"Win", "Wins"},
      {"Control", "Control, attachment, face-down"},
      {"Attachment", "Control, attachment, face-down"},
      {"FaceDown", "Control, attachment, face-down"},
      {"Catalogue", "A catalogue"},
      {"LimitOf", "A catalogue"},
      {"Ability", "Abilities and traits"},
  };
  const auto found = kHeadings.find(structure);
  return found == kHeadings.end() ? otherwise : found->second;
}

/// Requires that a page documents the parts of the vocabulary of documents.
class Documented {
 public:
  explicit Documented(const Page& page) : page_(page) {}

  void requireStruct(capnp::StructSchema structure, std::string_view otherwise) {
    const std::string_view name = structure.getShortDisplayName().cStr();
    const std::string_view heading = headingOf(name, otherwise);
    if (!seen_.emplace(structure.getProto().getId(), heading).second) return;
    for (auto field : structure.getFields()) {
      requireWord(field.getProto().getName().cStr(), name, heading);
      capnp::Type type = field.getType();
      while (type.isList()) type = type.asList().getElementType();
      if (type.isStruct()) requireStruct(type.asStruct(), heading);
      if (!type.isEnum()) continue;
      for (auto one : type.asEnum().getEnumerants()) requireWord(one.getProto().getName().cStr(), name, heading);
    }
  }

  void requireWord(const std::string& word, std::string_view of, std::string_view heading) const {
    const auto section = page_.words.find(heading);
    ASSERT_NE(section, page_.words.end()) << "there is no heading \"" << heading << '"';
    EXPECT_EQ(section->second.count(word), 1U)
        << "under \"" << heading << "\" the page does not document `" << word << "` (" << of << ")";
  }

 private:
  const Page& page_;
  std::set<std::pair<std::uint64_t, std::string_view>> seen_;
};

TEST(AddingAGame, NamesEveryFieldAndWordOfARulesetAndACatalogue) {
  const Page page = readPage(kReference);
  Documented documented(page);
  documented.requireStruct(capnp::Schema::from<schema::Ruleset>(), {});
  documented.requireStruct(capnp::Schema::from<schema::Catalogue>(), {});
}

TEST(AddingAGame, NamesEveryKindOfEventAndItsFields) {
  const Page page = readPage(kReference);
  const Documented documented(page);
  const std::string_view heading = "Events that rules speak of";
  auto rows = fieldsOfEvents(page.text);
  for (const auto& [event, words] : rows)
    EXPECT_TRUE(payloadNamed(event).has_value()) << event << " is not a kind of event";
  EXPECT_EQ(rows.size(), payloadNames().size() - 1) << "each kind of event but `nothing` has a row of fields";
  for (auto event : capnp::Schema::from<schema::Event>().getUnionFields()) {
    const std::string name = event.getProto().getName().cStr();
    documented.requireWord(name, "Event", heading);
    if (event.getType().which() != capnp::schema::Type::STRUCT) continue;
    for (auto field : event.getType().asStruct().getFields()) {
      const std::string word = field.getProto().getName().cStr();
      EXPECT_TRUE(rows[name].contains(word)) << "the row of " << name << " does not document `" << word << "`";
    }
  }
  for (auto field : capnp::Schema::from<schema::Change>().getFields()) {
    documented.requireWord(field.getProto().getName().cStr(), "Change", heading);
  }
}

TEST(AddingAGame, ExplainsEveryReadingInBothPositions) {
  const Page page = readPage(kReference);
  for (const RuleSwitchName& one : ruleSwitches()) {
    const std::string row = "`" + std::string(one.name) + "`";
    const auto at = page.text.find("| " + row + " |");
    const auto bold = page.text.find("| **" + row + "** |");
    const auto found = std::min(at, bold);
    ASSERT_NE(found, std::string::npos) << "the table of readings has no row " << row;
    const std::string_view line = std::string_view(page.text).substr(found, page.text.find('\n', found) - found);
    EXPECT_EQ(std::count(line.begin(), line.end(), '|'), 4) << line;
    EXPECT_EQ(line.find("|  |"), std::string_view::npos) << line;
  }
}

}  // namespace
}  // namespace docket::conformance::adding_a_game_test
