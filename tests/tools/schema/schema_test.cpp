// docket schema: docs/schemas equals the program's schemas, every command has one, and their contents.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/places.h"
#include "tests/tools/json.h"
#include "tests/tools/run.h"
#include "tools/commands/command.h"
#include "tools/schema/laid_out.h"
#include "tools/schema/schemas.h"

namespace docket::test::schema_test {
namespace {

const std::string kFolder = sourceDir() + "/docs/schemas/";

/// DOCKET_ACCEPT_SCHEMAS=1 rewrites them; review the diff.
TEST(JsonSchemas, InTheDocumentationAreThoseOfTheProgram) {
  for (const NamedSchema& schema : allSchemas()) {
    const std::string file = kFolder + schema.name + ".json";
    if (std::getenv("DOCKET_ACCEPT_SCHEMAS") != nullptr && !schema.name.starts_with("answers/"))
      std::ofstream(file) << schema.text;
    EXPECT_EQ(textOf(file), schema.text) << file;
  }
}

TEST(JsonSchemas, ExistForEachCommand) {
  const auto all = allSchemas();
  for (const Command& command : commands()) {
    const std::string name = "answers/" + std::string(command.name);
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.name == name; }))
        << "docs/schemas/" << name << ".json: what " << command.name << " answers with --json has no schema";
  }
}

/// A member of the definition of a struct in a schema.
Json fieldOf(const std::string& schema, const std::string& structure, const std::string& field) {
  const Json read = Json::valueOf(run({"schema", schema}).out);
  return read["definitions"][structure]["properties"][field];
}

TEST(JsonSchemas, IncludeTheMarksOfAField) {
  EXPECT_EQ(fieldOf("ruleset", "Limit", "counted")["enum"].items().front().text(), "activations");
  EXPECT_EQ(fieldOf("ruleset", "Limit", "maxIs")["anyOf"].items().size(), 2U) << "an expression, or its lines";
  EXPECT_EQ(fieldOf("ruleset", "Limit", "max")["maximum"].text(), "2147483647");
  EXPECT_EQ(fieldOf("ruleset", "Clause", "id")["minLength"].text(), "1");
  EXPECT_EQ(fieldOf("ruleset", "Clause.over", "id")["minLength"].text(), "null");
  EXPECT_HAS(fieldOf("catalogue", "Card", "types")["description"].text(), "declared");
  EXPECT_TRUE(has(fieldOf("record", "CardMoved", "zone")["description"].text(), "name") ||
              has(run({"schema", "record"}).out, "a name of the game"));
}

TEST(JsonSchemas, WithAnUnknownNameAreRefusedWithTheNearest) {
  const Ran ran = run({"schema", "rulesets"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.err,
            "docket: there is no schema \"rulesets\" (did you mean \"ruleset\"?) (docket schema lists them)\n");
}

TEST(JsonSchemas, CanBeNamedInADocumentWithoutChangingItsDigest) {
  const TempDirectory place;
  const auto digest = [&](const std::string& head) {
    const Ran ran = run({"rules", "add", "--json", "--archive", place.archive(),
                         place.file("r.json", "{" + head + R"("name": "r", "version": "1", "from": "2026-01-01"})")});
    EXPECT_EQ(ran.status, 0) << ran.err;
    return memberOf(ran.out, "digest");
  };
  EXPECT_EQ(digest(""), digest(R"("$schema": "./ruleset.json", )"));
  const Ran twice =
      run({"rules", "check", place.file("t.json", R"({"$schema": "a", "$schema": "b", "version": "1"})")});
  EXPECT_HAS(twice.out, "t.json:1:18: \"$schema\" appears here twice");
  const Ran number = run({"rules", "check", place.file("n.json", R"({"$schema": 7, "version": "1"})")});
  EXPECT_HAS(number.out, "n.json:1:13: expected a text, found the number 7");
  const Ran deep = run({"rules", "check", place.file("d.json", R"({"version": "1", "granting": {"$schema": "a"}})")});
  EXPECT_HAS(deep.out, "\"$schema\" is not a field of Granting");
  const std::string cards = place.file(
      "c.json", R"({"$schema": "./catalogue.json", "name": "c", "version": "1", "ruleset": "yugioh", "cards": []})");
  EXPECT_EQ(run({"cards", "check", cards}).status, 0) << run({"cards", "check", cards}).out;
}

TEST(LaidOutJson, BreaksOnlyTooLongLines) {
  EXPECT_EQ(laidOut(R"({"a":[1,2],"b":{"c":"x, {\"y\": 1}"}})"),
            "{\n  \"a\": [1, 2],\n  \"b\": {\"c\": \"x, {\\\"y\\\": 1}\"}\n}\n");
  const std::string word(70, 'x');
  EXPECT_EQ(laidOut("{\"a\":[\"" + word + "\",\"" + word + "\"],\"b\":[]}"),
            "{\n  \"a\": [\n    \"" + word + "\",\n    \"" + word + "\"\n  ],\n  \"b\": []\n}\n");
}

}  // namespace
}  // namespace docket::test::schema_test
