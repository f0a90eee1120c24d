#include "tools/verdict/sound_verdict.h"

#include <fmt/format.h>

#include "events/errors.h"

namespace docket {

Verdict soundVerdict(const OpenGame& game, const Archive& archive, std::string_view made) {
  Verdict verdict = verifyGame(game, archive.derivedStore());
  if (!verdict.damage.empty()) throw DamagedArchive(verdict.damage);
  if (verdict.damaged()) {
    throw DamagedArchive(
        fmt::format("{}: the head after event {} does not match the stored head: no {} is made of "
                    "an altered record (see docket verify)",
                    game.id(), verdict.heads.first_bad, made));
  }
  return verdict;
}

}  // namespace docket
