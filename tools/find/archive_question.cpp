#include "tools/find/archive_question.h"

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <utility>

#include "engine/fold/recorded_end.h"
#include "events/text/text_view.h"
#include "tools/notation/spelling.h"
#include "tools/verdict/verdict_cache.h"
#include "tools/words/turn_labels.h"

namespace docket::find {
namespace {

/// True if `part` is in the name of a winner. If all players win, there is no winner.
bool isWonBy(std::string_view part, const std::optional<RecordedEnd>& end, const OpenGame& game) {
  const auto players = game.header().getPlayers();
  for (unsigned seat = 1; end && seat <= players.size(); ++seat) {
    const bool is_winner = hasSeat(end->winners, static_cast<Seat>(seat));
    if (is_winner && isPartOfName(part, view(players[seat - 1U].getName()))) return true;
  }
  return false;
}

GameEnding outcomeOf(const std::optional<RecordedEnd>& end) {
  if (!end) return GameEnding::unfinished;
  return end->winners != 0 || end->everybody == schema::Everybody::WINS ? GameEnding::won : GameEnding::drawn;
}

/// Only for games of an archive; the grade is looked up if `docket verify --all` has stored it.
bool hasGrade(const OpenGame& game, Grade wanted, const Archive& archive) {
  const VerdictCache cache(archive, false);
  auto verdict = cache.find(game, cache.tagOf(game));
  if (!verdict) verdict = gradesOf(game, archive.derivedStore());
  Grade overall = Grade::exact;
  for (const Grade grade : verdict->grades) overall = worse(overall, grade);
  return overall == wanted;
}

bool passesAsGame(const OpenGame& game, const ArchiveQuestion& question, const Archive& archive) {
  if (!question.winner.empty() || question.outcome) {
    const auto end = recordedEnd(game.events(), game.last());
    if (question.outcome && outcomeOf(end) != *question.outcome) return false;
    if (!question.winner.empty() && !isWonBy(question.winner, end, game)) return false;
  }
  return !question.grade || hasGrade(game, *question.grade, archive);
}

std::vector<FoundPoint> pointsIn(const OpenGame& game, const ArchiveQuestion& question, const Archive& archive,
                                 PointCache& cache) {
  if (!question.points.asksJudge()) return playedPoints(game, question.points);
  std::vector<FoundPoint> points = question.under ? judgedPoints(game, archive.derivedStore()) : cache.of(game);
  std::erase_if(points, [&](const FoundPoint& point) {
    return !question.points.passes(point) || (question.only_certain && !point.is_certain);
  });
  return points;
}

void addTimes(const OpenGame& game, std::vector<Hit>& hits) {
  if (hits.empty()) return;
  const TurnLabels labels = turnLabelsOf(game);
  for (Hit& hit : hits) hit.when = labels.words(hit.event);
}

}  // namespace

bool isPartOfName(std::string_view part, std::string_view name) {
  return notation::folded(name).find(notation::folded(part)) != std::string::npos;
}

std::vector<Hit> hitsIn(const OpenGame& game, const ArchiveQuestion& question, const Archive& archive,
                        PointCache& cache) {
  std::vector<Hit> hits;
  if (!passesAsGame(game, question, archive)) return hits;
  std::vector<FoundPoint> points;
  if (question.points.asks()) {
    points = pointsIn(game, question, archive, cache);
    if (points.empty()) return hits;
  }
  if (question.state.asks()) {
    for (StateHit& hit : searchStates(game, question.state)) {
      if (hit.is_certain || !question.only_certain)
        hits.push_back({.event = hit.event,
                        .last = hit.last,
                        .is_certain = hit.is_certain,
                        .kind = "state",
                        .why = std::move(hit.why)});
    }
  } else if (question.points.asks()) {
    for (FoundPoint& point : points) {
      if (question.state.first && !hits.empty()) break;
      hits.push_back(
          {.event = point.event, .last = point.event, .is_certain = point.is_certain, .kind = kindWord(point.kind)});
      hits.back().point = std::move(point);
    }
  } else {
    hits.push_back({.event = game.last(), .last = game.last(), .kind = "game"});
  }
  addTimes(game, hits);
  return hits;
}

}  // namespace docket::find
