// The backups of one archive, in a directory, best on another disk:
//
//   BACKUPS   marks such a directory; held as a lock while a backup is made, removed or restored
//   files/    RocksDB's backups: meta/ the content of each, private/ its own files,
//             shared_checksum/ tables that several share
//
// Each backup is stored with its file ARCHIVE, the lines of its file ACKNOWLEDGED, and checksums of both.
// Invariant: a backup is listed only when it is complete on disk; making, removing or losing one does not affect
// another.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "events/digest.h"

namespace docket {

struct Backup {
  std::uint32_t number = 0;  ///< 1 is the first that was ever made in this directory
  std::int64_t seconds = 0;  ///< the time of its request, in seconds since 1970 UTC
  std::uint64_t games = 0, events = 0;
  std::uint64_t commits = 0;                   ///< the archive's logical clock: the number of writes in it
  std::uint64_t files = 0, bytes = 0;          ///< in total
  std::uint64_t new_files = 0, new_bytes = 0;  ///< those that no earlier existing backup has
  Digest first_head{};  ///< the head of the first game without its events, which identifies the archive; zero: no game
  std::uint32_t format = 0;  ///< of the archive
  std::string damage;        ///< empty: no known damage
};

class Backups {
 public:
  /// Opens the backups in the directory `path`. BadInput if there are none, EnvironmentError if another process makes
  /// or restores one.
  static Backups open(const std::filesystem::path& path);
  /// open(), but a missing or empty directory is created or initialised.
  static Backups openOrMake(const std::filesystem::path& path);
  Backups(Backups&&) noexcept;
  Backups& operator=(Backups&&) noexcept;
  ~Backups();

  [[nodiscard]] const std::filesystem::path& path() const;
  /// All backups, by number; for a damaged one, only the number and the damage.
  [[nodiscard]] const std::vector<Backup>& list() const;

  /// Makes a backup of the archive's current state, even while another process records; copies only what no backup has
  /// yet. `patience`: how long a recording process may take to answer. BadInput if the others are of another archive,
  /// DamagedArchive if acknowledged data is missing (nothing is added then).
  Backup add(const std::filesystem::path& archive, std::chrono::milliseconds patience);
  /// Removes all but the newest `most`; returns the numbers of the removed ones.
  std::vector<std::uint32_t> removeAllBut(std::uint32_t most);
  /// Checks every byte of every backup against its checksum, and notes damage in list().
  void verify();
  /// Restores a backup into `directory`, which must exist and be empty, as an archive; checks each file against its
  /// checksum. DamagedArchive if the backup is damaged; BadInput if there is none with that number.
  void extract(std::uint32_t number, const std::filesystem::path& directory) const;

 private:
  struct Impl;
  explicit Backups(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace docket
