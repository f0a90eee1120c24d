#include "tools/verdict/verdict.h"

#include <fmt/format.h>
#include <kj/exception.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <memory>
#include <optional>
#include <range/v3/action/push_back.hpp>
#include <range/v3/algorithm/all_of.hpp>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/binary_search.hpp>
#include <range/v3/algorithm/count_if.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/stable_sort.hpp>
#include <set>
#include <utility>

#include "engine/fold/hindsight.h"
#include "engine/fold/reduce.h"
#include "engine/fold/running_state.h"
#include "engine/judge/doubt.h"
#include "engine/judge/judge.h"
#include "engine/query/cards/undefined.h"
#include "engine/rules/event_meaning.h"
#include "engine/snapshot/digest.h"
#include "engine/snapshot/keyframe_load.h"
#include "engine/state/fingerprint_of.h"
#include "events/digest.h"
#include "events/errors.h"
#include "events/heads.h"
#include "events/text_view.h"
#include "tools/explain/answer.h"
#include "tools/explain/counters.h"
#include "tools/explain/explain_finding.h"
#include "tools/explain/findings.h"
#include "tools/explain/observed_answer.h"
#include "tools/game/compared_heads.h"
#include "tools/game/game_index.h"
#include "tools/game/keyframing.h"
#include "tools/game/open_game_record.h"
#include "tools/verdict/record_verdict.h"
#include "tools/verdict/ruling_verdict.h"
#include "tools/verdict/verdict_summary.h"
#include "tools/words/amount_words.h"

namespace docket {
namespace {

constexpr std::string_view kDecidedElsewhere = "it depends on something that this view does not show";

/// How much of a verdict is wanted.
enum class Wanted : std::uint8_t {
  grades,  ///< what no grade rests on is neither computed nor put into words
  all,
};

/// Folds a game and judges each event. Rewinds and corrections are known beforehand; open questions and keyframes may
/// need a second fold.
class Verifier {
 public:
  /// `stored`: the game in its archive, with its keyframes; null if the record is in memory alone.
  Verifier(const OpenGame& game, const Game* stored, const DerivedStore* keyframes,
           const std::vector<FiledRuling>& filed, Wanted wanted)
      : game_(game),
        stored_(stored),
        keyframes_(keyframes),
        filed_(filed),
        rules_(game.rules()),
        wants_all_(wanted == Wanted::all) {
    verdict_.game = game.id();
    verdict_.events = game.last();
    if (stored_ != nullptr) verdict_.head = hex(stored_->head());
  }

  Verdict verify() && {
    try {
      readStoredResults();
      in_effect_ = game_.history().pathTo(game_.last());
      looks_back_ = game_.looksBack();
      if (game_.header().getSemantics() != kSemantics) verdict_.fold.semantics = game_.header().getSemantics();
      walk();
      compareFullFold();
      addFiled();
      markSuperseded();
    } catch (const DamagedArchive& damaged) {
      verdict_.damage = damaged.what();
    } catch (const kj::Exception& malformed) {
      verdict_.damage = malformed.getDescription().cStr();
    }
    return std::move(verdict_);
  }

 private:
  /// Many in a row, so that the code that hashes stays in the processor's cache: 5 to 9 % of `verify --all`.
  static constexpr EventNumber kHashedAtOnce = 32;

  void readStoredResults() {
    const DerivedStore::KeyframeSummary& summary = game_.keyframeSummary();
    if (!game_.isView()) {
      verdict_.fold.left_out = summary.under_other_tags;
      keyframes_at_ = summary.keyframes_at;
    }
  }

