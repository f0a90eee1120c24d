#include "tools/columns/column_chunk.h"

#include <fmt/format.h>
#include <zstd.h>

#include <stdexcept>
#include <utility>

#include "tools/columns/packed_numbers.h"
#include "tools/columns/parquet_codes.h"
#include "tools/columns/thrift.h"

namespace docket::columns {
namespace {

constexpr std::size_t kMaxDictionaryBytes = 1U << 20;
constexpr std::size_t kMaxDictionaryValues = 1U << 16;
constexpr int kZstdLevel = 3;

/// A number as Parquet stores it, the lowest byte first.
void appendNumber(std::string& out, std::uint64_t number, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) out += static_cast<char>(number >> (8 * i) & 0xFFU);
}

std::string numberText(std::uint64_t number, unsigned bytes) {
  std::string text;
  appendNumber(text, number, bytes);
  return text;
}

std::string compressed(std::string_view bytes) {
  std::string packed(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), kZstdLevel);
  if (ZSTD_isError(size) != 0) throw std::runtime_error(fmt::format("zstd: {}", ZSTD_getErrorName(size)));
  packed.resize(size);
  return packed;
}

/// The fields with which the header of every kind of page begins.
ThriftWriter pageHeader(PageType type, std::size_t uncompressed, std::size_t size) {
  ThriftWriter header;
  header.int32(1, static_cast<std::int32_t>(type)).int32(2, static_cast<std::int32_t>(uncompressed));
  header.int32(3, static_cast<std::int32_t>(size));
  return header;
}

}  // namespace

void ColumnChunk::add(const Cell& cell) {
  ++rows_;
  const bool is_null = std::holds_alternative<std::monostate>(cell);
  if (column_.nullable) {
    present_.push_back(is_null ? 0 : 1);
    bytes_ += 1;
  }
  is_null ? static_cast<void>(++nulls_) : addValue(cell);
}

void ColumnChunk::addValue(const Cell& cell) {
  encoded_.clear();
  switch (column_.type) {
    case ColumnType::text: {
      const auto text = std::get<std::string_view>(cell);
      texts_.add(text);
      appendNumber(encoded_, text.size(), 4);
      encoded_ += text;
      return addEncoded(encoded_);
    }
    case ColumnType::int32: {
      const std::int64_t number = std::get<std::int32_t>(cell);
      numbers_.add(number);
      appendNumber(encoded_, static_cast<std::uint64_t>(number), 4);
      return addEncoded(encoded_);
    }
    case ColumnType::int64: {
      const auto number = std::get<std::int64_t>(cell);
      numbers_.add(number);
      appendNumber(encoded_, static_cast<std::uint64_t>(number), 8);
      return addEncoded(encoded_);
    }
    case ColumnType::boolean:
      numbers_.add(static_cast<std::int64_t>(std::get<bool>(cell)));
      indices_.push_back(std::get<bool>(cell) ? 1 : 0);
      bytes_ += sizeof indices_.back();
  }
}

void ColumnChunk::addEncoded(std::string_view encoded) {
  if (!has_dictionary_) {
    plain_ += encoded;
    bytes_ += encoded.size();
    return;
  }
  bytes_ += sizeof indices_.back();
  if (!indices_.empty() && *distinct_[indices_.back()] == encoded) return indices_.push_back(indices_.back());
  auto known = dictionary_.find(encoded);
  if (known == dictionary_.end()) {
    known = dictionary_.emplace(encoded, static_cast<std::uint32_t>(distinct_.size())).first;
    distinct_.push_back(&known->first);
    dictionary_bytes_ += encoded.size();
    bytes_ += encoded.size();
  }
  indices_.push_back(known->second);
  if (dictionary_bytes_ > kMaxDictionaryBytes || distinct_.size() > kMaxDictionaryValues) dropDictionary();
}

void ColumnChunk::dropDictionary() {
  for (const std::uint32_t index : indices_) plain_ += *distinct_[index];
  indices_.clear();
  distinct_.clear();
  dictionary_.clear();
  has_dictionary_ = false;
  bytes_ = plain_.size() + present_.size();
}

std::string ColumnChunk::levels() const {
  if (!column_.nullable) return {};
  std::string hybrid;
  appendHybrid(hybrid, present_, 1);
  return numberText(hybrid.size(), 4) + hybrid;
}

std::string ColumnChunk::values(bool by_dictionary) const {
  std::string out;
  if (column_.type == ColumnType::boolean) {
    appendPacked(out, indices_, 1);
  } else if (by_dictionary) {
    const unsigned width = bitsFor(static_cast<std::uint32_t>(distinct_.size() - 1));
    out += static_cast<char>(width);
    appendHybrid(out, indices_, width);
  } else {
    out = plain_;
  }
  return out;
}

void ColumnChunk::setBounds(WrittenChunk& written) const {
  const auto number = [&](std::int64_t value) {
    const unsigned bytes = column_.type == ColumnType::int64 ? 8 : column_.type == ColumnType::int32 ? 4 : 1;
    return numberText(static_cast<std::uint64_t>(value), bytes);
  };
  if (numbers_.least) {
    written.least = number(*numbers_.least);
    written.greatest = number(*numbers_.greatest);
  }
  if (texts_.least && texts_.least->size() <= kMaxBoundBytes && texts_.greatest->size() <= kMaxBoundBytes) {
    written.least = texts_.least;
    written.greatest = texts_.greatest;
  }
}

WrittenChunk ColumnChunk::write(std::ostream& out, std::uint64_t at) {
  WrittenChunk written{.values = rows_, .nulls = nulls_, .data_at = at};
  const auto put = [&](ThriftWriter header, std::string_view bytes, std::size_t uncompressed) {
    const std::string head = std::move(header).take();
    out << head << bytes;
    written.bytes += head.size() + bytes.size();
    written.uncompressed_bytes += head.size() + uncompressed;
  };
  // If most values occur once, a dictionary would be longer than the values.
  if (has_dictionary_ && distinct_.size() * 2 > indices_.size()) dropDictionary();
  const bool by_dictionary = has_dictionary_ && !distinct_.empty();
  if (by_dictionary) {
    std::string page;
    for (const std::string* value : distinct_) page += *value;
    const std::string packed = compressed(page);
    ThriftWriter header = pageHeader(PageType::dictionary, page.size(), packed.size());
    header.structure(7).int32(1, static_cast<std::int32_t>(distinct_.size()));
    header.int32(2, static_cast<std::int32_t>(Encoding::plain)).end();
    put(std::move(header), packed, page.size());
    written.dictionary_at = at;
    written.data_at = at + written.bytes;
  }
  const std::string page = levels() + values(by_dictionary);
  const std::string packed = compressed(page);
  ThriftWriter header = pageHeader(PageType::data, page.size(), packed.size());
  header.structure(5).int32(1, static_cast<std::int32_t>(rows_));
  header.int32(2, static_cast<std::int32_t>(by_dictionary ? Encoding::dictionary : Encoding::plain));
  header.int32(3, static_cast<std::int32_t>(Encoding::rle)).int32(4, static_cast<std::int32_t>(Encoding::rle)).end();
  put(std::move(header), packed, page.size());
  setBounds(written);
  *this = ColumnChunk(column_);
  return written;
}

}  // namespace docket::columns
