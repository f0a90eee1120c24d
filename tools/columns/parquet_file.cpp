#include "tools/columns/parquet_file.h"

#include <numeric>
#include <optional>
#include <span>

#include "tools/columns/parquet_codes.h"
#include "tools/columns/thrift.h"

namespace docket::columns {
namespace {

constexpr std::string_view kMagic = "PAR1";
constexpr std::string_view kCreatedBy = "docket";

std::int32_t code(auto enumerant) { return static_cast<std::int32_t>(enumerant); }
std::int64_t size(std::uint64_t count) { return static_cast<std::int64_t>(count); }

PhysicalType physicalType(ColumnType type) {
  switch (type) {
    case ColumnType::text:
      return PhysicalType::byte_array;
    case ColumnType::int32:
      return PhysicalType::int32;
    case ColumnType::int64:
      return PhysicalType::int64;
    case ColumnType::boolean:
      return PhysicalType::boolean;
  }
  return {};
}

void writeSchema(ThriftWriter& footer, const std::vector<Column>& columns) {
  footer.structs(2, columns.size() + 1);
  footer.item().binary(4, "table").int32(5, code(columns.size())).end();
  for (const Column& column : columns) {
    footer.item().int32(1, code(physicalType(column.type)));
    footer.int32(3, code(column.nullable ? Repetition::optional : Repetition::required)).binary(4, column.name);
    if (column.type == ColumnType::text) {
      footer.int32(6, code(ConvertedType::utf8));
      footer.structure(10).structure(1).end().end();  // the logical type STRING
    }
    footer.end();
  }
}

void writeStatistics(ThriftWriter& footer, const WrittenChunk& chunk) {
  footer.structure(12).int64(3, size(chunk.nulls));
  if (chunk.greatest) footer.binary(5, *chunk.greatest).binary(6, *chunk.least);
  if (chunk.greatest) footer.boolean(7, true).boolean(8, true);  // both are exact
  footer.end();
}

void writeEncodingStats(ThriftWriter& footer, const WrittenChunk& chunk) {
  const auto stat = [&](PageType page, Encoding encoding) {
    footer.item().int32(1, code(page)).int32(2, code(encoding)).int32(3, 1).end();
  };
  footer.structs(13, chunk.dictionary_at ? 2 : 1);
  if (chunk.dictionary_at) stat(PageType::dictionary, Encoding::plain);
  stat(PageType::data, chunk.dictionary_at ? Encoding::dictionary : Encoding::plain);
}

void writeChunk(ThriftWriter& footer, const Column& column, const WrittenChunk& chunk) {
  std::vector<std::int32_t> encodings{code(Encoding::plain), code(Encoding::rle)};
  if (chunk.dictionary_at) encodings.push_back(code(Encoding::dictionary));
  footer.item().int64(2, size(chunk.dictionary_at.value_or(chunk.data_at))).structure(3);
  footer.int32(1, code(physicalType(column.type))).int32s(2, encodings).binaries(3, {column.name});
  footer.int32(4, code(Codec::zstd)).int64(5, size(chunk.values));
  footer.int64(6, size(chunk.uncompressed_bytes)).int64(7, size(chunk.bytes)).int64(9, size(chunk.data_at));
  if (chunk.dictionary_at) footer.int64(11, size(*chunk.dictionary_at));
  writeStatistics(footer, chunk);
  writeEncodingStats(footer, chunk);
  footer.end().end();
}

}  // namespace

ParquetFile::ParquetFile(std::ostream& out, const std::vector<Column>& columns,
                         std::vector<std::pair<std::string, std::string>> notes)
    : out_(out), columns_(columns), notes_(std::move(notes)) {
  for (const Column& column : columns_) chunks_.emplace_back(column);
  put(kMagic);
}

void ParquetFile::put(std::string_view bytes) {
  out_ << bytes;
  at_ += bytes.size();
}

void ParquetFile::add(std::span<const Cell> row) {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < chunks_.size(); ++i) {
    chunks_[i].add(row[i]);
    bytes += chunks_[i].bytes();
  }
  if (++rows_of_group_ == kRowsOfGroup || bytes >= kBytesOfGroup) endGroup();
}

void ParquetFile::endGroup() {
  RowGroup group{.rows = rows_of_group_};
  for (ColumnChunk& chunk : chunks_) {
    group.chunks.push_back(chunk.write(out_, at_));
    at_ += group.chunks.back().bytes;
  }
  groups_.push_back(std::move(group));
  rows_of_group_ = 0;
}

std::string ParquetFile::footer() const {
  ThriftWriter footer;
  footer.int32(1, 2);  // the version of the format
  writeSchema(footer, columns_);
  footer.int64(3, std::accumulate(groups_.begin(), groups_.end(), std::int64_t{0},
                                  [](std::int64_t sum, const RowGroup& group) { return sum + size(group.rows); }));
  footer.structs(4, groups_.size());
  for (const RowGroup& group : groups_) {
    footer.item().structs(1, columns_.size());
    std::uint64_t bytes = 0, uncompressed = 0;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      writeChunk(footer, columns_[i], group.chunks[i]);
      bytes += group.chunks[i].bytes;
      uncompressed += group.chunks[i].uncompressed_bytes;
    }
    const WrittenChunk& first = group.chunks.front();
    footer.int64(2, size(uncompressed)).int64(3, size(group.rows));
    footer.int64(5, size(first.dictionary_at.value_or(first.data_at))).int64(6, size(bytes)).end();
  }
  footer.structs(5, notes_.size());
  for (const auto& [name, text] : notes_) footer.item().binary(1, name).binary(2, text).end();
  footer.binary(6, kCreatedBy).structs(7, columns_.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) footer.item().structure(1).end().end();  // each in its type's order
  return std::move(footer).take();
}

void ParquetFile::finish() {
  if (rows_of_group_ != 0) endGroup();
  const std::string end = footer();
  put(end);
  std::string length;
  for (unsigned i = 0; i < 4; ++i) length += static_cast<char>(end.size() >> (8 * i) & 0xFFU);
  put(length);
  put(kMagic);
  out_.flush();
}

}  // namespace docket::columns
