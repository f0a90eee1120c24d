#include "events/json/jsonl.h"

#include <capnp/message.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <istream>
#include <ostream>
#include <utility>

#include "events/append_event.h"
#include "events/errors.h"
#include "events/json/json.h"
#include "events/json/json_envelope.h"
#include "events/json/json_place.h"
#include "events/json/json_reader.h"
#include "events/json/json_struct_writer.h"
#include "events/shape.h"
#include "events/text/text_lists.h"
#include "events/text/text_view.h"
#include "events/text/trimmed.h"
#include "events/validate_header.h"

namespace docket {
namespace {

constexpr std::string_view kGame = "game";
constexpr std::string_view kLabel = "label";
constexpr std::string_view kEnd = "end";

std::string_view pastBlanks(std::string_view text) {
  const auto next = text.find_first_not_of(" \t\r\n");
  return next == std::string_view::npos ? std::string_view{} : text.substr(next);
}

/// True if a line is an object whose first member is `key`, and that an object.
bool wraps(std::string_view line, std::string_view key) {
  const std::string name = fmt::format("\"{}\"", key);
  for (const std::string_view token : {"{", name.c_str(), ":", "{"}) {
    line = pastBlanks(line);
    if (!line.starts_with(token)) return false;
    line.remove_prefix(token.size());
  }
  return true;
}

/// Refused because of the record so far; the line could be valid after other events.
class NotAfterThese : public BadInput {
 public:
  using BadInput::BadInput;
};

/// Refused for its number.
class WrongNumber : public BadInput {
 public:
  WrongNumber(const BadInput& why, std::uint32_t next, std::uint32_t found)
      : BadInput(why), next_(next), found_(found) {}
  [[nodiscard]] std::uint32_t next() const { return next_; }
  [[nodiscard]] std::uint32_t found() const { return found_; }

