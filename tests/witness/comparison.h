// The readings of each field compared with another program's: equal, not known, or different, and then for which cause.
// A difference without a known cause fails the test at once, with its first places printed.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace docket::witness {

/// The readings of one field: each is equal, different, or not compared further.
struct Tally {
  std::size_t readings = 0, equal = 0, different = 0, without_cause = 0;
  std::map<std::string, std::size_t> open;    ///< why an unequal reading shows nothing: "unknown", "stale"
  std::map<std::string, std::size_t> causes;  ///< of those that differ
};

/// Explains why a reading differs: who is wrong, and why. Empty: unknown.
using Cause = std::function<std::string()>;

class Comparison {
 public:
  /// Readings that have to be equal, or differ for a cause.
  void equal(const std::string& field, const std::string& where, const auto& is, const auto& should,
             const Cause& cause = {}) {
    Tally& tally = fields_[field];
    ++tally.readings;
    if (is == should) {
      ++tally.equal;
    } else {
      differs(tally, field, where, fmt::format("is {}, should be {}", is, should), cause ? cause() : std::string());
    }
  }
  /// A number that may be unknown.
  void number(const std::string& field, const std::string& where, std::optional<std::int64_t> is, std::int64_t should,
              const Cause& cause = {}) {
    if (is) return equal(field, where, *is, should, cause);
    leave(field, "unknown");
  }
  /// A reading that is not compared further, and why.
  void leave(const std::string& field, const std::string& why) {
    Tally& tally = fields_[field];
    ++tally.readings;
    ++tally.open[why];
  }

  /// The table, a line a field, and below each the causes.
  void print() const;
  [[nodiscard]] const std::map<std::string, Tally>& fields() const { return fields_; }

 private:
  static void differs(Tally& tally, const std::string& field, const std::string& where, const std::string& what,
                      const std::string& cause);
  std::map<std::string, Tally> fields_;
};

}  // namespace docket::witness
