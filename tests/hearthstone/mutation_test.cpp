// A small game, as HSReplay and as a log, truncated and changed at every byte: accepted or refused with its place,
// and nothing else.
#include <gtest/gtest.h>

#include "tests/fuzz/byte_mutants.h"
#include "tests/fuzz/hearthstone_target.h"
#include "tests/hearthstone/log_writer.h"
#include "tests/places.h"
#include "tests/text_of.h"

namespace docket::mutation_test {
namespace {

// Not the whole game, whose mutants take minutes: its beginning, and a block.
const std::string kSmall =
    "<HSReplay><Game><GameEntity id=\"1\"/><Player id=\"2\" playerID=\"1\"/><Player id=\"3\" playerID=\"2\"/>"
    "<FullEntity id=\"4\" cardID=\"X\"><Tag tag=\"49\" value=\"1\"/><Tag tag=\"50\" value=\"1\"/>"
    "<Tag tag=\"202\" value=\"4\"/></FullEntity><FullEntity id=\"5\"><Tag tag=\"49\" value=\"2\"/>"
    "<Tag tag=\"50\" value=\"2\"/></FullEntity><TagChange entity=\"1\" tag=\"20\" value=\"1\"/>"
    "<Block entity=\"4\" type=\"1\" target=\"5\"><TagChange entity=\"5\" tag=\"49\" value=\"3\"/>"
    "<TagChange entity=\"4\" tag=\"44\" value=\"2\"/></Block></Game></HSReplay>";

TEST(HearthstoneMutations, AtEveryByteAreAcceptedOrRefusedWithTheirPlace) {
  tryMutants({kSmall, hearthstone::logOf(kSmall, "small.xml")}, takeHearthstone);
}

TEST(HearthstoneMutations, StartFromTheSampleThatTheDocumentationShows) {
  const std::string sample = test::textOf(docket::test::sourceDir() + "/tests/hearthstone/samples/small-duel.xml");
  EXPECT_TRUE(takeHearthstone(sample));
  EXPECT_TRUE(takeHearthstone(hearthstone::logOf(sample, "small-duel.xml")));
}

}  // namespace
}  // namespace docket::mutation_test
