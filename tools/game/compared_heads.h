// Recomputes the heads of a game's events and compares them with the stored ones.
#pragma once

#include <cstdint>

#include "events/heads.h"
#include "store/game.h"

namespace docket {

struct HeadVerdict {
  std::uint32_t recomputed = 0;  ///< stored heads that were compared
  std::uint32_t first_bad = 0;   ///< if `bad`: the record was altered between the last good head and this event
  bool bad = false;
};

class ComparedHeads {
 public:
  /// Compares the heads of `stored`. `header` and `secrets` are the game's own, or those of a seat's view of the
  /// record, which has the same head.
  ComparedHeads(const Game& stored, schema::Header::Reader header, const Secrets& secrets, HeadVerdict& verdict)
      : stored_(stored), verdict_(verdict), head_(header, secrets) {
    compare();
  }

  /// Takes each event in order, from the first.
  void add(std::uint32_t number, const HeldEvent& event) {
    head_.append(event, number);
    compare();
  }

 private:
  void compare();

  const Game& stored_;
  HeadVerdict& verdict_;
  Head head_;
};

/// Recomputes every head of a stored game. Throws DamagedArchive if one differs from the stored head.
void requireHeads(const Game& game);

}  // namespace docket
