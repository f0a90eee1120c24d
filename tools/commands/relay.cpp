// docket relay: receives what halls record and send, and answers each with what the archive keeps.
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "tools/commands/command.h"
#include "tools/commands/stop_signals.h"
#include "tools/io/json_answer.h"
#include "tools/io/log_files.h"
#include "tools/relay/batch_receiver.h"
#include "tools/relay/courier.h"
#include "tools/relay/hall.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kRelayHelp =
    R"(Receives the games that halls send with docket record --relay, through a RabbitMQ
broker at URL (several: nodes of one cluster). A batch of events is stored if a hall of
--hall signed it and it continues the archive's record; the hall then gets a receipt,
signed with --key. Anything else is answered or reported, and not stored. No other
process can record meanwhile. It runs until it is stopped (Ctrl-C); then the halls
continue, and the broker keeps what they send (docs/many_machines.md).

--status shows what waits in the queues; in a hall, with --to, how far each game is
that the archive does not keep in full (exit status 1), which needs no broker.)";

constexpr std::string_view kRelayExamples =
    R"(  docket relay amqp://archive:secret@broker.example --key circuit.key \
      --hall hall-3.key.pub
  docket relay amqps://archive:pass@broker.example?cacertfile=ca.pem \
      --key circuit.key --hall hall-3.key.pub --hall hall-4.key.pub --json
  docket relay --status --key hall-3.key --to circuit.key.pub)";

