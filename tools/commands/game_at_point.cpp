#include "tools/commands/game_at_point.h"

#include <fmt/format.h>

#include "events/errors.h"
#include "events/game_id.h"
#include "store/naming.h"

namespace docket {

GameAtPoint gameAtPoint(const std::string& typed, const Archive& archive) {
  const auto at = typed.rfind('@');
  if (at == std::string::npos) return {.game = typed};
  GameAtPoint found{.game = typed.substr(0, at), .point = typed.substr(at + 1)};
  const auto name = gameNameOf(typed);
  const bool could_be_record =
      name.record != 0 && gameNameOf(name.game).record == 0 && replacedBy(archive, std::string(name.game));
  if (!could_be_record) return found;
  throw BadInput(
      fmt::format("{}: event {} of the game, or its record {}? Write {}@{} for that event of its newest record, "
                  "{}@end for that record at its end",
                  typed, name.record, name.record, exactName(named(archive, name.game).id()), name.record, typed));
}

}  // namespace docket
