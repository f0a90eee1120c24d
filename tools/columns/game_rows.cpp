#include "tools/columns/game_rows.h"

#include <algorithm>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/join.hpp>
#include <set>
#include <utility>
#include <vector>

#include "engine/fold/recorded_end.h"
#include "engine/fold/running_state.h"
#include "engine/judge/scope_of_rules.h"
#include "engine/query/limits/applicable_limits.h"
#include "engine/query/stats/amounts.h"
#include "engine/rules/event_meaning.h"
#include "events/errors.h"
#include "events/game_id.h"
#include "events/game_label.h"
#include "events/payload_names.h"
#include "events/text/text_view.h"
#include "tools/explain/findings.h"
#include "tools/notation/transcript.h"
#include "tools/verdict/verdict.h"
#include "tools/words/turn_labels.h"
#include "tools/words/words.h"

namespace docket::columns {
namespace {

/// Null if there is nothing to say.
std::optional<std::string> known(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional<std::string>(text);
}
std::optional<std::int32_t> known(std::uint32_t number) {
  return number == 0 ? std::nullopt : std::optional(static_cast<std::int32_t>(number));
}
std::int32_t signedOf(std::uint32_t number) { return static_cast<std::int32_t>(number); }

/// Fills in what the card is.
void addCard(auto& row, const Words& words, CardIndex card) {
  if (card == kNone || !words.state().isCard(card)) return;
  row.card = signedOf(words.state().cards[card].number);
  row.title = known(words.title(card));
}

std::string_view scopeWord(const ScopeOfAct& scope) {
  return scope.whole ? "whole" : scope.isCovered() ? "part" : "none";
}

/// The values of a game as it goes on, and what each was at last.
class ValuesWalked {
 public:
  /// Calls `visit` with each amount that is another than before.
  void walk(const State& state, const Rules& rules, const auto& visit) {
    if (last_.empty()) {
      for (std::uint32_t key = 0; key < rules.ruleset.values.size(); ++key) {
        if (rules.ruleset.values[key].of_game) watch(entityOf(EntityKind::game, 0), key);
        for (std::uint32_t seat = 1; seat <= state.seats && !rules.ruleset.values[key].of_game; ++seat)
          watch(entityOf(EntityKind::player, seat), key);
      }
    }
    for (const EntityValue& value : state.values) watch(value.subject, value.key);
    for (auto& [subject_and_key, last] : last_) {
      const auto [subject, key] = subject_and_key;
      if (kindOf(subject) == EntityKind::card && !state.isCard(subject)) continue;
      const auto reading = readAmount(state, rules, {.subject = subject, .key = key});
      const Seen now{.amount = reading.value.isKnown() ? std::optional(reading.amount()) : std::nullopt,
                     .grade = reading.value.grade};
      if (std::exchange(last, now) != now) visit(subject, key, now);
    }
  }

  struct Seen {
    std::optional<std::int64_t> amount{};
    Grade grade = Grade::exact;
    friend bool operator==(const Seen&, const Seen&) = default;
  };

 private:
  void watch(Entity subject, std::uint32_t key) { last_.try_emplace({subject, key}); }

  std::map<std::pair<Entity, std::uint32_t>, std::optional<Seen>> last_;
};

/// Writes the rows of a game that was verified.
class GameWalk {
 public:
  GameWalk(const OpenGame& game, const Verdict& verdict, const notation::Titles& titles, RowOfGame game_columns,
           TableFiles& files)
      : game_(game),
        verdict_(verdict),
        titles_(titles),
        game_columns_(game_columns),
        files_(files),
        rules_(game.rules()),
        turn_labels_(turnLabelsOf(game)),
        in_effect_(game.pathTo(game.last())) {
    for (const ReportedFinding& found : verdict.legality.findings) {
      if (found.replaced_by != 0 || found.fate == ReportedFinding::Fate::resolved) continue;
      auto& worst = breaches_[found.finding.event];
      const bool certain = found.finding.isCertain();
      if (worst.found == nullptr || (certain && !worst.certain)) worst = {.certain = certain, .found = &found.finding};
    }
    for (const UncertainEvent& one : verdict.legality.uncertain) uncertain_.insert(one.event);
  }

  void add() {
    const auto header = game_.header();
    addEnd();
    RunningState running(header, rules_);
    addValues(Words(running.state(), rules_, header, turn_labels_), 0);
    game_.events().forEach(1, game_.last(), [&](EventNumber number, const HeldEvent& event) {
      const PendingEvent pending = running.next(number, event);
      static_cast<void>(pending.context());  // read before it is folded, and completed after it
      const ScopeOfAct scope = scopeOf(pending.informed());
      running.add(number, event, pending, game_.events());
      const EventContext context = pending.contextIn(running.state());
      const Words words(running.state(), rules_, header, turn_labels_);
      addEvent(words, number, event, context);
      if (scope.isCovered() || isPlayersAct(event->which())) addAct(words, number, event, context, scope);
      if (const Use* use = running.state().useOf(number)) addUse(words, *use);
      addValues(words, number);
    });
    for (const ReportedFinding& found : verdict_.legality.findings) addFinding(found);
    for (const RulingVerdict& ruling : verdict_.rulings) addRuling(ruling);
  }