constexpr std::chrono::milliseconds kRelayWait{200}, kStatusPatience{8'000};

/// Reports each message, and a summary.
class RelayReport {
 public:
  RelayReport(Streams& streams, bool json) : streams_(streams), list_(streams.out, "relay"), json_(json) {}

  void add(const relay::Received& received, const std::string& user) {
    count(received);
    if (json_) {
      JsonWriter json;
      json.object().member("hall", received.from).member("signed", received.is_signed).member("user", user);
      json.member("game", received.game).member("says", received.says);
      json.member("first", received.first).member("events", received.count).memberOrNull("why", received.why);
      list_.item(json.end().text());
    } else if (received.says != "kept") {
      streams_.out << fmt::format("{}  {}{}  {}  {}\n", padded(received.says, 7),
                                  received.from.empty() ? "an unknown sender" : printable(received.from),
                                  user.empty() ? "" : fmt::format(" (user {})", printable(user)),
                                  printable(received.game), printable(received.why));
    }
  }
  void note(const std::string& why) const { streams_.err << fmt::format("relay: {}\n", printable(why)) << std::flush; }
  void flush() const { streams_.out.flush(); }
  void end() {
    if (json_) {
      JsonWriter json;
      json.object().member("messages", messages_).member("events", events_).member("kept", kept_);
      return list_.end(json.member("refused", refused_).end().text());
    }
    streams_.out << fmt::format("{}: {} kept, with {}; {} refused\n", counted(messages_, "message"), kept_,
                                counted(events_, "event"), refused_);
  }

 private:
  void count(const relay::Received& received) {
    ++messages_;
    if (received.says == "kept") {
      ++kept_;
      events_ += received.count;
    } else if (received.says == "refused" || received.says == "differs") {
      ++refused_;
    }
  }

  Streams& streams_;
  AnswerList list_;
  bool json_;
  std::uint64_t messages_ = 0, events_ = 0, kept_ = 0, refused_ = 0;
};

/// Handles the messages that came at the same time.
void takeBurst(relay::BatchReceiver& receiver, relay::Bus& bus, std::vector<relay::Delivered>& burst,
               RelayReport& report) {
  std::vector<std::string_view> messages;
  for (relay::Delivered& one : burst) {
    // A message that is too long was not passed on whole.
    if (one.bytes > one.message.size()) one.message.resize(0);
    messages.emplace_back(one.message);
  }
  const auto all = receiver.take(messages);
  for (std::size_t i = 0; i < all.size(); ++i) {
    bus.acknowledge(burst[i].tag);
    if (!all[i].answer.empty()) bus.publish(relay::answerQueue(all[i].from), i, all[i].answer);
    report.add(all[i], burst[i].user);
  }
  report.flush();
  burst.clear();
}

/// The states of the queues; empty if there is no connection within a few seconds.
std::vector<relay::QueueState> askBroker(std::vector<std::string> addresses, std::vector<std::string> queues) {
  const std::size_t count = queues.size();
  std::string why = "no answer";
  relay::Courier bus({.addresses = std::move(addresses), .consume = {}, .queues = std::move(queues)});
  const auto until = std::chrono::steady_clock::now() + kStatusPatience;
  while (std::chrono::steady_clock::now() < until) {
    for (const relay::BusEvent& event : bus.wait(kRelayWait)) {
      const auto* const opened = std::get_if<relay::Opened>(&event);
      if (opened != nullptr && opened->queues.size() == count) return opened->queues;
      if (const auto* const closed = std::get_if<relay::Closed>(&event)) why = closed->why;
    }
  }
  throw EnvironmentError(fmt::format("the broker cannot be reached: {}", why));
}

/// The games of a hall that are not kept as a whole, and what there is of all games together.
class HallStatus {
 public:
  HallStatus(const Archive& archive, const VerifierKey& hall, const VerifierKey& to) {
    archive.list({}, [&](const GameEntry& entry) {
      const Game game = archive.game(entry.id);
      if (!relay::isCarried(game)) return true;
      const auto receipt = relay::storedReceipt(archive, game, hall.name, to);
      const std::uint32_t kept = receipt ? receipt->count : 0;
      ++games_;
      events_ += game.count();
      kept_ += kept;
      if (!receipt || kept != game.count() || receipt->sealed != game.sealed())
        unkept_.push_back({.game = entry.id, .recorded = game.count(), .kept = kept});
      return true;
    });
  }
  [[nodiscard]] bool isKept() const { return unkept_.empty(); }
  void write(JsonWriter& json) const {
    json.member("games", games_).member("events", events_).member("kept", kept_).list("unkept");
    for (const UnkeptGame& one : unkept_)
      json.object().member("game", one.game).member("events", one.recorded).member("kept", one.kept).end();
    json.end();
  }
  void print(std::ostream& out) const {
    for (const UnkeptGame& one : unkept_)
      out << fmt::format("{:>6} of {:<14}{}\n", one.kept, counted(one.recorded, "event"), printable(one.game));
    out << fmt::format("{}: {} of {} kept, {} not kept as a whole\n", counted(games_, "game"), kept_,
                       counted(events_, "event"), unkept_.size());
  }

 private:
  struct UnkeptGame {
    std::string game;
    std::uint32_t recorded = 0, kept = 0;
  };
  std::uint64_t games_ = 0, events_ = 0, kept_ = 0;
  std::vector<UnkeptGame> unkept_;
};

int showStatus(const Arguments& arguments, Streams& streams, const SignerKey& own) {
  const auto to = arguments.value("to");
  std::vector<std::string> queues;
  if (to) {
    queues = {relay::batchQueue(verifierKeyFrom(*to).name), relay::answerQueue(own.verifier.name)};
  } else {
    queues.push_back(relay::batchQueue(own.verifier.name));
    for (const auto& hall : verifierKeysFrom(arguments.values("hall"))) queues.push_back(relay::answerQueue(hall.name));
    if (arguments.words().empty())
      throw BadInput("docket relay: --status: give the URL of a broker, or in a hall --to KEY");
  }
  std::optional<HallStatus> hall;
  if (to) hall.emplace(Archive::open(arguments.archive(), Access::read), own.verifier, verifierKeyFrom(*to));
  std::vector<relay::QueueState> states;
  if (!arguments.words().empty()) states = askBroker(arguments.words(), queues);
  JsonWriter json;
  json.object().list("queues");
  for (std::size_t i = 0; i < states.size(); ++i) {
    json.object().member("queue", queues[i]).member("waiting", states[i].waiting);
    json.member("consumers", states[i].consumers).end();
    if (!arguments.json())
      streams.out << fmt::format("{:>6} waiting  {:<14}{}\n", states[i].waiting,
                                 counted(states[i].consumers, "consumer"), printable(queues[i]));
  }
  json.end();
  if (hall) {
    hall->write(json.object("hall"));
    json.end();
  } else {
    json.memberNull("hall");
  }
  if (arguments.json()) {
    writeAnswer(streams.out, "relay", json.end().text());
  } else if (hall) {
    hall->print(streams.out);
  }
  return !hall || hall->isKept() ? kAgrees : kDiffers;
}

/// Receives messages until it is asked to stop.
void takeMessages(relay::BatchReceiver& receiver, relay::Courier& bus, const std::optional<std::uint32_t>& seconds,
                  const StopSignals& stops, RelayReport& report) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(seconds.value_or(0));
  std::vector<relay::Delivered> burst;
  while (!stops.receivedWithin(std::chrono::milliseconds{0}) &&
         (!seconds || std::chrono::steady_clock::now() < until)) {
    for (relay::BusEvent& event : bus.wait(kRelayWait)) {
      if (auto* const delivered = std::get_if<relay::Delivered>(&event)) {
        burst.push_back(std::move(*delivered));
      } else if (const auto* const closed = std::get_if<relay::Closed>(&event)) {
        burst.clear();  // they come again
        report.note(closed->why);
      } else if (std::holds_alternative<relay::Opened>(event)) {
        report.note("connected");
      }
    }
    if (!burst.empty()) takeBurst(receiver, bus, burst, report);
  }
}

