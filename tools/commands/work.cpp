// docket work: divides the ranges of a command among workers, and reports their results together.
#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <ostream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "events/log/signed_note.h"
#include "tools/commands/command.h"
#include "tools/commands/job_words.h"
#include "tools/commands/leaf_ranges.h"
#include "tools/commands/received_results.h"
#include "tools/game/result_cache.h"
#include "tools/io/files.h"
#include "tools/io/json_answer.h"
#include "tools/io/log_files.h"
#include "tools/io/output.h"
#include "tools/io/progress.h"
#include "tools/io/temporary_folder.h"
#include "tools/ranges/merged_results.h"
#include "tools/relay/courier.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"
#include "tools/work/coordinator.h"

namespace docket {
namespace {

using leaf_ranges::Job;
using leaf_ranges::LeafSpan;

constexpr std::string_view kWorkHelp =
    R"(Divides the work of COMMAND (verify, regress, coverage, find, index) among workers: the
leaves of its --checkpoint as ranges on a queue of a RabbitMQ broker, from which each
docket worker takes one at a time. The report is that of one machine, byte for byte.

A result counts if a key of --worker signed it and it fits the job and the archive. A
range whose worker dies goes to another one; one that fails three times is named and
missing (exit status 1). With --recheck a second worker does P % of the ranges again,
chosen at random: where results differ, the range is done here; the worker that was
wrong is named and distrusted, and its ranges are done again (docs/many_machines.md).)";

constexpr std::string_view kWorkExamples =
    R"(  docket work --relay amqp://team:secret@broker.example --key team.key \
      --worker w1.pub --worker w2.pub verify --checkpoint monday.checkpoint
  docket work --relay amqp://broker.example --key team.key --worker w1.pub \
      --recheck 10 --results results --documents copies \
      regress --to draft.json --checkpoint monday.checkpoint
  docket work --relay amqp://broker.example --key team.key --worker w1.pub \
      --results results verify --checkpoint monday.checkpoint)";

constexpr std::chrono::milliseconds kWorkWait{200};
constexpr std::uint64_t kRangesPerWorker = 16, kMaxLeavesOfRange = 10'000;

work::Time workTime() {
  return std::chrono::duration_cast<work::Time>(std::chrono::steady_clock::now().time_since_epoch());
}

/// The command whose ranges are divided: its own options, and where results are merged from.
struct Divided {
  const Command* command = nullptr;
  Arguments arguments;
  std::filesystem::path results;
};

Divided dividedFrom(const Arguments& arguments, const std::string& results) {
  Divided divided{
      .command = &dividedCommand(arguments.words().front(), "docket work"), .arguments = {}, .results = results};
  std::vector<std::string> typed{"--merge", results, "--archive", arguments.archive().string()};
  if (arguments.json()) typed.emplace_back("--json");
  if (const auto colour = arguments.value("color")) typed.insert(typed.end(), {"--color", *colour});
  typed.insert(typed.end(), arguments.words().begin() + 1, arguments.words().end());
  divided.arguments = parseArguments(*divided.command, typed);
  for (const std::string_view option : {"leaves", "results"}) {
    if (divided.arguments.has(option))
      throw BadInput(fmt::format("docket work: --{} after {}: leave it out: this command divides all leaves", option,
                                 divided.command->name));
  }
  if (divided.arguments.values("merge").size() != 1)
    throw BadInput(fmt::format("docket work: --merge after {}: say --results before it", divided.command->name));
  if (!divided.arguments.has("checkpoint"))
    throw BadInput(
        fmt::format("docket work: {} needs --checkpoint FILE: whose leaves are meant?", divided.command->name));
  return divided;
}

struct WorkKeys {
  SignerKey own;
  std::vector<VerifierKey> workers;
};

