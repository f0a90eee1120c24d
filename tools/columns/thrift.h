// Writes structs of Thrift's compact protocol, in which the metadata of a Parquet file is written: only the types that
// it has.
// Invariant: the fields of a struct are written in ascending order of their numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace docket::columns {

/// Appends a number in 7 bits a byte, the lowest first.
void appendVarint(std::string& out, std::uint64_t number);

class ThriftWriter {
 public:
  ThriftWriter& boolean(int field, bool value);
  ThriftWriter& int16(int field, std::int16_t value);
  ThriftWriter& int32(int field, std::int32_t value);
  ThriftWriter& int64(int field, std::int64_t value);
  ThriftWriter& binary(int field, std::string_view value);

  /// Begins a field that is a struct; end() ends it.
  ThriftWriter& structure(int field);
  /// Begins an item of a list of structs; end() ends it.
  ThriftWriter& item();
  ThriftWriter& end();

  /// Begins a field that is a list of `count` structs; write each with item().
  ThriftWriter& structs(int field, std::size_t count);
  ThriftWriter& int32s(int field, const std::vector<std::int32_t>& values);
  ThriftWriter& binaries(int field, const std::vector<std::string_view>& values);

  /// The bytes of the outermost struct, which this ends.
  [[nodiscard]] std::string take() &&;

 private:
  enum class Type : std::uint8_t;
  void begin(int field, Type type);
  void beginList(int field, Type item, std::size_t count);
  void append(std::string_view value);

  std::string bytes_;
  std::vector<int> last_{0};  // the last field of each open struct
};

}  // namespace docket::columns