  void walk() {
    std::optional<ComparedHeads> heads;
    if (stored_ != nullptr) heads.emplace(*stored_, game_.header(), game_.secrets(), verdict_.heads);
    RunningState table(game_.header(), rules_, game_.events(), in_effect_);
    EventNumber hashed = 0;
    game_.events().forEach(1, game_.last(), [&](EventNumber number, const HeldEvent& held) {
      const schema::Event::Reader event = held;
      if (heads && number > hashed) {
        hashed = std::min(number + kHashedAtOnce - 1, game_.last());
        game_.events().forEach(number, hashed, [&](EventNumber one, const HeldEvent& next) { heads->add(one, next); });
      }
      const State& state = table.asKnownThen();  // before the event, and after it once it is folded
      const auto cycles_before = cyclesIn(state);
      auto findings =
          in_effect_.corrections.empty() ? judgeAndFold(table, number, event) : judgeBothAndFold(table, number, held);
      if (!goesBack(event)) {
        auto cycles = cyclesBegun(cycles_before, state, rules_, number);
        addFound(verdict_.legality.findings, state, number, event, cycles);
        ranges::push_back(findings, std::move(cycles));
      }
      if (looks_back_ && number % OpenGame::kEventsBetweenStates == 0) game_.remember(state);
      if (wants_all_) digest_.add(state, rules_, table.stepThen(), findings);
      compareFold(state, number);
      if (event.isObserved()) compareObservation(state, number, event.getObserved());
      if (event.isRulingGiven()) addRuling(number, event.getRulingGiven(), &state);
    });
    folded_ = std::move(table).last();
    if (!in_effect_.corrections.empty()) mergeFindings();
    settleInHindsight();
    if (game_.last() != 0) {
      const HeldEvent last = game_.event(game_.last());
      addFound(verdict_.legality.findings, folded_, game_.last(), last, judgeGroup(folded_, rules_));
    }
    for (const UndefinedKey& one : undefinedKeys(folded_)) verdict_.legality.undefined += one.cards;
    if (wants_all_) verdict_.digest = toHex(digest_.value());
  }

  /// For words about events; built only if something is reported.
  [[nodiscard]] const TurnLabels& turnLabels() const {
    if (!turn_labels_) turn_labels_.emplace(rules_.ruleset, game_.names(), game_.events(), game_.last());
    return *turn_labels_;
  }

  // -- the fold against itself

  void differs(const std::string& what) { verdict_.fold.differences.push_back(what); }

  void compareFold(const State& state, EventNumber number) {
    if (number % Head::kBlockEvents != 0 && number != game_.last()) return;
    // A full recount happens less often on a large table, which bounds the cost of an event.
    if (number - counted_anew_ >= eventsBetweenKeyframes(state) / 2 || number == game_.last()) {
      counted_anew_ = number;
      ++verdict_.fold.compared;
      if (fingerprintOf(state) != state.fingerprint) {
        differs(fmt::format("event {}: the running fingerprint does not match the state", number));
      }
    }
    compareKeyframe(state, number);
  }

  void compareKeyframe(const State& state, EventNumber number) {
    if (!ranges::binary_search(keyframes_at_, number)) return;
    const auto keyframe = keyframes_->nearest(*stored_, game_.gameRules().tag, number);
    if (!keyframe || keyframe->number != number) return;
    ++verdict_.fold.compared;
    std::vector<capnp::word> words(keyframe->bytes.size() / sizeof(capnp::word));
    std::memcpy(words.data(), keyframe->bytes.data(), words.size() * sizeof(capnp::word));
    try {
      if (fingerprintOfKeyframe(words, rules_) == state.fingerprint) return game_.noteAgreement(number);
      differs(fmt::format("event {}: the keyframe does not match the events", number));
    } catch (const DamagedArchive& damaged) {
      differs(fmt::format("event {}: the keyframe cannot be used: {}", number, damaged.what()));
    }
  }

