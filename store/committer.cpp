#include "store/committer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "events/errors.h"
#include "store/rows/written_games.h"

namespace docket::detail {

namespace {

rocksdb::WriteOptions synced() {
  rocksdb::WriteOptions options;
  options.sync = true;
  return options;
}

}  // namespace

Committer::Committer(const Database& database)
    : database_(database), totals_(database.totals()), acknowledged_(database.path(), totals_.commits) {}

void Committer::commit(const Prepare& prepare) {
  QueuedWrite self{.prepare = prepare, .turn = {}, .error = {}, .done = false};
  std::unique_lock lock(mutex_);
  queue_.push_back(&self);
  self.turn.wait(lock, [&] { return self.done || queue_.front() == &self; });
  while (!self.done) {  // a second round if prepare() had to wait for a write in the same group
    const std::vector<QueuedWrite*> together(queue_.begin(), queue_.end());
    lock.unlock();
    commitTogether(together);
    lock.lock();
    for (auto* waiting : together) {
      if (!waiting->done) continue;
      queue_.erase(std::find(queue_.begin(), queue_.end(), waiting));
      if (waiting != &self) waiting->turn.notify_one();
    }
  }
  if (!queue_.empty()) queue_.front()->turn.notify_one();
  lock.unlock();
  if (self.error) std::rethrow_exception(self.error);
}

void Committer::commitTogether(const std::vector<QueuedWrite*>& together) {
  CommitGroup group;
  group.totals = totals_;
  std::vector<QueuedWrite*> taken;
  std::vector<QueuedWrite*> finished;
  for (auto* waiting : together) {
    try {
      refuseAfterFailure();
      if (waiting->prepare(group)) taken.push_back(waiting);
    } catch (...) {
      waiting->error = std::current_exception();
      finished.push_back(waiting);
    }
  }
  try {
    if (!taken.empty()) write(group);
  } catch (const std::exception& error) {
    failure_ = error.what();
    for (auto* waiting : taken) waiting->error = std::current_exception();
  }
  for (const auto* list : {&taken, &finished})
    for (auto* waiting : *list) waiting->done = true;
}

void Committer::write(CommitGroup& group) {
  ++group.totals.commits;
  addWrittenGames(database_, group.batch, totals_.games, group.totals.events);
  (void)group.batch.Put(database_.family(Family::meta), "totals", encode(group.totals));
  require(database_.rocks().Write(synced(), &group.batch), database_.path(), "writing to it");
  for (auto& line : group.lines) line.commit = group.totals.commits;
  if (group.lines.empty())
    group.lines.push_back({.commit = group.totals.commits, .game = 0, .count = 0, .head = {}, .id = {}});
  acknowledged_.write(group.lines);
  totals_ = group.totals;
  if (acknowledged_.isLong()) {
    try {
      flush();
    } catch (const std::exception& error) {
      failure_ = error.what();  // fails the next writes only: this one is durable
    }
  }
}

void Committer::flush() {
  std::vector<rocksdb::ColumnFamilyHandle*> families;
  for (const auto family : kFamilies) families.push_back(database_.family(family));
  require(database_.rocks().Flush({}, families), database_.path(), "flushing the log to tables");
  acknowledged_.startNewFile(totals_.commits);
}

void Committer::refuseAfterFailure() const {
  if (!failure_.empty())
    throw EnvironmentError(
        fmt::format("{}: an earlier write failed, so nothing more is stored; reopen the archive ({})",
                    database_.path().string(), failure_));
}

}  // namespace docket::detail