WorkKeys keysFrom(const Arguments& arguments) {
  if (!arguments.has("relay")) throw BadInput("docket work: --relay URL is missing: the broker");
  const auto key = arguments.value("key");
  if (!key) throw BadInput("docket work: --key FILE is missing: the key that signs orders (docket keys new makes one)");
  WorkKeys keys{.own = readSignerKey(*key), .workers = verifierKeysFrom(arguments.values("worker"))};
  if (keys.own.verifier.type != KeyType::note) throw BadInput(fmt::format("{}: this is the key of a witness", *key));
  if (keys.workers.empty()) throw BadInput("docket work: --worker KEY is missing: the verifier key of a worker");
  for (auto one = keys.workers.begin(); one != keys.workers.end(); ++one) {
    const auto is_same = [&](const VerifierKey& other) { return other.name == one->name; };
    if (std::any_of(keys.workers.begin(), one, is_same))
      throw BadInput(fmt::format("docket work: two workers are called {}", one->name));
  }
  if (arguments.has("recheck") && keys.workers.size() < 2)
    throw BadInput("docket work: --recheck needs a second --worker KEY, who does ranges again");
  return keys;
}

/// The work on one job, and the report about it.
class SharedWork {
 public:
  SharedWork(const Arguments& arguments, WorkKeys keys, const Divided& divided, Streams& streams)
      : arguments_(arguments), keys_(std::move(keys)), divided_(divided), streams_(streams) {}

  /// Has the results made that the folder lacks.
  void make(const RangeCommand& command, const Job& job, const Archive& archive) {
    const auto before = leaf_ranges::resultsIn({divided_.results}, job);
    if (!before.disagreements.empty())
      throw BadInput(fmt::format("{}: there are results for {} that differ: remove the wrong one",
                                 divided_.results.string(),
                                 leaf_ranges::wordsOf(std::span(&before.disagreements.front().leaves, 1))));
    earlier_ = before.done.size();
    const auto ranges = divided(before.missing, leavesPerRange(job));
    if (ranges.empty()) return;
    const std::string shared = sharedJob(archive);
    ReceivedResults results(command, job, archive, divided_.results, streams_);
    const std::string &orders = work::orderQueue(keys_.own.verifier.name),
                      &replies = work::replyQueue(keys_.own.verifier.name);
    relay::Courier bus(
        {.addresses = arguments_.values("relay"), .consume = replies, .queues = {orders, replies}, .prefetch = 16});
    work::WorkSettings settings{.own = keys_.own,
                                .workers = keys_.workers,
                                .recheck = arguments_.number("recheck").value_or(0),
                                .dice = [] { return ::randombytes_uniform(100); },
                                .range_timeout = std::chrono::seconds(arguments_.number("timeout").value())};
    coordinator_ = std::make_unique<work::Coordinator>(std::move(settings), ranges, shared, bus, results,
                                                       [&](const std::string& line) { say(line); });
    run(bus);
  }

  /// The problems, for people; empty if there were none.
  [[nodiscard]] std::string troubles() const;
  [[nodiscard]] std::string summary() const;
  [[nodiscard]] std::string json() const;

 private:
  void say(const std::string& line) const {
    streams_.err << fmt::format("docket work: {}\n", printable(line)) << std::flush;
  }
  [[nodiscard]] std::uint64_t leavesPerRange(const Job& job) const {
    if (const auto per = arguments_.number("per")) return *per;
    const std::uint64_t ranges = kRangesPerWorker * keys_.workers.size();
    return std::clamp<std::uint64_t>((job.checkpoint.size + ranges - 1) / ranges, 1, kMaxLeavesOfRange);
  }
  [[nodiscard]] std::string sharedJob(const Archive& archive) const;
  void run(relay::Bus& bus);

  const Arguments& arguments_;
  const WorkKeys keys_;
  const Divided& divided_;
  Streams& streams_;
  std::unique_ptr<work::Coordinator> coordinator_;  // none: there was nothing to do
  std::size_t earlier_ = 0;                         // ranges with a result of an earlier run
};

std::string SharedWork::sharedJob(const Archive& archive) const {
  std::vector<FileToServe> files;
  work::SharedJob job = jobFrom(*divided_.command, divided_.arguments, archive, files);
  job.program = ResultCache::programTag();
  job.checkpoint = textOf(readCheckpoint(*divided_.arguments.value("checkpoint")).note);
  const auto folder = arguments_.value("documents");
  if (!files.empty() && !folder)
    throw BadInput(
        fmt::format("docket work: {}: workers need this file: name with --documents the folder that they "
                    "fetch files from",
                    files.front().path.string()));
  for (const FileToServe& file : files) {
    const auto path = std::filesystem::path(*folder) / work::pathOfFile(file.digest);
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error) throw EnvironmentError(fmt::format("{}: {}", path.parent_path().string(), error.message()));
    if (!std::filesystem::exists(path, error)) writeOutputFile(path, readFile(file.path, kMaxDocumentBytes));
  }
  return work::textOf(job);
}

