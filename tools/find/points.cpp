#include "tools/find/points.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <range/v3/algorithm/all_of.hpp>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/stable_sort.hpp>
#include <set>
#include <utility>

#include "engine/fold/running_state.h"
#include "engine/query/cards/characteristics.h"
#include "engine/rules/event_meaning.h"
#include "events/errors.h"
#include "events/text/letters.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "tools/explain/findings.h"
#include "tools/verdict/rulings_given.h"
#include "tools/verdict/verdict.h"
#include "tools/words/text.h"

namespace docket::find {
namespace {

using Kind = FoundPoint::Kind;

/// The words of findingTag() and findingWord(), as --finding takes them.
std::vector<std::string> wordsOfFinding(const Finding& finding) {
  std::string grade = "illegal";
  if (finding.is<Finding::Impossible>()) grade = "impossible";
  if (finding.is<Finding::Unexplained>()) grade = "unexplained";
  std::vector<std::string> words{std::move(grade)};
  if (words.front() != findingWord(finding)) words.emplace_back(findingWord(finding));
  return words;
}

FoundPoint pointOf(const ReportedFinding& found, const Ruleset& ruleset) {
  FoundPoint point{.kind = Kind::finding,
                   .event = found.finding.event,
                   .is_certain = found.finding.isCertain(),
                   .is_undone = !found.stands(),
                   .player = found.finding.player,
                   .what = found.explanation.what,
                   .words = wordsOfFinding(found.finding)};
  if (!found.finding.clause.empty()) point.clauses.push_back(found.finding.clause);
  if (const auto* exceeded = found.finding.as<Finding::LimitExceeded>(); exceeded != nullptr)
    point.limit = ruleset.limits[exceeded->limit].name;
  return point;
}

FoundPoint pointOf(const RulingVerdict& ruling, bool is_undone) {
  return {.kind = Kind::ruling,
          .event = ruling.event,
          .is_certain = ruling.outcome != RulingVerdict::Outcome::undecided,
          .is_undone = is_undone || !ruling.stands(),
          .what = ruling.claim,
          .words = {std::string(rightOrWrong(ruling.outcome))},
          .clauses = ruling.clauses,
          .judge = ruling.judge};
}

FoundPoint pointOf(const Discretion& given, bool is_undone) {
  return {.kind = Kind::penalty,
          .event = given.event,
          .is_undone = is_undone || given.corrected,
          .player = given.player,
          .what = given.what,
          .words = {asciiLower(given.penalty)},
          .judge = given.judge};
}

std::string titleOf(const State& state, const Ruleset& ruleset, CardIndex card) {
  return card < state.cards.size() ? std::string(readTitle(state, ruleset, card).title) : std::string();
}

/// Goes through the events in effect, and finds the points that depend on the table at that time.
class TableWalk {
 public:
  explicit TableWalk(const OpenGame& game) : game_(game), rules_(game.rules()), in_effect_(game.pathTo(game.last())) {}

  /// The places of points among others, by their events, and the cards that they are about.
  using CardsOfPoints = std::multimap<EventNumber, std::pair<std::size_t, CardIndex>>;

  /// Adds a point for each limit that an act reaches, and sets the titles of the cards that findings are about.
  void complete(const CardsOfPoints& about, std::vector<FoundPoint>& points) {
    walk(
        [&](const PendingEvent& pending) {
          if (recordsUse(pending.event) && in_effect_.covers(pending.number)) addReached(pending, points);
        },
        [&](EventNumber number, const State& state) {
          const auto [begin, end] = about.equal_range(number);
          for (auto one = begin; one != end; ++one)
            points[one->second.first].card = titleOf(state, rules_.ruleset, one->second.second);
        });
  }

  std::vector<FoundPoint> acts(const PointFilter& filter) {
    std::vector<FoundPoint> points;
    const auto names = namesOfPayloads(kAnyPayload);
    std::optional<std::pair<FoundPoint, CardIndex>> waiting;  // for what is known of its card after the event
    walk(
        [&](const PendingEvent& pending) {
          const std::string& name = names[static_cast<std::size_t>(pending.event.which())];
          if (sameLetters(name, filter.act) && isPoint(pending.number, filter))
            waiting.emplace(actPoint(pending.number, pending.event, name), pending.context().card);
        },
        [&](EventNumber, const State& state) {
          if (!waiting) return;
          waiting->first.card = titleOf(state, rules_.ruleset, waiting->second);
          if (filter.passes(waiting->first)) points.push_back(std::move(waiting->first));
          waiting.reset();
        });
    return points;
  }

