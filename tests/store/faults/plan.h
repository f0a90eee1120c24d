// A plan: what people do with an archive and what fails meanwhile, both derived from a seed, and the outcome.
// It has several lives: an archive is opened to record, used, and ends in order, by an error, by the end of the process
// or by a power cut; then it is opened again and compared with the truth.
// Invariant: one thread does everything except RocksDB's background work (in_turn.h), so a seed always gives the same
// run.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "store/archive.h"
#include "store/backup/backups.h"
#include "tests/store/faults/machine.h"
#include "tests/store/faults/truth.h"

namespace docket::faults {

/// Errors made on purpose, to show that plans detect them.
enum class Sabotage : std::uint8_t { none, log_is_not_synced, directories_are_not_synced, a_head_is_altered };

struct PlanSetup {
  std::uint64_t seed = 1;
  Sabotage sabotage = Sabotage::none;
  /// Replaces the seed's faults: these occur in the first life, which does all steps in turn.
  std::optional<Trouble> only;
  std::function<void(const std::string&)> tell;  ///< each step and each call of the disk, if it is set
};

/// The outcome of one or more plans.
struct Outcome {
  std::uint64_t plans = 0, lives = 0, steps = 0, calls = 0, syncs = 0;
  std::uint64_t first_life_calls = 0, first_life_syncs = 0;  ///< of the last plan: until its first life ended
  std::uint64_t events = 0;                                  ///< acknowledged events
  std::uint64_t lost = 0;                                    ///< events lost although no disk lied
  std::uint64_t refused = 0;   ///< openings that reported a loss: after a disk has lied, or one bit of a read was
                               ///< flipped
  std::uint64_t unproved = 0;  ///< lost events for which ACKNOWLEDGED has no entry either
  std::uint64_t overtakings = 0;
  std::uint64_t backups = 0, restored = 0;  ///< reported as made, so they must be whole in place
  std::array<std::uint64_t, kFaults> faults{};
  std::vector<std::string> wrong;
  void add(const Outcome& other);
};

class Plan {
 public:
  explicit Plan(PlanSetup setup);
  ~Plan();
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  Outcome run();

 private:
  struct Step {
    const char* name;
    unsigned weight;
    void (Plan::*act)();
  };
  /// All that a plan can do. A further step is a line there.
  static const std::vector<Step>& steps();

  void live(bool with_faults);
  void armFaults();
  void take(const Step& step);
  void finish();
  bool openToRecord();
  bool openAfterLoss(const std::string& what);
  void takeForTruth(const std::map<std::string, std::uint32_t>& proof);
  void end(bool in_order);
  void compareCopies();
  void compareRoots();
  void compareBackups();
  [[nodiscard]] std::map<std::string, std::uint32_t> acknowledged() const;
  /// True if damage may be reported: a disk has lied, or did not return its content.
  [[nodiscard]] bool mayTellOfDamage() const;
  [[nodiscard]] std::uint64_t badReads() const;
  [[nodiscard]] bool somethingWentWrong() const;
  void report(const Difference& found, const std::string& when);
  void wrong(const std::string& what);
  void tell(std::string line) const;

  void beginGame();
  void appendToOne();
  void appendToSeveral();
  void sealGame();
  void importGames();
  void branchOff();
  void storeDocument();
  void labelGame();
  void storeDerivedRows();
  void readAll();
  void readBeside();
  void copyArchive();
  void backUp();
  void restoreBackup();
  void checkBackups();
  void checkArchive();
  void storeCheckpoint();
  void jumpClock();
  void reopen();

  std::uint64_t below(std::uint64_t limit) { return limit == 0 ? 0 : random_() % limit; }
  std::string anyGame();
  std::string newGame() { return "g" + std::to_string(++games_begun_); }
  NewGame header(Recording& recording);

  PlanSetup setup_;
  std::mt19937_64 random_;
  Machine machine_;
  const std::string path_;  // of the archive
  FaultyDisk* disk_;
  std::optional<Archive> archive_;
  Truth truth_;
  struct Copy {
    std::string path;
    std::vector<Truth> truths;    // one of which it holds
    bool is_suspect = false;      // made on a disk that lied or returned wrong data
    bool may_be_missing = false;  // it was never reported as stored
  };
  void compare(const Copy& copy);
  std::vector<Copy> copies_;

  /// A backup that was listed.
  struct ListedBackup {
    std::vector<Truth> truths;  // one of which it holds
    bool is_suspect = false;    // as for a copy; or it was never reported as made
    bool may_be_gone = false;   // it was to be removed
  };
  [[nodiscard]] std::string backupsPath() const { return fmt::format("{}/b{}", machine_.place(), places_of_backups_); }
  /// Compares the listed backups with the known ones.
  void lookAt(const Backups& backups);
  /// Restores one of those listed as whole; returns whether it was done.
  bool restoreOne(const Backups& backups);
  /// Nothing acknowledged can be required of an archive whose disk has lied.
  void beginOtherBackups();
  std::map<std::uint32_t, ListedBackup> backups_;
  std::vector<Truth> tried_;  // backups that were requested and not reported as made
  std::uint32_t places_of_backups_ = 1, restored_ = 0;
  struct Root {
    std::uint64_t size = 0;
    Digest hash{};
  };
  std::vector<Root> roots_;  // of the log, as a checkpoint kept each
  Outcome outcome_;
  bool made_ = false;     // true once the archive was created
  bool suspect_ = false;  // the disk has lied
  bool over_ = false;     // nothing can be opened any more, and that was reported
  std::uint32_t games_begun_ = 0, documents_ = 0, copies_made_ = 0;
  std::uint64_t bad_reads_before_ = 0, faults_before_ = 0;  // of this life
};

}  // namespace docket::faults
