// The backups of one archive, in a directory that best lies on another disk:
//
//   BACKUPS   says that this is such a directory; who makes, removes or restores a backup has its lock
//   files/    RocksDB's backups: meta/ what each has, private/ its own files, shared_checksum/ tables that several
//   share
//
// With each backup stand its file ARCHIVE, what ACKNOWLEDGED promises of it, and sums of these.
// Invariant: a backup is listed once it is whole on the disk; making, removing or losing one takes nothing from
// another.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "store/types.h"

namespace docket {

struct Backup {
  std::uint32_t number = 0;  ///< 1 is the first that was ever made there
  std::int64_t seconds = 0;  ///< when it was asked for, since 1970 in UTC
  std::uint64_t games = 0, events = 0;
  std::uint64_t commits = 0;                   ///< the archive's own clock: how many writes are in it
  std::uint64_t files = 0, bytes = 0;          ///< in all
  std::uint64_t new_files = 0, new_bytes = 0;  ///< of these, not in an earlier backup that is still there
  Bytes32 first_head{};      ///< of the first game without its events: by this an archive is known; zero: no game
  std::uint32_t format = 0;  ///< of the archive
  std::string damage;        ///< empty: nothing is known to be wrong with it
};

class Backups {
 public:
  /// The backups in the directory `path`. BadInput where there are none, EnvironmentError where another process makes
  /// or restores one.
  static Backups open(const std::filesystem::path& path);
  /// The same; a directory that is missing or empty is made one for backups.
  static Backups openOrMake(const std::filesystem::path& path);
  Backups(Backups&&) noexcept;
  Backups& operator=(Backups&&) noexcept;
  ~Backups();

  [[nodiscard]] const std::filesystem::path& path() const;
  /// All of them, by number; of one that is damaged only the number and what is wrong.
  [[nodiscard]] const std::vector<Backup>& list() const;

  /// Makes a further one of the archive as it is now, also while another process records; only what no backup has yet
  /// is copied. `patience`: how long a recording process may take to answer. BadInput where the others are of another
  /// archive, DamagedArchive where what the archive acknowledged is not there (nothing is added then).
  Backup add(const std::filesystem::path& archive, std::chrono::milliseconds patience);
  /// Removes all but the newest `most`; gives the numbers of those that were removed.
  std::vector<std::uint32_t> keep(std::uint32_t most);
  /// Reads every byte of every backup against its sum, and notes in list() what is damaged.
  void verify();
  /// Puts a backup into `directory`, which is there and empty, as an archive, each file against its sum. DamagedArchive
  /// where the backup is damaged; BadInput where there is none of that number.
  void extract(std::uint32_t number, const std::filesystem::path& directory) const;

 private:
  struct Impl;
  explicit Backups(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace docket
