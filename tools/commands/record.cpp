// docket record: stores the events of live games and answers each with one line.
#include <fmt/format.h>

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <ostream>
#include <tuple>
#include <utility>
#include <vector>

#include "events/digest.h"
#include "events/errors.h"
#include "events/game_id.h"
#include "events/json/json_writer.h"
#include "events/public.h"
#include "events/public_header.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "events/text/trimmed.h"
#include "store/naming.h"
#include "tools/commands/command.h"
#include "tools/commands/labels.h"
#include "tools/commands/mistake_answer.h"
#include "tools/game/documents.h"
#include "tools/import/pinning.h"
#include "tools/io/json_answer.h"
#include "tools/io/line_source.h"
#include "tools/io/log_files.h"
#include "tools/relay/hall_thread.h"
#include "tools/verdict/live_game.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kRecordHelp =
    R"(Reads a JSON object per line, for any number of games, and answers each line once its
event is on the disk (docs/json.md):

  {"game":{"id":"final","ruleset":"yugioh","players":[{"name":"A"},{}]}}
  {"game":"final","began":{"period":"turn","name":"1","player":1}}
  {"game":"final","line":"P1 plays \"Iron Bell\" to field"}
  {"seal":"final"}

The first begins a game and the last seals it; between them are events, as fields or
as lines of a transcript.

With --relay every game of this archive is also sent to another one (docket relay),
and an item reports what that archive keeps of it once its signed receipt arrives.
Recording never waits for the network; what is not kept is sent again later.

Exit status: 2 if a line was refused, 1 if with --relay something is not kept yet.)";

constexpr std::string_view kRecordExamples =
    R"(  docket record < events.jsonl
  docket record --archive finals < events.jsonl
  docket record --ruleset yugioh --cards cards.json < events.jsonl)";

/// The most that may wait for one sync.
constexpr std::size_t kMaxLinesWaiting = 512;
constexpr std::size_t kMaxWaitingBytes = 8U << 20;

/// The kind of a line and its game, found before the line is parsed: the game decides how to parse it.
struct PeekedLine {
  enum class Kind { header, event, seal, unknown } kind = Kind::unknown;
  std::string game;              // for event and seal
  std::size_t from = 0, to = 0;  // for an event: the extent of the member "game", which is blanked before the event is
                                 // read
};

std::size_t pastSpace(std::string_view text, std::size_t at) {
  const auto next = text.find_first_not_of(" \t\r", at);
  return next == std::string_view::npos ? text.size() : next;
}

PeekedLine peekedLine(std::string_view text) {
  PeekedLine line;
  std::size_t at = pastSpace(text, 0);
  const auto skip = [&](std::string_view token) {
    if (text.substr(at, token.size()) != token) return false;
    at = pastSpace(text, at + token.size());
    return true;
  };
  if (isHeaderLine(text)) return {.kind = PeekedLine::Kind::header};
  if (!skip("{")) return line;
  line.from = at;
  const bool seals = text.substr(at).starts_with("\"seal\"");
  if (!skip(seals ? "\"seal\"" : "\"game\"") || !skip(":")) return line;
  if (at >= text.size() || text[at] != '"') return line;
  const auto end = text.find_first_of("\"\\", at + 1);  // an id has no escapes
  if (end == std::string_view::npos || text[end] != '"') return line;
  line.game = text.substr(at + 1, end - at - 1);
  at = pastSpace(text, end + 1);
  if (seals) {
    if (skip("}") && at == text.size()) line.kind = PeekedLine::Kind::seal;
    return line;
  }
  line.kind = PeekedLine::Kind::event;
  skip(",");
  line.to = at;
  return line;
}

/// The recording session: games by id, and what waits for the next sync.
class LiveRecorder {
 public:
  /// `keys`: of the hall and the archive, if the games are sent on.
  LiveRecorder(const Arguments& arguments, std::optional<relay::HallKeys> keys, Streams& streams)
      : streams_(streams),
        loader_(GameLoader::toRecord(arguments.archive())),
        pinning_(arguments.value("ruleset"), arguments.values("cards")),
        recorders_(recordersIn(arguments)),
        lines_(streams.in),
        answers_(streams.out, "record") {
    if (keys) beginRelay(arguments, std::move(*keys));
  }

  int run() {
    std::string text;
    while (lines_.next(text)) {
      try {
        if (lines_.isOverlong()) throw BadInput(kInput, lines_.number(), 0, "a line longer than 16 MiB");
        take(text);
      } catch (const RefusedLine& mistake) {
        refuse(mistake);
      } catch (const BadInput& error) {
        refuse(error);
      }
      if (waiting_.size() >= kMaxLinesWaiting || waiting_bytes_ >= kMaxWaitingBytes || !lines_.isReady()) flush();
    }
    flush();
    for (const std::string& note : pinning_.notes()) streams_.err << "note: " << printable(note) << '\n';
    JsonWriter sums;
    sums.object().member("refused", refused_);
    const std::size_t unkept = relay_ ? finishRelay() : 0;
    if (relay_) sums.member("unkept", unkept);
    answers_.end(sums.end().text());
    if (refused_ != 0) return kBadInput;
    return unkept == 0 ? kAgrees : kDiffers;
  }