 private:
  std::uint32_t next_, found_;
};

[[noreturn]] void refuse(const JsonSource& source, const Fault& fault, std::string_view within = {}) {
  const auto path = within.empty() ? fault.path : fmt::format("{}.{}", within, fault.path);
  const auto [line, column] = placeOf(source, path);
  const auto message = fault.path.empty() ? fault.message : fmt::format("{}: {}", fault.path, fault.message);
  if (fault.of_record) throw NotAfterThese(source.file, line, column, message);
  throw BadInput(source.file, line, column, message);
}

/// True if a line that cannot be read may have brought cards into the game, as far as its text shows.
bool mayBringCards(std::string_view line) {
  const auto says = [&](std::string_view name) {
    return line.find(fmt::format("\"{}\"", name)) != std::string_view::npos;
  };
  for (const std::string_view brings : {"deckRegistered", "shuffled", "cardCreated"}) {
    if (says(brings)) return true;
  }
  const auto& fields = shapeOf(capnp::Schema::from<schema::Event>()).fields;
  return std::none_of(fields.begin(), fields.end(),
                      [&](const FieldShape& field) { return field.chosen && says(field.name); });
}

/// Reads a line into `line` without its end, at most as long as a line may be. Returns false at the end of the input.
bool nextLine(std::istream& in, std::string& line, const std::string& file, std::size_t number) {
  constexpr std::size_t kMax = JsonOptions{}.max_bytes;
  std::array<char, 4096> piece;
  line.clear();
  for (;;) {
    in.getline(piece.data(), piece.size());
    const bool ended = in.good();  // its end was read, and is counted
    const std::size_t length = static_cast<std::size_t>(in.gcount()) - (ended ? 1U : 0U);
    if (line.size() + length > kMax) throw BadInput(file, number, 0, fmt::format("a line longer than {} bytes", kMax));
    line.append(piece.data(), length);
    if (ended) return true;
    if (in.eof() || in.bad()) return !line.empty();
    in.clear();  // the piece was full
  }
}

/// The line of an event without its announced names, and whether they follow from it. `announced`: older names.
std::pair<std::string, bool> lineWithoutNames(schema::Event::Reader event, const Names& names, std::size_t announced) {
  JsonNameUse use{.announced = announced};
  auto line = writeJson(event, names, use);
  const auto fresh = event.getContext().getNames().size();
  const bool derived = use.in_order && use.used == fresh && (fresh != 0 || !event.getContext().hasNames());
  return {std::move(line), derived};
}

}  // namespace

bool announcesAsUsed(schema::Event::Reader event, const Names& names) {
  const auto announces = event.getContext().getNames();
  if (announces.size() == 0) return !event.getContext().hasNames();
  const auto first = names.find({announces[0].begin(), announces[0].size()});
  return first != 0 && lineWithoutNames(event, names, first - 1U).second;
}

bool isHeaderLine(std::string_view line) { return wraps(line, kGame); }

std::string JsonLinesWriter::header(schema::Header::Reader header) {
  return fmt::format("{{\"{}\":{}}}", kGame, writeJson(header));
}

std::string JsonLinesWriter::label(const GameLabel& label) {
  capnp::MallocMessageBuilder message;
  auto into = message.initRoot<schema::Label>();
  if (!label.event.empty()) into.setEvent(label.event);
  if (!label.match.empty()) into.setMatch(label.match);
  into.setRound(label.round);
  into.setTable(label.table);
  into.setGameOfMatch(label.game_of_match);
  if (!label.players.empty()) setTexts(into.initPlayers(static_cast<capnp::uint>(label.players.size())), label.players);
  return fmt::format("{{\"{}\":{}}}", kLabel, writeJson(into.asReader()));
}

std::string JsonLinesWriter::event(schema::Event::Reader event) {
  const auto announced = names_.size();
  names_.addOf(event);
  auto [line, derived] = lineWithoutNames(event, names_, announced);
  if (!derived || announced + event.getContext().getNames().size() != names_.size()) line = writeJson(event, &names_);
  line.replace(0, 1, fmt::format("{{\"n\":{}{}", ++number_, line == "{}" ? "" : ","));
  return line;
}

std::string JsonLinesWriter::end(const RecordEnd& end) {
  const auto data_of = [](const Digest& bytes) { return capnp::Data::Reader(bytes.data(), bytes.size()); };
  capnp::MallocMessageBuilder message;
  auto into = message.initRoot<schema::End>();
  into.setEvents(end.events);
  into.setHead(data_of(end.head));
  return fmt::format("{{\"{}\":{}}}", kEnd, writeJson(into.asReader()));
}

GameLabel JsonLinesReader::label(std::string_view line, std::size_t line_number) const {
  const JsonSource source{.text = line, .file = file_, .first_line = line_number};
  JsonEnvelope envelope;
  envelope.wrapper = kLabel;
  capnp::MallocMessageBuilder message;
  readJson(source, message.initRoot<schema::Label>(), nullptr, {}, envelope);
  const auto from = message.getRoot<schema::Label>().asReader();
  const auto text = [&](capnp::Text::Reader value, const std::string& path) {
    if (value.size() > kMaxNameBytes)
      refuse(source, {path, fmt::format("a text of {} bytes; the maximum is {}", value.size(), kMaxNameBytes)}, kLabel);
    return textOf(value);
  };
  GameLabel label{.event = text(from.getEvent(), "event"),
                  .match = text(from.getMatch(), "match"),
                  .round = from.getRound(),
                  .table = from.getTable(),
                  .game_of_match = from.getGameOfMatch()};
  const auto players = from.getPlayers();
  if (players.size() > kMaxSeats)
    refuse(source, {"players", fmt::format("{} players; the maximum is {}", players.size(), kMaxSeats)}, kLabel);
  for (capnp::uint i = 0; i < players.size(); ++i)
    label.players.push_back(text(players[i], fmt::format("players[{}]", i)));
  return label;
}

RecordEnd JsonLinesReader::end(std::string_view line, std::size_t line_number) const {
  const JsonSource source{.text = line, .file = file_, .first_line = line_number};
  JsonEnvelope envelope;
  envelope.wrapper = kEnd;
  capnp::MallocMessageBuilder message;
  readJson(source, message.initRoot<schema::End>(), nullptr, {}, envelope);
  const auto from = message.getRoot<schema::End>().asReader();
  const auto bytes_of = [&](capnp::Data::Reader data, const std::string& path) {
    Digest bytes{};
    if (data.size() != bytes.size())
      refuse(source, {path, fmt::format("expected 32 bytes, found {}", data.size())}, kEnd);
    std::copy(data.begin(), data.end(), bytes.begin());
    return bytes;
  };
  if (from.getEvents() != record_->events())
    refuse(source,
           {"events",
            fmt::format("the record should have {} events, but has {}: it was cut short, or combined from several",
                        from.getEvents(), record_->events())},
           kEnd);
  RecordEnd end{.events = from.getEvents(), .head = bytes_of(from.getHead(), "head")};
  if (!from.hasSecret()) return end;
  end.secrets = Secrets(bytes_of(from.getSecret(), "secret"));
  std::uint32_t before = end.events + 1;
  for (const auto past : from.getPast()) {
    if (past.getLast() >= before) refuse(source, {"past", "expected falling event numbers, the latest first"}, kEnd);
    before = past.getLast();
    end.secrets->addPast(past.getLast(), bytes_of(past.getSecret(), "past"));
  }
  return end;
}

void JsonLinesReader::header(std::string_view line, std::size_t line_number, schema::Header::Builder into) {
  const JsonSource source{.text = line, .file = file_, .first_line = line_number};
  JsonEnvelope envelope;
  envelope.wrapper = kGame;
  readJson(source, into, nullptr, {}, envelope);
  if (const auto fault = validate(into.asReader())) refuse(source, *fault, kGame);
  record_.emplace(into.asReader());
  names_ = {};
}

std::uint32_t JsonLinesReader::event(std::string_view line, std::size_t line_number, schema::Event::Builder into) {
  const JsonSource source{.text = line, .file = file_, .first_line = line_number};
  if (!record_) throw BadInput(file_, line_number, 0, "the header must come before the first event");
  JsonEnvelope envelope;
  envelope.numbered = true;
  const auto announced = record_->names().size();
  if (names_.size() != announced) names_ = record_->names();  // a line that was refused has left its own
  readJson(source, into, &names_, {}, envelope);
  const auto number = record_->events() + 1;
  if (envelope.number && *envelope.number != number) {
    const auto [line_of_number, column] = envelope.number_place;
    throw WrongNumber(BadInput(file_, line_of_number, column,
                               fmt::format("expected event {} next, found event {}", number, *envelope.number)),
                      number, *envelope.number);
  }
  if (names_.size() != announced) setNewNames(into.getContext(), names_, announced);
  if (const auto fault = validate(into.asReader(), number, *record_)) refuse(source, *fault);
  record_->add(into.asReader());
  return number;
}

void JsonLinesReader::resume(schema::Header::Reader header) {
  record_.emplace(header);
  names_ = {};
}

void JsonLinesReader::resume(schema::Event::Reader event) { record_->add(event); }

void JsonLinesReader::addGap() {
  capnp::MallocMessageBuilder message;
  (void)appendGap(*record_, message);
}

namespace {

/// Reads all lines of one game, continuing after mistakes; used once.
class JsonLinesParser {
 public:
  JsonLinesParser(std::istream& in, const std::string& file, const JsonLinesSink& sink, std::size_t first_line)
      : in_(in), file_(file), sink_(sink), reader_(file), number_(first_line - 1) {}