 private:
  /// The worst finding against an event.
  struct Breach {
    bool certain = false;
    const Finding* found = nullptr;
  };

  template <class Row>
  [[nodiscard]] Row rowOf(EventNumber number) const {
    Row row{{game_columns_}};
    row.event = signedOf(number);
    row.taken_back = isTakenBack(number);
    const Correction* correction = in_effect_.correctionOf(number);
    if (correction != nullptr) row.corrected_by = signedOf(correction->by);
    return row;
  }
  [[nodiscard]] bool isTakenBack(EventNumber number) const { return number != 0 && !in_effect_.covers(number); }

  /// The row of the game, and of its players.
  void addEnd() {
    const auto header = game_.header();
    GameLabel label{.event = textOf(header.getEvent()),
                    .match = textOf(header.getMatch()),
                    .round = header.getRound(),
                    .table = header.getTable(),
                    .game_of_match = header.getGameOfMatch()};
    const GameLabel kept = game_.stored().label();
    label.fillFrom(kept);
    const auto branch = game_.stored().branchPoint();
    const auto end = recordedEnd(game_.events(), game_.last());
    GameRow row{game_columns_};
    row.tournament = known(label.event);
    row.match = known(label.match);
    row.round = known(label.round);
    row.table_number = known(label.table);
    row.game_of_match = known(label.game_of_match);
    row.format = known(view(header.getFormat()));
    row.date = known(view(header.getDate()));
    row.source = known(view(header.getSource()));
    row.ruleset = known(view(header.getRuleset()));
    row.ruleset_version = known(view(header.getRulesetVersion()));
    row.events = signedOf(game_.last());
    row.head = verdict_.head;
    if (end) {
      const bool by_everybody = end->everybody != schema::Everybody::NO;
      const std::string_view all = end->everybody == schema::Everybody::WINS ? "all won" : "all lost";
      const bool are_several = otherSeats(end->winners) != 0;
      row.winner = known(onlySeat(end->winners));
      row.outcome = by_everybody ? all : end->winners == 0 ? "nobody won" : are_several ? "several won" : "won";
    }
    if (branch) {
      row.parent = branch->parent;
      row.parted_at = signedOf(branch->at);
    }
    row.replaces = known(replacedId(game_.id()));
    row.grade = gradeWord(verdict_.overall());
    row.fold_grade = gradeWord(verdict_.foldGrade());
    row.observations_grade = gradeWord(verdict_.observationGrade());
    row.legality_grade = gradeWord(verdict_.legalityGrade());
    row.rulings_grade = gradeWord(verdict_.rulingGrade());
    files_.add(row);
    for (unsigned seat = 1; seat <= header.getPlayers().size(); ++seat) {
      PlayerRow player{game_columns_};
      player.seat = signedOf(seat);
      player.name = known(playerOf(header, kept, seat));
      if (end) player.won = end->everybody == schema::Everybody::WINS || hasSeat(end->winners, static_cast<Seat>(seat));
      files_.add(player);
    }
  }

  void addEvent(const Words& words, EventNumber number, schema::Event::Reader event, const EventContext& context) {
    const State& state = words.state();
    auto row = rowOf<EventRow>(number);
    row.kind = payloadName(event.which());
    row.actor = known(event.getActor());
    row.player = known(context.player);
    addCard(row, words, context.card);
    const bool has_other =
        context.that != kNone && (kindOf(context.that) != EntityKind::card || state.isCard(context.that));
    if (has_other) row.other = words.subjectCode(context.that);
    row.name = known(state.vocabulary->names.text(context.name));
    row.second_name = known(state.vocabulary->names.text(context.kind));
    if (context.amount_known && meaningOf(event.which()).amount) row.amount = context.amount;
    row.first_of_group = known(event.getGroup());
    row.turn = signedOf(turn_labels_.turn(number));
    row.moment = known(turn_labels_.words(number));
    row.text = transcribe(words, titles_, number, event).text;
    if (event.hasContext()) {
      const auto around = event.getContext();
      if (around.getCauses().size() != 0) row.cause = signedOf(around.getCauses()[0]);
      if (around.getWallClock() != 0) row.wall_clock_ms = around.getWallClock();
    }
    files_.add(row);
  }