void SharedWork::run(relay::Bus& bus) {
  ProgressLine progress(streams_);
  std::string why;
  while (!coordinator_->isDone()) {
    for (const relay::BusEvent& event : bus.wait(kWorkWait)) {
      if (const auto* const closed = std::get_if<relay::Closed>(&event); closed != nullptr && closed->why != why) {
        progress.wipe();
        say(why = closed->why);
      }
      coordinator_->handle(event, workTime());
    }
    coordinator_->send(workTime());
    progress.show(fmt::format("{} of {} ranges", coordinator_->done(), coordinator_->ranges()));
  }
  // The last acknowledgements may still be on their way.
  for (int i = 0; i < 5 && bus.waitingBytes() != 0; ++i) static_cast<void>(bus.wait(kWorkWait));
}

/// The probability that at least one of `falsified` ranges is computed again, if `recheck` % are: "41 %".
std::string chanceOfFinding(std::uint32_t recheck, int falsified) {
  const double missed = std::pow(1 - recheck / 100.0, falsified);
  return missed < 0.001 ? "> 99.9 %" : fmt::format("{:.3g} %", 100 * (1 - missed));
}

std::string SharedWork::summary() const {
  if (!coordinator_) return fmt::format("all {} were done by an earlier run", counted(earlier_, "range"));
  std::string text = fmt::format("{} of {} done", coordinator_->done(), counted(coordinator_->ranges(), "range"));
  for (const auto& [worker, ranges] : coordinator_->doneBy()) text += fmt::format(", {} by {}", ranges, worker);
  if (coordinator_->computedLocally() != 0) text += fmt::format(", {} here", coordinator_->computedLocally());
  if (earlier_ != 0) text += fmt::format("; {} by an earlier run", earlier_);
  const auto recheck = arguments_.number("recheck");
  if (!recheck) return text;
  return text +
         fmt::format(
             "; {} done again. A worker that falsifies ranges is found with a probability of {} (1 range), {} (5) "
             "or {} (20), unless the second worker takes part in it",
             coordinator_->rechecked(), chanceOfFinding(*recheck, 1), chanceOfFinding(*recheck, 5),
             chanceOfFinding(*recheck, 20));
}

std::string SharedWork::troubles() const {
  std::string text;
  if (!coordinator_) return text;
  for (const work::FailedRange& range : coordinator_->failed()) {
    text += paragraph(fmt::format("{}: given up after {}", leaf_ranges::wordsOf(std::span(&range.leaves, 1)),
                                  counted(range.why.size(), "attempt")),
                      0, 2);
    for (const std::string& why : range.why) text += paragraph(printable(why), 2, 4);
  }
  for (const auto& [worker, why] : coordinator_->excluded()) {
    const std::string leaves = leaf_ranges::wordsOf(std::span(&why.leaves, 1));
    text += paragraph(why.is_distrusted ? fmt::format("{} is not trusted ({}): {}; {} of its ranges were done again",
                                                      printable(worker), leaves, printable(why.why), why.redone)
                                        : fmt::format("{} did no more ranges ({}): {}", printable(worker), leaves,
                                                      printable(why.why)),
                      0, 2);
  }
  for (const auto& [refusal, times] : coordinator_->refused())
    text += paragraph(fmt::format("refused {} of {}{}: {}", counted(times, "message"),
                                  refusal.from.empty() ? "an unknown sender" : printable(refusal.from),
                                  refusal.user.empty() ? "" : fmt::format(" (user {})", printable(refusal.user)),
                                  printable(refusal.why)),
                      0, 2);
  return text;
}

