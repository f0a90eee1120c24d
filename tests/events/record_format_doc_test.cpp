// Every example of docs/record_format.md survives a round trip unchanged.
#include <capnp/dynamic.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "events/json/jsonl.h"
#include "events/shape.h"
#include "tests/places.h"

namespace docket::record_format_doc_test {
namespace {

// The games on the page: the lines of its json blocks, a header beginning each.
std::vector<std::string> gamesOnThePage() {
  std::ifstream page(docket::test::sourceDir() + "/docs/record_format.md");
  std::vector<std::string> games;
  bool in_example = false;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("```", 0) == 0) {
      in_example = line == "```json tested";
    } else if (in_example) {
      if (line.rfind(R"({"game")", 0) == 0) games.emplace_back();
      if (!games.empty()) games.back() += line + "\n";
    }
  }
  return games;
}

TEST(RecordFormatPage, HasExamplesThatSurviveARoundTrip) {
  const auto games = gamesOnThePage();
  ASSERT_EQ(games.size(), 2U);
  for (const auto& text : games) {
    std::istringstream in(text);
    std::ostringstream out;
    writeJsonLines(readJsonLines(in, "record_format.md"), out);
    EXPECT_EQ(out.str(), text);
  }
}

TEST(RecordFormatPage, ShowsEveryPayload) {
  std::set<std::string> shown;
  for (const auto& text : gamesOnThePage()) {
    std::istringstream in(text);
    const Recording game = readJsonLines(in, "record_format.md");
    for (std::uint32_t n = 1; n <= game.size(); ++n) {
      KJ_IF_MAYBE (which, capnp::DynamicStruct::Reader(*game.event(n)).which()) {
        shown.insert(which->getProto().getName().cStr());
      }
    }
  }
  for (const FieldShape& field : shapeOf(capnp::Schema::from<schema::Event>()).fields) {
    if (!field.chosen || field.name == "nothing") continue;
    EXPECT_TRUE(shown.contains(std::string(field.name))) << field.name;
  }
}

}  // namespace
}  // namespace docket::record_format_doc_test
