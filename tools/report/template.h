// The parts of every page that the program writes: the files of this folder, with an HTML template, and the content
// security policy that allows only the page's own style and script.
// Invariant: a page is its files and what fills its template; inserted text is not expanded again.
#pragma once

#include <initializer_list>
#include <map>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

#include "tools/io/embedded_file.h"

namespace docket::report {

/// The files that are parts of pages.
[[nodiscard]] std::span<const EmbeddedFile> pageFiles();

/// The texts of those files, one after the other.
[[nodiscard]] std::string pageText(std::initializer_list<std::string_view> files);

/// The name of a style or a script in a content security policy, so that no other one is allowed.
[[nodiscard]] std::string contentHash(std::string_view text);

/// The text for each {{name}} of a template.
using Parts = std::map<std::string, std::string, std::less<>>;

/// Writes the template with its parts inserted; each name must have one.
void fillTemplate(std::ostream& out, std::string_view page, const Parts& parts);

}  // namespace docket::report
