// The result of verifying a game: its heads, fold, observations, legality and rulings. Data only; verdict_text.cpp has
// the words.
// Invariant: everything that can be recomputed was recomputed, not taken from the record.
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
  std::uint32_t compared = 0;   ///< keyframes and recounted fingerprints
  std::uint32_t left_out = 0;   ///< keyframes of other rules or of another semantics version
  std::uint32_t semantics = 0;  ///< the version that the game was recorded under, if it is another
  std::vector<std::string> differences{};
};

/// An observation that differs from what the rules compute.
struct Divergence {
  EventNumber event = 0;
  std::string subject;  ///< "Unbowed Champion #2"
  std::string field;    ///< "Force"
  std::string computed, observed;
};

struct ObservationVerdict {
  std::uint32_t equal = 0;
  std::uint32_t unverified = 0;  ///< not comparable, or something unknown matters
  std::uint32_t diverged = 0;
  std::vector<Divergence> first{};  ///< the first of them, at most kMaxDivergences
};
inline constexpr std::size_t kMaxDivergences = 20;

struct ReportedFinding {
  /// What became of the finding; it counts only while it stands.
  enum class Fate : std::uint8_t {
    stands,
    rewound,    ///< a judge took the event back
    corrected,  ///< a judge corrected the event
    resolved,   ///< a judge corrected the record before the event, so that the finding no longer holds
  };
  Finding finding;
  std::string json;  ///< as addFinding() says it
  Fate fate = Fate::stands;
  /// The correction whose replacement the finding is against; 0: none.
  EventNumber replaced_by = 0;
  Explanation explanation;
  [[nodiscard]] bool stands() const { return fate == Fate::stands; }
};

/// An event whose legality is not known (engine/judge/doubt.h).
struct UncertainEvent {
  EventNumber event = 0;
  std::string why;
  bool may_settle = false;  ///< a later revelation may settle it
};

struct LegalityVerdict {
  ScopeTally scope{};                       ///< the acts, by whether the rules cover them
  std::vector<UncertainEvent> uncertain{};  ///< in the order of the events
  std::uint32_t undefined = 0;  ///< cards of the game that no catalogue has: their texts can forbid or require anything
  std::vector<ReportedFinding> findings{};
};

struct RulingVerdict {
  enum class Outcome : std::uint8_t { right, wrong, undecided };
  EventNumber event = 0;  ///< where it was given; 0: in a separate file
  std::string place{};    ///< for a ruling in a file, its place: "rulings.jsonl:3"
  EventNumber about = 0;  ///< the point that it is about
  std::string judge, claim, note;
  std::vector<std::string> clauses{};          ///< the clauses that the judge cites
  std::vector<std::string> unknown_clauses{};  ///< of these, the ones that the ruleset lacks
  EventNumber supersedes = 0, superseded_by = 0;
  std::string superseded_at{};  ///< the place of one in a file that supersedes it
  Outcome outcome = Outcome::undecided;
  std::string why;          ///< in one line
  bool has_reason = false;  ///< `why` ends with the reasons for the legality of the claim's acts
  Explained derivation{};   ///< of the claim, if it could be read
  /// No later ruling, in the record or in a file, replaced it.
  [[nodiscard]] bool stands() const { return superseded_by == 0 && superseded_at.empty(); }
};

struct Verdict {
  std::string game;
  EventNumber events = 0;
  std::string head;      ///< of the last event, in hexadecimal digits
  std::string damage{};  ///< not empty: the record cannot be read to its end; the rest covers what was read
  HeadVerdict heads{};
  FoldVerdict fold{};
  ObservationVerdict observations{};
  LegalityVerdict legality{};
  std::vector<RulingVerdict> rulings{};
  std::string digest{};              ///< the running digest after the last event
  std::vector<std::string> notes{};  ///< on the documents that it is pinned to, one per line; they affect no grade

  [[nodiscard]] Grade headGrade() const;
  [[nodiscard]] Grade foldGrade() const;
  [[nodiscard]] Grade observationGrade() const;
  [[nodiscard]] Grade legalityGrade() const;
  [[nodiscard]] Grade rulingGrade() const;
  [[nodiscard]] bool damaged() const { return !damage.empty() || heads.bad; }
  /// The worst of the grades.
  [[nodiscard]] Grade overall() const;
  /// The exit status of `docket verify`: kAgrees, kDiffers or kDamaged.
  [[nodiscard]] int status() const;
};

/// A verdict in a list of verdicts.
struct VerdictSummary {
  std::string game;
  int status = 0;                 ///< of the verdict
  std::array<Grade, 5> grades{};  ///< of its head, fold, observations, legality, rulings
  std::string damage{};           ///< not empty: the record is damaged, and how
  std::string json{};             ///< the full verdict, if requested
  bool cached = false;            ///< it comes from the cache
};

/// Recomputes everything. A record that is damaged gives a verdict that says so, with what could be read. `filed` are
/// rulings of a separate file, which count like those in the record.
[[nodiscard]] Verdict verifyGame(const OpenGame& game, const DerivedStore& keyframes,
                                 const std::vector<FiledRuling>& filed = {});

/// Only the grades that verifyGame() would give. Skips work that no grade depends on: explanations, the unknowns of the
/// second event and later ones, the running digest.
[[nodiscard]] VerdictSummary gradesOf(const OpenGame& game, const DerivedStore& keyframes,
                                      const std::vector<FiledRuling>& filed = {});

/// The verdict on a record alone, without what an archive stores with it: compares no heads and no keyframes. A caller
/// that wants `heads` and `head` fills them in from the original game.
[[nodiscard]] Verdict verifyRecord(const OpenGame& record);

/// The summary of a verdict, without its JSON.
[[nodiscard]] VerdictSummary summaryOf(const Verdict& verdict);
/// A line about a record's heads: how many were recomputed, or what is damaged.
[[nodiscard]] std::string headWords(const Verdict& verdict);
/// A finding in a line, without the reasons for it.
[[nodiscard]] std::string foundWords(const ReportedFinding& found);

/// Recomputes the heads of a game from its events and compares them with the stored ones. Throws DamagedArchive if the
/// record cannot be read to its end.
[[nodiscard]] HeadVerdict compareHeads(const OpenGame& game);

/// "upheld", "overturned", "undecided": as JSON and certificates say it, for programs.
[[nodiscard]] std::string_view outcomeWord(RulingVerdict::Outcome outcome);
/// "right", "wrong", "undecided": for people: they call an appeal upheld or overturned, not a ruling.
[[nodiscard]] std::string_view rightOrWrong(RulingVerdict::Outcome outcome);

}  // namespace docket
