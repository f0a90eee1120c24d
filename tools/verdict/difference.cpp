#include "tools/verdict/difference.h"

#include <capnp/any.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "engine/fold/reduce.h"
#include "engine/fold/running_state.h"
#include "engine/judge/judge.h"
#include "tools/explain/explain_stat.h"
#include "tools/explain/explanation.h"
#include "tools/game/keyframing.h"
#include "tools/game/open_game_record.h"
#include "tools/notation/transcript.h"

namespace docket {
namespace {

using EventReader = schema::Event::Reader;

/// The number of latest events that are searched one by one for the events behind differences. Before them, a stretch
/// from keyframe to keyframe is searched only if a field that is still open differs between its ends.
constexpr EventNumber kWalked = 2'000;

std::vector<std::string> clausesOf(const std::vector<Finding>& findings) {
  std::vector<std::string> clauses;
  for (const Finding& finding : findings) {
    if (finding.isCertain() && !ranges::contains(clauses, finding.clause)) clauses.push_back(finding.clause);
  }
  return clauses;
}

/// The last event that two games share because one is a branch of the other, or both are of a third.
EventNumber sharedPast(const Game& left, const Game& right) {
  EventNumber shared = 0;
  for (const auto& one : left.lineage()) {
    for (const auto& other : right.lineage()) {
      if (one.id == other.id) shared = std::max(shared, std::min(one.last, other.last));
    }
  }
  return shared;
}

using Values = std::map<StateField::Key, std::string>;
/// The event behind each state field.
using Causes = std::map<StateField::Key, SideOf>;

/// One side, folded from the shared past to the compared table.
class FoldedSide {
 public:
  explicit FoldedSide(const Side& side)
      : game_(*side.game),
        at_(side.at),
        rules_(game_.rules()),
        titles_(rules_.catalogue),
        turn_labels_(turnLabelsOf(game_)),
        state_(game_.stateAt(at_)),
        words_(state_, rules_, game_.header(), turn_labels_) {}

  [[nodiscard]] const OpenGame& game() const { return game_; }
  [[nodiscard]] EventNumber at() const { return at_; }
  /// The path to the compared point.
  [[nodiscard]] Path path() const { return game_.history().pathTo(at_); }
  [[nodiscard]] const Words& words() const { return words_; }
  [[nodiscard]] const TurnLabels& turnLabels() const { return turn_labels_; }
  [[nodiscard]] const notation::Titles& titles() const { return titles_; }

  /// Event `number` in words, with the findings against it, as known at the compared point; findings about a
  /// replacement are listed with the correction, too.
  [[nodiscard]] SideEvent tell(EventNumber number) const {
    SideEvent found{.number = number};
    const OpenGameRecord record(game_, at_);
    const HeldEvent event = game_.event(number);
    found.what = textOf(game_.stateAt(number), number, event);
    if (const Correction* correction = record.correctionOf(number)) {
      const HeldEvent instead = record.event(number);
      const bool happened = record.statusOf(number) == expression::EventStatus::replaced;
      found.what += fmt::format(
          " (event {} corrects it: {})", correction->by,
          happened ? textOf(*record.before(number + 1), number, instead) : std::string("it did not happen"));
      if (!happened) return found;
    }
    found.clauses = clausesOf(record.findings(number));
    if (event->isCorrected()) addReplacement(event->getCorrected().getEvent(), number, record, found.clauses);
    return found;
  }

  /// The events after `shared` that last changed state fields of `subjects`. Those behind the fields `wanted` are
  /// searched for back to `shared`, others not so far.
  [[nodiscard]] Causes causes(const std::vector<StateField::Key>& wanted, const std::vector<Entity>& subjects,
                              EventNumber shared) const {
    Causes found;
    const EventNumber from = at_ - shared > kWalked ? at_ - kWalked : shared;
    walk(from, at_, subjects, found);
    std::vector<StateField::Key> missing;
    for (const StateField::Key& key : wanted) {
      if (!found.contains(key)) missing.push_back(key);
    }
    Values after = missing.empty() || from == shared ? Values{} : valuesAfter(from, subjects);
    for (EventNumber end = from; end > shared && !missing.empty();) {
      const EventNumber begin = std::max(shared, (end - 1) / kKeyframeEvents * kKeyframeEvents);
      Values before = valuesAfter(begin, subjects);
      const auto changed = [&](const StateField::Key& key) { return valueIn(before, key) != valueIn(after, key); };
      if (ranges::any_of(missing, changed)) {
        Causes here;
        walk(begin, end, subjects, here);
        for (const StateField::Key& key : missing) {
          if (changed(key) && here.contains(key)) found[key] = here.at(key);
        }
        std::erase_if(missing, [&](const StateField::Key& key) { return found.contains(key); });
      }
      after = std::move(before);
      end = begin;
    }
    return found;
  }

