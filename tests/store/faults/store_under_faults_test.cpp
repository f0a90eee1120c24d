// What the store does about faults of the disk (docs/determinism_and_faults.md), one test for each promise.
#include <gtest/gtest.h>

#include <chrono>

#include "events/errors.h"
#include "store/archive.h"
#include "store/backup/backups.h"
#include "tests/store/faults/machine.h"
#include "tests/store/faults/truth.h"

namespace docket::faults::store_under_faults_test {
namespace {

void beginGame(Archive& archive, const std::string& id) {
  Recording recording;
  fill(recording, id, 1, 0);
  archive.begin({.header = recording.header(), .secrets = Secret{}, .head = headOf(id, 0)});
}

void append(Archive& archive, const std::string& id, std::uint32_t from, std::uint32_t to) {
  Recording recording;
  fill(recording, id, from, to);
  const auto events = newEvents(recording, id, from);
  const NewEvents one{.game = id, .events = events};
  archive.append({&one, 1});
}

std::uint32_t countOf(const Archive& archive, const std::string& id) {
  const auto game = archive.find(id);
  return game ? game->count() : 0;
}

// The name of a new archive's directory is synced before anything is acknowledged.
TEST(StoreUnderFaults, ANewArchiveSurvivesAPowerCut) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Machine machine(seed);
    std::optional<Archive> archive = Archive::open(machine.archive(), Access::create);
    beginGame(*archive, "g");
    append(*archive, "g", 1, 3);
    machine.disk().end(true);
    archive.reset();
    machine.disk().restart();
    ASSERT_TRUE(Archive::archiveExists(machine.archive())) << "seed " << seed;
    EXPECT_EQ(countOf(Archive::open(machine.archive(), Access::record), "g"), 3U);
  }
}

// Opening to record reads the log twice: it looks, and RocksDB recovers. If the second read was wrong, everything after
// it would be dropped silently, the log removed and ACKNOWLEDGED restarted.
TEST(StoreUnderFaults, AWrongReadDuringOpeningLosesNothing) {
  std::uint64_t flipped = 0;
  for (std::uint64_t at = 1; at <= 60; ++at) {
    Machine machine(at);
    std::optional<Archive> archive = Archive::open(machine.archive(), Access::create);
    beginGame(*archive, "g");
    for (std::uint32_t number = 1; number <= 40; ++number) append(*archive, "g", number, number);
    machine.disk().end(false);
    archive.reset();
    machine.disk().restart();
    machine.disk().arm({{.fault = Fault::flipped_read, .at = at}});
    try {
      archive = Archive::open(machine.archive(), Access::record);
      EXPECT_EQ(countOf(*archive, "g"), 40U) << "read " << at << " was wrong";
    } catch (const std::exception&) {  // it is noticed, and nothing was changed
    }
    archive.reset();
    flipped += machine.disk().injected(Fault::flipped_read);
    machine.disk().arm({});
    EXPECT_EQ(countOf(Archive::open(machine.archive(), Access::record), "g"), 40U) << "read " << at << " was wrong";
  }
  EXPECT_GT(flipped, 10U);
}

// A directory of backups, and the file that marks it as one, are synced before a backup counts as made.
TEST(StoreUnderFaults, ABackupSurvivesAPowerCut) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Machine machine(seed);
    {
      auto archive = Archive::open(machine.archive(), Access::create);
      beginGame(archive, "g");
      append(archive, "g", 1, 3);
    }
    const auto place = machine.place() + "/backups";
    EXPECT_EQ(Backups::openOrMake(place).add(machine.archive(), std::chrono::seconds(5)).number, 1U);
    machine.disk().end(true);
    machine.disk().restart();
    const auto backups = Backups::openOrMake(place);
    ASSERT_EQ(backups.list().size(), 1U) << "seed " << seed;
    EXPECT_EQ(backups.list().front().damage, "") << "seed " << seed;
  }
}

// It is neither a damaged archive nor the directory of another process.
TEST(StoreUnderFaults, AnUnresponsiveDiskIsNotReportedAsDamage) {
  for (const auto fault : {Fault::open_error, Fault::look_error}) {
    for (std::uint64_t at = 1; at <= 40; ++at) {
      for (const bool is_new : {true, false}) {
        Machine machine(at);
        if (!is_new) (void)Archive::open(machine.archive(), Access::create);
        machine.disk().arm({{.fault = fault, .at = at}});
        try {
          (void)Archive::open(machine.archive(), is_new ? Access::create : Access::record);
        } catch (const EnvironmentError&) {  // the correct report
        } catch (const std::exception& error) {
          ADD_FAILURE() << nameOf(fault) << " at call " << at << ": " << error.what();
        }
      }
    }
  }
}

// RocksDB reports a file of a backup as missing if the disk did not say whether it is there: that is not damage.
TEST(StoreUnderFaults, ABackupOnAnUnresponsiveDiskIsNotReportedAsDamaged) {
  constexpr std::chrono::seconds kPatience{5};
  std::uint64_t refused = 0;
  for (std::uint64_t at = 1; at <= 150; ++at) {
    Machine machine(at);
    {
      auto archive = Archive::open(machine.archive(), Access::create);
      beginGame(archive, "g");
      append(archive, "g", 1, 3);
    }
    const std::string place = machine.place() + "/b";
    machine.disk().arm({{.fault = Fault::look_error, .at = at}});
    try {
      auto backups = Backups::openOrMake(place);
      (void)backups.add(machine.archive(), kPatience);
      backups.verify();
      for (const auto& one : Backups::openOrMake(place).list()) EXPECT_EQ(one.damage, "") << "look " << at;
    } catch (const EnvironmentError&) {
      ++refused;
    } catch (const std::exception& error) {
      ADD_FAILURE() << "look " << at << ": " << error.what();
    }
  }
  EXPECT_GT(refused, 20U);
}

}  // namespace
}  // namespace docket::faults::store_under_faults_test
