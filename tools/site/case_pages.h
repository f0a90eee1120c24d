// The pages of a library of rulings: a list of its files, and for each file its situations as transcripts, with the
// questions about them, the published answers, and what the rules answer.
// Invariant: the same library under the same rules gives the same pages; every text of a file is escaped.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

#include "tools/site/options.h"

namespace docket::site {

/// Counts of what the pages of a library show.
struct LibraryPages {
  std::size_t files = 0, cases = 0, disagree = 0;
  std::size_t unread = 0;  ///< parts that cannot be read; the pages say so
};

/// Gives every page of a library as path and content, the first one at "cases.html". `is_live`: the pages are served,
/// with a link to the live tables. Throws BadInput if there is no library.
LibraryPages forEachCasePage(const std::filesystem::path& library, const Options& options, bool is_live,
                             const std::function<void(const std::string& path, const std::string& content)>& visit);

/// Says on standard error how many parts of a library a command cannot read, if any.
void reportUnread(std::string_view command, const LibraryPages& library, std::ostream& err);

}  // namespace docket::site
