#include "store/platform/acknowledged.h"

#include <fmt/format.h>
#include <sodium.h>

#include <charconv>
#include <map>
#include <optional>
#include <string_view>

#include "events/digest.h"
#include "events/errors.h"
#include "store/platform/directories.h"
#include "store/platform/file_system_seam.h"
#include "store/platform/status.h"

namespace docket::detail {

namespace {

using std::chrono::steady_clock;
constexpr auto kSyncEvery = std::chrono::seconds(1);

std::uint64_t sum(std::string_view text) {
  static constexpr unsigned char kKey[crypto_shorthash_KEYBYTES] = {'d', 'o', 'c', 'k', 'e', 't'};
  unsigned char hash[crypto_shorthash_BYTES];
  crypto_shorthash(hash, reinterpret_cast<const unsigned char*>(text.data()), text.size(), kKey);
  std::uint64_t number = 0;
  for (const unsigned char byte : hash) number = number << 8 | byte;
  return number;
}

std::string line(const Acknowledgement& acknowledgement) {
  std::string text = fmt::format("commit {} game {} count {} head {} id {}", acknowledgement.commit,
                                 acknowledgement.game, acknowledgement.count, hex(acknowledgement.head),
                                 acknowledgement.id.empty() ? "-" : acknowledgement.id);
  return text + fmt::format(" sum {:016x}\n", sum(text));
}

/// Removes "word value " from the front of `text`; empty if it does not begin like that.
std::optional<std::string_view> takeWord(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word) || text.size() <= word.size() || text[word.size()] != ' ') return std::nullopt;
  text.remove_prefix(word.size() + 1);
  const auto value = text.substr(0, text.find(' '));
  text.remove_prefix(std::min(text.size(), value.size() + 1));
  return value;
}

template <class Number>
bool takeWord(std::string_view& text, std::string_view word, Number& number, int base = 10) {
  const auto value = takeWord(text, word);
  if (!value) return false;
  const auto [end, error] = std::from_chars(value->data(), value->data() + value->size(), number, base);
  return error == std::errc{} && end == value->data() + value->size();
}

std::optional<Acknowledgement> parse(std::string_view text) {
  const auto body = text.substr(0, text.rfind(" sum "));
  Acknowledgement acknowledgement;
  if (!takeWord(text, "commit", acknowledgement.commit) || !takeWord(text, "game", acknowledgement.game) ||
      !takeWord(text, "count", acknowledgement.count))
    return std::nullopt;
  const auto head = digestOfHex(takeWord(text, "head").value_or(""));
  if (!head) return std::nullopt;
  acknowledgement.head = *head;
  const auto id = takeWord(text, "id");
  std::uint64_t stated = 0;
  if (!id || !takeWord(text, "sum", stated, 16) || stated != sum(body)) return std::nullopt;
  acknowledgement.id = *id;
  return acknowledgement;
}

/// Reports that the file ACKNOWLEDGED is missing or damaged, as `how` says.
[[noreturn]] void unusable(const std::filesystem::path& archive, const char* how) {
  throw DamagedArchive(
      fmt::format("{}: the file ACKNOWLEDGED is {}, so the newest events may be missing; "
                  "restore it from a backup, or salvage the archive",
                  archive.string(), how));
}

std::string acknowledgedText(const std::filesystem::path& archive) {
  const auto path = archive / kAcknowledgedName;
  std::string text;
  const auto files = fileSystem();
  if (const auto status = rocksdb::ReadFileToString(files.get(), path.string(), &text); !status.ok()) {
    if (!status.IsNotFound() && !status.IsPathNotFound()) fail(status, archive, "reading ACKNOWLEDGED");
    unusable(archive, "missing");
  }
  return text;
}

}  // namespace