 private:
  [[nodiscard]] std::string textOf(const State& after, EventNumber number, EventReader event) const {
    return transcribe(Words(after, rules_, game_.header(), turn_labels_), titles_, number, event).text;
  }
  static void addReplacement(EventNumber number, EventNumber by, const OpenGameRecord& record,
                             std::vector<std::string>& clauses) {
    const Correction* correction = record.correctionOf(number);
    if (correction == nullptr || correction->by != by) return;  // a later correction replaced it
    if (record.statusOf(number) != expression::EventStatus::replaced) return;
    for (std::string& clause : clausesOf(record.findings(number))) {
      if (!ranges::contains(clauses, clause)) clauses.push_back(std::move(clause));
    }
  }
  static Values valuesOf(const Words& words, const std::vector<Entity>& subjects) {
    Values values;
    for (StateField& field : stateFieldsOf(words, subjects)) values[field.key] = std::move(field.value);
    return values;
  }
  [[nodiscard]] Values valuesAfter(EventNumber at, const std::vector<Entity>& subjects) const {
    const State state = game_.stateAt(at);
    return valuesOf(Words(state, rules_, game_.header(), turn_labels_), subjects);
  }
  /// Empty if there is nothing of that kind.
  static std::string_view valueIn(const Values& values, const StateField::Key& key) {
    const auto found = values.find(key);
    return found == values.end() ? std::string_view{} : std::string_view(found->second);
  }

  /// Adds the last event of those after `from`, up to `to`, that changed each state field.
  void walk(EventNumber from, EventNumber to, const std::vector<Entity>& subjects, Causes& found) const {
    RunningState running = game_.runningStateAfter(from);
    const Words now(running.state(), rules_, game_.header(), turn_labels_);
    Values latest = valuesOf(now, subjects);
    game_.events().forEach(from + 1, to, [&](EventNumber number, EventReader event) {
      running.add(number, event, game_.events());
      Values after = valuesOf(now, subjects);
      std::string what;  // computed on first use
      const auto note = [&](const StateField::Key& key) {
        if (what.empty()) what = transcribe(now, titles_, number, event).text;
        found[key] = {.value = {}, .event = number, .what = what, .clause = {}};
      };
      for (const auto& [key, value] : after) {
        const auto before = latest.find(key);
        if (before == latest.end() || before->second != value) note(key);
      }
      for (const auto& [key, value] : latest) {
        if (!after.contains(key)) note(key);
      }
      latest = std::move(after);
    });
  }

  const OpenGame& game_;
  EventNumber at_;
  Rules rules_;
  notation::Titles titles_;
  TurnLabels turn_labels_;
  State state_;
  Words words_;
};

class TableComparer {
 public:
  TableComparer(const Side& left, const Side& right)
      : left_(left), right_(right), same_rules_(left.game->gameRules().tag == right.game->gameRules().tag) {}

  Comparison compare() && {
    findShared();
    findFirst();
    compareTables();
    return std::move(made_);
  }

 private:
  [[nodiscard]] EventNumber last() const { return std::min(left_.at(), right_.at()); }

  void findShared() {
    const Game& left = left_.game().stored();
    const Game& right = right_.game().stored();
    EventNumber shared = std::min(sharedPast(left, right), last());
    // The rest is compared event by event: reading is cheaper than folding, and finds the exact event.
    bool equal = true;
    left.forEach(shared + 1, last(), [&](EventNumber number, EventReader event) {
      ++made_.compared;
      const HeldEvent other = right.event(number);
      equal = capnp::AnyStruct::Reader(event) == capnp::AnyStruct::Reader(*other);
      if (equal) shared = number;
      return equal;
    });
    made_.shared = shared;
  }

  void findFirst() {
    if (!same_rules_) return findFirstJudgedOtherwise();
    const bool one_game = left_.game().id() == right_.game().id();
    const EventNumber next = made_.shared + 1;
    if (one_game || (next > left_.at() && next > right_.at())) return;
    made_.first = {next <= left_.at() ? left_.tell(next) : SideEvent{},
                   next <= right_.at() ? right_.tell(next) : SideEvent{}};
  }

  /// Finds, under two rulesets, the first event that they judge differently, or after which a card that it touched
  /// reads differently.
  void findFirstJudgedOtherwise() {
    RunningState left(left_.game().header(), left_.words().rules(), left_.game().events(), left_.path());
    RunningState right(right_.game().header(), right_.words().rules(), right_.game().events(), right_.path());
    left_.game().stored().forEach(1, made_.shared, [&](EventNumber number, const HeldEvent& event) {
      const auto had = brokenBy(left, left_.words().rules(), number, event);
      const auto has = brokenBy(right, right_.words().rules(), number, event);
      const auto judged = left.eventInEffect(number, event);
      left.add(number, event, left_.game().events());
      right.add(number, event, right_.game().events());
      const Words left_words(left.state(), left_.words().rules(), left_.game().header(), left_.turnLabels());
      const Words right_words(right.state(), right_.words().rules(), right_.game().header(), right_.turnLabels());
      std::vector<Entity> touched;
      for (const CardIndex card : left.step().cards) {
        touched.push_back(entityOf(EntityKind::card, left.state().cards[card].number));
      }
      SideEvent one{.number = number, .clauses = had};
      SideEvent other{.number = number, .clauses = has};
      if (!touched.empty()) readOtherwise(left_words, right_words, touched, one, other);
      if (had == has && one.readings.empty() && other.readings.empty()) return true;
      const HeldEvent& happened = judged ? judged->event : event;
      const std::string as = judged && judged->by != 0 ? fmt::format(" (as corrected by event {})", judged->by) : "";
      one.what = transcribe(left_words, left_.titles(), number, happened).text + as;
      other.what = transcribe(right_words, right_.titles(), number, happened).text + as;
      made_.first = {std::move(one), std::move(other)};
      made_.shared = number - 1;
      return false;
    });
  }

