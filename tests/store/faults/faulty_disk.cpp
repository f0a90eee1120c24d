#include "tests/store/faults/faulty_disk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <utility>

namespace docket::faults {

using rocksdb::IOStatus;

/// A file that is open, to be written or read.
class DiskFile : public rocksdb::FSWritableFile, public rocksdb::FSSequentialFile, public rocksdb::FSRandomAccessFile {
 public:
  using IOOptions = rocksdb::IOOptions;
  using IODebugContext = rocksdb::IODebugContext;
  DiskFile(FaultyDisk& disk, std::string path, FaultyDisk::Named node)
      : disk_(disk), path_(std::move(path)), node_(std::move(node)), process_(disk.process_) {}

  using rocksdb::FSWritableFile::Append;
  IOStatus Append(const rocksdb::Slice& bytes, const IOOptions& /*options*/, IODebugContext* /*context*/) override {
    return disk_.append(*node_, path_, {bytes.data(), bytes.size()}, process_);
  }
  IOStatus Truncate(std::uint64_t size, const IOOptions& /*options*/, IODebugContext* /*context*/) override {
    return disk_.truncate(*node_, path_, size, process_);
  }
  IOStatus Close(const IOOptions& /*options*/, IODebugContext* /*context*/) override { return IOStatus::OK(); }
  IOStatus Flush(const IOOptions& /*options*/, IODebugContext* /*context*/) override { return IOStatus::OK(); }
  IOStatus Sync(const IOOptions& /*options*/, IODebugContext* /*context*/) override {
    return disk_.sync(*node_, path_, process_);
  }
  std::uint64_t GetFileSize(const IOOptions& /*options*/, IODebugContext* /*context*/) override {
    const std::unique_lock lock(disk_.mutex_);
    return node_->bytes.size();
  }
  IOStatus Allocate(std::uint64_t /*offset*/, std::uint64_t /*bytes*/, const IOOptions& /*options*/,
                    IODebugContext* /*context*/) override {
    return disk_.ask(Call::allocate, path_).status;
  }

  IOStatus Read(std::size_t most, const IOOptions& /*options*/, rocksdb::Slice* result, char* scratch,
                IODebugContext* /*context*/) override {
    auto status = disk_.read(*node_, path_, at_, most, result, scratch);
    if (status.ok()) at_ += result->size();
    return status;
  }
  IOStatus Skip(std::uint64_t bytes) override {
    at_ += bytes;
    return IOStatus::OK();
  }
  IOStatus Read(std::uint64_t from, std::size_t most, const IOOptions& /*options*/, rocksdb::Slice* result,
                char* scratch, IODebugContext* /*context*/) const override {
    return disk_.read(*node_, path_, from, most, result, scratch);
  }
  IOStatus InvalidateCache(std::size_t /*offset*/, std::size_t /*length*/) override { return IOStatus::OK(); }
  [[nodiscard]] bool use_direct_io() const override { return false; }
  [[nodiscard]] std::size_t GetRequiredBufferAlignment() const override { return 4096; }
  std::size_t GetUniqueId(char* /*id*/, std::size_t /*most*/) const override { return 0; }
  [[nodiscard]] rocksdb::Temperature GetTemperature() const override { return rocksdb::Temperature::kUnknown; }

 private:
  FaultyDisk& disk_;
  std::string path_;
  FaultyDisk::Named node_;
  std::uint64_t process_;
  std::uint64_t at_ = 0;
};

class DiskDirectory : public rocksdb::FSDirectory {
 public:
  DiskDirectory(FaultyDisk& disk, std::string path, FaultyDisk::Named node)
      : disk_(disk), path_(std::move(path)), node_(std::move(node)) {}
  IOStatus Fsync(const rocksdb::IOOptions& /*options*/, rocksdb::IODebugContext* /*context*/) override {
    return disk_.syncNames(*node_, path_);
  }

