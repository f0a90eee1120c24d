#include "tools/serve/live_archive.h"

#include <range/v3/algorithm/equal.hpp>
#include <range/v3/view/reverse.hpp>
#include <utility>

#include "events/errors.h"
#include "store/platform/parallel.h"
#include "tools/site/shown_game.h"

namespace docket::serve {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kBetweenRefreshes{1'000};
/// The longest time until changes that alter no total, such as an erased name, are seen.
constexpr std::chrono::seconds kBetweenListings{30};
/// The minimum number of games that are read before intermediate results are shown.
constexpr std::size_t kFewestGamesAtOnce = 200;

}  // namespace

LiveArchive::LiveArchive(const std::filesystem::path& path, const GameFilter& filter, const site::Options& options,
                         std::size_t jobs)
    : filter_(filter), options_(options), jobs_(jobs), loader_(path) {
  list();
  publish(listed_.size());
  keeper_ = std::thread([this] { keepUp(); });
}

LiveArchive::~LiveArchive() {
  end();
  keeper_.join();
}

void LiveArchive::end() {
  ends_ = true;
  woken_.notify_all();
  caught_up_.notify_all();
}

std::shared_ptr<const Snapshot> LiveArchive::now() const {
  const std::lock_guard lock(now_guard_);
  return now_;
}

void LiveArchive::catchUp(std::chrono::milliseconds patience) {
  std::unique_lock lock(now_guard_);
  const auto mine = ++asked_;
  woken_.notify_all();
  caught_up_.wait_for(lock, patience, [&] { return answered_ >= mine || ends_; });
}

void LiveArchive::with(const std::function<void(GameLoader&)>& act) {
  const std::shared_lock lock(opening_);
  act(loader_);
}

void LiveArchive::keepUp() {
  readGames();
  while (!ends_) {
    std::uint64_t asked = 0;
    {
      std::unique_lock lock(now_guard_);
      woken_.wait_for(lock, kBetweenRefreshes, [&] { return ends_ || asked_ != answered_; });
      asked = asked_;
    }
    if (ends_) return;
    try {
      refresh();
      if (list()) readGames();
    } catch (const std::exception&) {  // it is being restored, say; what was there is shown until it can be read again
    }
    const std::lock_guard lock(now_guard_);
    answered_ = asked;
    caught_up_.notify_all();
  }
}

void LiveArchive::refresh() {
  const std::unique_lock lock(opening_);
  loader_.archive().refresh();
  ++refreshes_;
}

/// Returns whether anything is there that was not there before, or the other way round.
bool LiveArchive::list() {
  const std::shared_lock lock(opening_);
  const ArchiveTotals totals = loader_.archive().totals();
  const bool same = totals.games == totals_.games && totals.events == totals_.events;
  if (same && Clock::now() - listed_at_ < kBetweenListings) return false;
  auto listed = site::listGames(loader_.archive(), filter_, options_);
  const bool changed = !ranges::equal(listed, listed_, {}, &site::ListedGame::tag, &site::ListedGame::tag);
  listed_ = std::move(listed);
  totals_ = totals;
  listed_at_ = Clock::now();
  return changed;
}

/// Reads the games that have changed, the newest first.
void LiveArchive::readGames() {
  std::vector<const site::ListedGame*> due;
  for (const site::ListedGame& game : listed_ | ranges::views::reverse) {
    const auto known = facts_.find(game.key);
    if (known == facts_.end() || known->second.tag != game.tag) due.push_back(&game);
  }
  for (std::size_t from = 0, count = 0; from < due.size() && !ends_; from += count) {
    // The more is known, the more is put in order each time.
    count = std::min(std::max(kFewestGamesAtOnce, from / 2), due.size() - from);
    std::vector<site::PageFacts> read(count);
    inParallel(count, jobs_, [&](std::size_t i) {
      if (ends_) return;
      with([&](GameLoader& loader) { read[i] = site::ShownGame(loader, *due[from + i], options_).facts(); });
    });
    if (ends_) return;
    for (site::PageFacts& facts : read) {
      std::string key = facts.key;
      facts_.insert_or_assign(std::move(key), std::move(facts));
    }
    publish(due.size() - from - count);
  }
  if (due.empty()) publish(0);
}

void LiveArchive::publish(std::size_t unread) {
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->listed = listed_;
  std::map<std::string, site::PageFacts, std::less<>> kept;
  for (std::size_t i = 0; i < listed_.size(); ++i) {
    snapshot->by_key.emplace(listed_[i].key, i);
    const auto known = facts_.find(listed_[i].key);
    if (known == facts_.end()) continue;
    snapshot->collection.add(known->second);
    kept.insert(facts_.extract(known));
  }
  facts_ = std::move(kept);  // without the games that are gone
  snapshot->collection.finish();
  snapshot->pages = std::make_unique<const site::ListPages>(snapshot->collection, options_, true, unread);
  const std::lock_guard lock(now_guard_);
  now_ = std::move(snapshot);
}

}  // namespace docket::serve