int runRelay(const Arguments& arguments, Streams& streams) {
  if (arguments.words().empty() && !arguments.has("status"))
    throw BadInput("docket relay: expected URL... (see docket help relay)");
  const auto key = arguments.value("key");
  if (!key) throw BadInput("docket relay: --key FILE is missing: the archive's key (docket keys new makes one)");
  const SignerKey own = readSignerKey(*key);
  if (own.verifier.type != KeyType::note) throw BadInput(fmt::format("{}: this is the key of a witness", *key));
  if (arguments.has("status")) return showStatus(arguments, streams, own);
  const auto halls = verifierKeysFrom(arguments.values("hall"));
  if (halls.empty()) throw BadInput("docket relay: --hall KEY is missing: the verifier key of a hall");
  const StopSignals stops;
  auto loader = GameLoader::toRecord(arguments.archive());
  relay::CourierSettings settings{.addresses = arguments.words(),
                                  .consume = relay::batchQueue(own.verifier.name),
                                  .queues = {relay::batchQueue(own.verifier.name)}};
  for (const VerifierKey& hall : halls) settings.queues.push_back(relay::answerQueue(hall.name));
  relay::BatchReceiver receiver(loader, own, halls);
  relay::Courier bus(std::move(settings));
  RelayReport report(streams, arguments.json());
  takeMessages(receiver, bus, arguments.number("for"), stops, report);
  report.end();
  return kAgrees;
}

}  // namespace

Command relayCommand() {
  return {
      .name = "relay",
      .words = "[URL...]",
      .summary = "receive the games that halls send",
      .help = kRelayHelp,
      .examples = kRelayExamples,
      .least_words = 0,
      .most_words = 64,
      .options = {{.name = "key", .value = "FILE", .help = "signing key of the archive, or of the hall"},
                  {.name = "hall", .value = "KEY", .help = "verifier key of a hall: text or a file (repeatable)"},
                  {.name = "for", .value = "SECONDS", .help = "stop after this time", .least = 1, .most = 31'536'000},
                  {.name = "status", .value = {}, .help = "show the queues, and which receipts are missing"},
                  {.name = "to", .value = "KEY", .help = "verifier key of the archive", .belongs_to = "--status"}},
      .run = runRelay,
      .changes_archive = true,
      .is_interactive = true};
}

}  // namespace docket
