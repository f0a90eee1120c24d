#include "tools/game/live_game.h"

#include <fmt/format.h>

#include "engine/fold/events_of.h"
#include "engine/fold/reduce.h"
#include "engine/judge/judge.h"
#include "engine/query/recorded_names.h"
#include "events/errors.h"
#include "tools/game/stored_head.h"
#include "tools/render/findings.h"

namespace docket {
namespace {

constexpr const char* kInput = "standard input";

}  // namespace

LiveGame::LiveGame(OpenGame game)
    : game_(std::move(game)),
      reader_(kInput),
      head_(headAfter(game_.stored(), game_.last())),
      follower_(game_.header(), game_.rules(), game_.stateAt(game_.last())) {
  reader_.resume(game_.header());
  game_.events().forEach(1, game_.last(), [&](EventNumber, schema::Event::Reader event) { reader_.resume(event); });
}

ReadEvent LiveGame::parse(std::string_view line, std::size_t line_number) {
  ReadEvent next{.message = std::make_shared<capnp::MallocMessageBuilder>(), .findings = {}};
  auto event = next.message->initRoot<schema::Event>();
  next.number = reader_.event(line, line_number, event);
  next.ends_game = event.isGameEnded();
  sound_ = false;  // from here on the reader is ahead; sound again once everything is
  if (const auto wrong = unknownName(game_.rules().ruleset, reader_.roster().names(), event); !wrong.empty()) {
    throw BadInput(kInput, line_number, 0, wrong);
  }
  return next;
}

std::string LiveGame::judged(const ReadEvent& next) const {
  JsonWriter json;
  json.list();
  const HeldEvent event = next.event();
  const auto findings = judge(atHand(follower_.state(), game_.rules(), next.number, event));
  const StateForFindings table(follower_.state(), game_.rules(), next.number, event, findings);
  for (const auto& finding : findings) addFinding(json, finding, table.state(), game_.rules().ruleset);
  return json.end().text();
}

void LiveGame::fold(ReadEvent& next, std::size_t line_number, const Archive& archive, bool goes_back) {
  if (next.message->sizeInWords() * sizeof(capnp::word) > Archive::kMostEventBytes)
    throw BadInput(kInput, line_number, 0, "the event is larger than 4 MiB");
  const HeldEvent event = next.event();
  try {
    next.findings = judged(next);
    if (goes_back) {
      const Game stored = archive.game(id());
      follower_.add(next.number, event, EventsOf(stored));
    } else {
      follower_.add(next.number, event, game_.events());
    }
  } catch (const DamagedArchive& cannot_be_folded) {
    throw BadInput(kInput, line_number, 0,
                   fmt::format("under the ruleset {} {}: {}", game_.rules().ruleset.name, game_.rules().ruleset.version,
                               cannot_be_folded.what()));
  }
  head_.append(event, next.number);
  next.head = head_.value();
  sound_ = true;
}

}  // namespace docket