  /// Compares the state that commands reach (from the nearest verified keyframe, without what a judge took back) with
  /// that of the full fold. Without keyframes, rewinds and corrections the two are the same.
  void compareFullFold() {
    const bool kept = !keyframes_at_.empty();
    if (!kept && in_effect_.stretches.size() <= 1 && in_effect_.corrections.empty()) return;
    ++verdict_.fold.compared;
    if (kept) game_.forgetStates();
    if (game_.stateAt(game_.last()).fingerprint != folded_.fingerprint) {
      differs(fmt::format("event {}: a keyframe and the events after it give a different state than all events",
                          game_.last()));
    }
  }

  // -- legality

  [[nodiscard]] FoundIllegal::Since since(EventNumber number) const {
    using Since = FoundIllegal::Since;
    if (!in_effect_.covers(number)) return Since::rewound;
    return in_effect_.correctionOf(number) == nullptr ? Since::stands : Since::corrected;
  }

  /// Judges and folds an event. Cycles of traits are checked separately.
  std::vector<Finding> judgeAndFold(RunningState& table, EventNumber number, schema::Event::Reader event) {
    auto& found = verdict_.legality.findings;
    const PendingEvent at = table.next(number, event);
    Judging judging(at);
    if (!judging.waits()) {
      auto findings = std::move(judging).findings(at.before);
      count(at, findings);
      addFound(found, at.before, number, event, findings);
      table.add(number, event, at, game_.events());
      return findings;
    }
    std::optional<State> before;  // the state that findings are described with
    if (wants_all_) before = at.before;
    auto doubt = countBefore(at);
    table.add(number, event, at, game_.events());
    auto findings = std::move(judging).findings(table.state());
    countAfter(at, std::move(doubt), findings, table.state());
    addFound(found, before ? *before : table.state(), number, event, findings);
    return findings;
  }

  /// The same in a game with corrections: the event as recorded and the event in effect are each judged; the second
  /// counts.
  std::vector<Finding> judgeBothAndFold(RunningState& table, EventNumber number, const HeldEvent& event) {
    auto findings = judge(pendingEvent(table.asKnownThen(), rules_, number, event));
    addFound(verdict_.legality.findings, table.asKnownThen(), number, event, findings);
    const auto happened = table.eventInEffect(number, event);
    const bool is_in_effect = in_effect_.covers(number);
    if (happened) {
      const PendingEvent at = table.next(number, happened->event);
      const auto found = judge(at);
      count(at, found);
      if (is_in_effect) addFound(found_in_effect_, at.before, number, happened->event, found);
    }
    const auto cycles_before = cyclesIn(table.before(number));
    table.add(number, event, game_.events());
    if (happened && is_in_effect && !table.jumped()) {
      addFound(found_in_effect_, table.state(), number, happened->event,
               cyclesBegun(cycles_before, table.state(), rules_, number));
    }
    return findings;
  }

  void addFound(std::vector<FoundIllegal>& to, const State& at, EventNumber number, schema::Event::Reader event,
                const std::vector<Finding>& findings) {
    if (!findings.empty()) addAllFound(to, at, number, event, findings);
  }

  [[gnu::cold]] void addAllFound(std::vector<FoundIllegal>& to, const State& at, EventNumber number,
                                 schema::Event::Reader event, const std::vector<Finding>& findings) {
    for (FoundIllegal& found : foundBy(at, number, event, findings)) {
      found.since = since(found.finding.event);
      to.push_back(std::move(found));
    }
  }

  /// Findings against the record as it was are still reported; only those in effect count.
  void mergeFindings() {
    std::vector<FoundIllegal> now = std::move(found_in_effect_);
    auto& recorded = verdict_.legality.findings;
    std::set<std::pair<EventNumber, std::string>> found_now, found_then;
    for (FoundIllegal& one : now) {
      one.since = FoundIllegal::Since::stands;
      const Correction* correction = in_effect_.correctionOf(one.finding.event);
      if (correction == nullptr) {
        found_now.emplace(one.finding.event, one.json);
      } else {
        one.replaced_by = correction->by;
        one.explanation.what = fmt::format("The replacement of event {}: {}", one.finding.event, one.explanation.what);
      }
    }
    for (FoundIllegal& one : recorded) {
      const EventNumber number = one.finding.event;
      if (!in_effect_.covers(number) || in_effect_.correctionOf(number) != nullptr) continue;
      if (!found_now.contains({number, one.json})) one.since = FoundIllegal::Since::resolved;
      found_then.emplace(number, one.json);
    }
    std::erase_if(now, [&](const FoundIllegal& one) {
      return one.replaced_by == 0 && found_then.contains({one.finding.event, one.json});
    });
    ranges::push_back(recorded, std::move(now));
    ranges::stable_sort(recorded, {}, [](const FoundIllegal& found) { return found.finding.event; });
  }

