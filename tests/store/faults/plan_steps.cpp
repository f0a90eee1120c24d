// What a plan does with its archive: a function a step.
#include <fmt/format.h>

#include <algorithm>
#include <list>

#include "events/errors.h"
#include "store/check.h"
#include "tests/store/faults/in_turn.h"
#include "tests/store/faults/plan.h"

namespace docket::faults {

namespace {

/// The heads that a whole game is taken in with.
std::vector<Bytes32> headsOfBlocks(const std::string& game, std::uint32_t count) {
  std::vector<Bytes32> heads;
  for (std::uint32_t number = 256; number < count; number += 256) heads.push_back(headOf(game, number));
  if (count != 0) heads.push_back(headOf(game, count));
  return heads;
}

Bytes32 tagOf(std::uint64_t number) { return documentDigest(fmt::format("tag {}", number)); }

}  // namespace

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

// As tables do whose events come while the disk is being synced.
void Plan::appendToSeveral() {
  auto there = truth_.gamesThere();
  std::list<Recording> recordings;
  std::list<std::vector<NewEvent>> events;
  std::vector<NewEvents> together;
  std::vector<Truth::Told> told;
  for (const auto& id : there) {
    if (below(2) == 0) continue;
    const auto from = truth_.games().at(id).acknowledged + 1;
    const auto to = from + static_cast<std::uint32_t>(below(5));
    fill(recordings.emplace_back(), id, from, to);
    events.push_back(newEvents(recordings.back(), id, from));
    together.push_back({.game = id, .events = events.back()});
    told.push_back({.game = id, .count = to});
  }
  if (together.empty()) return;
  truth_.ask(std::move(told));
  archive_->append(together);
  truth_.acknowledge();
}

void Plan::sealGame() {
  const auto id = anyGame();
  if (!id.empty()) archive_->seal(id);
}

void Plan::importGames() {
  std::list<Recording> recordings;
  std::list<std::vector<Bytes32>> heads;
  std::vector<ImportedGame> games;
  std::vector<Truth::Told> told;
  for (auto left = 1 + below(3); left != 0; --left) {
    const auto id = newGame();
    const auto count = static_cast<std::uint32_t>(below(600));
    fill(recordings.emplace_back(), id, 1, count);
    heads.push_back(headsOfBlocks(id, count));
    games.push_back({.game = header(recordings.back()), .recording = &recordings.back(), .heads = heads.back()});
    told.push_back({.game = id, .count = count});
  }
  truth_.ask(std::move(told));
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

// What is derived may be lost, and may not be another.
void Plan::keepRows() {
  const auto id = anyGame();
  if (id.empty()) return;
  const auto game = archive_->game(id);
  auto kept = archive_->keyframes();
  const auto number = static_cast<std::uint32_t>(below(game.count() + 1));
  const auto bytes = [&](std::uint32_t of) { return fmt::format("state of {} after {}", id, of); };
  const auto text = bytes(number);
  const auto tag = tagOf(1);
  kept.put(game, tag, number, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  kept.putResult(game, Keyframes::Result::verdict, tag, "verified " + id);
  const auto nearest = kept.nearest(game, tag, number);
  if (!nearest || nearest->bytes != text) wrong("game " + id + ": a keyframe is another");
  if (kept.result(game, Keyframes::Result::verdict, tag) != "verified " + id)
    wrong("game " + id + ": what verifying came to is another");
}

void Plan::readAll() { report(truth_.compare(*archive_), "read by the recorder"); }

void Plan::readBeside() {
  const auto reader = Archive::open(path_, Access::read);
  report(truth_.compare(reader), "read beside");
}

void Plan::copyArchive() {
  const auto path = fmt::format("{}/copy{}", machine_.place(), ++copies_made_);
  archive_->copyTo(path);
  copies_.push_back({.path = path, .truth = truth_, .is_suspect = mayTellOfDamage() || disk_->hasLied()});
}

void Plan::compareCopies() {
  for (const auto& copy : copies_) {
    try {
      report(copy.truth.compare(Archive::open(copy.path, Access::read)),
             "copy " + copy.path.substr(machine_.place().size()));
    } catch (const std::exception& error) {
      if (!copy.is_suspect) wrong(fmt::format("copy {}: {}", copy.path.substr(machine_.place().size()), error.what()));
    }
  }
  copies_.clear();
}

// In another process, which has the disk as it is now. What faults make of it there may be anything but an end of this
// process; without faults nothing may be damaged.
void Plan::checkArchive() {
  Background::ofProcess().waitUntilIdle();
  try {
    (void)check(path_);
  } catch (const EnvironmentError&) {  // it says so; see below what without faults is said
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
