// What verifying a game comes to: its heads, its fold, what was observed, what was legal, the rulings given. Data; the
// words are in verdict_text.cpp.
// Invariant: nothing here was taken from the record that could be recomputed.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/explain/explanation.h"
#include "tools/game/compared_heads.h"
#include "tools/game/game_loader.h"
#include "tools/verdict/rulings_file.h"
#include "tools/words/scope_words.h"

namespace docket {

struct FoldVerdict {
  std::uint32_t compared = 0;   ///< keyframes, running digests and recounted fingerprints
  std::uint32_t left_out = 0;   ///< keyframes and digests of other rules, or of another version of the semantics
  std::uint32_t semantics = 0;  ///< the version that the game was recorded under, where that is another
  std::vector<std::string> differences{};
};

/// An observation that the rules do not come to.
struct Divergence {
  EventNumber event = 0;
  std::string subject;  ///< "Unbowed Champion #2"
  std::string field;    ///< "Force"
  std::string computed, observed;
};

struct ObservationVerdict {
  std::uint32_t equal = 0;
  std::uint32_t unverified = 0;  ///< nothing to compare them with, or something unknown matters
  std::uint32_t diverged = 0;
  std::vector<Divergence> first{};  ///< the first of them, at most kMostDivergences
};
inline constexpr std::size_t kMostDivergences = 20;

struct FoundIllegal {
  /// What became of it since: it counts as long as it stands.
  enum class Since : std::uint8_t {
    stands,
    rewound,    ///< a judge took the event back
    corrected,  ///< a judge corrected the event
    mended,     ///< a judge corrected the record before the event, and of what happened then this does not hold
  };
  Finding finding;
  std::string json;  ///< as addFinding() says it
  Since since = Since::stands;
  EventNumber replaced_by =
      0;  ///< it is against what a correction, this event, says happened in the place of its event
  Explanation explanation;
  [[nodiscard]] bool takenBack() const { return since != Since::stands; }
};

/// An event of which it is not known whether it was legal (engine/judge/doubt.h).
struct UncertainEvent {
  EventNumber event = 0;
  std::string why;
  bool may_settle = false;  ///< something decides it that nobody knew then
};

struct LegalityVerdict {
  ScopeTally scope{};                       ///< the acts, by what the rules speak of
  std::vector<UncertainEvent> uncertain{};  ///< in the order of the events
  std::uint32_t undefined = 0;  ///< cards of the game that no catalogue has: their texts can forbid and demand anything
  std::vector<FoundIllegal> findings{};
};

struct RulingVerdict {
  enum class Outcome : std::uint8_t { upheld, overturned, undecided };
  EventNumber event = 0;  ///< where it was given; 0: it stands in a file beside the record
  std::string place{};    ///< of such a one: "rulings.jsonl:3"
  EventNumber about = 0;  ///< the point that it is about
  std::string judge, claim, note;
  std::vector<std::string> clauses{};          ///< that the judge cites
  std::vector<std::string> unknown_clauses{};  ///< of these, those that the ruleset does not have
  EventNumber supersedes = 0, superseded_by = 0;
  std::string superseded_at{};  ///< the place of one in a file that supersedes it
  Outcome outcome = Outcome::undecided;
  std::string why;         ///< in one line
  Explained derivation{};  ///< of the claim, where it could be read
  /// No later ruling, in the record or in a file, replaced it.
  [[nodiscard]] bool stands() const { return superseded_by == 0 && superseded_at.empty(); }
};

struct Verdict {
  std::string game;
  EventNumber events = 0;
  std::string head;      ///< of the last event, in hexadecimal digits
  std::string damage{};  ///< not empty: the record cannot be read to its end; the rest is what was read
  HeadVerdict heads{};
  FoldVerdict fold{};
  ObservationVerdict observations{};
  LegalityVerdict legality{};
  std::vector<RulingVerdict> rulings{};
  std::string digest{};              ///< the running digest after the last event
  std::vector<std::string> notes{};  ///< on the documents that it is pinned to, a line each; they grade nothing

  [[nodiscard]] Agreement ofHeads() const;
  [[nodiscard]] Agreement ofFold() const;
  [[nodiscard]] Agreement ofObservations() const;
  [[nodiscard]] Agreement ofLegality() const;
  [[nodiscard]] Agreement ofRulings() const;
  [[nodiscard]] bool damaged() const { return !damage.empty() || heads.bad; }
  /// The worst of them.
  [[nodiscard]] Agreement overall() const;
  /// 0 agrees, 1 differs, 3 damaged.
  [[nodiscard]] int status() const;
};

/// A verdict as it is shown among others.
struct VerdictSummary {
  std::string game;
  int status = 0;                     ///< of the verdict
  std::array<Agreement, 5> grades{};  ///< of its head, fold, observations, legality, rulings
  std::string damage{};               ///< not empty: the record is damaged, and how
  std::string json{};                 ///< all of it, where that is asked for
  bool kept = false;                  ///< it was found before, and nothing has changed
};

/// Recomputes everything. A record that is damaged gives a verdict that says so, with what could be read.
/// `filed` are rulings of a file beside the record, which count as those in it do.
[[nodiscard]] Verdict verifyGame(const OpenGame& game, const Keyframes& keyframes,
                                 const std::vector<FiledRuling>& filed = {});

/// The grades of a game alone, as verifyGame() comes to them: what no grade rests on is not computed, nor put into
/// words (explanations, what is unknown of the second event and any after it, a running digest that nothing is compared
/// with).
[[nodiscard]] VerdictSummary gradesOf(const OpenGame& game, const Keyframes& keyframes,
                                      const std::vector<FiledRuling>& filed = {});

/// Computes the heads of a game anew from its events and compares them with those that are stored. Throws
/// DamagedArchive where the record cannot be read to its end.
[[nodiscard]] HeadVerdict compareHeads(const OpenGame& game);

/// "upheld", "overturned", "undecided": as JSON and certificates say it, for programs.
[[nodiscard]] std::string_view outcomeWord(RulingVerdict::Outcome outcome);
/// "right", "wrong", "undecided": as people read it, to whom an appeal is what upholds or overturns a ruling.
[[nodiscard]] std::string_view rightOrWrong(RulingVerdict::Outcome outcome);

}  // namespace docket