  static bool isOpen(const Finding& finding) {
    return finding.grade == Finding::Grade::undecided && !finding.is<Finding::Unexplained>();
  }

  /// Later revelations settle earlier acts.
  void settleInHindsight() {
    std::set<EventNumber> open;
    for (const UncertainEvent& one : verdict_.legality.uncertain) {
      if (one.may_settle) open.insert(one.event);
    }
    for (const FoundIllegal& one : verdict_.legality.findings) {
      if (isOpen(one.finding) && !one.takenBack()) open.insert(one.finding.event);
    }
    if (open.empty()) return;
    State state = initialState(game_.header(), rules_);
    foldAlong(state, rules_, game_.events(), in_effect_,
              [&](const State& before, EventNumber number, schema::Event::Reader event, EventNumber) {
                if (!open.contains(number)) return;
                const auto knowing = inHindsight(before, folded_, rules_);
                if (knowing) settle(*knowing, number, event);
              });
  }

  /// `knowing`: the table before an event of which something is open, with what is known now.
  void settle(const State& knowing, EventNumber number, schema::Event::Reader event) {
    const PendingEvent at = pendingEvent(knowing, rules_, number, event);
    // Simultaneous events are judged when all have happened.
    auto found = event.getGroup() == 0 ? judge(at) : OpenGameRecord(game_, game_.last()).findings(number);
    std::erase_if(found, [&](const Finding& one) { return one.event != number || one.is<Finding::Unexplained>(); });
    auto& uncertain = verdict_.legality.uncertain;
    const auto doubted = ranges::find(uncertain, number, &UncertainEvent::event);
    if (doubted != uncertain.end() && (hasCertain(number, found) || !unknownOf(at.informed()))) {
      uncertain.erase(doubted);
    }
    auto& findings = verdict_.legality.findings;
    const auto is_of_event = [&](const FoundIllegal& one) {
      return one.finding.event == number && isOpen(one.finding) && !one.takenBack();
    };
    const auto certain = [&](const FoundIllegal& one) {
      return one.finding.event == number && one.finding.grade == Finding::Grade::certain;
    };
    if (ranges::any_of(findings, certain)) return;
    std::erase_if(findings, is_of_event);
    for (FoundIllegal& one : foundBy(knowing, number, event, found)) {
      one.since = since(number);
      findings.push_back(std::move(one));
    }
    ranges::stable_sort(findings, {}, [](const FoundIllegal& one) { return one.finding.event; });
  }

  /// Whether something certain is against an event; what was found with it of those before it is not.
  static bool hasCertain(EventNumber number, const std::vector<Finding>& findings) {
    return ranges::any_of(
        findings, [&](const Finding& one) { return one.event == number && one.grade == Finding::Grade::certain; });
  }
  // A grade needs to know only whether any event is uncertain, and whether any was judged.
  [[nodiscard]] bool countsDoubts() const {
    return wants_all_ || ranges::all_of(verdict_.legality.uncertain, &UncertainEvent::may_settle);
  }
  [[nodiscard]] bool talliesScope() const { return wants_all_ || verdict_.legality.scope.judged() == 0; }