  /// The clauses that the event in effect certainly breaks.
  static std::vector<std::string> brokenBy(const RunningState& table, const Rules& rules, EventNumber number,
                                           const HeldEvent& event) {
    const auto judged = table.eventInEffect(number, event);
    if (!judged) return {};
    return clausesOf(judge(pendingEvent(table.before(number), rules, number, judged->event)));
  }

  /// Cards that read differently under the two rules.
  static void readOtherwise(const Words& left, const Words& right, const std::vector<Entity>& cards, SideEvent& one,
                            SideEvent& other) {
    const auto value_words = [](const StateField& field, const Words& words) {
      return fmt::format("{} of {} is {}", field.key.field, words.subject(words.state().subjectOf(field.key.subject)),
                         field.value);
    };
    const auto only = [&](const std::vector<StateField>& these, const std::vector<StateField>& those,
                          const Words& words, SideEvent& side) {
      for (const StateField& field : these) {
        if (kindOf(field.key.subject) != EntityKind::card) continue;
        const bool same = ranges::any_of(those, [&](const StateField& theirs) {
          return theirs.key.subject == field.key.subject && theirs.key.field == field.key.field &&
                 theirs.value == field.value;
        });
        if (!same) side.readings.push_back(value_words(field, words));
      }
    };
    const auto ours = stateFieldsOf(left, cards);
    const auto theirs = stateFieldsOf(right, cards);
    only(ours, theirs, left, one);
    only(theirs, ours, right, other);
  }

  void compareTables() {
    struct Pair {
      const StateField* left = nullptr;
      const StateField* right = nullptr;
    };
    const auto left = stateFieldsOf(left_.words());
    const auto right = stateFieldsOf(right_.words());
    std::map<StateField::Key, Pair> pairs;
    for (const StateField& field : left) pairs[field.key].left = &field;
    for (const StateField& field : right) pairs[field.key].right = &field;
    std::erase_if(pairs, [](const auto& one) {
      const Pair& pair = one.second;
      return pair.left != nullptr && pair.right != nullptr && pair.left->value == pair.right->value;
    });
    if (pairs.empty()) return;
    std::vector<Entity> subjects;
    std::vector<StateField::Key> wanted;
    for (const auto& [key, pair] : pairs) {
      wanted.push_back(key);
      if (!ranges::contains(subjects, key.subject)) subjects.push_back(key.subject);
    }
    const auto left_causes = left_.causes(wanted, subjects, made_.shared);
    const auto right_causes = right_.causes(wanted, subjects, made_.shared);
    for (const auto& [key, pair] : pairs) {
      const FoldedSide& side = pair.left != nullptr ? left_ : right_;
      const State& state = side.words().state();
      Difference one{.subject = side.words().subject(state.subjectOf(key.subject)),
                     .field = key.field,
                     .left = sideOf(pair.left, key, left_causes),
                     .right = sideOf(pair.right, key, right_causes)};
      const bool stat = pair.left != nullptr && pair.right != nullptr && pair.left->stat && pair.right->stat;
      if (stat) addStepClauses(key.subject, *pair.left->stat, *pair.right->stat, one);
      made_.differences.push_back(std::move(one));
    }
  }

  static SideOf sideOf(const StateField* field, const StateField::Key& key, const Causes& causes) {
    const auto cause = causes.find(key);
    SideOf side = cause == causes.end() ? SideOf{} : cause->second;
    if (field == nullptr) return side;
    side.value = field->value;
    side.clause = field->clause;
    return side;
  }

  /// Adds the clauses of the first step of a stat's calculation that gives a different result.
  void addStepClauses(Entity subject, StatIndex left, StatIndex right, Difference& to) const {
    const auto one = explainStat(left_.words(), left_.words().state().subjectOf(subject), left).root.children;
    const auto other = explainStat(right_.words(), right_.words().state().subjectOf(subject), right).root.children;
    for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i) {
      if (one[i].value == other[i].value) continue;
      to.left.clause = one[i].clause;
      to.right.clause = other[i].clause;
      return;
    }
  }

  FoldedSide left_, right_;
  bool same_rules_;
  Comparison made_;
};

}  // namespace

Comparison differenceOf(const Side& left, const Side& right) { return TableComparer(left, right).compare(); }

}  // namespace docket