  std::optional<RecordEnd> run() {
    std::string line;
    try {
      while (!stopped_ && nextLine(in_, line, file_, ++number_)) {
        if (!isBlank(line)) take(line);
      }
    } catch (const BadInput& no_line) {
      found_.add(no_line);
    }
    if (in_.bad()) throw EnvironmentError(fmt::format("{}: cannot be read", file_));
    if (!begun_ && found_.none()) throw BadInput(file_, 0, 0, "it contains no game");
    found_.requireNone();
    return end_;
  }

 private:
  static constexpr std::uint32_t kMaxMissing = 10'000;  // events in all that are made up for
  static constexpr unsigned kUsualWords = 64;           // of a message; the library would clear a thousand

  void take(const std::string& line) {
    if (end_) return stop({file_, number_, 0, "there is text after the end of the record: remove it"});
    if (!std::exchange(begun_, true)) return header(line);
    if (wraps(line, kEnd)) return end(line);
    if (std::exchange(may_have_label_, false) && wraps(line, kLabel)) return label(line);
    event(line);
  }

  void label(const std::string& line) {
    try {
      const GameLabel label = reader_.label(line, number_);
      if (sink_.label) sink_.label(label);
    } catch (const BadInput& bad) {
      found_.add(bad);
    }
  }

  void header(const std::string& line) {
    capnp::MallocMessageBuilder message(kUsualWords);
    auto header = message.initRoot<schema::Header>();
    try {
      reader_.header(line, number_, header);
    } catch (const BadInput& bad) {
      if (!isHeaderLine(line)) return stop(bad);  // it is not a record
      found_.add(bad);
      return goOnWithoutHeader();
    }
    sink_.header(header.asReader());
  }

  /// The seats are then unknown, and whether the record is one seat's view.
  void goOnWithoutHeader() {
    capnp::MallocMessageBuilder message;
    auto any = message.initRoot<schema::Header>();
    any.initPlayers(kMaxSeats);
    any.setViewer(kSpectator);
    reader_.resume(any.asReader());
  }

