#include "tools/find/state_search.h"

#include <fmt/format.h>

#include <range/v3/algorithm/all_of.hpp>
#include <set>
#include <utility>

#include "engine/fold/hindsight.h"
#include "engine/fold/running_state.h"
#include "events/errors.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "tools/explain/answer.h"
#include "tools/explain/observed_answer.h"
#include "tools/explain/reevaluation.h"
#include "tools/game/named_cards.h"
#include "tools/game/names_of_game.h"
#include "tools/game/open_game_record.h"
#include "tools/words/text.h"
#include "tools/words/words.h"

namespace docket::find {
namespace {

using expression::Reason;
using expression::Value;

/// The cards and players that a condition names, on the last table of the game: a condition may name a card by what it
/// turns out to be. The game is folded only if a name is used.
class FinalNames : public expression::SubjectNames {
 public:
  explicit FinalNames(const OpenGame& game) : game_(game) {}
  [[nodiscard]] expression::NamedSubject inExpression(std::string_view text) const override {
    if (!last_) last_ = game_.stateAt(game_.last());
    return NamedCards(game_, *last_).inExpression(text);
  }

 private:
  const OpenGame& game_;
  mutable std::optional<State> last_;
};

/// True for a reason that says that the game does not have what is asked about.
bool isNotThere(const Reason& reason) {
  return reason.kind == Reason::Kind::no_such_card || reason.kind == Reason::Kind::no_such_player ||
         reason.kind == Reason::Kind::no_such_title || reason.kind == Reason::Kind::no_such_event;
}

enum class Truth : std::uint8_t { no, possible, certain };

Truth truthOf(const Value& value) {
  if (value.isTrue()) return value.grade == expression::Grade::exact ? Truth::certain : Truth::possible;
  if (!value.isUnknown()) return Truth::no;
  const bool not_there = !value.reasons().empty() && ranges::all_of(value.reasons(), isNotThere);
  return not_there ? Truth::no : Truth::possible;
}

/// The last event of each turn along the path to the end of the game.
std::set<EventNumber> turnEnds(const OpenGame& game, const Path& in_effect) {
  std::set<EventNumber> ends;
  const Ruleset& ruleset = game.rules().ruleset;
  const auto is_turn = [&](NameNumber period) {
    const PeriodIndex index = ruleset.period(game.names().text(period));
    return index != kUnbound && ruleset.periods[index].within == kUnbound;
  };
  bool is_open = false;
  EventNumber before = 0;
  game.events().forEach(1, game.last(), [&](EventNumber number, schema::Event::Reader event) {
    if (!in_effect.covers(number)) return;
    if (event.isBegan() && is_turn(event.getBegan().getPeriod())) {
      if (is_open) ends.insert(before);
      is_open = true;
    } else if (event.isEnded() && is_turn(event.getEnded().getPeriod())) {
      if (is_open) ends.insert(number);
      is_open = false;
    }
    before = number;
  });
  if (is_open) ends.insert(before);
  return ends;
}

/// Throws BadInput if no period of the ruleset has that kind or that name.
void requirePeriod(const Ruleset& ruleset, const std::string& wanted) {
  std::set<std::string> known;
  for (const Period& period : ruleset.periods) {
    known.insert(period.name);
    known.insert(period.names.begin(), period.names.end());
  }
  if (known.contains(wanted)) return;
  throw BadInput(fmt::format("--during {}: the ruleset {} has no period of that kind or name{}", docket::quoted(wanted),
                             ruleset.name, didYouMean(wanted, known)));
}

class StateSearch {
 public:
  StateSearch(const OpenGame& game, const StateQuestion& question)
      : game_(game),
        question_(question),
        rules_(game.rules()),
        in_effect_(game.pathTo(game.last())),
        asked_(conditionFor(game, question.condition.empty() ? "true" : question.condition)),
        reevaluation_(asked_) {
    if (!question.during.empty()) requirePeriod(rules_.ruleset, question.during);
    if (question.at_turn_end) turn_ends_ = turnEnds(game, in_effect_);
    if (question.hindsight) last_ = game.stateAt(game.last());
  }

