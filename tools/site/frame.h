// The frame of all pages of a site: head, navigation, search, and a note on what is shown.
// Invariant: a page loads only the site's own style and, if requested, its own scripts; callers escape its texts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/report/markup.h"
#include "tools/site/options.h"

namespace docket::site {

/// A link to another page of the site, relative to the path of the page that it is on. `words` are escaped here.
[[nodiscard]] std::string linkTo(std::string_view from, std::string_view path, std::string_view words);
using report::foreign;

/// A page of the site.
struct Page {
  std::string path;
  std::string title;    ///< of the window; plain text
  std::string heading;  ///< markup
  /// Its parents from the start page down, the nearest last: path and plain text.
  std::vector<std::pair<std::string, std::string>> above{};
  std::string body{};                  ///< markup
  std::vector<std::string> scripts{};  ///< paths of its scripts
  std::string head{};                  ///< further markup of its head
};

/// The page as a file. `live`: there are pages of live tables.
[[nodiscard]] std::string framed(const Page& page, const Options& options, bool live);

/// Links to other parts of a list, as words and path; those without a path are left out.
[[nodiscard]] std::string pager(std::string_view from, const std::vector<std::pair<std::string, std::string>>& parts);

/// A list with its pager above and below it. Each pager is a landmark of its own for screen readers.
[[nodiscard]] std::string between(const std::string& pager, const std::string& content);

}  // namespace docket::site
