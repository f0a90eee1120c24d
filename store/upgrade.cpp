#include "store/upgrade.h"

#include <fmt/format.h>

#include <vector>

#include "events/errors.h"
#include "store/archive.h"
#include "store/format.h"

namespace docket {

namespace {

/// The parts of a game that never change.
struct FixedParts {
  std::string id;
  std::uint32_t count = 0, sealed = 0;
  Digest head{};
  std::vector<Digest> segments;
  bool operator==(const FixedParts&) const = default;
};

std::vector<FixedParts> gamesOf(const std::filesystem::path& path) {
  const auto archive = Archive::open(path, Access::read);
  std::vector<FixedParts> games;
  archive.forEachGame([&](Game& game) {
    auto& parts = games.emplace_back(FixedParts{.id = std::string(game.id()),
                                                .count = game.count(),
                                                .sealed = game.sealed(),
                                                .head = game.head(),
                                                .segments = {}});
    for (const auto& segment : game.segments()) parts.segments.push_back(segment.head);
    return true;
  });
  return games;
}

}  // namespace

Upgrade upgrade(const std::filesystem::path& archive) {
  Upgrade done{.from = detail::formatOf(archive), .to = detail::kFormat, .games = 0};
  const auto before = gamesOf(archive);
  done.games = before.size();
  if (done.from == done.to) return done;
  { const auto upgrading = Archive::open(archive, Access::upgrade); }
  const auto after = gamesOf(archive);
  for (std::size_t i = 0; i < before.size(); ++i)
    if (i >= after.size() || !(before[i] == after[i]))
      throw DamagedArchive(fmt::format("{}: game {} differs after the upgrade: restore the archive from a backup",
                                       archive.string(), before[i].id));
  return done;
}

}  // namespace docket
