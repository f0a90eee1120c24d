#include "tools/relay/courier.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>
#include <utility>

#include "events/errors.h"
#include "events/text/quoted.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace docket::relay {
namespace {

constexpr std::chrono::milliseconds kFirstPause{250}, kLongestPause{15'000};
constexpr std::size_t kMaxEventsAtOnce = 256, kReadBytes = 64U << 10, kMaxBytesAtOnce = 8U << 20;

/// docket-amqp beside this program, as $DOCKET_AMQP says, or in the path.
std::string courierProgram() {
  if (const char* const given = std::getenv("DOCKET_AMQP"); given != nullptr && *given != '\0') return given;
  std::error_code ignored;
  const auto own = std::filesystem::read_symlink("/proc/self/exe", ignored);
  if (const auto beside = own.parent_path() / "docket-amqp"; std::filesystem::exists(beside, ignored))
    return beside.string();
  return "docket-amqp";
}

void requireAddress(const std::string& address) {
  if (address.starts_with("amqp://") || address.starts_with("amqps://")) return;
  throw BadInput(fmt::format("{} is not the address of a broker: expected amqp://USER:PASSWORD@HOST:PORT/VHOST",
                             docket::quoted(withoutPassword(address))));
}

}  // namespace

std::string batchQueue(std::string_view archive) { return fmt::format("docket.batches.{}", archive); }
std::string answerQueue(std::string_view hall) { return fmt::format("docket.answers.{}", hall); }

std::string withoutPassword(std::string_view address) {
  const auto at = address.rfind('@');
  const auto begin = address.find("://");
  if (at == std::string_view::npos || begin == std::string_view::npos || at < begin) return std::string(address);
  const auto user = address.substr(begin + 3, at - begin - 3);
  return fmt::format("{}{}{}", address.substr(0, begin + 3), user.substr(0, user.find(':')), address.substr(at));
}

Courier::Courier(CourierSettings settings) : settings_(std::move(settings)), program_(courierProgram()) {
  for (const std::string& address : settings_.addresses) requireAddress(address);
  woken_ = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (woken_ < 0) throw EnvironmentError(fmt::format("no event descriptor: {}", std::strerror(errno)));
  start();
}

Courier::~Courier() {
  end();
  ::close(woken_);
}

void Courier::start() {
  std::array<int, 2> pair{-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0)
    throw EnvironmentError(fmt::format("no socket for docket-amqp: {}", std::strerror(errno)));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, pair[1], 0);
  posix_spawn_file_actions_adddup2(&actions, pair[1], 1);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  ::sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  // A group of its own: Ctrl-C is for docket, which ends this program itself.
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  std::array<char*, 2> arguments{program_.data(), nullptr};
  const int failed = ::posix_spawnp(&process_, program_.c_str(), &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  ::close(pair[1]);
  if (failed != 0) {
    ::close(pair[0]);
    process_ = -1;
    throw EnvironmentError(fmt::format(
        "{}: cannot be started: {}; this program speaks to the broker: build docket with librabbitmq-dev, or give its "
        "place as $DOCKET_AMQP",
        program_, std::strerror(failed)));
  }
  socket_ = pair[0];
  ::fcntl(socket_, F_SETFL, O_NONBLOCK);
  in_ = {};
  why_.clear();
  const std::string& address = settings_.addresses[next_address_++ % settings_.addresses.size()];
  std::string lines = fmt::format("{}\n{}\n{}\n", address, settings_.consume, settings_.prefetch);
  for (const std::string& queue : settings_.queues) lines += queue + '\n';
  out_ = frameOf('S', lines);
}

void Courier::end() {
  open_ = false;
  if (socket_ >= 0) ::close(std::exchange(socket_, -1));
  if (process_ > 0) {
    // It ends by itself when its input does; one that hangs is ended.
    int status = 0;
    bool ended = false;
    for (int i = 0; i < 100 && !ended; ++i) {
      ended = ::waitpid(process_, &status, WNOHANG) != 0;
      if (!ended) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    if (!ended) {
      ::kill(process_, SIGKILL);
      ::waitpid(process_, &status, 0);
    }
  }
  process_ = -1;
}

void Courier::close(std::vector<BusEvent>& events) {
  pause_ = open_ ? kFirstPause : std::min(std::max(pause_ * 2, kFirstPause), kLongestPause);
  start_at_ = Clock::now() + pause_;
  end();
  out_.clear();
  events.emplace_back(Closed{.why = why_.empty() ? "docket-amqp ended" : why_});
}

void Courier::publish(std::string_view queue, std::uint64_t number, std::string message) {
  if (!open_) return;  // Closed said so
  std::string body;
  putNumber(body, number, 8);
  putNumber(body, queue.size(), 2);
  body.append(queue).append(message);
  out_ += frameOf('P', body);
  write();
}

void Courier::acknowledge(std::uint64_t tag) {
  if (!open_) return;
  std::string body;
  putNumber(body, tag, 8);
  out_ += frameOf('A', body);
  write();
}

void Courier::wake() const {
  const std::uint64_t one = 1;
  if (::write(woken_, &one, sizeof one) < 0) return;  // it is awake
}

void Courier::write() {
  std::size_t written = 0;
  while (written < out_.size()) {
    const auto done = ::send(socket_, out_.data() + written, out_.size() - written, MSG_NOSIGNAL);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) break;  // full, or ended, which read() notices
    written += static_cast<std::size_t>(done);
  }
  out_.erase(0, written);
}

std::vector<BusEvent> Courier::wait(std::chrono::milliseconds most) {
  std::vector<BusEvent> events;
  if (socket_ < 0 && Clock::now() >= start_at_) start();
  if (socket_ < 0) {
    const auto until_start = std::chrono::ceil<std::chrono::milliseconds>(start_at_ - Clock::now());
    most = std::clamp(until_start, std::chrono::milliseconds{0}, most);
  }
  std::array<pollfd, 2> polled{pollfd{.fd = woken_, .events = POLLIN, .revents = 0},
                               pollfd{.fd = socket_, .events = POLLIN, .revents = 0}};
  if (!out_.empty()) polled[1].events |= POLLOUT;
  const int found = ::poll(polled.data(), polled.size(), static_cast<int>(most.count()));
  if (found <= 0) return events;
  std::uint64_t count = 0;
  if ((polled[0].revents & POLLIN) != 0 && ::read(woken_, &count, sizeof count) < 0) return events;
  if (socket_ < 0) return events;
  if ((polled[1].revents & POLLOUT) != 0) write();
  if ((polled[1].revents & (POLLIN | POLLHUP | POLLERR)) != 0) read(events);
  return events;
}

void Courier::read(std::vector<BusEvent>& events) {
  std::string bytes(kReadBytes, '\0');
  for (std::size_t all = 0; events.size() < kMaxEventsAtOnce && all < kMaxBytesAtOnce;) {
    const auto length = ::recv(socket_, bytes.data(), bytes.size(), 0);
    if (length < 0 && errno == EINTR) continue;
    if (length < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (length <= 0) return close(events);
    all += static_cast<std::size_t>(length);
    in_.add(std::string_view(bytes).substr(0, static_cast<std::size_t>(length)));
    while (const auto frame = in_.next()) take(*frame, events);
    if (in_.isBroken()) return close(events);
  }
}

void Courier::take(const Frame& frame, std::vector<BusEvent>& events) {
  std::string_view body = frame.body;
  if (frame.kind == 'O') {
    open_ = true;
    pause_ = {};
    Opened opened;
    while (body.size() >= 8) {
      const auto waiting = static_cast<std::uint32_t>(takeNumber(body, 4));
      opened.queues.push_back({.waiting = waiting, .consumers = static_cast<std::uint32_t>(takeNumber(body, 4))});
    }
    events.emplace_back(std::move(opened));
  } else if (frame.kind == 'C' && body.size() == 9) {
    const auto number = takeNumber(body, 8);
    events.emplace_back(Confirmed{.number = number, .accepted = body.front() != 0});
  } else if (frame.kind == 'D' && body.size() >= 17) {
    Delivered delivered;
    delivered.tag = takeNumber(body, 8);
    delivered.bytes = takeNumber(body, 8);
    const auto length = std::min<std::size_t>(takeNumber(body, 1), body.size());
    delivered.user = body.substr(0, length);
    delivered.message = body.substr(length);
    events.emplace_back(std::move(delivered));
  } else if (frame.kind == 'E') {
    why_ = body;
  }
}

}  // namespace docket::relay