  void count(const PendingEvent& at, const std::vector<Finding>& findings) {
    const bool doubts = !hasCertain(at.number, findings) && countsDoubts();
    if (doubts) {
      const PendingEvent& knowing = at.informed();
      if (const auto unknown = unknownOf(knowing)) {
        addUncertain(uncertain(knowing.before, at.number, *unknown));
      } else if (isView() && !findings.empty()) {
        addUncertain({.event = at.number, .why = std::string(kDecidedElsewhere)});
      }
    }
    tally(at);
  }

  /// Like count(), for an event that is judged again after it is folded: returns what is uncertain before that.
  std::optional<UncertainEvent> countBefore(const PendingEvent& at) {
    tally(at);
    if (!countsDoubts()) return std::nullopt;
    const PendingEvent& knowing = at.informed();
    const auto unknown = unknownBefore(knowing);
    return unknown ? std::optional(uncertain(knowing.before, at.number, *unknown)) : std::nullopt;
  }
  void countAfter(const PendingEvent& at, std::optional<UncertainEvent> before, const std::vector<Finding>& findings,
                  const State& after) {
    if (hasCertain(at.number, findings) || !countsDoubts()) return;
    if (before) return addUncertain(*std::move(before));
    if (const auto unknown = unknownAfter(at.informed(), after)) {
      addUncertain(uncertain(after, at.number, *unknown));
    } else if (isView() && !findings.empty()) {
      addUncertain({.event = at.number, .why = std::string(kDecidedElsewhere)});
    }
  }

  void tally(const PendingEvent& at) {
    if (!talliesScope()) return;
    const ScopeOfAct scope = scopeOf(at.informed());
    if (scope.spoken() || isPlayersAct(at.event.which())) verdict_.legality.scope.add(at.event.which(), scope);
  }

  [[nodiscard]] UncertainEvent uncertain(const State& table, EventNumber number, const expression::Reason& unknown) {
    return {.event = number,
            .why = wants_all_ ? unknownWords(table, unknown) : std::string(),
            .may_settle = mayBeShown(table, unknown)};
  }
  /// Whether what is unknown may be shown later: what a card is, not what its text says.
  static bool mayBeShown(const State& table, const expression::Reason& unknown) {
    const Use* use = table.useOf(unknown.event);
    const Entity card = unknown.subject == kNone && use != nullptr ? use->card : unknown.subject;
    return !table.isCard(card) || table.cards[card].definition == 0;
  }
  void addUncertain(UncertainEvent one) { verdict_.legality.uncertain.push_back(std::move(one)); }

  /// Usually it is the same text of the same card, event after event. It is worded again only if the card's title may
  /// have changed.
  [[nodiscard]] const std::string& unknownWords(const State& table, const expression::Reason& reason) {
    const bool is_of_text = reason.kind == expression::Reason::Kind::text_unknown && table.isCard(reason.subject);
    UnreadText now{.reason = reason};
    if (is_of_text) {
      const Card& card = table.cards[reason.subject];
      now.number = card.number;
      now.definition = card.definition;
      now.is_as_printed = card.first_entry == kNone && table.computed == nullptr;
    }
    if (now.is_as_printed && unread_text_ && *unread_text_ == now) return unread_words_;
    unread_words_ = reasonWords(reason, Words(table, rules_, game_.header(), turnLabels()));
    unread_text_ = now;
    return unread_words_;
  }

  /// Whether the record shows only what somebody could see of it.
  [[nodiscard]] bool isView() const { return game_.header().getViewer() != 0; }
  /// A view does not show everything: what is not certain there is a doubt, and no finding.
  [[nodiscard]] bool isDoubtOfView(const Finding& finding) const {
    return isView() && finding.grade == Finding::Grade::undecided;
  }

