#include "tools/relay/hall_thread.h"

#include <csignal>
#include <utility>

namespace docket::relay {
namespace {

constexpr std::chrono::milliseconds kBetweenSends{1'000}, kWhileFinishing{50};

CourierSettings settingsOf(const HallKeys& keys, std::vector<std::string> addresses) {
  const std::string answers = answerQueue(keys.own.verifier.name);
  return {.addresses = std::move(addresses), .consume = answers, .queues = {batchQueue(keys.archive.name), answers}};
}

}  // namespace

Time timeNow() { return std::chrono::duration_cast<Time>(std::chrono::steady_clock::now().time_since_epoch()); }

HallThread::HallThread(const Archive& archive, HallKeys keys, std::vector<std::string> addresses, Hall::Report report,
                       Notice notice)
    : courier_(settingsOf(keys, std::move(addresses))),
      hall_(archive, std::move(keys), courier_, std::move(report)),
      thread_([this, notice = std::move(notice)] {
        // Signals are for the thread that records.
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
        try {
          run(notice);
        } catch (const std::exception& why) {
          failure_ = std::current_exception();
          notice(why.what());
        }
      }) {}

HallThread::~HallThread() {
  if (!thread_.joinable()) return;
  finishing_ = true;
  courier_.wake();
  thread_.join();
}

void HallThread::recorded(const std::string& game) {
  {
    const std::lock_guard lock(mutex_);
    recorded_.insert(game);
  }
  courier_.wake();
}

std::vector<HallGame> HallThread::finish(std::chrono::seconds most) {
  until_ = (std::chrono::steady_clock::now() + most).time_since_epoch().count();
  finishing_ = true;
  courier_.wake();
  thread_.join();
  if (failure_) std::rethrow_exception(failure_);
  return hall_.unkept();
}

void HallThread::takeRecorded() {
  std::set<std::string> games;
  {
    const std::lock_guard lock(mutex_);
    games.swap(recorded_);
  }
  for (const std::string& game : games) hall_.recorded(game);
}

void HallThread::run(const Notice& notice) {
  hall_.begin();
  std::string why = "not connected yet";
  for (;;) {
    takeRecorded();
    hall_.send(timeNow());
    if (finishing_ && (hall_.isDone() || std::chrono::steady_clock::now().time_since_epoch().count() >= until_)) {
      takeRecorded();  // what came since finish() was called is none; this is what the last look missed
      if (hall_.isDone() || std::chrono::steady_clock::now().time_since_epoch().count() >= until_) return;
    }
    for (const BusEvent& event : courier_.wait(finishing_ ? kWhileFinishing : kBetweenSends)) {
      hall_.handle(event, timeNow());
      const auto* const closed = std::get_if<Closed>(&event);
      const std::string now = closed != nullptr ? closed->why : std::holds_alternative<Opened>(event) ? "" : why;
      if (std::exchange(why, now) != now) notice(now);
    }
  }
}

}  // namespace docket::relay
