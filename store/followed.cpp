#include "store/followed.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "events/errors.h"
#include "events/text/whole_number.h"
#include "store/archive.h"
#include "store/database.h"
#include "store/game_reader.h"
#include "store/log/log_rows.h"
#include "store/recorder.h"

namespace docket {
namespace {

/// The row that the log keeps: "docket follows 1", the source, the key and the number of erasures, a line each, and the
/// checkpoint.
constexpr std::string_view kForm = "docket follows 1";

std::string rowOf(const Followed& followed) {
  return fmt::format("{}\n{}\n{}\n{}\n{}", kForm, followed.source, followed.key, followed.erasures, followed.seen);
}

/// Empty if it is malformed.
std::optional<Followed> followedIn(std::string_view row) {
  std::array<std::string_view, 4> lines;
  for (std::string_view& line : lines) {
    const auto end = row.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    line = row.substr(0, end);
    row.remove_prefix(end + 1);
  }
  const auto erasures = wholeNumber<std::uint64_t>(lines[3]);
  if (lines[0] != kForm || !erasures) return std::nullopt;
  return Followed{
      .source = std::string(lines[1]), .key = std::string(lines[2]), .seen = std::string(row), .erasures = *erasures};
}

std::optional<std::string> rowIn(const Archive& archive) {
  const auto database = GameReader::databaseOf(archive);
  if (!database->has(detail::Family::log)) return std::nullopt;
  return database->get(detail::Family::log, detail::kFollowedRow, "reading which archive it follows");
}

}  // namespace

std::optional<Followed> followedBy(const Archive& archive) {
  const auto row = rowIn(archive);
  if (!row) return std::nullopt;
  auto followed = followedIn(*row);
  if (!followed)
    throw DamagedArchive(
        detail::damageText(archive.path(), "", 0, "the row of the archive that it follows is malformed"));
  return followed;
}

void storeFollowed(Archive& archive, const Followed& followed) {
  for (const std::string* text : {&followed.source, &followed.key}) {
    if (text->find('\n') != std::string::npos) throw BadInput("an address and a key are one line each");
  }
  if (!rowIn(archive) && (archive.totals().games != 0 || archive.log().size() != 0))
    throw BadInput(
        fmt::format("{}: this archive has games of its own: follow into a new one", archive.path().string()));
  const auto database = GameReader::databaseOf(archive);
  database->requireRecorder().write([&](rocksdb::WriteBatch& batch) {
    (void)batch.Put(database->family(detail::Family::log), std::string(detail::kFollowedRow), rowOf(followed));
  });
}

void requireFollowsNothing(const Archive& archive) {
  if (const auto followed = followedBy(archive))
    throw BadInput(
        fmt::format("{}: this archive is a copy that follows {}, and takes no games of its own: change that "
                    "one, and bring the changes here with docket follow",
                    archive.path().string(), followed->source));
}

}  // namespace docket