  [[nodiscard]] std::vector<FoundIllegal> foundBy(const State& before, EventNumber number, schema::Event::Reader event,
                                                  const std::vector<Finding>& findings) const {
    std::vector<FoundIllegal> all;
    if (findings.empty()) return all;
    // Without corrections nothing holds a finding against another.
    if (!wants_all_ && in_effect_.corrections.empty()) {
      for (const Finding& finding : findings) {
        if (!isDoubtOfView(finding)) all.push_back({.finding = finding});
      }
      return all;
    }
    const StateForFindings table(before, rules_, number, event, findings);
    for (const Finding& finding : findings) {
      if (isDoubtOfView(finding)) continue;
      const Words words(table.state(), rules_, game_.header(), turnLabels());
      JsonWriter list;
      list.list();
      addFinding(list, finding, table.state(), rules_.ruleset);
      const std::string json = list.end().text();
      all.push_back(
          {.finding = finding, .json = json.substr(1, json.size() - 2), .explanation = explainFinding(words, finding)});
    }
    return all;
  }

  // -- observations

  void diverged(EventNumber number, std::string subject, std::string field, std::string computed,
                std::string observed) {
    ++verdict_.observations.diverged;
    if (verdict_.observations.first.size() >= kMaxDivergences) return;
    verdict_.observations.first.push_back({.event = number,
                                           .subject = std::move(subject),
                                           .field = std::move(field),
                                           .computed = std::move(computed),
                                           .observed = std::move(observed)});
  }

  /// Counts what an observation gives, unless it differs: that is reported.
  bool countGrade(Grade grade) {
    if (grade == Grade::diverged) return false;
    ++(grade == Grade::exact ? verdict_.observations.equal : verdict_.observations.unverified);
    return true;
  }

  void compareObservation(const State& state, EventNumber number, schema::Event::Observed::Reader seen) {
    const TurnLabels no_labels;  // a value is reported without them
    const Words words(state, rules_, game_.header(), no_labels);
    const auto made = ranges::find(state.observations, number, &Observation::event);
    if (made == state.observations.end() && seen.getReading() == 0) return compareExpression(words, number, seen);
    if (made == state.observations.end()) {  // of what the game does not have
      ++verdict_.observations.unverified;
      return;
    }
    const AmountReading reading = readAmount(state, rules_, amountOf(state, *made));
    if (countGrade(reading.value.grade)) return;
    if (!wants_all_) return diverged(number, {}, {}, {}, {});
    diverged(number, words.subject(made->subject),
             std::string(amountName(state, rules_.ruleset, amountOf(state, *made))) + (made->base ? ", base" : ""),
             amountWords(reading), seenWords(*made));
  }

  void compareExpression(const Words& words, EventNumber number, schema::Event::Observed::Reader seen) {
    try {
      const auto parsed =
          expression::parse(view(seen.getExpression()), {.ruleset = rules_.ruleset, .names = &game_.names()});
      const auto value = valueSeen(parsed, words, OpenGameRecord(game_, number), namesOf(game_));
      if (countGrade(value.grade)) return;
      diverged(number, "the game", clipped(view(seen.getExpression()), 120), valueWords(value, words),
               clipped(view(seen.getValue()), 120));
    } catch (const BadInput&) {
      ++verdict_.observations.unverified;  // said in words that are no expression
    }
  }

  // -- rulings

  /// `now`: as in verifyRuling().
  void addRuling(EventNumber number, schema::Ruling::Reader ruling, const State* now = nullptr) {
    if (wants_all_) {
      verdict_.rulings.push_back(verifyRuling(game_, turnLabels(), number, ruling, now));
    } else {
      verdict_.rulings.push_back({.event = number, .outcome = outcomeOfRuling(game_, number, ruling, now)});
    }
  }

  void addFiled() {
    for (const FiledRuling& filed : filed_) {
      addRuling(0, filed.ruling());
      verdict_.rulings.back().place = filed.place;
    }
  }

