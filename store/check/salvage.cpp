#include "store/check/salvage.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "events/errors.h"
#include "store/access.h"
#include "store/database.h"
#include "store/format.h"

namespace docket {

namespace {

/// Rows of the family meta: this, the number of the salvage (the key), and a line of text.
constexpr std::string_view kPrefix = "salvage ";

std::vector<LostPart> partsOf(const std::vector<detail::Loss>& losses) {
  std::vector<LostPart> parts;
  for (const auto& loss : losses) {
    auto& part = parts.emplace_back(LostPart{.game = {}, .first_lost = 0, .last_lost = 0, .what = loss.what});
    if (loss.acknowledged.game == 0) continue;
    part.game = loss.acknowledged.id;
    part.first_lost = loss.first_lost;
    part.last_lost = loss.acknowledged.count;
  }
  return parts;
}

/// Throws BadInput unless a text is a short line: it is reported within another line for as long as the archive is
/// kept.
void requireLine(std::string_view text, std::string_view what) {
  if (text.size() > kMaxDecisionBytes)
    throw BadInput(fmt::format("{}: {} bytes; the maximum is {}", what, text.size(), kMaxDecisionBytes));
  if (std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 127; }))
    throw BadInput(fmt::format("{}: one line of text without control characters is expected", what));
}

ArchiveTotals leftIn(const detail::Database& database) {
  const auto totals = database.totals();
  return {.games = totals.games, .events = totals.events};
}

}  // namespace

namespace detail {

void recordSalvage(const Database& database, const std::vector<Loss>& losses, const SalvageDecision& decision) {
  auto line = fmt::format(
      "salvaged on {:%Y-%m-%d at %H:%M} UTC {}{}, and these losses were accepted: ", fmt::gmtime(std::time(nullptr)),
      decision.by.empty() ? "by an unnamed person" : "by " + decision.by,
      decision.why.empty() ? "" : fmt::format(" (\"{}\")", decision.why));
  for (const auto& part : partsOf(losses))
    line += fmt::format("{}{}{}", line.ends_with(": ") ? "" : "; ",
                        part.game.empty() ? "" : fmt::format("game {}: ", part.game), part.what);
  std::string key(kPrefix);
  appendBig32(key, static_cast<std::uint32_t>(salvagesOf(database).size()));
  // The next new game can get the number of a lost one, which still has rows in the index over the games.
  require(database.rocks().DeleteRange({}, database.family(Family::derived), "i", "j"), database.path(),
          "dropping the index");
  rocksdb::WriteOptions synced;
  synced.sync = true;
  require(database.rocks().Put(synced, database.family(Family::meta), key, line), database.path(),
          "keeping what was lost");
}

std::vector<std::string> salvagesOf(const Database& database) {
  std::vector<std::string> lines;
  database.forEach(Family::meta, kPrefix, "reading what was lost", [&](auto, std::string_view line) {
    lines.emplace_back(line);
    return true;
  });
  return lines;
}

}  // namespace detail

Salvage salvageable(const std::filesystem::path& archive) {
  detail::requireArchive(archive);
  try {
    (void)detail::readAcknowledged(archive);
  } catch (const DamagedArchive&) {
    return {.lost = {{.game = {},
                      .first_lost = 0,
                      .last_lost = 0,
                      .what = "the file ACKNOWLEDGED cannot be read, so it is not known whether anything is lost"}},
            .left = {}};
  }
  const detail::Database database(archive, Access::read);
  return {.lost = partsOf(database.losses()), .left = leftIn(database)};
}

Salvage salvage(const std::filesystem::path& archive, const SalvageDecision& decision) {
  requireLine(decision.by, "who decides");
  requireLine(decision.why, "why it is decided");
  auto before = salvageable(archive);
  const detail::Database database(archive, Access::salvage, decision);
  before.left = leftIn(database);
  return before;
}

}  // namespace docket
