// A game that a hall sends: until it is sealed, only that hall may add events.
#include <gtest/gtest.h>

#include "events/errors.h"
#include "store/archive.h"
#include "tests/expect_error.h"
#include "tests/store/games.h"

namespace docket::store_hall_test {
namespace {

using docket::test::expectError;
using docket::test::MadeGame;
using docket::test::TempDirectory;

void append(Archive& archive, const MadeGame& game, std::uint32_t number, std::string_view hall) {
  const auto events = game.events(number, number);
  const NewEvents sent{.game = game.id, .events = events, .hall = hall};
  archive.append({&sent, 1});
}

TEST(HallGame, AcceptsEventsOnlyFromItsHallUntilSealed) {
  const TempDirectory directory;
  const MadeGame game("g", 9);
  {
    Archive archive = Archive::open(directory / "a", Access::create);
    NewGame begun = game.begins();
    begun.hall = "hall-3";
    archive.begin(begun);
    append(archive, game, 1, "hall-3");
    expectError<BadInput>([&] { append(archive, game, 2, ""); }, "the hall hall-3 is still recording it");
    expectError<BadInput>([&] { append(archive, game, 2, "hall-4"); }, "begun by the hall hall-3, and not by the hall");
  }
  Archive archive = Archive::open(directory / "a", Access::record);
  EXPECT_EQ(archive.game("g").hall(), "hall-3");
  expectError<BadInput>([&] { append(archive, game, 2, ""); }, "the hall hall-3 is still recording it");
  append(archive, game, 2, "hall-3");
  archive.seal("g");
  append(archive, game, 3, "");
  append(archive, game, 4, "hall-3");
  expectError<BadInput>([&] { append(archive, game, 5, "hall-4"); }, "and not by the hall hall-4");
  EXPECT_EQ(archive.game("g").count(), 4U);
}

TEST(HallGame, IsNotAGameBegunLocally) {
  const TempDirectory directory;
  const MadeGame game("g", 3);
  Archive archive = Archive::open(directory / "a", Access::create);
  archive.begin(game.begins());
  EXPECT_EQ(archive.game("g").hall(), "");
  expectError<BadInput>([&] { append(archive, game, 1, "hall-3"); }, "it was begun here, and not by the hall hall-3");
  append(archive, game, 1, "");
}

}  // namespace
}  // namespace docket::store_hall_test
