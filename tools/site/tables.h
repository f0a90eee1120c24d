// The tables of a site: games, findings and rulings, events, players, cards and clauses. Rows come in the order of the
// collection, the oldest first, and are shown the newest first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/site/collection.h"

namespace docket::site {

struct GameColumns {
  bool by_table = false;       ///< sorted by table, not by age
  bool without_event = false;  ///< all belong to one round
};

/// `from`: the path of the page.
[[nodiscard]] std::string gameTable(const Collection& all, std::vector<std::uint32_t> rows, std::string_view from,
                                    std::string_view caption, GameColumns columns);
[[nodiscard]] std::string pointTable(const Collection& all, const std::vector<PointRow>& rows, std::string_view from,
                                     std::string_view caption);
/// Rows are places among the groups of the section, in the order in which they are shown; events the oldest first.
[[nodiscard]] std::string groupTable(const Collection& all, Section section, std::vector<std::uint32_t> rows,
                                     std::string_view from, std::string_view caption);

}  // namespace docket::site
