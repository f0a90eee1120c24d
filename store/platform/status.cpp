#include "store/platform/status.h"

#include <fmt/format.h>

#include "events/errors.h"

namespace docket::detail {

namespace {

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

}  // namespace

void require(const rocksdb::Status& status, const std::filesystem::path& archive, std::string_view activity) {
  if (!status.ok()) fail(status, archive, activity);
}

void fail(const rocksdb::Status& status, const std::filesystem::path& archive, std::string_view activity) {
  const std::string text = status.ToString();
  const std::string path = archive.string();
  const auto environment = [&](std::string_view what, std::string_view next) {
    throw EnvironmentError(fmt::format("{}: {} (while {}: {}); {}", path, what, activity, text, next));
  };
  // A background error is stored by RocksDB and given for each later write, so its cause is looked for first.
  if (status.IsNoSpace() || has(text, "No space left"))
    environment("the disk is full", "what was acknowledged is stored: free some space, then open it again");
  if (has(text, "lock file") || has(text, "lock hold"))
    environment("another process is recording into it", "wait until it ends, or open for reading");
  if (has(text, "Permission denied") || has(text, "Read-only file system") || has(text, "Operation not permitted"))
    environment("no permission", "give this user access to the directory and all its files");
  if (has(text, "Too many open files")) environment("too many open files", "raise `ulimit -n`");
  // RocksDB reports this if a disk does not respond during opening, which does not mean damage.
  const bool unanswered = has(text, "Can't access") && has(text, "IO error") && !has(text, "No such file");
  if (unanswered || has(text, "Direct I/O is not supported") || has(text, "incompatible with filesystem"))
    environment("the machine failed", "check the disk and its file system, then open it again");
  // A missing file that the database's own list names is damage, whatever its status code.
  if (status.IsCorruption() || status.IsNotFound() || status.IsInvalidArgument() || has(text, "No such file"))
    throw DamagedArchive(fmt::format(
        "{}: damaged, noticed while {}: {}; check it to see what can still be read, and restore the rest from a backup",
        path, activity, text));
  environment("the machine failed", "check the disk and its file system, then open it again");
  throw std::logic_error("not reached");
}

std::string damageText(const std::filesystem::path& archive, std::string_view game, std::uint32_t first_bad,
                       std::string_view what) {
  if (game.empty()) return fmt::format("{}: {}", archive.string(), what);
  if (first_bad == 0) return fmt::format("{}: game {}: {}", archive.string(), game, what);
  return fmt::format("{}: game {}, event {}: {}", archive.string(), game, first_bad, what);
}

}  // namespace docket::detail
