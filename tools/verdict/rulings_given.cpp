#include "tools/verdict/rulings_given.h"

#include <capnp/dynamic.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/find.hpp>

#include "engine/rules/event_meaning.h"
#include "events/shape.h"
#include "events/text/text_view.h"
#include "tools/notation/transcript.h"
#include "tools/verdict/ruling_verdict.h"
#include "tools/words/speech.h"
#include "tools/words/text.h"

namespace docket {
namespace {

/// Identifies the match of a game.
std::string matchOf(schema::Header::Reader header) {
  if (header.getMatch().size() != 0) return textOf(header.getMatch());
  if (header.getRound() == 0) return {};
  std::string match = fmt::format("round {}", header.getRound());
  return header.getTable() == 0 ? match : match + fmt::format(", table {}", header.getTable());
}

/// The decision at a judge's discretion that an event records, without the name of a penalty; empty for other events.
std::optional<Discretion> discretionOf(schema::Event::Reader event) {
  const FieldShape* payload = payloadFieldOf(event);
  if (payload == nullptr || payload->discretion.empty()) return std::nullopt;
  Discretion given{.kind = event.which(), .word = payload->discretion};
  const auto from = capnp::DynamicStruct::Reader(event).get(payload->field).as<capnp::DynamicStruct>();
  for (const FieldShape& field : payload->value.shape->fields) {
    const auto text = [&] { return textOf(from.get(field.field).as<capnp::Text>()); };
    if (field.value.mark == Mark::judge) given.judge = text();
    if (field.value.mark == Mark::people) given.note = text();
    if (field.value.mark == Mark::event) given.about = from.get(field.field).as<EventNumber>();
    if (field.value.mark == Mark::seat) given.player = from.get(field.field).as<Seat>();
  }
  return given;
}

/// Appends the rulings that supersede an event (0: none), each followed by those that supersede it in turn.
void addLine(const std::vector<RulingVerdict>& all, EventNumber superseded, std::vector<RulingVerdict>& line) {
  for (const RulingVerdict& ruling : all) {
    if (ruling.supersedes != superseded) continue;
    line.push_back(ruling);
    addLine(all, ruling.event, line);  // a ruling supersedes an earlier one, so this ends
  }
}

}  // namespace

std::string rewindWords(const OpenGame& game, const TurnLabels& turn_labels, EventNumber from, EventNumber to) {
  const Rules rules = game.rules();
  const auto event_words = [&](EventNumber number) {
    const State after = game.stateAt(number);
    const HeldEvent event = game.event(number);
    return fmt::format("event {} ({})", number,
                       Speech().tell(Words(after, rules, game.header(), turn_labels), number, event).text);
  };
  const Path before = game.pathTo(from), now = game.pathTo(to);
  std::size_t count = 0;
  EventNumber first = 0, last = 0;
  game.events().forEach(1, from, [&](EventNumber number, schema::Event::Reader event) {
    if (!before.covers(number) || now.covers(number) || !classOf(event.which()).of_game) return;
    if (count++ == 0) first = number;
    last = number;
  });
  const std::string place = to == 0 ? "the game begins again" : "the game continues after " + event_words(to);
  if (count == 0) return place + ", and nothing is undone";
  if (count == 1) return fmt::format("{}, and {} is undone", place, event_words(first));
  return fmt::format("{}, and {} events are undone: {} {} {}", place, count, event_words(first),
                     count == 2 ? "and" : "to", event_words(last));
}

std::vector<Discretion> discretionIn(const OpenGame& game) {
  std::vector<Discretion> all;
  game.events().forEach(1, game.last(), [&](EventNumber number, schema::Event::Reader event) {
    auto one = discretionOf(event);
    if (!one) return;
    one->event = number;
    all.push_back(*std::move(one));
  });
  if (all.empty()) return all;
  const Rules rules = game.rules();
  const TurnLabels turn_labels = turnLabelsOf(game);
  const notation::Titles titles(rules.catalogue);
  for (Discretion& one : all) {
    const State after = game.stateAt(one.event);
    const Words words(after, rules, game.header(), turn_labels);
    const HeldEvent event = game.event(one.event);
    if (event->isPenaltyGiven()) one.penalty = game.names().text(event->getPenaltyGiven().getPenalty());
    if (one.kind == schema::Event::REWOUND) one.undone = rewindWords(game, turn_labels, one.event - 1, one.about);
    one.what = transcribe(words, titles, one.event, event).text;
  }
  for (Discretion& one : all) {
    one.corrected = ranges::any_of(all, [&](const Discretion& other) {
      return other.kind == schema::Event::CORRECTED && other.about == one.event;
    });
  }
  return all;
}

RulingsGiven rulingsGiven(const OpenGame& game) {
  const auto header = game.header();
  RulingsGiven given{.game = std::string(game.id()),
                     .event = textOf(header.getEvent()),
                     .match = matchOf(header),
                     .date = textOf(header.getDate()),
                     .players = {},
                     .rulings = {},
                     .discretion = discretionIn(game)};
  for (const auto player : header.getPlayers()) given.players.push_back(textOf(player.getName()));
  const TurnLabels turn_labels = turnLabelsOf(game);
  std::vector<RulingVerdict> rulings;
  game.events().forEach(1, game.last(), [&](EventNumber number, schema::Event::Reader event) {
    if (event.isRulingGiven()) rulings.push_back(verifyRuling(game, turn_labels, number, event.getRulingGiven()));
  });
  for (const RulingVerdict& later : rulings) {
    const auto earlier = ranges::find(rulings, later.supersedes, &RulingVerdict::event);
    if (later.supersedes != 0 && earlier != rulings.end()) earlier->superseded_by = later.event;
  }
  for (RulingVerdict& ruling : rulings) {
    // The superseded event may not be a ruling; then this one replaces nothing.
    if (ranges::find(rulings, ruling.supersedes, &RulingVerdict::event) == rulings.end()) ruling.supersedes = 0;
  }
  addLine(rulings, 0, given.rulings);
  return given;
}

void addPenalties(const RulingsGiven& game, PenaltySums& sums) {
  for (const Discretion& one : game.discretion) {
    if (one.kind != schema::Event::PENALTY_GIVEN || one.corrected || one.player == 0) continue;
    const std::string& name = one.player <= game.players.size() ? game.players[one.player - 1U] : std::string();
    ++sums[name.empty() ? fmt::format("P{} of {}", one.player, game.game) : name][one.penalty];
  }
}

}  // namespace docket