std::string SharedWork::json() const {
  const auto number = [&](auto get) { return coordinator_ ? static_cast<std::uint64_t>(((*coordinator_).*get)()) : 0; };
  JsonWriter json;
  json.object().member("ranges", number(&work::Coordinator::ranges)).member("done", number(&work::Coordinator::done));
  json.member("earlier", earlier_).member("here", number(&work::Coordinator::computedLocally));
  json.member("recheck", arguments_.number("recheck").value_or(0));
  json.member("rechecked", number(&work::Coordinator::rechecked));
  json.member("repeated", number(&work::Coordinator::repeated));
  json.member("ofOtherJobs", number(&work::Coordinator::ofOtherJobs)).list("workers");
  auto done_by = coordinator_ ? coordinator_->doneBy() : std::map<std::string, std::uint64_t>{};
  for (const VerifierKey& worker : keys_.workers) {
    json.object().member("worker", worker.name).member("ranges", done_by[worker.name]);
    const bool is_excluded = coordinator_ && coordinator_->excluded().contains(worker.name);
    const work::Excluded why = is_excluded ? coordinator_->excluded().at(worker.name) : work::Excluded{};
    json.member("believed", !why.is_distrusted).member("redone", why.redone).memberOrNull("why", why.why).end();
  }
  json.end().list("failed");
  for (const auto& range : coordinator_ ? coordinator_->failed() : std::vector<work::FailedRange>{})
    json.object().member("first", range.leaves.first).member("last", range.leaves.last).list("why", range.why).end();
  json.end().list("refused");
  if (coordinator_) {
    for (const auto& [refusal, times] : coordinator_->refused())
      json.object()
          .member("from", refusal.from)
          .member("user", refusal.user)
          .member("why", refusal.why)
          .member("messages", times)
          .end();
  }
  return json.end().end().text();
}

int runWork(const Arguments& arguments, Streams& streams) {
  std::optional<TemporaryFolder> passing;
  const auto kept = arguments.value("results");
  WorkKeys keys = keysFrom(arguments);
  const std::string results = kept ? *kept : passing.emplace("work").path().string();
  Divided divided = dividedFrom(arguments, results);
  std::error_code error;
  std::filesystem::create_directories(results, error);
  if (error) throw EnvironmentError(fmt::format("{}: cannot create the folder: {}", results, error.message()));
  SharedWork shared(arguments, std::move(keys), divided, streams);
  divided.arguments.before_merge = [&](const RangeCommand& command, const Job& job, const Archive& archive) {
    shared.make(command, job, archive);
    streams.err << paragraph(fmt::format("docket work: {}", printable(shared.summary())), 0, 2) << std::flush;
    if (!divided.arguments.json()) return;
    streams.err << shared.troubles() << std::flush;
  };
  const int status = divided.command->run(divided.arguments, streams);
  if (divided.arguments.json()) {
    writeAnswer(streams.out, "work", shared.json());
  } else if (const std::string troubles = shared.troubles(); !troubles.empty()) {
    streams.out << '\n' << troubles;
  }
  return status;
}

}  // namespace

Command workCommand() {
  return {.name = "work",
          .words = "COMMAND [OPTION...] [WORD...]",
          .summary = "divide a command's work among workers",
          .help = kWorkHelp,
          .examples = kWorkExamples,
          .least_words = 1,
          .most_words = 100'000,
          .options = {{.name = "relay", .value = "URL", .help = "the broker (several: nodes of one cluster)"},
                      {.name = "key", .value = "FILE", .help = "signing key, by whose name workers know the job"},
                      {.name = "worker", .value = "KEY", .help = "verifier key of a worker (repeatable)"},
                      {.name = "per",
                       .value = "N",
                       .help = "leaves of a range, which should take minutes (default: 16 ranges per worker)",
                       .least = 1,
                       .most = 1'000'000'000},
                      {.name = "recheck",
                       .value = "P",
                       .help = "have P % of the ranges done again by another worker",
                       .least = 1,
                       .most = 100},
                      {.name = "results", .value = "DIR", .help = "keep results there; a rerun continues from them"},
                      {.name = "documents", .value = "DIR", .help = "where workers fetch the files of COMMAND from"},
                      {.name = "timeout",
                       .value = "SECONDS",
                       .help = "how long a range may take (1800)",
                       .least = 1,
                       .most = 86'400,
                       .default_value = 1'800}},
          .run = runWork,
          .is_interactive = false,
          .takes_command = true};
}

}  // namespace docket
