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

namespace docket {
namespace {

constexpr std::string_view kGame = "game";

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
  if (!roster_) throw BadInput(file_, line_number, 0, "the header comes before the first event");
  JsonEnvelope envelope;
  envelope.numbered = true;
  const auto announced = roster_->names().size();
  if (names_.size() != announced) names_ = roster_->names();  // a line that was refused has left its own
  readJson(source, into, &names_, {}, envelope);
  const auto number = roster_->events() + 1;
  if (envelope.number && *envelope.number != number) {
    throw BadInput(file_, envelope.number_place.line, envelope.number_place.column,
                   fmt::format("the next event is {}, not {}", number, *envelope.number));
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

void readJsonLines(std::istream& in, const std::string& file, const JsonLinesSink& sink, std::size_t first_line) {
  JsonLinesReader reader(file);
  std::string line;
  bool begun = false;
  std::size_t number = first_line - 1;
  while (nextLine(in, line, file, ++number)) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    capnp::MallocMessageBuilder message;
    if (!std::exchange(begun, true)) {
      auto header = message.initRoot<schema::Header>();
      reader.header(line, number, header);
      sink.header(header.asReader());
    } else {
      auto event = message.initRoot<schema::Event>();
      const auto of_game = reader.event(line, number, event);
      sink.event(event.asReader(), of_game);
    }
  }
  if (in.bad()) throw EnvironmentError(fmt::format("{}: cannot be read", file));
  if (!begun) throw BadInput(file, 0, 0, "there is no game in it");
}

Recording readJsonLines(std::istream& in, const std::string& file, std::size_t first_line) {
  Recording recording;
  readJsonLines(in, file,
                {.header = [&](schema::Header::Reader header) { recording.setHeader(header); },
                 .event = [&](schema::Event::Reader event, std::uint32_t) { recording.add(event); }},
                first_line);
  return recording;
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
