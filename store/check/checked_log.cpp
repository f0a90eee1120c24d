#include "store/check/checked_log.h"

#include <rocksdb/file_checksum.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace docket::detail {

namespace {

using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;

std::uint32_t little(std::string_view from, std::size_t bytes) {
  std::uint32_t number = 0;
  for (std::size_t i = bytes; i-- != 0;) number = number << 8 | static_cast<std::uint8_t>(from[i]);
  return number;
}

/// The checksum as a record begins with it. A checksum of data that contains checksums is weak, so RocksDB rotates it
/// and adds a number.
std::uint32_t recordSum(std::string_view kind_and_rest) {
  constexpr std::uint32_t kAdded = 0xa282ead8U;
  const auto summing = rocksdb::GetFileChecksumGenCrc32cFactory()->CreateFileChecksumGenerator({});
  summing->Update(kind_and_rest.data(), kind_and_rest.size());
  summing->Finalize();
  const std::string sum = summing->GetChecksum();  // the first byte is the highest
  std::uint32_t crc = 0;
  for (const char byte : sum) crc = crc << 8 | static_cast<std::uint8_t>(byte);
  return ((crc >> 15) | (crc << 17)) + kAdded;
}

class CheckedLog : public rocksdb::FSSequentialFileOwnerWrapper {
 public:
  using FSSequentialFileOwnerWrapper::FSSequentialFileOwnerWrapper;

  IOStatus Read(std::size_t most, const IOOptions& options, rocksdb::Slice* result, char* scratch,
                IODebugContext* context) override {
    for (bool more = true; more && good_.size() < most && !bad_;) {
      if (auto status = fetch(options, context, more); !status.ok()) return status;
    }
    if (good_.empty() && bad_) return IOStatus::Corruption("a record of the log is damaged");
    const auto given = std::min(most, good_.size());
    std::memcpy(scratch, good_.data(), given);
    good_.erase(0, given);
    *result = {scratch, given};
    return IOStatus::OK();
  }

  IOStatus Skip(std::uint64_t bytes) override {
    std::array<char, 4096> dropped;
    for (rocksdb::Slice got; bytes != 0; bytes -= got.size()) {
      const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, dropped.size()));
      if (auto status = Read(most, {}, &got, dropped.data(), nullptr); !status.ok()) return status;
      if (got.empty()) break;
    }
    return IOStatus::OK();
  }

 private:
  /// Reads another block, if there is one, and finds the complete records in it.
  IOStatus fetch(const IOOptions& options, IODebugContext* context, bool& more) {
    std::string bytes(kLogBlockBytes, '\0');
    rocksdb::Slice got;
    auto status = target()->Read(bytes.size(), options, &got, bytes.data(), context);
    if (!status.ok()) return status;
    more = !got.empty();
    unknown_.append(got.data(), got.size());
    std::size_t whole = 0;
    for (std::size_t remaining = unknown_.size(); remaining != 0; remaining = unknown_.size() - whole) {
      const std::size_t of_block = kLogBlockBytes - (passed_ + whole) % kLogBlockBytes;
      std::size_t length = std::min(remaining, of_block);  // for the unused end of a block
      if (of_block >= kLogHeaderBytes) {
        if (remaining < kLogHeaderBytes) break;
        const auto rest = std::string_view(unknown_).substr(whole);
        length = logRecordBytes(rest);
        bad_ = length > of_block || (length <= remaining && !isSummed(rest.substr(0, length)));
        if (bad_ || length > remaining) break;
      }
      whole += length;
    }
    good_.append(unknown_, 0, whole);
    unknown_.erase(0, whole);
    passed_ += whole;
    return status;
  }

  std::string good_;          // complete records that were not requested yet
  std::string unknown_;       // the bytes read after them
  std::uint64_t passed_ = 0;  // the place in the file where `unknown_` begins
  bool bad_ = false;          // `unknown_` begins with a damaged record
};

class CheckedLogs : public rocksdb::FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;
  [[nodiscard]] const char* Name() const override { return "docket: checked logs"; }

  IOStatus NewSequentialFile(const std::string& path, const rocksdb::FileOptions& options,
                             std::unique_ptr<rocksdb::FSSequentialFile>* made, IODebugContext* context) override {
    auto status = target()->NewSequentialFile(path, options, made, context);
    const auto name = std::filesystem::path(path).filename().string();
    const bool checked = name.ends_with(".log") || name.starts_with("MANIFEST-");
    if (status.ok() && checked) *made = std::make_unique<CheckedLog>(std::move(*made));
    return status;
  }
};

}  // namespace

std::size_t logRecordBytes(std::string_view header) { return kLogHeaderBytes + little(header.substr(4), 2); }

bool isSummed(std::string_view record) { return recordSum(record.substr(6)) == little(record, 4); }

std::shared_ptr<rocksdb::FileSystem> checkedLogs(const std::shared_ptr<rocksdb::FileSystem>& files) {
  return std::make_shared<CheckedLogs>(files);
}

}  // namespace docket::detail
