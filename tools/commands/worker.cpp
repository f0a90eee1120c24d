// docket worker: computes ranges of the jobs that docket work divides, one at a time.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "tools/commands/command.h"
#include "tools/commands/job_runner.h"
#include "tools/commands/jobs.h"
#include "tools/commands/stop_signals.h"
#include "tools/io/files.h"
#include "tools/io/json_answer.h"
#include "tools/io/log_files.h"
#include "tools/io/temporary_folder.h"
#include "tools/relay/courier.h"
#include "tools/words/text.h"
#include "tools/work/worker.h"

namespace docket {
namespace {

constexpr std::string_view kWorkerHelp =
    R"(Does ranges of the jobs that docket work puts on a queue of a RabbitMQ broker, one at a
time, and sends each result, signed with --key. Runs until it is stopped (Ctrl-C); a
range that it has not finished then goes to another worker. Any number can run, on any
machines that have the same program.

It reads the games in its archive: that of docket work, or a copy that follows it
(docket follow), which fetches what it lacks. Files that the job names come from
--documents, by their digests. Only orders signed by --from are done: verify, regress,
coverage, find and index, with options that write nothing. See docs/many_machines.md.)";

constexpr std::string_view kWorkerExamples =
    R"(  docket worker --relay amqp://w1:secret@broker.example --key w1.key \
      --from team.pub
  docket worker --relay amqp://broker.example --key w2.key --from team.pub \
      --archive copy --jobs 8
  docket worker --relay amqp://broker.example --key w1.key --from team.pub \
      --documents http://archive.example/copies --json)";

constexpr std::chrono::milliseconds kWorkerWait{200}, kChildWait{50};
constexpr std::size_t kMaxOutput = 64U << 10;
constexpr int kCannotStart = 127;

/// Thrown in the middle of a range when the worker is told to stop.
struct WorkerStopped {};

/// Runs this program in a process of its own: what ends that one does not end the worker.
class OwnProgram {
 public:
  OwnProgram(std::filesystem::path output, const StopSignals& stops) : output_(std::move(output)), stops_(stops) {}

  JobRunner::Ended run(const std::vector<std::string>& typed) const {
    const pid_t child = start(typed);
    int status = 0;
    while (::waitpid(child, &status, WNOHANG) == 0) {
      if (!stops_.receivedWithin(kChildWait)) continue;
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
      throw WorkerStopped();
    }
    std::error_code none;
    std::string output =
        std::filesystem::file_size(output_, none) <= kMaxOutput ? readFile(output_, kMaxOutput) : std::string();
    if (WIFSIGNALED(status)) output = fmt::format("the process was ended by signal {}", WTERMSIG(status));
    return {.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1, .output = std::move(output)};
  }

 private:
  [[nodiscard]] pid_t start(const std::vector<std::string>& typed) const {
    std::vector<std::string> words{"docket"};
    words.insert(words.end(), typed.begin(), typed.end());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const pid_t child = ::fork();
    if (child < 0) throw EnvironmentError(fmt::format("no process can be started: {}", std::strerror(errno)));
    if (child == 0) become(arguments);
    return child;
  }

  /// The child: only what is safe after a fork of a process with threads.
  [[noreturn]] void become(const std::vector<char*>& arguments) const {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // a worker that is killed leaves nothing running
    ::setpgid(0, 0);                     // Ctrl-C is for the worker, which ends this process itself
    sigset_t none;
    ::sigemptyset(&none);
    ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
    const int in = ::open("/dev/null", O_RDONLY), out = ::open("/dev/null", O_WRONLY);
    const int err = ::open(output_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (in < 0 || out < 0 || err < 0) ::_exit(kCannotStart);
    ::dup2(in, STDIN_FILENO);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(err, STDERR_FILENO);
    ::execv("/proc/self/exe", arguments.data());
    ::_exit(kCannotStart);
  }

  const std::filesystem::path output_;
  const StopSignals& stops_;
};

/// Reports each range, and a summary.
class WorkerReport {
 public:
  WorkerReport(Streams& streams, bool json) : streams_(streams), list_(streams.out, "worker"), json_(json) {}

