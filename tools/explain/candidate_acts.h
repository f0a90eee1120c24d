// The acts that a player might do at a point of a game, as lines of a transcript: those for which the documents have
// verbs, methods, abilities, orientations, numbers and periods, with the player's cards, free slots and possible
// targets. They are only tried (possible_moves.h): the judge decides, and knows nothing of this list.
// Invariant: a candidate consists of names from the documents and cards on the table; there are never more than asked.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/state/state.h"
#include "schemas/event.capnp.h"
#include "tools/explain/hypothetical.h"
#include "tools/words/words.h"

namespace docket {

/// A line in three parts. Acts that differ only in the choice are variants of one act.
struct CandidateAct {
  std::string before, choice{}, after{};
  CardIndex card = kNone;  ///< the card that is played, used or moved; kNone: none

  [[nodiscard]] std::string text() const { return before + choice + after; }
};

/// The player or card whose acts are tried.
struct WhoseActs {
  Seat player = 0;
  CardIndex card = kNone;  ///< only acts of this card, wherever it is; kNone: of those in play and in hands
};

struct CandidateActs {
  std::vector<CandidateAct> acts{};
  std::vector<schema::Event::Which> uncovered{};  ///< kinds of acts that are not tried: no rule here is about them
  bool cut = false;                               ///< there are more
};

/// At most `most` acts to try on the table of `words`.
[[nodiscard]] CandidateActs candidateActs(const Words& words, const WhoseActs& whose, std::size_t most);

/// The variants of an act that leaves its slot open, one for each free slot; none if it leaves none open.
[[nodiscard]] std::vector<CandidateAct> withSlots(const CandidateAct& act, const TypedAct& typed, const Words& words);

/// The source of conditions on the targets of an act.
enum class TargetsAskedBy : std::uint8_t { nobody, rules, text };
[[nodiscard]] TargetsAskedBy targetsAskedBy(const TypedAct& typed, const Words& words);
/// The variants of an act with one target, one for each card in play.
[[nodiscard]] std::vector<CandidateAct> withTargets(const CandidateAct& act, const Words& words);

}  // namespace docket
