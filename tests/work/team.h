// An archive with a signed checkpoint, the coordinator of docket work over it, and workers that can be killed or can
// lie, with a broker in memory between them.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "events/digest.h"
#include "events/errors.h"
#include "tests/places.h"
#include "tests/tools/run.h"
#include "tests/work/shared_broker.h"
#include "tools/commands/command.h"
#include "tools/commands/job_runner.h"
#include "tools/commands/job_words.h"
#include "tools/commands/leaf_ranges.h"
#include "tools/commands/received_results.h"
#include "tools/game/result_cache.h"
#include "tools/io/log_files.h"
#include "tools/ranges/merged_results.h"
#include "tools/work/coordinator.h"
#include "tools/work/worker.h"

namespace docket::test {

using Words = std::vector<std::string>;

inline SignerKey keyCalled(std::string_view name, std::uint8_t seed) {
  std::array<std::uint8_t, 32> bytes{};
  bytes.fill(seed);
  return signerKeyFrom(name, KeyType::note, bytes);
}

/// Thrown by a worker's range: the worker is killed.
struct Killed {};

/// A result file with a text in place of another, and an end that fits.
inline std::string forgedResult(const std::string& text, const std::string& part, const std::string& by) {
  std::string made = text.substr(0, text.rfind("{\"end\""));
  const auto at = made.find(part);
  if (at != std::string::npos) made.replace(at, part.size(), by);
  const auto lines = std::count(made.begin(), made.end(), '\n') - 1;
  return made + "{\"end\":{\"lines\":" + std::to_string(lines) + ",\"digest\":\"" +
         hex(digest(std::string_view(made))) + "\"}}\n";
}

class Team : public ::testing::Test {
 protected:
  using Twist = std::function<void(leaf_ranges::LeafSpan leaves, work::RangeOutcome& outcome)>;

  struct TestWorker {
    SignerKey key;
    std::string folder, archive;
    Twist twist;  // how it alters an honest outcome
    bool is_gone = false;
    std::unique_ptr<SharedBus> bus{};
    std::unique_ptr<JobRunner> runner{};
    std::unique_ptr<work::Worker> worker{};
    std::vector<work::Worker::Handled> handled{};
  };

  Team() {
    importSamples(place);
    const std::string typed = docket::test::sourceDir() + "/tests/typed/friday-12.txt";
    EXPECT_EQ(docket({"import", typed, "--cards", sample("catalogues/yugioh.json")}).status, 0);
    EXPECT_EQ(docket({"keys", "new", "example.com/club", "-o", place / "key"}).status, 0);
    EXPECT_EQ(docket({"checkpoint", "--key", place / "key", "-o", checkpoint}).status, 0);
  }

  [[nodiscard]] Ran docket(Words words) const { return test::runOn(place.archive(), std::move(words)); }
  /// The report of one machine.
  [[nodiscard]] Ran alone(Words asked) const {
    asked.insert(asked.end(), {"--checkpoint", checkpoint, "--leaves", "0..99"});
    return docket(asked);
  }

  TestWorker& addWorker(const std::string& name, Twist twist = {}) {
    const auto seed = static_cast<std::uint8_t>(10 + workers.size());
    workers.push_back(std::make_unique<TestWorker>(TestWorker{.key = keyCalled(name, seed),
                                                              .folder = place / ("folder-of-" + name),
                                                              .archive = place.archive(),
                                                              .twist = std::move(twist)}));
    std::filesystem::create_directories(workers.back()->folder);
    return *workers.back();
  }

  /// Starts a worker, again if it was killed.
  void start(TestWorker& one) {
    one.worker.reset();
    one.bus.reset();
    one.bus = std::make_unique<SharedBus>(broker, work::orderQueue("team"), 1);
    one.runner = std::make_unique<JobRunner>(
        JobRunner::Settings{.archive = one.archive, .documents = place / "documents", .jobs = 1}, one.folder,
        [](const Words& typed) {
          const Ran ran = run(typed);
          return JobRunner::Ended{.status = ran.status, .output = ran.err};
        });
    one.worker = std::make_unique<work::Worker>(
        one.key, std::vector{coordinator.verifier}, *one.bus,
        [&one](leaf_ranges::LeafSpan leaves, std::string_view job) {
          work::RangeOutcome outcome = (*one.runner)(leaves, job);
          if (one.twist) one.twist(leaves, outcome);
          return outcome;
        },
        [&one](const work::Worker::Handled& handled) { one.handled.push_back(handled); });
  }

