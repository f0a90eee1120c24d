#include "tools/verdict.h"

#include <fmt/format.h>
#include <kj/exception.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/count_if.hpp>
#include <range/v3/algorithm/find.hpp>

#include "engine/digest.h"
#include "engine/doubt.h"
#include "engine/follow.h"
#include "engine/keyframe.h"
#include "engine/table_sense.h"
#include "engine/told.h"
#include "engine/undefined.h"
#include "events/digest.h"
#include "events/errors.h"
#include "events/heads.h"
#include "events/text_view.h"
#include "tools/amount_words.h"
#include "tools/answer.h"
#include "tools/counters.h"
#include "tools/findings.h"
#include "tools/ruling_verdict.h"

namespace docket {
namespace {

/// Goes through a game once, from its first event to its last.
class Verifier {
 public:
  Verifier(const OpenGame& game, const Keyframes& keyframes, const std::vector<FiledRuling>& filed)
      : game_(game), keyframes_(keyframes), filed_(filed), rules_(game.rules()) {
    verdict_.game = game.id();
    verdict_.events = game.last();
    verdict_.head = hex(game.stored().head());
  }

  Verdict verify() && {
    try {
      moments_ = Moments(rules_.ruleset, game_.names(), game_.events(), game_.last());
      table_ = std::make_unique<RecordTable>(game_);
      stored_digests_ = game_.storedDigests();
      in_effect_ = game_.history().pathTo(game_.last());
      if (!game_.isView()) verdict_.fold.left_out = keyframes_.keptOtherwise(game_.stored(), game_.gameRules().tag);
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
  void walk() {
    Head head(game_.header(), game_.secrets());
    compareHead(head);
    Follower follower(game_.header(), rules_);
    game_.events().forEach(1, game_.last(), [&](EventNumber number, schema::Event::Reader event) {
      head.append(event, number);
      compareHead(head);
      const auto findings = judge(follower.state(), rules_, number, event);
      judgeEvent(follower.state(), number, event, findings);
      follower.add(number, event, game_.events());
      digest_.add(follower.state(), rules_, follower.step(), findings);
      compareFold(follower.state(), number);
      if (event.isObserved()) compareObservation(follower.state(), number, event.getObserved());
      if (event.isRulingGiven()) {
        verdict_.rulings.push_back(verifyRuling(game_, *table_, moments_, number, event.getRulingGiven()));
      }
    });
    folded_ = follower.state();
    if (game_.last() != 0) {
      const HeldEvent last = game_.event(game_.last());
      addFindings(folded_, game_.last(), last, senseEnd(folded_, rules_));
    }
    for (const UndefinedKey& one : undefinedKeys(folded_)) verdict_.legality.undefined += one.cards;
    verdict_.digest = toHex(digest_.value());
  }

  // -- heads

  void compareHead(const Head& head) {
    if (verdict_.heads.bad) return;
    const auto stored = game_.stored().headAt(head.number());
    if (!stored) return;
    ++verdict_.heads.recomputed;
    if (*stored == head.value()) return;
    verdict_.heads.bad = true;
    verdict_.heads.first_bad = head.number();
  }

  // -- the fold against itself

  void differs(const std::string& what) { verdict_.fold.differences.push_back(what); }

  void compareFold(const State& state, EventNumber number) {
    if (number % Head::kBlockEvents != 0 && number != game_.last()) return;
    ++verdict_.fold.compared;
    if (fingerprintOf(state) != state.fingerprint) {
      differs(fmt::format("event {}: the fingerprint that was kept is not that of the facts", number));
    }
    for (const Keyframe& stored : stored_digests_) {
      if (stored.number != number) continue;
      const Fingerprint now = digest_.value();
      const auto expected = fmt::format("{}", toHex(now));
      ++verdict_.fold.compared;
      if (stored.bytes != expected) {
        differs(fmt::format("event {}: the running digest is not the one that was stored", number));
      }
    }
    compareKeyframe(state, number);
  }

  void compareKeyframe(const State& state, EventNumber number) {
    if (game_.isView()) return;  // keyframes are of the whole record
    const auto keyframe = keyframes_.nearest(game_.stored(), game_.gameRules().tag, number);
    if (!keyframe || keyframe->number != number) return;
    ++verdict_.fold.compared;
    std::vector<capnp::word> words(keyframe->bytes.size() / sizeof(capnp::word));
    std::memcpy(words.data(), keyframe->bytes.data(), words.size() * sizeof(capnp::word));
    try {
      if (loadKeyframe(words, rules_).fingerprint == state.fingerprint) return;
      differs(fmt::format("event {}: the keyframe is not what the events fold to", number));
    } catch (const DamagedArchive& damaged) {
      differs(fmt::format("event {}: the keyframe cannot be used: {}", number, damaged.what()));
    }
  }

  /// The way that commands go: the nearest keyframe and its tail.
  void compareFullFold() {
    ++verdict_.fold.compared;
    if (game_.stateAt(game_.last()).fingerprint != folded_.fingerprint) {
      differs(fmt::format("event {}: a keyframe and its tail come to another state than all events", game_.last()));
    }
  }

  // -- legality

  [[nodiscard]] bool takenBack(EventNumber number) const {
    return !in_effect_.covers(number) || in_effect_.correctionOf(number) != nullptr;
  }

  void judgeEvent(const State& before, EventNumber number, schema::Event::Reader event,
                  const std::vector<Finding>& findings) {
    const bool certain =
        ranges::any_of(findings, [](const Finding& one) { return one.grade == Finding::Grade::certain; });
    const Told told(before, rules_, number, event);
    if (!certain && unknownOf(told.state(), rules_, number, event)) ++verdict_.legality.uncertain;
    const ScopeOfAct scope = scopeOf(told.state(), rules_, event);
    if (scope.spoken() || isPlayersAct(event.which())) verdict_.legality.scope.add(event.which(), scope);
    addFindings(before, number, event, findings);
  }

  void addFindings(const State& before, EventNumber number, schema::Event::Reader event,
                   const std::vector<Finding>& findings) {
    const ToldTable told(before, rules_, number, event, findings);
    for (const Finding& finding : findings) {
      const Words words(told.state(), rules_, game_.header(), moments_);
      JsonWriter list;
      list.list();
      addFinding(list, finding, told.state(), rules_.ruleset);
      const std::string json = list.end().text();
      verdict_.legality.findings.push_back({.finding = finding,
                                            .json = json.substr(1, json.size() - 2),
                                            .taken_back = takenBack(finding.event),
                                            .told = explainFinding(words, finding)});
    }
  }

  // -- observations

  void diverged(EventNumber number, std::string subject, std::string field, std::string computed,
                std::string observed) {
    ++verdict_.observations.diverged;
    if (verdict_.observations.first.size() >= kMostDivergences) return;
    verdict_.observations.first.push_back({.event = number,
                                           .subject = std::move(subject),
                                           .field = std::move(field),
                                           .computed = std::move(computed),
                                           .observed = std::move(observed)});
  }

  void compareObservation(const State& state, EventNumber number, schema::Event::Observed::Reader seen) {
    if (seen.getReading() == 0) return compareClaim(state, number, seen);
    const Words words(state, rules_, game_.header(), moments_);
    const auto made = ranges::find(state.observations, number, &Observation::event);
    if (made == state.observations.end()) {  // of what the game does not have
      ++verdict_.observations.unverified;
      return;
    }
    const AmountReading reading = readAmount(state, rules_, amountOf(state, *made));
    switch (reading.value.grade) {
      case Agreement::exact:
        ++verdict_.observations.equal;
        break;
      case Agreement::unverified:
        ++verdict_.observations.unverified;
        break;
      case Agreement::diverged:
        diverged(number, words.subject(made->subject), words.name(seen.getReading()) + (made->base ? ", base" : ""),
                 amountWords(reading), seenWords(*made));
    }
  }

  void compareClaim(const State& state, EventNumber number, schema::Event::Observed::Reader seen) {
    const Words words(state, rules_, game_.header(), moments_);
    try {
      const auto parsed =
          expression::parse(view(seen.getExpression()), {.ruleset = rules_.ruleset, .names = &game_.names()});
      const auto answer = expression::evaluate(parsed, {.state = state, .rules = rules_, .table = table_.get()});
      const std::string computed = valueWords(answer.value, words);
      if (answer.value.isUnknown() || answer.value.grade != expression::Grade::exact) {
        ++verdict_.observations.unverified;
      } else if (computed == view(seen.getValue())) {
        ++verdict_.observations.equal;
      } else {
        diverged(number, "the game", clipped(view(seen.getExpression()), 120), computed,
                 clipped(view(seen.getValue()), 120));
      }
    } catch (const BadInput&) {
      ++verdict_.observations.unverified;  // said in words that are no expression
    }
  }

  // -- rulings

  void addFiled() {
    for (const FiledRuling& filed : filed_) {
      verdict_.rulings.push_back(verifyRuling(game_, *table_, moments_, 0, filed.ruling()));
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

  const OpenGame& game_;
  const Keyframes& keyframes_;
  const std::vector<FiledRuling>& filed_;
  Rules rules_;
  Moments moments_;
  std::unique_ptr<RecordTable> table_;
  std::vector<Keyframe> stored_digests_;
  Path in_effect_;
  RunningDigest digest_;
  State folded_;
  Verdict verdict_;
};

}  // namespace

Agreement Verdict::ofHeads() const { return damaged() ? Agreement::diverged : Agreement::exact; }

Agreement Verdict::ofFold() const { return fold.differences.empty() ? Agreement::exact : Agreement::diverged; }

Agreement Verdict::ofObservations() const {
  if (observations.diverged != 0) return Agreement::diverged;
  return observations.unverified != 0 || observations.equal == 0 ? Agreement::unverified : Agreement::exact;
}

Agreement Verdict::ofLegality() const {
  // What no rule here speaks of nobody has judged: of a game in which that is everything, nothing is verified.
  const bool all_known = legality.uncertain == 0 && legality.undefined == 0 && legality.scope.judged() != 0;
  Agreement agreement = all_known ? Agreement::exact : Agreement::unverified;
  for (const FoundIllegal& found : legality.findings) {
    if (found.taken_back) continue;
    const bool certain = found.finding.grade == Finding::Grade::certain;
    agreement = worse(agreement, certain ? Agreement::diverged : Agreement::unverified);
  }
  return agreement;
}

Agreement Verdict::ofRulings() const {
  Agreement agreement = Agreement::exact;
  for (const RulingVerdict& ruling : rulings) {
    if (ruling.outcome == RulingVerdict::Outcome::overturned) return Agreement::diverged;
    if (ruling.outcome == RulingVerdict::Outcome::undecided) agreement = Agreement::unverified;
  }
  return agreement;
}

Agreement Verdict::overall() const {
  return worse(ofHeads(), worse(worse(ofFold(), ofObservations()), worse(ofLegality(), ofRulings())));
}

int Verdict::status() const {
  if (damaged()) return 3;
  return overall() == Agreement::diverged ? 1 : 0;
}

Verdict verifyGame(const OpenGame& game, const Keyframes& keyframes, const std::vector<FiledRuling>& filed) {
  return Verifier(game, keyframes, filed).verify();
}

}  // namespace docket