  void addAct(const Words& words, EventNumber number, schema::Event::Reader event, const EventContext& context,
              const ScopeOfAct& scope) {
    const Names& names = words.state().vocabulary->names;
    auto row = rowOf<ActRow>(number);
    row.act = payloadName(event.which());
    row.player = known(context.player);
    addCard(row, words, context.card);
    row.ability = known(context.ability);
    row.ability_name = known(names.text(context.named));
    row.name = known(names.text(context.name));
    row.turn = signedOf(turn_labels_.turn(number));
    row.scope = scopeWord(scope);
    const auto breach = breaches_.find(number);
    const bool is_broken = breach != breaches_.end();
    if (is_broken) row.clause = known(breach->second.found->clause);
    const bool is_open = is_broken || uncertain_.contains(number) || !scope.isCovered();
    row.legality = is_broken && breach->second.certain ? "illegal" : is_open ? "undecided" : "legal";
    files_.add(row);
  }

  void addUse(const Words& words, const Use& use) {
    const State& state = words.state();
    const UseQuestion question = questionOf(state, use);
    const ApplicableLimits applicable = limitsOf(state, rules_, question);
    auto row = rowOf<UseRow>(use.event);
    row.player = known(use.player);
    addCard(row, words, use.card);
    row.used_as = words.use(question);
    row.ability = known(use.ability);
    row.ability_name = known(question.name);
    row.turn = signedOf(turn_labels_.turn(use.event));
    row.limits_known = applicable.known;
    if (applicable.limits.empty()) files_.add(row);
    for (const ApplicableLimit& applied : applicable.limits) {
      const UsedCount reading = readUsedCount(state, rules_, applied, question);
      row.limit_name = applied.limit->name;
      row.clause = known(applied.limit->clause);
      row.used = reading.used;
      row.perhaps = reading.perhaps;
      row.most = applied.max;
      files_.add(row);
    }
  }

  void addValues(const Words& words, EventNumber number) {
    values_.walk(words.state(), rules_, [&](Entity subject, std::uint32_t key, const ValuesWalked::Seen& seen) {
      ValueRow row{game_columns_};
      row.event = signedOf(number);
      row.taken_back = isTakenBack(number);
      row.subject = words.subjectCode(subject);
      if (kindOf(subject) == EntityKind::player) row.player = signedOf(numberOf(subject));
      row.value = valueName(words.state(), rules_.ruleset, key);
      row.amount = seen.amount;
      row.grade = gradeWord(seen.grade);
      files_.add(row);
    });
  }

  void addFinding(const ReportedFinding& found) {
    FindingRow row{game_columns_};
    row.event = signedOf(found.finding.event);
    row.kind = findingWord(found.finding);
    row.grade = found.finding.isCertain() ? "certain" : "undecided";
    row.clause = known(found.finding.clause);
    row.player = known(found.finding.player);
    if (const auto* exceeded = found.finding.as<Finding::LimitExceeded>()) {
      row.limit_name = rules_.ruleset.limits[exceeded->limit].name;
      row.used_before = exceeded->used;
      row.most = exceeded->max;
    }
    row.stands = found.stands();
    row.replaced_by = known(found.replaced_by);
    row.text = foundWords(found);
    files_.add(row);
  }

  void addRuling(const RulingVerdict& ruling) {
    RulingRow row{game_columns_};
    row.event = signedOf(ruling.event);
    row.about = signedOf(ruling.about);
    row.judge = known(ruling.judge);
    row.claim = ruling.claim;
    row.note = known(ruling.note);
    row.clauses = known(ruling.clauses | ranges::views::join(std::string_view(", ")) | ranges::to<std::string>());
    row.outcome = outcomeWord(ruling.outcome);
    row.why = ruling.why;
    row.stands = ruling.stands();
    row.supersedes = known(ruling.supersedes);
    row.superseded_by = known(ruling.superseded_by);
    files_.add(row);
  }

  const OpenGame& game_;
  const Verdict& verdict_;
  const notation::Titles& titles_;
  RowOfGame game_columns_;
  TableFiles& files_;
  Rules rules_;
  TurnLabels turn_labels_;
  Path in_effect_;
  std::map<EventNumber, Breach> breaches_;
  std::set<EventNumber> uncertain_;
  ValuesWalked values_;
};

}  // namespace

const notation::Titles& GameTables::titlesOf(const OpenGame& game) {
  const Catalogue& catalogue = game.gameRules().catalogue;
  return titles_.try_emplace(&catalogue, catalogue).first->second;
}

bool GameTables::add(const GameOfLeaf& logged) {
  const RowOfGame begins{.game = logged.game.id, .leaf = static_cast<std::int64_t>(logged.leaf)};
  const auto refuse = [&](const std::string& why) {
    GameRow row{begins};
    row.damage = why;
    files_.add(row);
    return false;
  };
  try {
    const OpenGame game = loader_.game(reader_.open(logged.game.number), std::nullopt);
    const Verdict verdict = verifyGame(game, loader_.archive().derivedStore());
    if (verdict.damaged()) return refuse(headWords(verdict));
    GameWalk(game, verdict, titlesOf(game), begins, files_).add();
    return true;
  } catch (const DamagedArchive& damaged) {
    return refuse(damaged.what());
  } catch (const BadInput& unusable) {  // it needs a newer program, or a document of no use
    return refuse(unusable.what());
  }
}

}  // namespace docket::columns