  /// A turn of a worker; one that is killed is started again.
  void step(TestWorker& one) {
    if (one.is_gone) return;
    if (!one.worker) start(one);
    try {
      for (const auto& event : one.bus->wait({})) one.worker->handle(event);
      static_cast<void>(one.worker->doNext(now));
    } catch (const Killed&) {
      one.worker.reset();
      one.bus.reset();
    }
  }

  /// Divides a command among these workers with docket work. `each`: called in each turn.
  Ran work(const Words& asked, const std::function<void()>& each = {}) {
    const Command& command = dividedCommand(asked.front(), "test");
    Words typed{"--merge", results, "--archive", place.archive(), "--checkpoint", checkpoint};
    typed.insert(typed.end(), asked.begin() + 1, asked.end());
    Arguments arguments = parseArguments(command, typed);
    std::filesystem::create_directories(results);
    std::istringstream in;
    std::ostringstream out, err;
    Streams streams{.in = in, .out = out, .err = err};
    arguments.before_merge = [&](const RangeCommand& made, const leaf_ranges::Job& job, const Archive& archive) {
      run(made, job, archive, arguments, streams, each);
    };
    int status = 2;
    try {
      status = command.run(arguments, streams);
    } catch (const BadInput& mistake) {
      err << mistake.what() << "\n";
    }
    return {.status = status, .out = out.str(), .err = err.str()};
  }

  void publishReply(const std::string& message) { broker.put(work::replyQueue("team"), message); }

  TempDirectory place;
  SharedBroker broker{1};
  const SignerKey coordinator = keyCalled("team", 1);
  std::vector<std::unique_ptr<TestWorker>> workers;
  const std::string checkpoint = place / "signed", results = place / "results";
  std::uint64_t per = 1;
  std::uint32_t recheck = 0, chance = 0;  // what the dice show: a range is repeated if it is below `recheck`
  work::Time now{0};
  std::string job_text;
  /// Facts about the last job, once it is done.
  std::size_t ranges = 0, done = 0;
  std::vector<work::FailedRange> failed;
  std::map<std::string, work::Excluded> excluded;
  std::map<work::Refusal, std::uint64_t> refused;
  std::uint64_t rechecked = 0, computed_locally = 0, other_jobs = 0;
  std::vector<std::string> said;

 private:
  static Ran run(const Words& typed) { return docket::test::run(typed); }

  void run(const RangeCommand& command, const leaf_ranges::Job& job, const Archive& archive, const Arguments& arguments,
           Streams& streams, const std::function<void()>& each) {
    std::vector<FileToServe> files;
    work::SharedJob shared = jobFrom(dividedCommand(command.name, "test"), arguments, archive, files);
    for (const FileToServe& file : files) {
      const auto path = std::filesystem::path(place / "documents") / work::pathOfFile(file.digest);
      std::filesystem::create_directories(path.parent_path());
      std::filesystem::copy_file(file.path, path, std::filesystem::copy_options::skip_existing);
    }
    shared.program = ResultCache::programTag();
    shared.checkpoint = textOf(std::filesystem::path(checkpoint));
    job_text = work::textOf(shared);
    ReceivedResults received(command, job, archive, results, streams);
    SharedBus bus(broker, work::replyQueue("team"), 8);
    std::vector<VerifierKey> keys;
    for (const auto& worker : workers) keys.push_back(worker->key.verifier);
    work::Coordinator side({.own = coordinator,
                            .workers = keys,
                            .recheck = recheck,
                            .dice = [this] { return chance; },
                            .range_timeout = std::chrono::seconds(60)},
                           divided(leaf_ranges::resultsIn({results}, job).missing, per), job_text, bus, received,
                           [&](const std::string& line) { said.push_back(line); });
    for (int turn = 0; turn < 20'000 && !side.isDone(); ++turn) {
      now += std::chrono::seconds(1);
      for (const auto& event : bus.wait({})) side.handle(event, now);
      side.send(now);
      // A broker hands out orders in turn.
      for (std::size_t i = 0; i < workers.size(); ++i)
        step(*workers[(static_cast<std::size_t>(turn) + i) % workers.size()]);
      if (each) each();
    }
    EXPECT_TRUE(side.isDone()) << "the work does not finish";
    ranges = side.ranges();
    done = side.done();
    failed = side.failed();
    excluded = side.excluded();
    refused = side.refused();
    rechecked = side.rechecked();
    computed_locally = side.computedLocally();
    other_jobs = side.ofOtherJobs();
  }
};

}  // namespace docket::test
