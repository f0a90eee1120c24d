// The pages of a library of rulings: a list of its files, and for each file its situations as transcripts, with the
// questions about them, the published answers, and what the rules answer.
// Invariant: the same library under the same rules gives the same pages; every text of a file is escaped.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "tools/site/options.h"

namespace docket::site {

/// What the pages of a library show, counted.
struct LibraryPages {
  std::size_t files = 0, cases = 0, disagree = 0;
  std::size_t unread = 0;  ///< parts that cannot be read; the pages say so
};

/// Gives every page of a library as path and content, the first one at "cases.html". Throws BadInput if there is no
/// library.
LibraryPages forEachCasePage(const std::filesystem::path& library, const Options& options,
                             const std::function<void(const std::string& path, const std::string& content)>& see);

}  // namespace docket::site