  std::vector<FoundPoint> cards(const PointFilter& filter) {
    std::vector<FoundPoint> points;
    walk({}, [&](EventNumber number, const State& state) {
      if (!points.empty() || !isPoint(number, filter)) return;
      for (const CardIndex card : changed_) {
        const std::string title = titleOf(state, rules_.ruleset, card);
        if (title.empty() || !sameLetters(title, filter.card) || !state.cards[card].exists()) continue;
        points.push_back({.kind = Kind::card,
                          .event = number,
                          .is_undone = !in_effect_.covers(number),
                          .player = state.cards[card].controller,
                          .what = fmt::format("{} #{}", title, state.cards[card].number),
                          .card = title});
        return;
      }
    });
    return points;
  }

 private:
  using Before = std::function<void(const PendingEvent& pending)>;
  using After = std::function<void(EventNumber number, const State& state)>;

  void walk(const Before& before, const After& after = {}) {
    RunningState running(game_.header(), rules_, game_.events(), in_effect_);
    game_.events().forEach(1, game_.last(), [&](EventNumber number, const HeldEvent& event) {
      const auto happened = running.eventInEffect(number, event);
      if (happened) {
        const PendingEvent pending = running.next(number, happened->event);
        if (before) before(pending);
        running.add(number, event, pending, game_.events());
      } else {
        running.add(number, event, game_.events());
      }
      changed_ = running.step().cards;
      if (running.jumped()) {
        changed_.resize(running.state().cards.size());
        std::iota(changed_.begin(), changed_.end(), CardIndex{0});
      }
      if (after) after(number, running.state());
    });
  }

  [[nodiscard]] bool isPoint(EventNumber number, const PointFilter& filter) const {
    return filter.undone || in_effect_.covers(number);
  }

  [[nodiscard]] FoundPoint actPoint(EventNumber number, schema::Event::Reader event, const std::string& name) const {
    return {.kind = Kind::act,
            .event = number,
            .is_undone = !in_effect_.covers(number),
            .player = event.getActor(),
            .what = name,
            .words = {asciiLower(name)}};
  }

  void addReached(const PendingEvent& pending, std::vector<FoundPoint>& points) const {
    for (const ApplicableLimit& limit : pending.limits().limits) {
      if (limit.limit->judgedAt(pending.event.which()) == nullptr) continue;
      std::int32_t perhaps = 0;
      const std::int32_t used = countUses(pending.before, rules_, limit, pending.act().use, &perhaps);
      if (used >= limit.max || used + perhaps + 1 < limit.least_max) continue;
      points.push_back({.kind = Kind::limit,
                        .event = pending.number,
                        .is_certain = used + 1 >= limit.max,
                        .player = pending.context().player,
                        .what = fmt::format("{} of {}", used + 1, limit.max),
                        .limit = limit.limit->name,
                        .card = titleOf(pending.before, rules_.ruleset, pending.context().card)});
    }
  }

  const OpenGame& game_;
  const Rules rules_;
  const Path in_effect_;
  std::vector<CardIndex> changed_;  // by the latest event
};

/// The kinds that have what a field of a filter asks for.
struct FieldKinds {
  std::string PointFilter::*field;
  std::set<Kind> kinds;
};

const std::vector<FieldKinds>& fieldKinds() {
  static const std::vector<FieldKinds> kFields{
      {&PointFilter::card, {Kind::finding, Kind::limit, Kind::act, Kind::card}},
      {&PointFilter::clause, {Kind::finding, Kind::ruling}},
      {&PointFilter::finding, {Kind::finding}},
      {&PointFilter::act, {Kind::act}},
      {&PointFilter::limit, {Kind::finding, Kind::limit}},
      {&PointFilter::ruling, {Kind::ruling}},
      {&PointFilter::judge, {Kind::ruling, Kind::penalty}},
      {&PointFilter::penalty, {Kind::penalty}}};
  return kFields;
}

}  // namespace

std::string_view kindWord(FoundPoint::Kind kind) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(Kind::count_)> kWords{
      "finding", "limit", "ruling", "penalty", "act", "card"};
  return kWords[static_cast<std::size_t>(kind)];
}

