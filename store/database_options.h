// The options of an archive's database. A comment gives the reason for each option that is not RocksDB's default.
#pragma once

#include <rocksdb/db.h>

#include <vector>

namespace docket::detail {

[[nodiscard]] rocksdb::DBOptions databaseOptions(rocksdb::Env* env);
/// In the order of kFamilies.
[[nodiscard]] std::vector<rocksdb::ColumnFamilyDescriptor> columnFamilies();

}  // namespace docket::detail
