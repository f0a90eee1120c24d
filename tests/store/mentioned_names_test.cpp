// The names in a finished game are stored next to it, and used only for that very game.
#include "store/rows/mentioned_names.h"

#include <gtest/gtest.h>

#include "store/archive.h"
#include "tests/store/games.h"

namespace docket::test::mentioned_names_test {
namespace {

bool mayName(const std::optional<MentionedNames>& names, const std::string& name) {
  return names && names->mayName(SoughtNames({name}));
}

/// A made game whose event `at` also identifies card 1.
MadeGame naming(std::uint32_t count, std::uint32_t at, const std::string& definition) {
  MadeGame made("naming", 0);
  for (std::uint32_t number = 1; number <= count; ++number) {
    made.recording.add([&](schema::Event::Builder event) {
      event.setNote("one");
      if (number != at) return;
      auto identity = event.initContext().initIdentities(1)[0];
      identity.setCard(1);
      identity.setDefinition(definition);
    });
    if (number == count || number % 256 == 0) made.heads.push_back(headOf(made.id, number));
  }
  return made;
}

class NamesOfGames : public testing::Test {
 protected:
  Archive archive() { return Archive::open(place_ / "archive", made_++ == 0 ? Access::create : Access::record); }

 private:
  TempDirectory place_;
  int made_ = 0;
};

TEST_F(NamesOfGames, AnImportedGameListsExactlyItsNames) {
  auto archive = NamesOfGames::archive();
  archive.import(naming(300, 270, "Lantern Fox").imported());
  const auto stored = archive.game("naming").mentionedNames();
  EXPECT_TRUE(mayName(stored, "Lantern Fox"));
  EXPECT_FALSE(mayName(stored, "Lantern Wolf"));
  const MadeGame other("other", 20);
  archive.import(other.imported());
  EXPECT_TRUE(mayName(archive.game("other").mentionedNames(), "life"));
  EXPECT_FALSE(mayName(archive.game("other").mentionedNames(), "Lantern Fox"));
}

TEST_F(NamesOfGames, AContinuedGameListsNoNamesUntilItIsSealedAgain) {
  auto archive = NamesOfGames::archive();
  const MadeGame game = naming(40, 35, "Lantern Fox");
  archive.begin(game.begins());
  appendTo(archive, game, 1, 20);
  EXPECT_FALSE(archive.game("naming").mentionedNames());
  archive.seal("naming");
  EXPECT_TRUE(archive.game("naming").mentionedNames());
  EXPECT_FALSE(mayName(archive.game("naming").mentionedNames(), "Lantern Fox"));
  appendTo(archive, game, 21, 40);
  EXPECT_FALSE(archive.game("naming").mentionedNames());
  archive.seal("naming");
  EXPECT_TRUE(mayName(archive.game("naming").mentionedNames(), "Lantern Fox"));
}

TEST_F(NamesOfGames, ALaterSegmentKeepsWhatTheEarlierOnesNamed) {
  const MadeGame game = naming(40, 5, "Lantern Fox");
  {
    auto archive = NamesOfGames::archive();
    archive.begin(game.begins());
    appendTo(archive, game, 1, 20);
    archive.seal("naming");
  }
  auto archive = NamesOfGames::archive();
  appendTo(archive, game, 21, 40);
  archive.seal("naming");
  EXPECT_TRUE(mayName(archive.game("naming").mentionedNames(), "Lantern Fox"));
}

TEST_F(NamesOfGames, StoredNamesOfAnotherHeadOrTruncatedOnesAreIgnored) {
  MentionedNames names;
  const MadeGame game = naming(3, 1, "Lantern Fox");
  names.add(*game.recording.event(1));
  const std::string stored = names.encode(headOf("naming", 3));
  EXPECT_TRUE(mayName(MentionedNames::read(stored, headOf("naming", 3)), "Lantern Fox"));
  EXPECT_FALSE(MentionedNames::read(stored, headOf("naming", 2)));
  for (std::size_t cut = 1; cut < stored.size(); ++cut) {
    if (cut % 4 == 0) continue;  // cut between names, which the checksums of the database see
    EXPECT_FALSE(MentionedNames::read(stored.substr(0, stored.size() - cut), headOf("naming", 3))) << cut;
  }
}

}  // namespace
}  // namespace docket::test::mentioned_names_test