  std::vector<StateHit> run() && {
    RunningState running = question_.hindsight ? RunningState(game_.header(), rules_, game_.events(), in_effect_)
                                               : RunningState(game_.header(), rules_);
    visit(running.state(), 0);
    game_.events().forEach(1, game_.last(), [&](EventNumber number, const HeldEvent& event) {
      if (isOver()) return;
      running.add(number, event, game_.events());
      // Events in effect and events taken back by a judge have different tables, if corrections count.
      const bool is_other_table = last_ && in_effect_.covers(number) != in_effect_.covers(number - 1);
      if (reevaluation_.mayDiffer(running, event) || is_other_table) may_differ_ = true;
      visit(running.state(), number);
    });
    return std::move(hits_);
  }

 private:
  [[nodiscard]] bool isOver() const { return question_.first && !hits_.empty(); }

  [[nodiscard]] bool isPoint(EventNumber number) const {
    if (question_.at_turn_end) return turn_ends_.contains(number);
    return question_.undone || number == 0 || in_effect_.covers(number);
  }

  [[nodiscard]] bool isDuring(const State& state) const {
    if (question_.during.empty()) return true;
    for (std::size_t i = 0; i < rules_.ruleset.periods.size(); ++i) {
      const PeriodNow& now = state.periods[i];
      if (now.open &&
          (rules_.ruleset.periods[i].name == question_.during || game_.names().text(now.name) == question_.during))
        return true;
    }
    return false;
  }

  void visit(const State& state, EventNumber number) {
    if (!isPoint(number)) return;
    const bool is_of_interest =
        isDuring(state) && (!question_.like || static_cast<const Fingerprint&>(state.fingerprint) == *question_.like);
    if (is_of_interest && std::exchange(may_differ_, false)) evaluate(state, number);
    const Truth truth = is_of_interest ? truth_ : Truth::no;
    if (truth == Truth::no) {
      going_on_ = Truth::no;
      return;
    }
    if (going_on_ == truth && !question_.at_turn_end) {
      hits_.back().last = number;
      return;
    }
    going_on_ = truth;
    hits_.push_back({.event = number,
                     .last = number,
                     .is_certain = truth == Truth::certain,
                     .why = truth == Truth::certain ? std::vector<std::string>() : why_});
  }

  void evaluate(const State& then, EventNumber number) {
    const auto knowing = last_ ? inHindsight(then, *last_, rules_) : std::nullopt;
    const State& state = knowing ? *knowing : then;
    const bool is_known_now = last_.has_value() && number != 0 && in_effect_.covers(number);
    const OpenGameRecord record(game_, is_known_now ? in_effect_.upTo(number) : game_.pathTo(number));
    const TurnLabels no_labels;  // a reason is given without them
    const Words words(state, rules_, game_.header(), no_labels);
    const Value value = !last_ && reevaluation_.mayBeObserved()
                            ? valueSeen(asked_, words, record, namesOf(game_))
                            : valueAt(asked_, {.state = state, .rules = rules_, .record = &record});
    truth_ = truthOf(value);
    why_.clear();
    if (truth_ != Truth::possible) return;
    for (const Reason& reason : value.reasons()) why_.push_back(reasonWords(reason, words));
    if (why_.empty()) why_.emplace_back("it depends on something unknown");
  }

  const OpenGame& game_;
  const StateQuestion& question_;
  const Rules rules_;
  const Path in_effect_;
  const expression::Expression asked_;
  Reevaluation reevaluation_;
  std::set<EventNumber> turn_ends_;
  std::optional<State> last_;  // if what is known at the end is asked for
  bool may_differ_ = true;     // since the condition was evaluated last
  Truth truth_ = Truth::no;    // the result of that evaluation
  std::vector<std::string> why_;
  Truth going_on_ = Truth::no;  // at the point before
  std::vector<StateHit> hits_;
};

}  // namespace

expression::Expression conditionFor(const OpenGame& game, const std::string& condition) {
  const FinalNames subjects(game);
  return expression::parseCondition(condition,
                                    {.ruleset = game.rules().ruleset, .names = &game.names(), .subjects = &subjects},
                                    {.file = "question"});
}

std::vector<StateHit> searchStates(const OpenGame& game, const StateQuestion& question) {
  return StateSearch(game, question).run();
}

}  // namespace docket::find