 private:
  static constexpr const char* kInput = "standard input";

  struct Waiting {
    std::string game;  // empty: nothing to store, the answer only waits for its turn
    ReadEvent event;
    std::string answer;
  };

  void beginRelay(const Arguments& arguments, relay::HallKeys keys) {
    wait_ = std::chrono::seconds(arguments.number("wait").value_or(0));
    relay_.emplace(
        loader_.archive(), std::move(keys), arguments.values("relay"),
        [this](const relay::HallGame& game) { report(game); },
        [this](const std::string& why) {
          const std::lock_guard lock(answering_);
          streams_.err << (why.empty() ? "relay: connected\n" : fmt::format("relay: {}\n", printable(why)))
                       << std::flush;
        });
  }

  void report(const relay::HallGame& game) {
    JsonWriter json;
    json.object().object("relay").member("game", game.game).member("events", game.recorded.count);
    json.member("sent", game.sent.count).member("kept", game.kept.count).memberOrNull("why", game.stuck).end().end();
    const std::lock_guard lock(answering_);
    answers_.item(json.text());
    streams_.out.flush();
  }

  /// Waits for receipts, and gives the number of games that are not kept.
  std::size_t finishRelay() {
    const auto unkept = relay_->finish(wait_);
    for (const relay::HallGame& game : unkept)
      streams_.err << fmt::format("relay: {}: {} of {} kept{}{}\n", printable(game.game), game.kept.count,
                                  counted(game.recorded.count, "event"), game.stuck.empty() ? "" : ": ",
                                  printable(game.stuck));
    return unkept.size();
  }

  void take(const std::string& text) {
    if (isBlank(text)) return;
    const PeekedLine line = peekedLine(text);
    switch (line.kind) {
      case PeekedLine::Kind::header:
        return beginGame(text);
      case PeekedLine::Kind::event:
        return takeEvent(text, line);
      case PeekedLine::Kind::seal:
        flush();
        return seal(idOf(line.game));
      case PeekedLine::Kind::unknown:
        break;
    }
    throw BadInput(kInput, lines_.number(), line.from + 1,
                   "expected {\"game\":{header}}, {\"game\":\"id\",event} or {\"seal\":\"id\"}, with that key first");
  }

  void beginGame(const std::string& text) {
    flush();
    capnp::MallocMessageBuilder message;
    auto header = message.initRoot<schema::Header>();
    JsonLinesReader(kInput).header(text, lines_.number(), header);
    const auto where = fmt::format("{}:{}", kInput, lines_.number());
    const auto documents = pinning_.documentsFor(header, where, &loader_.archive());
    if (header.getSource().size() == 0) header.setSource("live");
    documents.pinIn(header, where);
    std::ignore =
        pinning_.rulesFor(documents);  // a document that does not compile is refused before anything is stored
    const auto secret = newSecret();
    saltHeader(header, secret);
    const Digest head = Head(header, secret).value();
    const std::string id = textOf(header.getId());
    if (loader_.archive().find(id)) throw BadInput(fmt::format("{}: there is already a game {}", where, id));
    documents.storeIn(loader_.archive());
    loader_.archive().begin({.header = header, .secrets = secret, .head = head});
    if (relay_) relay_->recorded(id);
    answer(id, 0, head, "[]");
    flush();
  }

  LiveGame& live(const std::string& id) {
    if (const auto found = games_.find(id); found != games_.end()) return found->second;
    return games_.emplace(id, LiveGame(loader_.game(exactName(id)))).first->second;
  }

  /// The id of the record that a line means, as other commands understand its name.
  std::string idOf(const std::string& name) const {
    return games_.contains(name) ? name : std::string(named(loader_.archive(), name).id());
  }

