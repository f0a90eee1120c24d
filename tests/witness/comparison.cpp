#include "tests/witness/comparison.h"

#include <range/v3/numeric/accumulate.hpp>
#include <range/v3/view/map.hpp>

namespace docket::witness {

void Comparison::differs(Tally& tally, const std::string& field, const std::string& where, const std::string& what,
                         const std::string& cause) {
  constexpr std::size_t kTold = 12;
  ++tally.different;
  if (!cause.empty()) {
    ++tally.causes[cause];
  } else if (++tally.without_cause <= kTold) {
    ADD_FAILURE() << where << ": " << field << " " << what;
  }
}

void Comparison::print() const {
  fmt::print("{:30} {:>9} {:>9} {:>9} {:>9}\n", "field", "readings", "equal", "open", "different");
  for (const auto& [field, tally] : fields_) {
    const std::size_t open = ranges::accumulate(tally.open | ranges::views::values, std::size_t{0});
    fmt::print("{:30} {:>9} {:>9} {:>9} {:>9}\n", field, tally.readings, tally.equal, open, tally.different);
    for (const auto& [why, count] : tally.open) fmt::print("    {:>7}  open: {}\n", count, why);
    for (const auto& [cause, count] : tally.causes) fmt::print("    {:>7}  {}\n", count, cause);
    if (tally.without_cause != 0) fmt::print("    {:>7}  WITHOUT A CAUSE\n", tally.without_cause);
  }
}

}  // namespace docket::witness
