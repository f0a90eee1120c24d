#include "tests/store/faults/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <list>
#include <set>
#include <utility>

#include "events/digest.h"
#include "events/errors.h"
#include "events/log/checkpoint.h"
#include "events/log/merkle_tree.h"
#include "events/log/signed_note.h"
#include "store/backup/backups.h"
#include "store/backup/restoring.h"
#include "store/check/check.h"
#include "store/platform/acknowledged.h"
#include "tests/store/faults/in_turn.h"

namespace docket::faults {

namespace {

/// The latest call of a life at which a fault of this kind may come.
std::uint64_t latestCall(Fault fault) {
  switch (fault) {
    case Fault::process_end:
    case Fault::power_cut:
      return 900;
    case Fault::read_error:
    case Fault::flipped_read:
      return 400;
    case Fault::write_error:
    case Fault::torn_write:
    case Fault::full_disk:
      return 200;
    case Fault::open_error:
      return 80;
    case Fault::sync_error:
    case Fault::lost_sync:
      return 60;
    default:
      return 25;
  }
}

/// The heads with which a whole game is imported.
std::vector<Digest> headsOfBlocks(const std::string& game, std::uint32_t count) {
  std::vector<Digest> heads;
  for (std::uint32_t number = 256; number < count; number += 256) heads.push_back(headOf(game, number));
  if (count != 0) heads.push_back(headOf(game, count));
  return heads;
}

Digest tagOf(std::uint64_t number) { return documentDigest(fmt::format("tag {}", number)); }

}  // namespace

void Outcome::add(const Outcome& other) {
  plans += other.plans;
  lives += other.lives;
  steps += other.steps;
  calls += other.calls;
  syncs += other.syncs;
  events += other.events;
  lost += other.lost;
  refused += other.refused;
  unproved += other.unproved;
  overtakings += other.overtakings;
  backups += other.backups;
  restored += other.restored;
  for (std::size_t i = 0; i < kFaults; ++i) faults[i] += other.faults[i];
  wrong.insert(wrong.end(), other.wrong.begin(), other.wrong.end());
}

Plan::Plan(PlanSetup setup)
    : setup_(std::move(setup)),
      random_(setup_.seed),
      machine_(setup_.seed ^ 0x5eedU),
      path_(machine_.archive()),
      disk_(&machine_.disk()) {
  disk_->see_call = setup_.tell;
  if (setup_.sabotage == Sabotage::log_is_not_synced) disk_->silently_unsynced = ".log";
  disk_->silently_unsynced_directories = setup_.sabotage == Sabotage::directories_are_not_synced;
}

Plan::~Plan() { archive_.reset(); }

const std::vector<Plan::Step>& Plan::steps() {
  static const std::vector<Step> kSteps = {
      {"begin a game", 4, &Plan::beginGame},
      {"append to a game", 8, &Plan::appendToOne},
      {"append to several games at once", 8, &Plan::appendToSeveral},
      {"seal a game", 3, &Plan::sealGame},
      {"import games", 2, &Plan::importGames},
      {"branch off", 2, &Plan::branchOff},
      {"store a document", 1, &Plan::storeDocument},
      {"label a game", 2, &Plan::labelGame},
      {"store derived rows", 2, &Plan::storeDerivedRows},
      {"read all", 1, &Plan::readAll},
      {"read beside the recorder", 2, &Plan::readBeside},
      {"copy the archive", 1, &Plan::copyArchive},
      {"check the archive", 1, &Plan::checkArchive},
      {"back up", 2, &Plan::backUp},
      {"restore a backup", 1, &Plan::restoreBackup},
      {"check the backups", 1, &Plan::checkBackups},
      {"store a checkpoint", 2, &Plan::storeCheckpoint},
      {"jump in time", 2, &Plan::jumpClock},
      {"end and open again", 1, &Plan::reopen},
  };
  return kSteps;
}

Outcome Plan::run() {
  const auto lives = setup_.only ? 1 : 2 + below(4);
  for (std::uint64_t life = 0; life < lives && !over_; ++life) live(true);
  if (!over_) finish();
  outcome_.plans = 1;
  outcome_.events = truth_.acknowledgedEvents();
  outcome_.calls = disk_->allCalls();
  outcome_.syncs = disk_->calls(Call::sync) + disk_->calls(Call::directory_sync);
  for (std::size_t i = 0; i < kFaults; ++i) outcome_.faults[i] += disk_->injected(static_cast<Fault>(i));
  outcome_.overtakings = Background::ofProcess().overtakings();
  return outcome_;
}

void Plan::armFaults() {
  if (setup_.only) {
    disk_->arm({*setup_.only});
    return;
  }
  const bool may_lie = setup_.seed % 4 == 0;
  std::vector<Trouble> troubles;
  const auto count = below(5) == 0 ? 0 : 1 + below(2);
  while (troubles.size() < count) {
    const auto fault = static_cast<Fault>(below(kFaults));
    const bool lies = fault == Fault::lost_sync || fault == Fault::lost_directory_sync;
    if (fault == Fault::clock_jump || (lies && !may_lie)) continue;
    troubles.push_back({.fault = fault, .at = 1 + below(latestCall(fault)), .only_syncs = false});
  }
  disk_->arm(std::move(troubles));
}

void Plan::live(bool with_faults) {
  ++outcome_.lives;
  bad_reads_before_ = badReads();
  faults_before_ = 0;
  for (std::size_t i = 0; i < kFaults; ++i) faults_before_ += disk_->injected(static_cast<Fault>(i));
  if (with_faults) armFaults();
  tell(fmt::format("life {} begins", outcome_.lives));
  if (openToRecord()) {
    if (setup_.only) {
      for (const auto& step : steps())
        if (!disk_->dead() && archive_) take(step);
    } else {
      unsigned all = 0;
      for (const auto& step : steps()) all += step.weight;
      for (auto left = 3 + below(12); left != 0 && !disk_->dead() && archive_; --left) {
        auto chosen = below(all);
        const auto* step = steps().data();
        for (; chosen >= step->weight; ++step) chosen -= step->weight;
        take(*step);
      }
    }
  }
  end(setup_.only.has_value() || below(3) == 0);
}

void Plan::take(const Step& step) {
  ++outcome_.steps;
  Background::ofProcess().workBetweenSteps();
  tell(step.name);
  try {
    (this->*step.act)();
  } catch (const EnvironmentError& error) {
    tell(std::string("refused: ") + error.what());
    if (!somethingWentWrong()) wrong(fmt::format("{}: {}", step.name, error.what()));
  } catch (const DamagedArchive& error) {
    tell(std::string("damage: ") + error.what());
    if (!mayTellOfDamage()) wrong(fmt::format("{}: {}", step.name, error.what()));
  } catch (const BadInput& error) {  // the archive's marker file is gone
    if (!mayTellOfDamage()) wrong(fmt::format("{}: {}", step.name, error.what()));
  } catch (const std::exception& error) {
    wrong(fmt::format("{}: {}", step.name, error.what()));
  }
}

// The process or the power ends, unless it has already; or the archive is closed.
void Plan::end(bool in_order) {
  if (!in_order && !disk_->dead()) disk_->end(below(2) == 0);
  tell(in_order && !disk_->dead() ? "the archive is closed" : disk_->powerIsCut() ? "the power is cut" : "it ends");
  archive_.reset();
  Background::ofProcess().waitUntilIdle();
  if (outcome_.lives == 1) {
    outcome_.first_life_calls = disk_->allCalls();
    outcome_.first_life_syncs = disk_->calls(Call::sync) + disk_->calls(Call::directory_sync);
  }
  suspect_ = suspect_ || disk_->hasLied();
  disk_->restart();
}

// An opening without faults has to succeed, and the archive continues.
void Plan::finish() {
  live(false);
  if (over_) return;
  disk_->pause(true);
  if (!archive_ && !openToRecord()) {
    if (!over_) wrong("it cannot be opened in the end");
    return;
  }
  compareCopies();
  compareBackups();
  for (const auto& step : {Step{"begin a game", 1, &Plan::beginGame}, Step{"append to a game", 1, &Plan::appendToOne},
                           Step{"seal a game", 1, &Plan::sealGame}, Step{"check", 1, &Plan::checkArchive}})
    take(step);
  archive_.reset();
  try {
    report(truth_.compare(Archive::open(path_, Access::read)), "in the end");
  } catch (const std::exception& error) {
    if (!mayTellOfDamage()) wrong(fmt::format("reading in the end: {}", error.what()));
  }
}

bool Plan::openToRecord() {
  const auto proof = suspect_ ? acknowledged() : std::map<std::string, std::uint32_t>{};
  try {
    const bool stands = made_ || Archive::archiveExists(path_);
    archive_ = Archive::open(path_, stands ? Access::record : Access::create);
    made_ = true;
    takeForTruth(proof);
    return true;
  } catch (const EnvironmentError& error) {
    tell(std::string("not opened: ") + error.what());
    if (!somethingWentWrong()) wrong(fmt::format("opening: {}", error.what()));
  } catch (const std::exception& error) {  // damage, or the archive's marker file is missing
    return openAfterLoss(error.what());
  }
  archive_.reset();
  return false;
}

bool Plan::openAfterLoss(const std::string& what) {
  tell("refused to open: " + what);
  archive_.reset();
  if (!mayTellOfDamage()) wrong("opening: " + what);
  ++outcome_.refused;
  if (!suspect_ || disk_->dead()) return false;  // a read that was wrong once: the stored data is intact
  disk_->pause(true);
  try {
    archive_ = Archive::open(path_, Access::salvage);
    takeForTruth({});
  } catch (const std::exception& error) {
    tell(std::string("not salvaged: ") + error.what());
    archive_.reset();
    over_ = true;
  }
  disk_->pause(false);
  return archive_.has_value();
}

// Everything on the disk now stays there, so it counts as acknowledged. After a disk has lied, only what `proof` shows
// can be required, but everything present must be as it was requested.
void Plan::takeForTruth(const std::map<std::string, std::uint32_t>& proof) {
  const auto before = truth_.eventsThere();
  if (suspect_) truth_.expectNoMoreThan(proof);
  report(truth_.compare(*archive_), "opened");
  truth_.adopt(*archive_);
  if (suspect_) roots_.clear();  // roots of data that never reached the disk cannot be checked
  if (suspect_) beginOtherBackups();
  compareRoots();
  if (suspect_) outcome_.unproved += before - std::min(before, truth_.eventsThere());
  suspect_ = disk_->hasLied();
}

std::map<std::string, std::uint32_t> Plan::acknowledged() const {
  std::map<std::string, std::uint32_t> counts;
  disk_->pause(true);
  try {
    for (const auto& line : detail::readAcknowledged(path_))
      if (line.game != 0) counts[line.id] = line.count;
  } catch (const DamagedArchive&) {  // the proof is lost too
    counts.clear();
  }
  disk_->pause(false);
  return counts;
}

bool Plan::mayTellOfDamage() const { return suspect_ || badReads() != bad_reads_before_; }

// A table that cannot be read is as good as damaged for a reader, who passes over it.
std::uint64_t Plan::badReads() const {
  return disk_->injected(Fault::flipped_read) + disk_->injected(Fault::read_error) +
         disk_->injected(Fault::open_error) + disk_->injected(Fault::look_error);
}

bool Plan::somethingWentWrong() const {
  std::uint64_t faults = 0;
  for (std::size_t i = 0; i < kFaults; ++i) faults += disk_->injected(static_cast<Fault>(i));
  return faults != faults_before_ || suspect_;
}

void Plan::report(const Difference& found, const std::string& when) {
  outcome_.lost += found.lost;
  if (found.lost != 0) wrong(fmt::format("{}: {} acknowledged events are lost", when, found.lost));
  for (const auto& line : found.wrong) wrong(fmt::format("{}: {}", when, line));
}

void Plan::wrong(const std::string& what) {
  tell("WRONG: " + what);
  outcome_.wrong.push_back(fmt::format("plan {}, life {}: {}", setup_.seed, outcome_.lives, what));
}

// Without the place, which differs each time.
void Plan::tell(std::string line) const {
  if (!setup_.tell) return;
  for (auto at = line.find(machine_.place()); at != std::string::npos; at = line.find(machine_.place()))
    line.erase(at, machine_.place().size());
  setup_.tell(line);
}

// -- the steps of a plan, a function each

std::string Plan::anyGame() {
  const auto there = truth_.gamesThere();
  return there.empty() ? std::string() : there[below(there.size())];
}

NewGame Plan::header(Recording& recording) {
  Secret secret{};
  secret[0] = static_cast<std::uint8_t>(below(256));
  const std::string id = recording.header().getId().cStr();
  return {.header = recording.header(), .secrets = secret, .head = headOf(id, 0)};
}

void Plan::beginGame() {
  const auto id = newGame();
  Recording recording;
  fill(recording, id, 1, 0);
  truth_.ask({{.game = id, .count = 0}});
  archive_->begin(header(recording));
  truth_.acknowledge();
}

void Plan::appendToOne() {
  const auto id = anyGame();
  if (id.empty()) return;
  const auto from = truth_.games().at(id).acknowledged + 1;
  const auto to = from + static_cast<std::uint32_t>(below(4) == 0 ? below(300) : below(4));
  Recording recording;
  fill(recording, id, from, to);
  auto events = newEvents(recording, id, from);
  if (setup_.sabotage == Sabotage::a_head_is_altered && below(4) == 0) events.back().head[7] ^= 1;
  const NewEvents one{.game = id, .events = events};
  truth_.ask({{.game = id, .count = to}});
  archive_->append({&one, 1});
  truth_.acknowledge();
}

// Like tables whose events arrive while the disk is being synced.
void Plan::appendToSeveral() {
  auto there = truth_.gamesThere();
  std::list<Recording> recordings;
  std::list<std::vector<NewEvent>> events;
  std::vector<NewEvents> together;
  std::vector<Truth::StoredCount> counts;
  for (const auto& id : there) {
    if (below(2) == 0) continue;
    const auto from = truth_.games().at(id).acknowledged + 1;
    const auto to = from + static_cast<std::uint32_t>(below(5));
    fill(recordings.emplace_back(), id, from, to);
    events.push_back(newEvents(recordings.back(), id, from));
    together.push_back({.game = id, .events = events.back()});
    counts.push_back({.game = id, .count = to});
  }
  if (together.empty()) return;
  truth_.ask(std::move(counts));
  archive_->append(together);
  truth_.acknowledge();
}

void Plan::sealGame() {
  const auto id = anyGame();
  if (!id.empty()) archive_->seal(id);
}

void Plan::importGames() {
  std::list<Recording> recordings;
  std::list<std::vector<Digest>> heads;
  std::vector<ImportedGame> games;
  std::vector<Truth::StoredCount> counts;
  for (auto left = 1 + below(3); left != 0; --left) {
    const auto id = newGame();
    const auto count = static_cast<std::uint32_t>(below(600));
    fill(recordings.emplace_back(), id, 1, count);
    heads.push_back(headsOfBlocks(id, count));
    games.push_back({.game = header(recordings.back()), .recording = &recordings.back(), .heads = heads.back()});
    counts.push_back({.game = id, .count = count});
  }
  truth_.ask(std::move(counts));
  archive_->import(games);
  truth_.acknowledge();
}

void Plan::branchOff() {
  const auto parent = anyGame();
  if (parent.empty()) return;
  const auto at = static_cast<std::uint32_t>(below(truth_.games().at(parent).acknowledged + 1));
  const auto id = newGame();
  const auto count = at + static_cast<std::uint32_t>(below(6));
  Recording recording, whole;
  fill(recording, id, at + 1, count);
  fill(whole, id, 1, 0);
  whole.header().setSource(std::string(kBranchSource).c_str());
  const auto parted = headOf(parent, at);
  whole.header().setSourceDigest(kj::arrayPtr(parted.data(), parted.size()));
  const auto events = newEvents(recording, id, at + 1);
  truth_.askBranch({.game = id, .count = count}, parent, at);
  archive_->branch(
      {.game = header(whole), .parent = parent, .at = at, .head_at = headOf(id, at), .account = 1, .events = events});
  truth_.acknowledge();
}

void Plan::storeDocument() {
  const auto number = ++documents_;
  truth_.askDocument(number);
  archive_->documents().put("ruleset", fmt::format("r{}", number), "1", documentText(number));
  truth_.acknowledge();
}

void Plan::labelGame() {
  const auto id = anyGame();
  if (id.empty()) return;
  const auto table = static_cast<std::uint32_t>(below(1000));
  truth_.askLabel(id, table);
  const NewLabel one{.game = id, .label = {.table = table}};
  archive_->label({&one, 1});
  truth_.acknowledge();
}

// Derived data may be lost, but must not differ.
void Plan::storeDerivedRows() {
  const auto id = anyGame();
  if (id.empty()) return;
  const auto game = archive_->game(id);
  auto derived = archive_->derivedStore();
  const auto number = static_cast<std::uint32_t>(below(game.count() + 1));
  const auto bytes = [&](std::uint32_t of) { return fmt::format("state of {} after {}", id, of); };
  const auto text = bytes(number);
  const auto tag = tagOf(1);
  derived.put(game, tag, number, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  derived.putResults(
      DerivedStore::Result::verdict,
      std::vector<DerivedStore::GameResult>{{.game = game.number(), .tag = tag, .result = "verified " + id}});
  const auto nearest = derived.nearest(game, tag, number);
  if (!nearest || nearest->bytes != text) wrong("game " + id + ": a keyframe differs");
  if (derived.result(game, DerivedStore::Result::verdict, tag) != "verified " + id)
    wrong("game " + id + ": the stored verdict differs");
}

void Plan::readAll() { report(truth_.compare(*archive_), "read by the recorder"); }

void Plan::readBeside() {
  const auto reader = Archive::open(path_, Access::read);
  report(truth_.compare(reader), "read beside");
}

void Plan::copyArchive() {
  const auto path = fmt::format("{}/copy{}", machine_.place(), ++copies_made_);
  archive_->copyTo(path);
  copies_.push_back({.path = path, .truths = {truth_}, .is_suspect = mayTellOfDamage() || disk_->hasLied()});
}

// A checkpoint without a real key: no later log may lack what it covers, however the life ends.
void Plan::storeCheckpoint() {
  auto log = archive_->log();
  const Root root{.size = log.size(), .hash = rootOf(log.size(), log.hashes())};
  const std::string text = textOf(Checkpoint{.origin = "plan", .size = root.size, .root = root.hash});
  log.storeCheckpoint(
      {.size = root.size,
       .note = textOf(SignedNote{.text = text, .signatures = {{.name = "plan", .key_id = 1, .bytes = {1}}}})});
  if (!disk_->hasLied()) roots_.push_back(root);
  compareRoots();
}

void Plan::compareRoots() {
  const auto log = archive_->log();
  for (const Root& root : roots_) {
    if (log.size() < root.size) {
      wrong(fmt::format("the log has {} leaves, and had {}", log.size(), root.size));
    } else if (rootOf(root.size, log.hashes()) != root.hash) {
      wrong(fmt::format("the first {} leaves of the log are others", root.size));
    }
  }
}

void Plan::compareCopies() {
  for (const auto& copy : copies_) compare(copy);
  copies_.clear();
}

// Data that is not reported as whole may be missing; whatever is there must be complete and as requested.
void Plan::compare(const Copy& copy) {
  const auto name = "copy " + copy.path.substr(machine_.place().size());
  try {
    if (copy.may_be_missing && !Archive::archiveExists(copy.path)) return;
    const auto archive = Archive::open(copy.path, Access::read);
    Difference least;
    for (const auto& truth : copy.truths) {
      auto found = truth.compare(archive);
      if (found.lost == 0 && found.wrong.empty()) return;
      least = std::move(found);
    }
    if (!copy.is_suspect) report(least, name);
  } catch (const std::exception& error) {
    if (!copy.is_suspect) wrong(fmt::format("{}: {}", name, error.what()));
  }
}

// -- backups, on the same disk, which is worse than another one

void Plan::lookAt(const Backups& backups) {
  std::set<std::uint32_t> listed;
  for (const auto& one : backups.list()) {
    listed.insert(one.number);
    const auto [known, is_new] = backups_.try_emplace(one.number, ListedBackup{.truths = tried_, .is_suspect = true});
    if (is_new && tried_.empty()) wrong(fmt::format("backup {}: nobody asked for it", one.number));
    const bool may_be_damaged = known->second.is_suspect || known->second.may_be_gone || mayTellOfDamage();
    if (!one.damage.empty() && !may_be_damaged) wrong(fmt::format("backup {}: {}", one.number, one.damage));
  }
  for (const auto& [number, kept] : backups_)
    if (!listed.contains(number) && !kept.is_suspect && !kept.may_be_gone && !mayTellOfDamage())
      wrong(fmt::format("backup {} is lost", number));
}

void Plan::backUp() {
  constexpr std::chrono::seconds kPatience{5};
  constexpr std::uint32_t kMax = 2;
  auto backups = Backups::openOrMake(backupsPath());
  lookAt(backups);
  tried_.push_back(truth_);
  const auto made = backups.add(path_, kPatience).number;
  backups_[made] = {.truths = {truth_}, .is_suspect = mayTellOfDamage() || disk_->hasLied()};
  tried_.clear();
  ++outcome_.backups;
  if (below(3) != 0) return;
  for (auto& [number, kept] : backups_) kept.may_be_gone = number + kMax <= made || kept.may_be_gone;
  backups.removeAllBut(kMax);
}

// With faults any result is allowed but an archive that differs from the backup; without faults it must give that
// archive.
void Plan::restoreBackup() {
  const auto backups = Backups::openOrMake(backupsPath());
  lookAt(backups);
  if (restoreOne(backups) || disk_->dead()) return;
  disk_->pause(true);
  restoreOne(backups);
  disk_->pause(false);
}

bool Plan::restoreOne(const Backups& backups) {
  constexpr std::chrono::seconds kSilence{20};
  std::vector<std::uint32_t> whole;
  for (const auto& one : backups.list())
    if (one.damage.empty()) whole.push_back(one.number);
  if (whole.empty()) return true;
  const auto number = whole[below(whole.size())];
  const auto& kept = backups_.at(number);
  Copy copy{.path = fmt::format("{}/r{}", machine_.place(), ++restored_),
            .truths = kept.truths,
            .is_suspect = kept.is_suspect,
            .may_be_missing = true};
  copies_.push_back(copy);
  std::string damage;
  try {
    const auto report = restore(backups, number, copy.path, {}, kSilence);
    if (!report.whole()) damage = report.damages.front().what;
  } catch (const DamagedArchive& error) {
    damage = error.what();
  } catch (const BadInput& error) {  // as in checkArchive()
    damage = error.what();
  } catch (const EnvironmentError& error) {  // likewise; reported if this process met it
    if (somethingWentWrong()) throw;
    damage = error.what();
  }
  if (!damage.empty()) {
    tell("not restored: " + damage);
    const bool is_to_be_whole = !kept.is_suspect && !kept.may_be_gone && !mayTellOfDamage();
    if (disk_->isPaused() && is_to_be_whole) wrong(fmt::format("backup {}: {}", number, damage));
    return false;
  }
  copies_.back().may_be_missing = false;
  copies_.back().is_suspect = kept.is_suspect || disk_->hasLied();
  compare(copies_.back());
  ++outcome_.restored;
  return true;
}

void Plan::checkBackups() {
  auto backups = Backups::openOrMake(backupsPath());
  lookAt(backups);
  backups.verify();
  lookAt(backups);
}

void Plan::beginOtherBackups() {
  ++places_of_backups_;
  backups_.clear();
  tried_.clear();
}

void Plan::compareBackups() {
  try {
    auto backups = Backups::openOrMake(backupsPath());
    lookAt(backups);
    backups.verify();
    lookAt(backups);
    restoreOne(backups);
  } catch (const std::exception& error) {
    wrong(fmt::format("backups in the end: {}", error.what()));
  }
}

// Checks in a child process on the current disk. With faults the result may be anything but a crash of this process;
// without faults nothing may be damaged.
void Plan::checkArchive() {
  Background::ofProcess().waitUntilIdle();
  try {
    (void)check(path_);
  } catch (const EnvironmentError&) {  // reported; without faults, see below
  } catch (const BadInput&) {          // the archive's marker file was misread there
  }
  if (disk_->dead()) return;
  disk_->pause(true);
  const auto report = check(path_);
  disk_->pause(false);
  for (const auto& damage : report.damages) wrong("checked: " + damage.what);
}

void Plan::jumpClock() {
  constexpr std::int64_t kDayMicros = 86'400'000'000;
  const auto jump = static_cast<std::int64_t>(below(2 * kDayMicros)) - kDayMicros;
  clockOffsetMicros() += below(2) == 0 ? jump : jump / 40'000;
  ++outcome_.faults[static_cast<std::size_t>(Fault::clock_jump)];
}

void Plan::reopen() {
  archive_.reset();
  if (!disk_->dead()) openToRecord();
}

}  // namespace docket::faults
