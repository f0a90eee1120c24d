#include "tools/game/stored_head.h"

#include <fmt/format.h>

#include "events/errors.h"

namespace docket {

Head headAfter(const Game& game, std::uint32_t at) {
  const std::uint32_t block = at / Head::kBlockEvents * Head::kBlockEvents;
  const auto at_block = block == 0 ? std::nullopt : game.headAt(block);
  Head head = at_block ? Head(*at_block, block, game.secrets()) : Head(game.header(), game.secrets());
  game.forEach(head.number() + 1, at,
               [&](std::uint32_t number, const HeldEvent& event) { head.append(event, number); });
  if (at == game.count() && head.value() != game.head())
    throw DamagedArchive(fmt::format(
        "{}: its events do not match the stored head, so nothing was added to it; check it with docket verify",
        game.id()));
  return head;
}

}  // namespace docket
