// A pool of plain records that are identified by index and reused after they are freed. Copied like a value.
// Invariant: a free element is a default record; a record keeps its index until it is freed; only the order of calls
// decides which free element is reused next, so two folds of the same events give the same indices.
#pragma once

#include <cstdint>
#include <new>
#include <vector>

#include "engine/rules/ids.h"

namespace docket {

/// Storage that starts on a cache line.
template <class Record>
struct CacheLineAllocator {
  using value_type = Record;
  static constexpr std::align_val_t kLine{64};

  CacheLineAllocator() = default;
  template <class Other>
  explicit CacheLineAllocator(const CacheLineAllocator<Other>& /*other*/) {}

  Record* allocate(std::size_t records) {
    return static_cast<Record*>(::operator new(records * sizeof(Record), kLine));
  }
  void deallocate(Record* room, std::size_t /*records*/) { ::operator delete(room, kLine); }
  friend bool operator==(const CacheLineAllocator&, const CacheLineAllocator&) { return true; }
};

template <class Record>
class Pool {
 public:
  /// Allocates a default record and returns its index.
  std::uint32_t take() {
    ++live_;
    if (free_.empty()) {
      records_.emplace_back();
      return static_cast<std::uint32_t>(records_.size() - 1);
    }
    const std::uint32_t place = free_.back();
    free_.pop_back();
    return place;
  }
  void free(std::uint32_t place) {
    --live_;
    records_[place] = Record{};
    free_.push_back(place);
  }
  /// Visits every live record, in index order. `isLive(record)` is false for free ones.
  template <class Visit>
  void forEach(Visit&& visit) const {
    for (std::uint32_t place = 0; place < records_.size(); ++place) {
      if (isLive(records_[place])) visit(place, records_[place]);
    }
  }
  void reserve(std::size_t records) { records_.reserve(records); }
  Record& operator[](std::uint32_t place) { return records_[place]; }
  const Record& operator[](std::uint32_t place) const { return records_[place]; }
  [[nodiscard]] std::size_t live() const { return live_; }

 private:
  std::vector<Record, CacheLineAllocator<Record>> records_;
  std::vector<std::uint32_t> free_;
  std::size_t live_ = 0;
};

}  // namespace docket