  void event(const std::string& line) {
    capnp::MallocMessageBuilder message(kUsualWords);
    auto event = message.initRoot<schema::Event>();
    try {
      const auto of_game = reader_.event(line, number_, event);
      if (found_.none()) sink_.event(event.asReader(), of_game);
    } catch (const WrongNumber& wrong) {
      found_.add(wrong);
      makeUpFor(wrong);
      if (!stopped_ && wrong.found() > wrong.next()) this->event(line);
    } catch (const NotAfterThese& wrong) {
      // After a line that could not be read, this may be the only thing wrong with it.
      if (!cards_in_doubt_) found_.add(wrong);
      leaveOut(line);
    } catch (const BadInput& bad) {
      found_.add(bad);
      leaveOut(line);
    }
  }

  void leaveOut(const std::string& line) {
    reader_.addGap();
    cards_in_doubt_ = cards_in_doubt_ || mayBringCards(line);
  }

  /// Notes take the place of missing events, so that later ones keep their numbers. A repeated event is left out.
  void makeUpFor(const WrongNumber& wrong) {
    if (wrong.found() < wrong.next()) return;
    const std::uint32_t missing = wrong.found() - wrong.next();
    stopped_ = missing > kMaxMissing - made_up_;
    for (std::uint32_t i = 0; i < missing && !stopped_; ++i) reader_.addGap();
    if (!stopped_) made_up_ += missing;
    cards_in_doubt_ = true;
  }

  void end(const std::string& line) {
    try {
      end_ = reader_.end(line, number_);
    } catch (const BadInput& bad) {  // the counts of the last line follow from the events
      if (found_.none()) found_.add(bad);
      end_.emplace();
    }
  }

  void stop(const BadInput& why) {
    found_.add(why);
    stopped_ = true;
  }

  std::istream& in_;
  const std::string& file_;
  const JsonLinesSink& sink_;
  JsonLinesReader reader_;
  std::size_t number_;  // of the line
  FoundMistakes<> found_;
  std::optional<RecordEnd> end_;
  std::uint32_t made_up_ = 0;
  bool begun_ = false;
  bool may_have_label_ = true;   // only the header was read
  bool stopped_ = false;         // the following lines would mean nothing
  bool cards_in_doubt_ = false;  // a line that could not be read may have introduced cards
};

}  // namespace

std::optional<RecordEnd> readJsonLines(std::istream& in, const std::string& file, const JsonLinesSink& sink,
                                       std::size_t first_line) {
  return JsonLinesParser(in, file, sink, first_line).run();
}

Recording readJsonLines(std::istream& in, const std::string& file, std::size_t first_line,
                        std::optional<RecordEnd>* end, GameLabel* label) {
  Recording recording;
  JsonLinesSink sink{.header = [&](schema::Header::Reader header) { recording.setHeader(header); },
                     .event = [&](schema::Event::Reader event, std::uint32_t) { recording.add(event); }};
  if (label != nullptr) sink.label = [&](const GameLabel& read_label) { *label = read_label; };
  auto found = readJsonLines(in, file, sink, first_line);
  if (end != nullptr) *end = std::move(found);
  return recording;
}

Digest headOf(const Recording& recording, const Secrets& secrets) {
  Head head(recording.header(), secrets);
  for (std::uint32_t number = 1; number <= recording.size(); ++number) head.append(*recording.event(number), number);
  return head.value();
}

std::optional<Digest> requireEnd(const Recording& recording, const std::optional<RecordEnd>& end,
                                 const std::string& file) {
  if (!end) {
    if (recording.header().getRecordFormat() == 0) return std::nullopt;
    throw BadInput(
        fmt::format("{}: the record was cut short: its end is missing after event {}; export it again, or import "
                    "what is there with --cut",
                    file, recording.size()));
  }
  const Digest head = headOf(recording, end->secrets.value_or(Secrets{}));
  if (head == end->head) return head;
  throw BadInput(fmt::format("{}: the record was altered: its events give the head {}, but its end says {}", file,
                             hex(head), hex(end->head)));
}

void writeJsonLines(const Recording& recording, std::ostream& out) {
  JsonLinesWriter writer;
  out << JsonLinesWriter::header(recording.header()) << '\n';
  for (std::uint32_t number = 1; number <= recording.size(); ++number) {
    const HeldEvent event = recording.event(number);
    out << writer.event(event) << '\n';
  }
}

}  // namespace docket
