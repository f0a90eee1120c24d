// A disk in memory that fails on demand and models what a power cut leaves.
//
// It tracks which bytes of each file and which names of each directory are synced. A power cut may lose whatever is
// written, created, renamed or removed but not synced, for each file separately. A directory keeps a prefix of its
// changes, in order, as file systems with a journal do. A file whose sync has failed once keeps nothing further: a
// later sync that succeeds does not bring back what the first one lost.
// Invariant: after the call at which the process ends or the power is cut no call succeeds until restart().
#pragma once

#include <rocksdb/file_system.h>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/store/faults/trouble.h"

namespace docket::faults {

class FaultyDisk : public rocksdb::FileSystem {
 public:
  using IOOptions = rocksdb::IOOptions;
  using IOStatus = rocksdb::IOStatus;
  using IODebugContext = rocksdb::IODebugContext;
  using FileOptions = rocksdb::FileOptions;

  /// Faults affect only files under `root`, and only calls there are counted.
  FaultyDisk(std::string root, std::uint64_t seed);
  const char* Name() const override { return "FaultyDisk"; }

  /// Sets the faults from now on, replacing those that have not occurred yet.
  void arm(std::vector<Trouble> troubles);
  /// No fault happens while it is paused; a dead disk stays dead.
  void pause(bool paused);
  [[nodiscard]] bool isPaused() const;
  /// True if the process has ended, or the power was cut.
  [[nodiscard]] bool dead() const;
  [[nodiscard]] bool powerIsCut() const;
  /// The process ends here, between two calls; `cut`: by a power cut.
  void end(bool cut);
  /// A new process begins: after a power cut with the remaining data, otherwise with all that was written.
  void restart();
  [[nodiscard]] std::uint64_t injected(Fault fault) const;
  [[nodiscard]] std::uint64_t calls(Call call) const;
  [[nodiscard]] std::uint64_t allCalls() const;
  /// A sync since the last power cut was lost: data reported as stored may not be.
  [[nodiscard]] bool hasLied() const;
  /// Each call under the root, in order, as text.
  std::function<void(const std::string&)> see_call;
  /// Comes before each call, outside of the disk's lock.
  std::function<void()> before_call;
  /// For a store that is broken on purpose: syncs of files with this suffix silently do nothing.
  std::string silently_unsynced;
  bool silently_unsynced_directories = false;

  IOStatus NewSequentialFile(const std::string& path, const FileOptions& options,
                             std::unique_ptr<rocksdb::FSSequentialFile>* made, IODebugContext* context) override;
  IOStatus NewRandomAccessFile(const std::string& path, const FileOptions& options,
                               std::unique_ptr<rocksdb::FSRandomAccessFile>* made, IODebugContext* context) override;
  IOStatus NewWritableFile(const std::string& path, const FileOptions& options,
                           std::unique_ptr<rocksdb::FSWritableFile>* made, IODebugContext* context) override;
  IOStatus ReopenWritableFile(const std::string& path, const FileOptions& options,
                              std::unique_ptr<rocksdb::FSWritableFile>* made, IODebugContext* context) override;
  IOStatus NewDirectory(const std::string& path, const IOOptions& options, std::unique_ptr<rocksdb::FSDirectory>* made,
                        IODebugContext* context) override;
  IOStatus FileExists(const std::string& path, const IOOptions& options, IODebugContext* context) override;
  IOStatus GetChildren(const std::string& path, const IOOptions& options, std::vector<std::string>* names,
                       IODebugContext* context) override;
  IOStatus DeleteFile(const std::string& path, const IOOptions& options, IODebugContext* context) override;
  IOStatus CreateDir(const std::string& path, const IOOptions& options, IODebugContext* context) override;
  IOStatus CreateDirIfMissing(const std::string& path, const IOOptions& options, IODebugContext* context) override;
  IOStatus DeleteDir(const std::string& path, const IOOptions& options, IODebugContext* context) override;
  IOStatus GetFileSize(const std::string& path, const IOOptions& options, std::uint64_t* bytes,
                       IODebugContext* context) override;
  IOStatus GetFileModificationTime(const std::string& path, const IOOptions& options, std::uint64_t* time,
                                   IODebugContext* context) override;
  IOStatus RenameFile(const std::string& from, const std::string& to, const IOOptions& options,
                      IODebugContext* context) override;
  IOStatus LinkFile(const std::string& from, const std::string& to, const IOOptions& options,
                    IODebugContext* context) override;
  IOStatus LockFile(const std::string& path, const IOOptions& options, rocksdb::FileLock** lock,
                    IODebugContext* context) override;
  IOStatus UnlockFile(rocksdb::FileLock* lock, const IOOptions& options, IODebugContext* context) override;
  IOStatus GetTestDirectory(const IOOptions& options, std::string* path, IODebugContext* context) override;
  IOStatus GetAbsolutePath(const std::string& path, const IOOptions& options, std::string* absolute,
                           IODebugContext* context) override;
  IOStatus IsDirectory(const std::string& path, const IOOptions& options, bool* is, IODebugContext* context) override;

 private:
  friend class DiskFile;
  friend class DiskDirectory;
  struct Node;
  using Named = std::shared_ptr<Node>;
  /// Names of a directory that come and go at once.
  struct Change {
    std::string gone;  // empty: none
    std::string come;
    Named node;
  };
  struct Node {
    bool is_directory = false;
    std::string bytes;
    std::size_t synced = 0;    // of the bytes
    bool lost_a_sync = false;  // data that was not synced then never will be
    std::map<std::string, Named> names, synced_names;
    std::vector<Change> changes;  // since the last sync
  };
  /// The outcome of a call, decided before it is done.
  struct Answer {
    IOStatus status;
    bool torn = false, flipped = false, lost = false;
  };

  Answer ask(Call call, const std::string& path);
  void come(Fault fault, Answer& answer);
  [[nodiscard]] Named find(const std::string& path) const;
  /// The directory that holds `path`, and its name there.
  [[nodiscard]] Named holding(const std::string& path, std::string& name) const;
  IOStatus make(const std::string& path, bool is_directory, Named& made);
  /// RocksDB is known to be unable to open a MANIFEST (its list of files) with a hole at the end, so that gets none.
  void keepAfterCut(Node& node, bool may_have_holes);
  void makeHoles(Node& node);
  static void apply(std::map<std::string, Named>& names, const Change& change);
  std::uint64_t below(std::uint64_t limit) { return limit == 0 ? 0 : random_() % limit; }

  IOStatus append(Node& node, const std::string& path, std::string_view bytes, std::uint64_t process);
  IOStatus sync(Node& node, const std::string& path, std::uint64_t process);
  IOStatus truncate(Node& node, const std::string& path, std::uint64_t size, std::uint64_t process);
  IOStatus read(const Node& node, const std::string& path, std::uint64_t from, std::size_t most, rocksdb::Slice* result,
                char* scratch);
  IOStatus syncNames(Node& node, const std::string& path);

  mutable std::mutex mutex_;
  const std::string root_;
  std::mt19937_64 random_;
  Named top_ = std::make_shared<Node>();
  std::set<std::string> locks_;
  std::vector<Trouble> armed_;
  bool paused_ = false, dead_ = false, cut_ = false, full_ = false, lied_ = false;
  std::uint64_t process_ = 1;  // the process that began last
  std::array<std::uint64_t, kFaults> injected_{};
  std::array<std::uint64_t, kCallNames.size()> calls_{};
};

}  // namespace docket::faults