 private:
  FaultyDisk& disk_;
  std::string path_;
  FaultyDisk::Named node_;
};

namespace {

IOStatus notFound(const std::string& path) { return IOStatus::PathNotFound(path, "No such file or directory"); }

class DiskLock : public rocksdb::FileLock {
 public:
  explicit DiskLock(std::string of) : path(std::move(of)) {}
  std::string path;
};

}  // namespace

FaultyDisk::FaultyDisk(std::string root, std::uint64_t seed) : root_(std::move(root)), random_(seed) {
  top_->is_directory = true;
  // Directories above the root existed before, and stay.
  Named at = top_;
  for (const auto& part : std::filesystem::path(root_).relative_path()) {
    auto made = std::make_shared<Node>();
    made->is_directory = true;
    at->names[part.string()] = at->synced_names[part.string()] = made;
    at = made;
  }
}

void FaultyDisk::arm(std::vector<Trouble> troubles) {
  const std::unique_lock lock(mutex_);
  armed_ = std::move(troubles);
}

void FaultyDisk::pause(bool paused) {
  const std::unique_lock lock(mutex_);
  paused_ = paused;
}

bool FaultyDisk::isPaused() const {
  const std::unique_lock lock(mutex_);
  return paused_;
}

bool FaultyDisk::dead() const {
  const std::unique_lock lock(mutex_);
  return dead_;
}

bool FaultyDisk::powerIsCut() const {
  const std::unique_lock lock(mutex_);
  return cut_;
}

void FaultyDisk::end(bool cut) {
  const std::unique_lock lock(mutex_);
  if (dead_) return;
  dead_ = true;
  cut_ = cut;
  ++injected_[static_cast<std::size_t>(cut ? Fault::power_cut : Fault::process_end)];
}

std::uint64_t FaultyDisk::injected(Fault fault) const {
  const std::unique_lock lock(mutex_);
  return injected_[static_cast<std::size_t>(fault)];
}

std::uint64_t FaultyDisk::calls(Call call) const {
  const std::unique_lock lock(mutex_);
  return calls_[static_cast<std::size_t>(call)];
}

std::uint64_t FaultyDisk::allCalls() const {
  const std::unique_lock lock(mutex_);
  std::uint64_t all = 0;
  for (const auto calls : calls_) all += calls;
  return all;
}

bool FaultyDisk::hasLied() const {
  const std::unique_lock lock(mutex_);
  return lied_;
}

void FaultyDisk::restart() {
  const std::unique_lock lock(mutex_);
  if (cut_) {
    keepAfterCut(*top_, false);
    lied_ = false;  // the current contents are on the disk
  }
  dead_ = cut_ = full_ = false;
  armed_.clear();
  locks_.clear();
  ++process_;
}

void FaultyDisk::apply(std::map<std::string, Named>& names, const Change& change) {
  if (!change.gone.empty()) names.erase(change.gone);
  if (!change.come.empty()) names[change.come] = change.node;
}

// Unsynced pages reach the disk in any order: missing pages before later ones are zeros.
void FaultyDisk::makeHoles(Node& node) {
  constexpr std::size_t kPage = 4096;
  for (auto at = node.synced; at + kPage < node.bytes.size();) {
    const auto end = (at / kPage + 1) * kPage;
    if (below(2) == 0)
      std::fill(node.bytes.begin() + static_cast<std::ptrdiff_t>(at),
                node.bytes.begin() + static_cast<std::ptrdiff_t>(end), '\0');
    at = end;
  }
}

// Unsynced data is dropped, kept in part, kept whole, or kept except for some of its pages.
void FaultyDisk::keepAfterCut(Node& node, bool may_have_holes) {
  if (node.is_directory) {
    const auto kept = below(3) == 0 ? 0 : below(2) == 0 ? node.changes.size() : below(node.changes.size() + 1);
    for (std::size_t i = 0; i < kept; ++i) apply(node.synced_names, node.changes[i]);
    node.changes.clear();
    node.names = node.synced_names;
    for (auto& [name, below_it] : node.names) keepAfterCut(*below_it, !name.starts_with("MANIFEST-"));
  } else if (node.bytes.size() > node.synced) {
    const auto unsynced = node.bytes.size() - node.synced;
    switch (below(4)) {
      case 0:
        node.bytes.resize(node.synced);
        break;
      case 1:
        node.bytes.resize(node.synced + below(unsynced + 1));
        break;
      case 2:
        if (may_have_holes) makeHoles(node);
        break;
      default:
        break;
    }
    node.synced = node.bytes.size();
  }
  node.lost_a_sync = false;
}

// Counts a call and returns the fault planned for it.
FaultyDisk::Answer FaultyDisk::ask(Call call, const std::string& path) {
  if (before_call) before_call();
  const std::unique_lock lock(mutex_);
  Answer answer;
  if (!path.starts_with(root_)) return answer;
  if (dead_) {
    answer.status = IOStatus::IOError(path, "the process has ended");
    return answer;
  }
  ++calls_[static_cast<std::size_t>(call)];
  std::string gone_wrong;
  if (!paused_) {
    for (auto& trouble : armed_) {
      if (trouble.at == 0 || !concerns(trouble.fault, call)) continue;
      if (trouble.only_syncs && call != Call::sync && call != Call::directory_sync) continue;
      if (--trouble.at != 0) continue;
      come(trouble.fault, answer);
      gone_wrong += fmt::format("   <- {}", nameOf(trouble.fault));
    }
    if (full_ && concerns(Fault::full_disk, call)) answer.status = IOStatus::NoSpace("No space left on device");
  }
  if (see_call) see_call(fmt::format("  {} {}{}", nameOf(call), path.substr(root_.size()), gone_wrong));
  return answer;
}

void FaultyDisk::come(Fault fault, Answer& answer) {
  ++injected_[static_cast<std::size_t>(fault)];
  switch (fault) {
    case Fault::flipped_read:
      answer.flipped = true;
      return;
    case Fault::full_disk:
      full_ = true;
      return;
    case Fault::lost_sync:
    case Fault::lost_directory_sync:
      answer.lost = lied_ = true;
      return;
    case Fault::torn_write:
      answer.torn = true;
      break;
    case Fault::power_cut:
    case Fault::process_end:
      dead_ = true;
      cut_ = fault == Fault::power_cut;
      answer.torn = true;
      break;
    default:
      break;
  }
  answer.status = IOStatus::IOError(std::string(nameOf(fault)));
}

FaultyDisk::Named FaultyDisk::find(const std::string& path) const {
  Named at = top_;
  for (const auto& part : std::filesystem::path(path).relative_path()) {
    if (part.empty()) continue;
    const auto found = at->names.find(part.string());
    if (found == at->names.end()) return nullptr;
    at = found->second;
  }
  return at;
}

FaultyDisk::Named FaultyDisk::holding(const std::string& path, std::string& name) const {
  std::filesystem::path of(path);
  if (of.filename().empty()) of = of.parent_path();
  name = of.filename().string();
  auto directory = find(of.parent_path().string());
  return directory != nullptr && directory->is_directory ? directory : nullptr;
}

IOStatus FaultyDisk::make(const std::string& path, bool is_directory, Named& made) {
  std::string name;
  auto directory = holding(path, name);
  if (directory == nullptr) return notFound(path);
  made = std::make_shared<Node>();
  made->is_directory = is_directory;
  directory->changes.push_back({.gone = {}, .come = name, .node = made});
  directory->names[name] = made;
  return IOStatus::OK();
}

IOStatus FaultyDisk::append(Node& node, const std::string& path, std::string_view bytes, std::uint64_t process) {
  const auto answer = ask(Call::write, path);
  const std::unique_lock lock(mutex_);
  if (process != process_) return IOStatus::IOError(path, "of a process that has ended");
  if (answer.status.ok()) node.bytes += bytes;
  if (answer.torn) node.bytes += bytes.substr(0, below(bytes.size() + 1));
  return answer.status;
}

IOStatus FaultyDisk::sync(Node& node, const std::string& path, std::uint64_t process) {
  const auto answer = ask(Call::sync, path);
  const std::unique_lock lock(mutex_);
  if (process != process_) return IOStatus::IOError(path, "of a process that has ended");
  if (!answer.status.ok()) {
    // The system treats data that it failed to write as written, and does not retry.
    if (!dead_) node.lost_a_sync = true;
    return answer.status;
  }
  const bool silent = !silently_unsynced.empty() && path.ends_with(silently_unsynced);
  if (!answer.lost && !silent && !node.lost_a_sync) node.synced = node.bytes.size();
  return answer.status;
}

IOStatus FaultyDisk::truncate(Node& node, const std::string& path, std::uint64_t size, std::uint64_t process) {
  auto answer = ask(Call::truncate, path);
  const std::unique_lock lock(mutex_);
  if (process != process_) return IOStatus::IOError(path, "of a process that has ended");
  if (!answer.status.ok()) return answer.status;
  node.bytes.resize(size);
  node.synced = std::min<std::size_t>(node.synced, size);
  return answer.status;
}

IOStatus FaultyDisk::read(const Node& node, const std::string& path, std::uint64_t from, std::size_t most,
                          rocksdb::Slice* result, char* scratch) {
  const auto answer = ask(Call::read, path);
  const std::unique_lock lock(mutex_);
  *result = {};
  if (!answer.status.ok()) return answer.status;
  if (from >= node.bytes.size()) return answer.status;
  const auto given = std::min<std::size_t>(most, node.bytes.size() - from);
  std::memcpy(scratch, node.bytes.data() + from, given);
  if (answer.flipped) scratch[below(given)] ^= static_cast<char>(1U << below(8));
  *result = {scratch, given};
  return answer.status;
}

IOStatus FaultyDisk::syncNames(Node& node, const std::string& path) {
  const auto answer = ask(Call::directory_sync, path);
  const std::unique_lock lock(mutex_);
  if (!answer.status.ok() || answer.lost || silently_unsynced_directories) return answer.status;
  node.synced_names = node.names;
  node.changes.clear();
  return answer.status;
}

IOStatus FaultyDisk::NewSequentialFile(const std::string& path, const FileOptions& /*options*/,
                                       std::unique_ptr<rocksdb::FSSequentialFile>* made, IODebugContext* /*context*/) {
  if (auto answer = ask(Call::open, path); !answer.status.ok()) return answer.status;
  const std::unique_lock lock(mutex_);
  auto node = find(path);
  if (node == nullptr || node->is_directory) return notFound(path);
  *made = std::make_unique<DiskFile>(*this, path, std::move(node));
  return IOStatus::OK();
}

IOStatus FaultyDisk::NewRandomAccessFile(const std::string& path, const FileOptions& /*options*/,
                                         std::unique_ptr<rocksdb::FSRandomAccessFile>* made,
                                         IODebugContext* /*context*/) {
  if (auto answer = ask(Call::open, path); !answer.status.ok()) return answer.status;
  const std::unique_lock lock(mutex_);
  auto node = find(path);
  if (node == nullptr || node->is_directory) return notFound(path);
  *made = std::make_unique<DiskFile>(*this, path, std::move(node));
  return IOStatus::OK();
}

IOStatus FaultyDisk::NewWritableFile(const std::string& path, const FileOptions& /*options*/,
                                     std::unique_ptr<rocksdb::FSWritableFile>* made, IODebugContext* /*context*/) {
  if (auto answer = ask(Call::create, path); !answer.status.ok()) return answer.status;
  const std::unique_lock lock(mutex_);
  Named node;
  if (auto status = make(path, false, node); !status.ok()) return status;
  *made = std::make_unique<DiskFile>(*this, path, std::move(node));
  return IOStatus::OK();
}

IOStatus FaultyDisk::ReopenWritableFile(const std::string& path, const FileOptions& options,
                                        std::unique_ptr<rocksdb::FSWritableFile>* made, IODebugContext* context) {
  {
    const std::unique_lock lock(mutex_);
    if (auto node = find(path)) {
      *made = std::make_unique<DiskFile>(*this, path, std::move(node));
      return IOStatus::OK();
    }
  }
  return NewWritableFile(path, options, made, context);
}

IOStatus FaultyDisk::NewDirectory(const std::string& path, const IOOptions& /*options*/,
                                  std::unique_ptr<rocksdb::FSDirectory>* made, IODebugContext* /*context*/) {
  if (auto answer = ask(Call::open, path); !answer.status.ok()) return answer.status;
  const std::unique_lock lock(mutex_);
  auto node = find(path);
  if (node == nullptr || !node->is_directory) return notFound(path);
  *made = std::make_unique<DiskDirectory>(*this, path, std::move(node));
  return IOStatus::OK();
}

IOStatus FaultyDisk::FileExists(const std::string& path, const IOOptions& /*options*/, IODebugContext* /*context*/) {
  // While it copies, RocksDB looks there for archived logs, which an archive never has. If the disk does not respond
  // then, an unrelated RocksDB assertion fails, so this call never fails.
  if (path.ends_with("/archive")) return IOStatus::NotFound(path);
  if (auto answer = ask(Call::look, path); !answer.status.ok()) return answer.status;
  const std::unique_lock lock(mutex_);
  return find(path) == nullptr ? IOStatus::NotFound(path) : IOStatus::OK();
}

IOStatus FaultyDisk::GetChildren(const std::string& path, const IOOptions& /*options*/, std::vector<std::string>* names,
                                 IODebugContext* /*context*/) {
  names->clear();
  if (auto answer = ask(Call::list, path); !answer.status.ok()) return answer.status;
  const std::unique_lock lock(mutex_);
  const auto node = find(path);
  if (node == nullptr || !node->is_directory) return notFound(path);
  for (const auto& [name, ignored] : node->names) names->push_back(name);
  return IOStatus::OK();
}

IOStatus FaultyDisk::DeleteFile(const std::string& path, const IOOptions& /*options*/, IODebugContext* /*context*/) {
  if (auto answer = ask(Call::remove, path); !answer.status.ok()) return answer.status;
  const std::unique_lock lock(mutex_);
  std::string name;
  const auto directory = holding(path, name);
  if (directory == nullptr || directory->names.erase(name) == 0) return notFound(path);
  directory->changes.push_back({.gone = name, .come = {}, .node = {}});
  return IOStatus::OK();
}

IOStatus FaultyDisk::DeleteDir(const std::string& path, const IOOptions& options, IODebugContext* context) {
  return DeleteFile(path, options, context);
}

IOStatus FaultyDisk::CreateDir(const std::string& path, const IOOptions& /*options*/, IODebugContext* /*context*/) {
  if (auto answer = ask(Call::make_directory, path); !answer.status.ok()) return answer.status;
  const std::unique_lock lock(mutex_);
  if (find(path) != nullptr) return IOStatus::IOError(path, "File exists");
  Named node;
  return make(path, true, node);
}

IOStatus FaultyDisk::CreateDirIfMissing(const std::string& path, const IOOptions& /*options*/,
                                        IODebugContext* /*context*/) {
  if (auto answer = ask(Call::make_directory, path); !answer.status.ok()) return answer.status;
  const std::unique_lock lock(mutex_);
  if (find(path) != nullptr) return IOStatus::OK();
  Named node;
  if (path.starts_with(root_)) return make(path, true, node);
  for (std::filesystem::path at, whole(path); const auto& part : whole)
    if (at /= part; find(at.string()) == nullptr) (void)make(at.string(), true, node);
  return IOStatus::OK();
}

IOStatus FaultyDisk::GetFileSize(const std::string& path, const IOOptions& /*options*/, std::uint64_t* bytes,
                                 IODebugContext* /*context*/) {
  if (auto answer = ask(Call::look, path); !answer.status.ok()) return answer.status;
  const std::unique_lock lock(mutex_);
  const auto node = find(path);
  if (node == nullptr) return notFound(path);
  *bytes = node->bytes.size();
  return IOStatus::OK();
}

IOStatus FaultyDisk::GetFileModificationTime(const std::string& path, const IOOptions& /*options*/, std::uint64_t* time,
                                             IODebugContext* /*context*/) {
  *time = 1;
  return ask(Call::look, path).status;
}

IOStatus FaultyDisk::RenameFile(const std::string& from, const std::string& to, const IOOptions& /*options*/,
                                IODebugContext* /*context*/) {
  if (auto answer = ask(Call::rename, to); !answer.status.ok()) return answer.status;
  const std::unique_lock lock(mutex_);
  std::string old_name, new_name;
  const auto source = holding(from, old_name), target = holding(to, new_name);
  const auto node = find(from);
  if (source == nullptr || target == nullptr || node == nullptr) return notFound(from);
  source->names.erase(old_name);
  target->names[new_name] = node;
  if (source == target) {
    source->changes.push_back({.gone = old_name, .come = new_name, .node = node});
  } else {
    target->changes.push_back({.gone = {}, .come = new_name, .node = node});
    source->changes.push_back({.gone = old_name, .come = {}, .node = {}});
  }
  return IOStatus::OK();
}

IOStatus FaultyDisk::LinkFile(const std::string& from, const std::string& to, const IOOptions& /*options*/,
                              IODebugContext* /*context*/) {
  if (auto answer = ask(Call::link, to); !answer.status.ok()) return answer.status;
  const std::unique_lock lock(mutex_);
  std::string name;
  const auto directory = holding(to, name);
  const auto node = find(from);
  if (directory == nullptr || node == nullptr) return notFound(from);
  directory->names[name] = node;
  directory->changes.push_back({.gone = {}, .come = name, .node = node});
  return IOStatus::OK();
}

IOStatus FaultyDisk::LockFile(const std::string& path, const IOOptions& /*options*/, rocksdb::FileLock** lock,
                              IODebugContext* /*context*/) {
  if (auto answer = ask(Call::open, path); !answer.status.ok()) return answer.status;
  const std::unique_lock held(mutex_);
  if (!locks_.insert(path).second) return IOStatus::IOError("lock hold by current process", path);
  Named node = find(path);
  if (node == nullptr)
    if (auto status = make(path, false, node); !status.ok()) return status;
  *lock = new DiskLock(path);
  return IOStatus::OK();
}

IOStatus FaultyDisk::UnlockFile(rocksdb::FileLock* lock, const IOOptions& /*options*/, IODebugContext* /*context*/) {
  const std::unique_ptr<DiskLock> released(static_cast<DiskLock*>(lock));
  const std::unique_lock held(mutex_);
  locks_.erase(released->path);
  return IOStatus::OK();
}

IOStatus FaultyDisk::GetTestDirectory(const IOOptions& /*options*/, std::string* path, IODebugContext* /*context*/) {
  *path = root_;
  return IOStatus::OK();
}

IOStatus FaultyDisk::GetAbsolutePath(const std::string& path, const IOOptions& /*options*/, std::string* absolute,
                                     IODebugContext* /*context*/) {
  *absolute = path;
  return IOStatus::OK();
}

IOStatus FaultyDisk::IsDirectory(const std::string& path, const IOOptions& /*options*/, bool* is,
                                 IODebugContext* /*context*/) {
  if (auto answer = ask(Call::look, path); !answer.status.ok()) return answer.status;
  const std::unique_lock lock(mutex_);
  const auto node = find(path);
  if (node == nullptr) return notFound(path);
  *is = node->is_directory;
  return IOStatus::OK();
}

}  // namespace docket::faults
