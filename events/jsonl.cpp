#include "events/jsonl.h"

#include <capnp/message.h>
#include <fmt/format.h>

#include <algorithm>
#include <istream>
#include <ostream>
#include <utility>

#include "events/errors.h"
#include "events/json.h"
#include "events/json_envelope.h"
#include "events/json_place.h"
#include "events/json_reader.h"
#include "events/json_struct_writer.h"
#include "events/trimmed.h"
#include "events/validate_header.h"

namespace docket {
namespace {

constexpr std::string_view kGame = "game";
constexpr std::string_view kEnd = "end";

std::string_view pastBlanks(std::string_view text) {
  const auto next = text.find_first_not_of(" \t\r\n");
  return next == std::string_view::npos ? std::string_view{} : text.substr(next);
}

// Whether a line is an object whose first member is `key`, and that an object.
bool wraps(std::string_view line, std::string_view key) {
  const std::string name = fmt::format("\"{}\"", key);
  for (const std::string_view token : {"{", name.c_str(), ":", "{"}) {
    line = pastBlanks(line);
    if (!line.starts_with(token)) return false;
    line.remove_prefix(token.size());
  }
  return true;
}

[[noreturn]] void refuse(const JsonSource& source, const Fault& fault, std::string_view within = {}) {
  const auto path = within.empty() ? fault.path : fmt::format("{}.{}", within, fault.path);
  const auto [line, column] = placeOf(source, path);
  throw BadInput(source.file, line, column,
                 fault.path.empty() ? fault.message : fmt::format("{}: {}", fault.path, fault.message));
}

// Reads a line into `line` without its end, at most as long as a line may be. Gives false at the end of the input.
bool nextLine(std::istream& in, std::string& line, const std::string& file, std::size_t number) {
  line.clear();
  auto* bytes = in.rdbuf();
  for (int c = bytes->sbumpc(); c != std::char_traits<char>::eof(); c = bytes->sbumpc()) {
    if (c == '\n') return true;
    if (line.size() == JsonOptions{}.most_bytes) {
      throw BadInput(file, number, 0, fmt::format("a line longer than {} bytes", line.size()));
    }
    line += static_cast<char>(c);
  }
  return !line.empty();
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

std::string JsonLinesWriter::event(schema::Event::Reader event) {
  const auto announced = names_.size();
  if (event.hasContext()) {
    for (auto name : event.getContext().getNames()) names_.number({name.begin(), name.size()});
  }
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
  if (end.secrets) {
    into.setSecret(data_of(end.secrets->of(0)));
    const auto& past = end.secrets->past();
    if (!past.empty()) {
      auto list = into.initPast(static_cast<capnp::uint>(past.size()));
      for (capnp::uint i = 0; i < list.size(); ++i) {
        list[i].setLast(past[i].last);
        list[i].setSecret(data_of(past[i].secret));
      }
    }
  }
  return fmt::format("{{\"{}\":{}}}", kEnd, writeJson(into.asReader()));
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
  if (from.getEvents() != roster_->events())
    refuse(source,
           {"events",
            fmt::format(
                "the record should have {} events, but {} are here: it was cut short, or put together from several",
                from.getEvents(), roster_->events())},
           kEnd);
  RecordEnd end{.events = from.getEvents(), .head = bytes_of(from.getHead(), "head")};
  if (!from.hasSecret()) return end;
  end.secrets = Secrets(bytes_of(from.getSecret(), "secret"));
  std::uint32_t before = end.events + 1;
  for (const auto past : from.getPast()) {
    if (past.getLast() >= before)
      refuse(source, {"past", "its events are to fall, from the latest to the oldest"}, kEnd);
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
  roster_.emplace(into.asReader());
  names_ = {};
}

std::uint32_t JsonLinesReader::event(std::string_view line, std::size_t line_number, schema::Event::Builder into) {
  const JsonSource source{.text = line, .file = file_, .first_line = line_number};
  if (!roster_) throw BadInput(file_, line_number, 0, "the header has to come before the first event");
  JsonEnvelope envelope;
  envelope.numbered = true;
  const auto announced = roster_->names().size();
  if (names_.size() != announced) names_ = roster_->names();  // a line that was refused has left its own
  readJson(source, into, &names_, {}, envelope);
  const auto number = roster_->events() + 1;
  if (envelope.number && *envelope.number != number) {
    throw BadInput(file_, envelope.number_place.line, envelope.number_place.column,
                   fmt::format("expected event {} next, found event {}", number, *envelope.number));
  }
  if (const auto fresh = names_.size() - announced; fresh != 0) {
    auto list = into.getContext().initNames(static_cast<capnp::uint>(fresh));
    for (capnp::uint i = 0; i < fresh; ++i) {
      const auto text = names_.text(static_cast<std::uint16_t>(announced + i + 1));
      list.set(i, capnp::Text::Reader(text.data(), text.size()));
    }
  }
  if (const auto fault = validate(into.asReader(), number, *roster_)) refuse(source, *fault);
  roster_->add(into.asReader());
  return number;
}

void JsonLinesReader::resume(schema::Header::Reader header) {
  roster_.emplace(header);
  names_ = {};
}

void JsonLinesReader::resume(schema::Event::Reader event) { roster_->add(event); }

std::optional<RecordEnd> readJsonLines(std::istream& in, const std::string& file, const JsonLinesSink& sink,
                                       std::size_t first_line) {
  JsonLinesReader reader(file);
  std::optional<RecordEnd> end;
  std::string line;
  bool begun = false;
  std::size_t number = first_line - 1;
  while (nextLine(in, line, file, ++number)) {
    if (isBlank(line)) continue;
    if (end) throw BadInput(file, number, 0, "there is text after the end of the record: remove it");
    capnp::MallocMessageBuilder message;
    if (!std::exchange(begun, true)) {
      auto header = message.initRoot<schema::Header>();
      reader.header(line, number, header);
      sink.header(header.asReader());
    } else if (wraps(line, kEnd)) {
      end = reader.end(line, number);
    } else {
      auto event = message.initRoot<schema::Event>();
      const auto of_game = reader.event(line, number, event);
      sink.event(event.asReader(), of_game);
    }
  }
  if (in.bad()) throw EnvironmentError(fmt::format("{}: cannot be read", file));
  if (!begun) throw BadInput(file, 0, 0, "it contains no game");
  return end;
}

Recording readJsonLines(std::istream& in, const std::string& file, std::size_t first_line,
                        std::optional<RecordEnd>* end) {
  Recording recording;
  auto found = readJsonLines(in, file,
                             {.header = [&](schema::Header::Reader header) { recording.setHeader(header); },
                              .event = [&](schema::Event::Reader event, std::uint32_t) { recording.add(event); }},
                             first_line);
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
