// The heads of a game's events, computed anew and held against those that are stored.
#pragma once

#include <cstdint>

#include "events/heads.h"
#include "store/game.h"

namespace docket {

struct HeadVerdict {
  std::uint32_t recomputed = 0;  ///< stored heads that were compared
  std::uint32_t first_bad = 0;   ///< with `bad`: between the last good head and this event the record was altered
  bool bad = false;
};

class ComparedHeads {
 public:
  /// Of `stored`, by a header and secrets that are its own or, of a record as a seat may have it, come to the same
  /// head.
  ComparedHeads(const Game& stored, schema::Header::Reader header, const Secrets& secrets, HeadVerdict& verdict)
      : stored_(stored), verdict_(verdict), head_(header, secrets) {
    compare();
  }

  /// Each event in turn, from the first.
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

/// Computes every head of a stored game. Throws DamagedArchive where one is another than the one that is stored.
void requireHeads(const Game& game);

}  // namespace docket
