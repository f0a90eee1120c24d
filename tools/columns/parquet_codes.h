// The numbers of the Parquet format that its writers use (parquet.thrift of the Apache project).
#pragma once

#include <cstdint>

namespace docket::columns {

enum class PhysicalType : std::uint8_t { boolean = 0, int32 = 1, int64 = 2, byte_array = 6 };
enum class Encoding : std::uint8_t { plain = 0, rle = 3, dictionary = 8 };
enum class PageType : std::uint8_t { data = 0, dictionary = 2 };
enum class Codec : std::uint8_t { zstd = 6 };
enum class Repetition : std::uint8_t { required = 0, optional = 1 };
enum class ConvertedType : std::uint8_t { utf8 = 0 };

}  // namespace docket::columns
