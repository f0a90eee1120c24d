// The database of an archive as RocksDB has it, without docket: for tests that look at rows, or alter them.
#pragma once

#include <gtest/gtest.h>
#include <rocksdb/db.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "store/database.h"
#include "store/database_options.h"
#include "store/format.h"

namespace docket::test {

using detail::Family;

/// The database of an archive that is not open.
class Below {
 public:
  explicit Below(const std::filesystem::path& archive) {
    rocksdb::DB* opened = nullptr;
    EXPECT_TRUE(rocksdb::DB::Open(detail::databaseOptions(rocksdb::Env::Default()),
                                  detail::databasePath(archive).string(), detail::columnFamilies(), &families_, &opened)
                    .ok());
    rocks_.reset(opened);
  }
  ~Below() {
    for (auto* family : families_) (void)rocks_->DestroyColumnFamilyHandle(family);
  }
  Below(const Below&) = delete;
  Below& operator=(const Below&) = delete;

  [[nodiscard]] rocksdb::DB& rocks() const { return *rocks_; }
  [[nodiscard]] rocksdb::ColumnFamilyHandle* family(Family family) const {
    return families_.at(static_cast<std::size_t>(family));
  }
  [[nodiscard]] std::string get(Family from, const std::string& key) const {
    std::string value;
    EXPECT_TRUE(rocks_->Get({}, family(from), key, &value).ok());
    return value;
  }
  void put(Family to, const std::string& key, const std::string& value) const {
    EXPECT_TRUE(rocks_->Put({}, family(to), key, value).ok());
  }

 private:
  std::unique_ptr<rocksdb::DB> rocks_;
  std::vector<rocksdb::ColumnFamilyHandle*> families_;
};

}  // namespace docket::test
