#include "tools/verdict/live_game.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <optional>

#include "engine/fold/events_of.h"
#include "engine/fold/reduce.h"
#include "engine/judge/judge.h"
#include "engine/query/acts/recorded_names.h"
#include "events/errors.h"
#include "events/json/json_place.h"
#include "tools/explain/findings.h"
#include "tools/game/stored_head.h"

namespace docket {
namespace {

/// The typed text in a line of JSON, if it holds one: {"line":"P1 draws 2"}.
std::optional<std::string> typedIn(std::string_view json, const char* file, std::size_t line_number) {
  const auto first = json.find_first_not_of(" \t\r{");
  if (first == std::string_view::npos || !json.substr(first).starts_with("\"line\"")) return std::nullopt;
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  std::string_view typed;
  const bool good = parser.parse(json.data(), json.size()).get(object) == simdjson::SUCCESS && object.size() == 1 &&
                    object["line"].get(typed) == simdjson::SUCCESS;
  if (!good) throw BadInput(file, line_number, first + 1, R"(expected {"game":"id","line":"..."} and nothing else)");
  return std::string(typed);
}

}  // namespace

LiveGame::LiveGame(OpenGame game, const char* file)
    : game_(std::move(game)),
      file_(file),
      titles_(game_.rules().catalogue),
      labels_(game_.rules()),
      players_(notation::playersOf(game_.header())),
      reader_(file),
      head_(headAfter(game_.stored(), game_.last())),
      running_(game_.header(), game_.rules(), game_.stateAt(game_.last())) {
  reader_.resume(game_.header());
  game_.events().forEach(1, game_.last(), [&](EventNumber, schema::Event::Reader event) {
    reader_.resume(event);
    labels_.add(event, reader_.record().names());
  });
}

ReadEvent LiveGame::parse(std::string_view line, std::size_t line_number) {
  ReadEvent next{.message = std::make_shared<capnp::MallocMessageBuilder>(), .findings = {}};
  if (const auto typed = typedIn(line, file_, line_number)) {
    const notation::EventTable table{
        .state = running_.state(), .rules = game_.rules(), .titles = titles_, .labels = labels_, .players = &players_};
    const EventNumber before = reader_.record().events();
    try {
      next.number = notation::readEventText(*typed, file_, table, reader_.record(), *next.message);
    } catch (const notation::Mistake& mistake) {
      sound_ = reader_.record().events() == before;  // a line that is refused late leaves the reader ahead
      const auto [at_line, column] = placeWithin({.text = line, .file = file_, .first_line = line_number}, "line",
                                                 {.line = mistake.line(), .column = mistake.column()});
      throw RefusedLine(mistake, {.file = file_, .line = at_line, .column = column, .length = mistake.length()});
    }
  } else {
    next.number = reader_.event(line, line_number, next.message->initRoot<schema::Event>());
  }
  const schema::Event::Reader event = next.message->getRoot<schema::Event>();
  next.ends_game = event.isGameEnded();
  sound_ = false;  // from here on the reader is ahead; sound again once everything is
  if (const auto wrong = unknownNames(game_.rules().ruleset, reader_.record().names(), event); !wrong.empty())
    throw BadInput(file_, line_number, 0, wrong.front());
  return next;
}

std::string LiveGame::judged(const ReadEvent& next) const {
  JsonWriter json;
  json.list();
  const HeldEvent event = next.event();
  const auto findings = judge(pendingEvent(running_.state(), game_.rules(), next.number, event));
  const StateForFindings table(running_.state(), game_.rules(), next.number, event, findings);
  for (const auto& finding : findings) addFinding(json, finding, table.state(), game_.rules().ruleset);
  return json.end().text();
}

void LiveGame::fold(ReadEvent& next, std::size_t line_number, const Archive& archive, bool goes_back) {
  if (next.message->sizeInWords() * sizeof(capnp::word) > Archive::kMaxEventBytes)
    throw BadInput(file_, line_number, 0, "the event is larger than 4 MiB");
  const HeldEvent event = next.event();
  try {
    next.findings = judged(next);
    if (goes_back) {
      const Game stored = archive.game(id());
      running_.add(next.number, event, EventsOf(stored));
    } else {
      running_.add(next.number, event, game_.events());
    }
  } catch (const DamagedArchive& cannot_be_folded) {
    throw BadInput(file_, line_number, 0,
                   fmt::format("under the ruleset {} {}: {}", game_.rules().ruleset.name, game_.rules().ruleset.version,
                               cannot_be_folded.what()));
  }
  labels_.add(event, reader_.record().names());
  head_.append(event, next.number);
  next.head = head_.value();
  sound_ = true;
}

}  // namespace docket