  void markSuperseded() {
    for (const RulingVerdict& later : verdict_.rulings) {
      const auto earlier = ranges::find(verdict_.rulings, later.supersedes, &RulingVerdict::event);
      if (later.supersedes == 0 || earlier == verdict_.rulings.end()) continue;
      if (later.event != 0) {
        earlier->superseded_by = later.event;
      } else {
        earlier->superseded_at = later.place;
      }
    }
  }

  /// The facts about a card that the words for its unread text depend on.
  struct UnreadText {
    expression::Reason reason{};
    std::uint32_t number = 0, definition = 0;
    bool is_as_printed = false;  ///< no change can give it another title
    friend bool operator==(const UnreadText&, const UnreadText&) = default;
  };

  const OpenGame& game_;
  const Game* stored_;
  const DerivedStore* keyframes_;
  const std::vector<FiledRuling>& filed_;
  Rules rules_;
  const bool wants_all_;
  bool looks_back_ = false;  // a ruling asks for an earlier table
  mutable std::optional<TurnLabels> turn_labels_;
  std::vector<FoundIllegal> found_in_effect_;  // in a game with corrections
  Path in_effect_;
  std::vector<EventNumber> keyframes_at_;  // of the whole record: a view has none
  EventNumber counted_anew_ = 0;           // the last event at which all facts were
  std::optional<UnreadText> unread_text_;
  std::string unread_words_;
  RunningDigest digest_;
  State folded_;
  Verdict verdict_;
};

}  // namespace

Grade Verdict::ofHeads() const { return damaged() ? Grade::diverged : Grade::exact; }

Grade Verdict::ofFold() const { return fold.differences.empty() ? Grade::exact : Grade::diverged; }

Grade Verdict::ofObservations() const {
  if (observations.diverged != 0) return Grade::diverged;
  return observations.unverified != 0 || observations.equal == 0 ? Grade::unverified : Grade::exact;
}

Grade Verdict::ofLegality() const {
  // Acts outside the rules are not judged: a game of only such acts is unverified.
  const bool all_known = legality.uncertain.empty() && legality.undefined == 0 && legality.scope.judged() != 0;
  Grade grade = all_known ? Grade::exact : Grade::unverified;
  for (const FoundIllegal& found : legality.findings) {
    if (found.takenBack()) continue;
    const bool certain = found.finding.grade == Finding::Grade::certain;
    grade = worse(grade, certain ? Grade::diverged : Grade::unverified);
  }
  return grade;
}

Grade Verdict::ofRulings() const {
  Grade grade = Grade::exact;
  for (const RulingVerdict& ruling : rulings) {
    if (ruling.outcome == RulingVerdict::Outcome::overturned) return Grade::diverged;
    if (ruling.outcome == RulingVerdict::Outcome::undecided) grade = Grade::unverified;
  }
  return grade;
}

Grade Verdict::overall() const {
  return worse(ofHeads(), worse(worse(ofFold(), ofObservations()), worse(ofLegality(), ofRulings())));
}

int Verdict::status() const {
  if (damaged()) return 3;
  return overall() == Grade::diverged ? 1 : 0;
}

HeadVerdict compareHeads(const OpenGame& game) {
  HeadVerdict verdict;
  ComparedHeads heads(game.stored(), game.header(), game.secrets(), verdict);
  game.events().forEach(1, game.last(), [&](EventNumber number, const HeldEvent& event) { heads.add(number, event); });
  return verdict;
}

Verdict verifyGame(const OpenGame& game, const DerivedStore& keyframes, const std::vector<FiledRuling>& filed) {
  return Verifier(game, &game.stored(), &keyframes, filed, Wanted::all).verify();
}

VerdictSummary gradesOf(const OpenGame& game, const DerivedStore& keyframes, const std::vector<FiledRuling>& filed) {
  return summaryOf(Verifier(game, &game.stored(), &keyframes, filed, Wanted::grades).verify());
}

Verdict verifyRecord(const OpenGame& record) { return Verifier(record, nullptr, nullptr, {}, Wanted::all).verify(); }

}  // namespace docket