std::size_t damagedAcknowledgements(const std::filesystem::path& archive) {
  const std::string text = acknowledgedText(archive);
  std::size_t damaged = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const auto length = rest.find('\n');
    if (length == std::string_view::npos || !parse(rest.substr(0, length))) ++damaged;
    rest.remove_prefix(length == std::string_view::npos ? rest.size() : length + 1);
  }
  return damaged;
}

std::vector<Acknowledgement> latestOf(std::string_view text) {
  std::map<std::uint32_t, Acknowledgement> latest;
  bool first = true;
  for (std::string_view rest = text; !rest.empty();) {
    const auto length = rest.find('\n');
    const auto parsed = length == std::string_view::npos ? std::nullopt : parse(rest.substr(0, length));
    rest.remove_prefix(length == std::string_view::npos ? rest.size() : length + 1);
    if (!parsed && first) break;
    first = false;
    if (!parsed) continue;
    auto& known = latest[parsed->game];
    if (known.commit <= parsed->commit) known = *parsed;
    auto& whole = latest[0];
    whole.commit = std::max(whole.commit, parsed->commit);
  }
  std::vector<Acknowledgement> lines;
  for (auto& [game, acknowledgement] : latest) lines.push_back(std::move(acknowledgement));
  return lines;
}

std::vector<Acknowledgement> readAcknowledged(const std::filesystem::path& archive) {
  auto lines = latestOf(acknowledgedText(archive));
  if (lines.empty()) unusable(archive, "damaged");
  return lines;
}

Acknowledged::Acknowledged(std::filesystem::path archive, std::uint64_t commit) : archive_(std::move(archive)) {
  startNewFile(commit);
}

void Acknowledged::append(const std::string& text) {
  require(file_->Append(text, rocksdb::IOOptions(), nullptr), archive_, "writing ACKNOWLEDGED");
  require(file_->Flush(rocksdb::IOOptions(), nullptr), archive_, "writing ACKNOWLEDGED");
  bytes_ += text.size();
}

void Acknowledged::write(const std::vector<Acknowledgement>& lines) {
  std::string text;
  for (const auto& acknowledgement : lines) text += line(acknowledgement);
  append(text);
  // A system clock that is set back would delay the sync by as much.
  const auto since = timeNow() - synced_;
  if (since >= kSyncEvery || since < steady_clock::duration::zero()) sync();
}

bool Acknowledged::isLong() const { return bytes_ > testHooks().acknowledged_max_bytes; }

void Acknowledged::sync() {
  require(file_->Fsync(rocksdb::IOOptions(), nullptr), archive_, "syncing ACKNOWLEDGED");
  synced_ = timeNow();
}

bool Acknowledged::alreadySays(const std::string& whole) {
  const auto files = fileSystem();
  const auto path = (archive_ / kAcknowledgedName).string();
  std::string file_text;
  if (!rocksdb::ReadFileToString(files.get(), path, &file_text).ok() || file_text != whole) return false;
  if (file_ == nullptr && !files->ReopenWritableFile(path, rocksdb::FileOptions(), &file_, nullptr).ok()) return false;
  bytes_ = file_text.size();
  synced_ = timeNow();  // it was synced before it got its name
  return true;
}

void Acknowledged::startNewFile(std::uint64_t commit) {
  const auto files = fileSystem();
  const std::string whole = line({.commit = commit, .game = 0, .count = 0, .head = {}, .id = {}});
  const auto fresh = archive_ / (std::string(kAcknowledgedName) + ".new");
  const auto activity = "restarting ACKNOWLEDGED";
  if (!alreadySays(whole)) {
    bytes_ = 0;
    require(files->NewWritableFile(fresh.string(), rocksdb::FileOptions(), &file_, nullptr), archive_, activity);
    append(whole);
    sync();
    require(files->RenameFile(fresh.string(), (archive_ / kAcknowledgedName).string(), rocksdb::IOOptions(), nullptr),
            archive_, activity);
  }
  require(syncDirectory(archive_), archive_,
          activity);  // the process that renamed it may have been killed before its sync
}

}  // namespace docket::detail