  void add(const work::Worker::Handled& handled) {
    ++orders_;
    if (handled.says == work::Says::done) ++done_;
    if (json_) {
      JsonWriter json;
      json.object().member("from", handled.from).member("first", handled.leaves.first);
      json.member("last", handled.leaves.last).member("says", work::wordOf(handled.says));
      list_.item(json.member("bytes", handled.bytes).memberOrNull("why", handled.why).end().text());
    } else {
      streams_.out << fmt::format("{}  {}  {}{}\n", padded(work::wordOf(handled.says), 8), printable(handled.from),
                                  leaf_ranges::wordsOf(std::span(&handled.leaves, 1)),
                                  handled.why.empty() ? "" : fmt::format("  {}", printable(handled.why)));
    }
    streams_.out.flush();
  }
  void note(const std::string& why) const { streams_.err << fmt::format("worker: {}\n", printable(why)) << std::flush; }
  void end() {
    if (json_) {
      JsonWriter json;
      return list_.end(json.object().member("orders", orders_).member("done", done_).end().text());
    }
    streams_.out << fmt::format("{}: {} done\n", counted(orders_, "order"), done_);
  }

 private:
  Streams& streams_;
  AnswerList list_;
  bool json_;
  std::uint64_t orders_ = 0, done_ = 0;
};

void workUntilStopped(work::Worker& worker, relay::Bus& bus, const std::optional<std::uint32_t>& seconds,
                      const StopSignals& stops, const WorkerReport& report) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(seconds.value_or(0));
  std::string why = "-";
  while (!stops.receivedWithin(std::chrono::milliseconds{0})) {
    if (seconds && worker.isIdle() && std::chrono::steady_clock::now() >= until) return;
    for (const relay::BusEvent& event : bus.wait(kWorkerWait)) {
      const auto* const closed = std::get_if<relay::Closed>(&event);
      const bool is_open = std::holds_alternative<relay::Opened>(event);
      if ((closed != nullptr && closed->why != why) || (is_open && !why.empty())) {
        why = is_open ? std::string() : closed->why;
        report.note(is_open ? "connected" : why);
      }
      worker.handle(event);
    }
    static_cast<void>(worker.doNext(
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch())));
  }
}

int runWorker(const Arguments& arguments, Streams& streams) {
  if (!arguments.has("relay")) throw BadInput("docket worker: --relay URL is missing: the broker");
  const auto key = arguments.value("key");
  if (!key) throw BadInput("docket worker: --key FILE is missing: this worker's key (docket keys new makes one)");
  const auto from = arguments.value("from");
  if (!from) throw BadInput("docket worker: --from KEY is missing: the verifier key of docket work");
  const SignerKey own = readSignerKey(*key);
  if (own.verifier.type != KeyType::note) throw BadInput(fmt::format("{}: this is the key of a witness", *key));
  const VerifierKey coordinator = verifierKeyFrom(*from);
  const StopSignals stops;  // before any archive is opened, which begins threads
  static_cast<void>(Archive::open(arguments.archive(), Access::read));
  const TemporaryFolder folder("worker");
  const OwnProgram program(folder.path() / "said", stops);
  JobRunner runner({.archive = std::filesystem::absolute(arguments.archive()),
                    .documents = arguments.value("documents").value_or(""),
                    .jobs = arguments.number("jobs")},
                   folder.path(), [&](const std::vector<std::string>& typed) { return program.run(typed); });
  const std::string orders = work::orderQueue(coordinator.name);
  relay::Courier bus({.addresses = arguments.values("relay"),
                      .consume = orders,
                      .queues = {orders, work::replyQueue(coordinator.name)},
                      .prefetch = 1});
  WorkerReport report(streams, arguments.json());
  work::Worker worker(
      own, {coordinator}, bus, [&](leaf_ranges::LeafSpan leaves, std::string_view job) { return runner(leaves, job); },
      [&](const work::Worker::Handled& handled) { report.add(handled); });
  try {
    workUntilStopped(worker, bus, arguments.number("for"), stops, report);
  } catch (const WorkerStopped&) {
    report.note("stopped in the middle of a range, which goes to another worker");
  }
  report.end();
  return kAgrees;
}

}  // namespace

Command workerCommand() {
  return {
      .name = "worker",
      .words = {},
      .summary = "run ranges for docket work",
      .help = kWorkerHelp,
      .examples = kWorkerExamples,
      .options = {{.name = "relay", .value = "URL", .help = "the broker (several: nodes of one cluster)"},
                  {.name = "key", .value = "FILE", .help = "signing key of this worker"},
                  {.name = "from", .value = "KEY", .help = "verifier key of docket work: text or a file"},
                  {.name = "documents", .value = "DIR", .help = "folder or http:// with the job's files"},
                  jobsOption(),
                  {.name = "for", .value = "SECONDS", .help = "stop after this time", .least = 1, .most = 31'536'000}},
      .run = runWorker,
      .is_interactive = true};
}

}  // namespace docket