  void takeEvent(std::string text, const PeekedLine& line) {
    const std::string id = idOf(line.game);
    LiveGame& game = live(id);
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(line.from),
              text.begin() + static_cast<std::ptrdiff_t>(line.to), ' ');
    try {
      Waiting next{.game = id, .event = {}, .answer = {}};
      next.event = game.read(text, lines_.number(), loader_.archive(), [this] { flush(); });
      next.answer = answerOf(id, next.event.number, next.event.head, next.event.findings);
      waiting_bytes_ += text.size();
      const bool ends = next.event.ends_game;
      waiting_.push_back(std::move(next));
      if (ends) {
        flush();
        sealGame(id);
      }
    } catch (const BadInput&) {
      if (!game.isSound()) {
        flush();  // what was read of it before is good; then it is opened again from what is stored
        games_.erase(id);
      }
      throw;
    }
  }

  void seal(const std::string& id) {
    const LiveGame& game = live(id);
    const auto last = game.last();
    const auto head = game.head();
    sealGame(id);
    JsonWriter json;
    json.object().member("game", id).member("n", last).member("head", hex(head)).member("sealed", true).end();
    waiting_.push_back({.game = {}, .event = {}, .answer = json.text()});
  }

  void sealGame(const std::string& id) {
    loader_.archive().seal(id);
    if (relay_) relay_->recorded(id);
    loader_.game(exactName(id)).keepKeyframes();
    games_.erase(id);  // a finished game needs no memory; a ruling opens it again
  }

  static std::string answerOf(std::string_view id, EventNumber number, const Digest& head, std::string_view findings) {
    JsonWriter json;
    json.object().member("game", id).member("n", number).member("head", hex(head));
    return json.memberJson("findings", findings).end().text();
  }
  void answer(std::string_view id, EventNumber number, const Digest& head, std::string_view findings) {
    waiting_.push_back({.game = {}, .event = {}, .answer = answerOf(id, number, head, findings)});
  }
  void refuse(const BadInput& why) {
    JsonWriter json;
    writeError(json.object().member("line", lines_.number()).key("error"), reportOf(why));
    refuse(json.end().text());
  }
  void refuse(const RefusedLine& mistake) {
    JsonWriter json;
    writeMistake(json.object().member("line", lines_.number()).key("error"), mistake);
    json.object("typed").member("line", mistake.typedLine()).member("column", mistake.typedColumn()).end();
    refuse(json.end().text());
  }
  void refuse(std::string answer) {
    ++refused_;
    waiting_.push_back({.game = {}, .event = {}, .answer = std::move(answer)});
  }

  /// Stores what waits by one sync, then answers, in the order of the lines.
  void flush() {
    if (waiting_.empty()) return;
    std::map<std::string_view, std::vector<NewEvent>> by_game;
    for (const auto& one : waiting_) {
      if (one.game.empty()) continue;
      by_game[one.game].push_back({.number = one.event.number, .event = one.event.event(), .head = one.event.head});
    }
    std::vector<NewEvents> all;
    for (const auto& [game, events] : by_game) all.push_back({.game = game, .events = events});
    if (!all.empty()) loader_.archive().append(all);
    for (const auto& [game, events] : by_game)
      noteRecorders(loader_.archive(), game, recorders_, events.front().number, events.back().number);
    {
      const std::lock_guard lock(answering_);
      for (const auto& one : waiting_) answers_.item(one.answer);
      streams_.out.flush();
    }
    for (const auto& [game, events] : by_game) {
      if (relay_) relay_->recorded(std::string(game));
    }
    waiting_.clear();
    waiting_bytes_ = 0;
  }

  Streams& streams_;
  GameLoader loader_;
  Pinning pinning_;
  std::vector<std::string> recorders_;
  LineSource lines_;
  AnswerList answers_;
  std::map<std::string, LiveGame> games_;
  std::vector<Waiting> waiting_;
  std::size_t waiting_bytes_ = 0;
  std::size_t refused_ = 0;
  std::mutex answering_;  // guards the answers and standard error while the relay runs
  std::chrono::seconds wait_{0};
  std::optional<relay::HallThread> relay_;  // ends first
};

/// The keys of --relay, which are read before anything is stored.
std::optional<relay::HallKeys> relayKeysOf(const Arguments& arguments) {
  if (!arguments.has("relay")) return std::nullopt;
  const auto key = arguments.value("key"), to = arguments.value("to");
  if (!key) throw BadInput("docket record: --key FILE is missing: the key of this hall (docket keys new)");
  if (!to) throw BadInput("docket record: --to KEY is missing: the verifier key of the archive");
  relay::HallKeys keys{.own = readSignerKey(*key), .archive = verifierKeyFrom(*to)};
  if (keys.own.verifier.type != KeyType::note || keys.archive.type != KeyType::note)
    throw BadInput("docket record: --key, --to: expected keys that sign for archives, and not for witnesses");
  return keys;
}

int runRecord(const Arguments& arguments, Streams& streams) {
  // A ruleset that is not there is reported before the first line is waited for.
  if (const auto ruleset = arguments.value("ruleset")) {
    std::optional<Archive> archive;
    if (Archive::archiveExists(arguments.archive())) archive.emplace(Archive::open(arguments.archive(), Access::read));
    std::ignore = chooseRuleset(*ruleset, {}, archive ? &*archive : nullptr);
  }
  return LiveRecorder(arguments, relayKeysOf(arguments), streams).run();
}

}  // namespace

Command recordCommand() {
  return {.name = "record",
          .words = {},
          .summary = "record live games from standard input",
          .help = kRecordHelp,
          .examples = kRecordExamples,
          .options =
              {{.name = "ruleset", .value = "RULESET", .help = "ruleset of new games: NAME, NAME@VERSION or a file"},
               {.name = "cards", .value = "FILE", .help = "a catalogue or card database for new games"},
               recordedByOption(),
               {.name = "relay", .value = "URL", .help = "send the games to an archive, by this broker (repeatable)"},
               {.name = "key", .value = "FILE", .help = "signing key of this hall", .belongs_to = "--relay"},
               {.name = "to",
                .value = "KEY",
                .help = "verifier key of that archive: text or a file",
                .belongs_to = "--relay"},
               {.name = "wait",
                .value = "SECONDS",
                .help = "how long to wait for receipts at the end",
                .most = 86'400,
                .default_value = 10,
                .belongs_to = "--relay"}},
          .run = runRecord,
          .changes_archive = true};
}

}  // namespace docket
