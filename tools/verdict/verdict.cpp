#include "tools/verdict/verdict.h"

#include <fmt/format.h>
#include <kj/exception.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <range/v3/algorithm/binary_search.hpp>
#include <range/v3/algorithm/find.hpp>
#include <utility>

#include "engine/fold/reduce.h"
#include "engine/fold/running_state.h"
#include "engine/snapshot/digest.h"
#include "engine/snapshot/keyframe_load.h"
#include "engine/state/fingerprint_of.h"
#include "events/digest.h"
#include "events/errors.h"
#include "events/heads.h"
#include "tools/game/compared_heads.h"
#include "tools/game/keyframing.h"
#include "tools/io/exit_status.h"
#include "tools/verdict/legality_verifier.h"
#include "tools/verdict/observation_verifier.h"
#include "tools/verdict/ruling_verdict.h"
#include "tools/words/text.h"

namespace docket {
namespace {

/// Folds a game and judges each event. Rewinds and corrections are known beforehand; open questions and keyframes may
/// need a second fold.
class Verifier {
 public:
  /// `stored`: the game in its archive, with its keyframes; null if heads and keyframes are not compared. `wants_all`:
  /// false if only what grades depend on is computed.
  Verifier(const OpenGame& game, const Game* stored, const DerivedStore* keyframes,
           const std::vector<FiledRuling>& filed, bool wants_all)
      : game_(game),
        stored_(stored),
        keyframes_(keyframes),
        filed_(filed),
        rules_(game.rules()),
        wants_all_(wants_all),
        legality_(
            game, in_effect_, wants_all, [this]() -> const TurnLabels& { return turnLabels(); }, verdict_.legality),
        observations_(game, wants_all, verdict_.observations) {
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
  /// Hashing in batches keeps its code in the instruction cache, which saves 5 to 9 % of `verify --all`.
  static constexpr EventNumber kHashedAtOnce = 32;

  void readStoredResults() {
    if (keyframes_ == nullptr || game_.isView()) return;
    const DerivedStore::KeyframeSummary& summary = game_.keyframeSummary();
    verdict_.fold.left_out = summary.under_other_tags;
    keyframes_at_ = summary.keyframes_at;
  }

  void walk() {
    std::optional<ComparedHeads> heads;
    if (stored_ != nullptr) heads.emplace(*stored_, game_.header(), game_.secrets(), verdict_.heads);
    RunningState running(game_.header(), rules_, game_.events(), in_effect_);
    EventNumber hashed = 0;
    game_.events().forEach(1, game_.last(), [&](EventNumber number, const HeldEvent& held) {
      const schema::Event::Reader event = held;
      if (heads && number > hashed) {
        hashed = std::min(number + kHashedAtOnce - 1, game_.last());
        game_.events().forEach(number, hashed, [&](EventNumber one, const HeldEvent& next) { heads->add(one, next); });
      }
      const auto findings = legality_.judgeAndFold(running, number, held);
      const State& state = running.recordedState();
      if (looks_back_ && number % OpenGame::kEventsBetweenStates == 0) game_.remember(state);
      if (wants_all_) digest_.add(state, rules_, running.recordedStep(), findings);
      compareFold(state, number);
      if (event.isObserved()) observations_.compare(state, number, event.getObserved());
      if (event.isRulingGiven()) addRuling(number, event.getRulingGiven(), &state);
    });
    folded_ = std::move(running).last();
    legality_.finish(folded_);
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
    if (number - last_recount_ >= eventsBetweenKeyframes(state) / 2 || number == game_.last()) {
      last_recount_ = number;
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

  const OpenGame& game_;
  const Game* stored_;
  const DerivedStore* keyframes_;
  const std::vector<FiledRuling>& filed_;
  Rules rules_;
  const bool wants_all_;
  bool looks_back_ = false;  // a ruling asks for an earlier table
  mutable std::optional<TurnLabels> turn_labels_;
  Path in_effect_;
  std::vector<EventNumber> keyframes_at_;  // of the whole record: a view has none
  EventNumber last_recount_ = 0;           // the last event at which the fingerprint was recounted
  RunningDigest digest_;
  State folded_;
  Verdict verdict_;
  LegalityVerifier legality_;
  ObservationVerifier observations_;
};

}  // namespace

Grade Verdict::headGrade() const { return damaged() ? Grade::diverged : Grade::exact; }

Grade Verdict::foldGrade() const { return fold.differences.empty() ? Grade::exact : Grade::diverged; }

Grade Verdict::observationGrade() const {
  if (observations.diverged != 0) return Grade::diverged;
  return observations.unverified != 0 || observations.equal == 0 ? Grade::unverified : Grade::exact;
}

Grade Verdict::legalityGrade() const {
  // Acts outside the rules are not judged: a game of only such acts is unverified.
  const bool all_known = legality.uncertain.empty() && legality.undefined == 0 && legality.scope.judged() != 0;
  Grade grade = all_known ? Grade::exact : Grade::unverified;
  for (const ReportedFinding& found : legality.findings) {
    if (!found.stands()) continue;
    const bool certain = found.finding.isCertain();
    grade = worse(grade, certain ? Grade::diverged : Grade::unverified);
  }
  return grade;
}

Grade Verdict::rulingGrade() const {
  Grade grade = Grade::exact;
  for (const RulingVerdict& ruling : rulings) {
    if (ruling.outcome == RulingVerdict::Outcome::wrong) return Grade::diverged;
    if (ruling.outcome == RulingVerdict::Outcome::undecided) grade = Grade::unverified;
  }
  return grade;
}

Grade Verdict::overall() const {
  return worse(headGrade(), worse(worse(foldGrade(), observationGrade()), worse(legalityGrade(), rulingGrade())));
}

int Verdict::status() const {
  if (damaged()) return kDamaged;
  return overall() == Grade::diverged ? kDiffers : kAgrees;
}

HeadVerdict compareHeads(const OpenGame& game) {
  HeadVerdict verdict;
  ComparedHeads heads(game.stored(), game.header(), game.secrets(), verdict);
  game.events().forEach(1, game.last(), [&](EventNumber number, const HeldEvent& event) { heads.add(number, event); });
  return verdict;
}

Verdict verifyGame(const OpenGame& game, const DerivedStore& keyframes, const std::vector<FiledRuling>& filed) {
  return Verifier(game, &game.stored(), &keyframes, filed, true).verify();
}

VerdictSummary gradesOf(const OpenGame& game, const DerivedStore& keyframes, const std::vector<FiledRuling>& filed) {
  return summaryOf(Verifier(game, &game.stored(), &keyframes, filed, false).verify());
}

Verdict verifyRecord(const OpenGame& record) { return Verifier(record, nullptr, nullptr, {}, true).verify(); }

std::string headWords(const Verdict& verdict) {
  if (!verdict.damage.empty()) return clipped(verdict.damage, 400);
  if (verdict.heads.bad) {
    const EventNumber bad = verdict.heads.first_bad;
    const EventNumber first = bad == 0 ? 0 : (bad - 1) / Head::kBlockEvents * Head::kBlockEvents + 1;
    return fmt::format("the head after event {} does not match the stored head: something was altered from event {} on",
                       bad, first);
  }
  return counted(verdict.heads.recomputed, "stored head") + " recomputed";
}

VerdictSummary summaryOf(const Verdict& verdict) {
  return {.game = verdict.game,
          .status = verdict.status(),
          .grades = {verdict.headGrade(), verdict.foldGrade(), verdict.observationGrade(), verdict.legalityGrade(),
                     verdict.rulingGrade()},
          .damage = verdict.damaged() ? headWords(verdict) : std::string{}};
}

std::string foundWords(const ReportedFinding& found) {
  const auto& [what, value] = std::pair(found.explanation.what, found.explanation.value);
  return value.empty() ? what : fmt::format("{}: {}", what, value);
}

}  // namespace docket
