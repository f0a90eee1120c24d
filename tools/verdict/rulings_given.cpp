#include "tools/verdict/rulings_given.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/find.hpp>

#include "events/text/text_view.h"
#include "tools/notation/transcript.h"
#include "tools/verdict/ruling_verdict.h"

namespace docket {
namespace {

/// What the games of a match have in common.
std::string matchOf(schema::Header::Reader header) {
  if (header.getMatch().size() != 0) return textOf(header.getMatch());
  if (header.getRound() == 0) return {};
  std::string match = fmt::format("round {}", header.getRound());
  return header.getTable() == 0 ? match : match + fmt::format(", table {}", header.getTable());
}

bool isDiscretion(schema::Event::Reader event) {
  return event.isRewound() || event.isCorrected() || event.isPenaltyGiven() || event.isTimeExtended() ||
         event.isObligationWaived();
}

Discretion discretionOf(schema::Event::Reader event, const Names& names) {
  if (event.isRewound()) {
    const auto rewound = event.getRewound();
    return {.kind = Discretion::Kind::rewind,
            .about = rewound.getTo(),
            .judge = textOf(rewound.getJudge()),
            .note = textOf(rewound.getNote())};
  }
  if (event.isCorrected()) {
    const auto corrected = event.getCorrected();
    return {.kind = Discretion::Kind::correction, .about = corrected.getEvent(), .note = textOf(corrected.getNote())};
  }
  if (event.isPenaltyGiven()) {
    const auto given = event.getPenaltyGiven();
    return {.kind = Discretion::Kind::penalty,
            .player = given.getPlayer(),
            .penalty = std::string(names.text(given.getPenalty())),
            .judge = textOf(given.getJudge()),
            .note = textOf(given.getNote())};
  }
  if (event.isTimeExtended()) {
    return {.kind = Discretion::Kind::time, .judge = textOf(event.getTimeExtended().getJudge())};
  }
  const auto waived = event.getObligationWaived();
  return {.kind = Discretion::Kind::waiver, .about = waived.getTrigger(), .judge = textOf(waived.getJudge())};
}

/// Each ruling that supersedes none, then those that supersede it, theirs after each.
void addLine(const std::vector<RulingVerdict>& all, EventNumber of, std::vector<RulingVerdict>& line) {
  for (const RulingVerdict& ruling : all) {
    if (ruling.supersedes != of) continue;
    line.push_back(ruling);
    addLine(all, ruling.event, line);  // a ruling supersedes an earlier one, so this ends
  }
}

}  // namespace

std::string_view discretionWord(Discretion::Kind kind) {
  switch (kind) {
    case Discretion::Kind::rewind:
      return "rewind";
    case Discretion::Kind::correction:
      return "correction";
    case Discretion::Kind::penalty:
      return "penalty";
    case Discretion::Kind::time:
      return "time extension";
    case Discretion::Kind::waiver:
      return "waived obligation";
  }
  return {};
}

std::vector<Discretion> discretionIn(const OpenGame& game) {
  std::vector<EventNumber> numbers;
  game.events().forEach(1, game.last(), [&](EventNumber number, schema::Event::Reader event) {
    if (isDiscretion(event)) numbers.push_back(number);
  });
  std::vector<Discretion> all;
  if (numbers.empty()) return all;
  const Rules rules = game.rules();
  const TurnLabels turn_labels = turnLabelsOf(game);
  const notation::Titles titles(rules.catalogue);
  for (const EventNumber number : numbers) {
    const State after = game.stateAt(number);
    const Words words(after, rules, game.header(), turn_labels);
    const HeldEvent event = game.event(number);
    Discretion one = discretionOf(event, game.names());
    one.event = number;
    one.what = transcribe(words, titles, number, event).text;
    all.push_back(std::move(one));
  }
  for (Discretion& one : all) {
    one.corrected = ranges::any_of(all, [&](const Discretion& other) {
      return other.kind == Discretion::Kind::correction && other.about == one.event;
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
    // What it supersedes may be no ruling: then it stands by itself.
    if (ranges::find(rulings, ruling.supersedes, &RulingVerdict::event) == rulings.end()) ruling.supersedes = 0;
  }
  addLine(rulings, 0, given.rulings);
  return given;
}

void addPenalties(const RulingsGiven& game, PenaltySums& sums) {
  for (const Discretion& one : game.discretion) {
    if (one.kind != Discretion::Kind::penalty || one.corrected || one.player == 0) continue;
    const std::string& name = one.player <= game.players.size() ? game.players[one.player - 1U] : std::string();
    ++sums[name.empty() ? fmt::format("P{} of {}", one.player, game.game) : name][one.penalty];
  }
}

}  // namespace docket
