// What became of the readings of each field, and the causes of those that differ or are not known.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "engine/rules/catalogue.h"
#include "engine/state/state.h"

namespace docket::hearthstone {

struct Tally {
  std::size_t readings = 0, equal = 0, seen = 0, unknown = 0, different = 0, without_cause = 0;
  std::map<std::string, std::size_t> causes;
};

class Comparison {
 public:
  void equal(const std::string& field, const std::string& where, const auto& is, const auto& should) {
    Tally& tally = fields_[field];
    ++tally.readings;
    if (is == should) {
      ++tally.equal;
    } else {
      differs(tally, field, where, fmt::format("is {}, should be {}", is, should), {});
    }
  }
  /// A number of which the cause is asked where it is not what it should be; an empty cause: nobody knows one. `seen`:
  /// what was last observed of it, which is all that there is to say where it is unknown.
  void stat(const std::string& field, const std::string& where, std::optional<std::int64_t> is, std::int64_t should,
            const std::function<std::string()>& cause, std::optional<std::int64_t> seen = {}) {
    Tally& tally = fields_[field];
    ++tally.readings;
    if (is == should) {
      ++tally.equal;
    } else if (!is) {
      ++(seen == should ? tally.seen : tally.unknown);
    } else {
      differs(tally, field, where, fmt::format("is {}, should be {}", *is, should), cause());
    }
  }
  void print() const {
    fmt::print("{:22} {:>10} {:>10} {:>10} {:>8} {:>10}\n", "field", "readings", "equal", "as seen", "unknown",
               "different");
    for (const auto& [field, tally] : fields_) {
      fmt::print("{:22} {:>10} {:>10} {:>10} {:>8} {:>10}\n", field, tally.readings, tally.equal, tally.seen,
                 tally.unknown, tally.different);
      for (const auto& [cause, count] : tally.causes) fmt::print("    {:>6}  {}\n", count, cause);
    }
  }
  [[nodiscard]] const std::map<std::string, Tally>& fields() const { return fields_; }

 private:
  void differs(Tally& tally, const std::string& field, const std::string& where, const std::string& what,
               const std::string& cause) {
    ++tally.different;
    if (!cause.empty()) {
      ++tally.causes[cause];
    } else if (++tally.without_cause <= 12) {
      ADD_FAILURE() << where << ": " << field << " " << what;
    }
  }
  std::map<std::string, Tally> fields_;
};

/// A stat of a card at a point of a game.
struct StatOfCard {
  const State& state;
  const Rules& rules;
  CardIndex card;
  const char* fact;  ///< the field of the facts that has the printed value
  StatIndex stat;
  std::int64_t by = 0;  ///< by how much what the rules give is more than what the server says
};

/// Why what the rules compute of a stat is not what the server says: who is wrong, and why. Empty: no cause is known.
std::string causeOf(const StatOfCard& of);

}  // namespace docket::hearthstone
