#include "tools/game/compared_heads.h"

#include <fmt/format.h>

#include "events/errors.h"

namespace docket {

void ComparedHeads::compare() {
  if (verdict_.bad) return;
  const auto stored = stored_.headAt(head_.number());
  if (!stored) return;
  ++verdict_.recomputed;
  if (*stored == head_.value()) return;
  verdict_.bad = true;
  verdict_.first_bad = head_.number();
}

void requireHeads(const Game& game) {
  HeadVerdict verdict;
  ComparedHeads heads(game, game.header(), game.secrets(), verdict);
  try {
    game.forEach([&](std::uint32_t number, const HeldEvent& event) { heads.add(number, event); });
  } catch (const BadInput& malformed) {
    throw DamagedArchive(fmt::format("game {}: {}", game.id(), malformed.what()));
  }
  if (verdict.bad)
    throw DamagedArchive(
        fmt::format("game {}: the head of its events up to {} does not match the stored one: an event up to there was "
                    "altered",
                    game.id(), verdict.first_bad));
}

}  // namespace docket
