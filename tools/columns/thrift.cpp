#include "tools/columns/thrift.h"

#include <utility>

namespace docket::columns {

enum class ThriftWriter::Type : std::uint8_t {
  yes = 1,
  no = 2,
  int16 = 4,
  int32 = 5,
  int64 = 6,
  binary = 8,
  list = 9,
  structure = 12
};

namespace {

/// Small numbers of either sign become small numbers.
std::uint64_t zigzag(std::int64_t number) {
  return (static_cast<std::uint64_t>(number) << 1U) ^ (number < 0 ? ~std::uint64_t{0} : 0);
}

}  // namespace

void appendVarint(std::string& out, std::uint64_t number) {
  for (; number >= 0x80U; number >>= 7U) out += static_cast<char>(number | 0x80U);
  out += static_cast<char>(number);
}

void ThriftWriter::begin(int field, Type type) {
  const int step = field - last_.back();
  const auto code = static_cast<unsigned>(type);
  if (step >= 1 && step <= 15) {
    bytes_ += static_cast<char>(static_cast<unsigned>(step) << 4U | code);
  } else {
    bytes_ += static_cast<char>(code);
    appendVarint(bytes_, zigzag(field));
  }
  last_.back() = field;
}

void ThriftWriter::append(std::string_view value) {
  appendVarint(bytes_, value.size());
  bytes_ += value;
}

ThriftWriter& ThriftWriter::boolean(int field, bool value) {
  begin(field, value ? Type::yes : Type::no);
  return *this;
}

ThriftWriter& ThriftWriter::int16(int field, std::int16_t value) {
  begin(field, Type::int16);
  appendVarint(bytes_, zigzag(value));
  return *this;
}

ThriftWriter& ThriftWriter::int32(int field, std::int32_t value) {
  begin(field, Type::int32);
  appendVarint(bytes_, zigzag(value));
  return *this;
}

ThriftWriter& ThriftWriter::int64(int field, std::int64_t value) {
  begin(field, Type::int64);
  appendVarint(bytes_, zigzag(value));
  return *this;
}

ThriftWriter& ThriftWriter::binary(int field, std::string_view value) {
  begin(field, Type::binary);
  append(value);
  return *this;
}

ThriftWriter& ThriftWriter::structure(int field) {
  begin(field, Type::structure);
  return item();
}

ThriftWriter& ThriftWriter::item() {
  last_.push_back(0);
  return *this;
}

ThriftWriter& ThriftWriter::end() {
  bytes_ += '\0';
  last_.pop_back();
  return *this;
}

void ThriftWriter::beginList(int field, Type item, std::size_t count) {
  begin(field, Type::list);
  const auto code = static_cast<unsigned>(item);
  if (count < 15) {
    bytes_ += static_cast<char>(static_cast<unsigned>(count) << 4U | code);
  } else {
    bytes_ += static_cast<char>(0xF0U | code);
    appendVarint(bytes_, count);
  }
}

ThriftWriter& ThriftWriter::structs(int field, std::size_t count) {
  beginList(field, Type::structure, count);
  return *this;
}

ThriftWriter& ThriftWriter::int32s(int field, const std::vector<std::int32_t>& values) {
  beginList(field, Type::int32, values.size());
  for (const std::int32_t value : values) appendVarint(bytes_, zigzag(value));
  return *this;
}

ThriftWriter& ThriftWriter::binaries(int field, const std::vector<std::string_view>& values) {
  beginList(field, Type::binary, values.size());
  for (const std::string_view value : values) append(value);
  return *this;
}

std::string ThriftWriter::take() && {
  bytes_ += '\0';
  return std::move(bytes_);
}

}  // namespace docket::columns