bool PointFilter::asks() const {
  return ranges::any_of(fieldKinds(), [&](const FieldKinds& one) { return !(this->*one.field).empty(); });
}

std::vector<FoundPoint::Kind> PointFilter::kinds() const {
  std::vector<Kind> kinds;
  // A card alone is asked for by its first appearance; otherwise it narrows what else is asked for.
  bool only_card = !card.empty();
  for (const FieldKinds& one : fieldKinds()) {
    if (one.field != &PointFilter::card && !(this->*one.field).empty()) only_card = false;
  }
  if (only_card) return {Kind::card};
  for (std::size_t i = 0; i < static_cast<std::size_t>(Kind::card); ++i) {
    const auto kind = static_cast<Kind>(i);
    const bool fits = ranges::all_of(
        fieldKinds(), [&](const FieldKinds& one) { return (this->*one.field).empty() || one.kinds.contains(kind); });
    if (asks() && fits) kinds.push_back(kind);
  }
  return kinds;
}

bool PointFilter::asksJudge() const {
  return ranges::any_of(kinds(), [](Kind kind) { return kind < Kind::act; });
}

bool PointFilter::passes(const FoundPoint& point) const {
  if (point.is_undone && !undone) return false;
  const auto has = [](const std::string& wanted, const std::vector<std::string>& those) {
    return wanted.empty() || ranges::any_of(those, [&](const auto& one) { return sameLetters(one, wanted); });
  };
  const auto equals = [](const std::string& wanted, const std::string& one) {
    return wanted.empty() || sameLetters(wanted, one);
  };
  return ranges::contains(kinds(), point.kind) && equals(card, point.card) && has(clause, point.clauses) &&
         has(finding, point.words) && has(act, point.words) && equals(limit, point.limit) && has(ruling, point.words) &&
         equals(judge, point.judge) && has(penalty, point.words);
}

std::vector<FoundPoint> judgedPoints(const OpenGame& game, const DerivedStore& keyframes) {
  const Verdict verdict = verifyGame(game, keyframes);
  if (!verdict.damage.empty()) throw DamagedArchive(verdict.damage);
  const Path in_effect = game.pathTo(game.last());
  std::vector<FoundPoint> points;
  TableWalk::CardsOfPoints about;
  for (const ReportedFinding& found : verdict.legality.findings) {
    if (found.finding.card != kNone) about.emplace(found.finding.event, std::pair(points.size(), found.finding.card));
    points.push_back(pointOf(found, game.rules().ruleset));
  }
  TableWalk(game).complete(about, points);
  for (const RulingVerdict& ruling : verdict.rulings)
    points.push_back(pointOf(ruling, !in_effect.covers(ruling.event)));
  for (const Discretion& given : discretionIn(game)) {
    if (given.kind == schema::Event::PENALTY_GIVEN) points.push_back(pointOf(given, false));
  }
  ranges::stable_sort(points, {}, &FoundPoint::event);
  return points;
}

std::vector<FoundPoint> playedPoints(const OpenGame& game, const PointFilter& filter) {
  TableWalk walk(game);
  return ranges::contains(filter.kinds(), Kind::card) ? walk.cards(filter) : walk.acts(filter);
}

std::vector<std::string_view> findingWords() {
  return {"illegal",    "impossible", "unexplained", "limit",  "requirement", "order",   "cycle",
          "permission", "number",     "outcome",     "missed", "trait",       "ability", "effect"};
}

void requireAct(const std::string& typed) {
  const auto names = namesOfPayloads(kAnyPayload);
  if (ranges::any_of(names, [&](const auto& name) { return sameLetters(name, typed); })) return;
  throw BadInput(fmt::format("there is no kind of event {}{} (docs/record_format.md lists them)", docket::quoted(typed),
                             didYouMean(typed, names)));
}

}  // namespace docket::find
