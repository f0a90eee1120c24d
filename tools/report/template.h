// The parts of every page that the program writes: the files of this folder, a template of HTML among them, and the
// policy by which a page obeys its own style and script and no other.
// Invariant: a page is its files and what fills its template; nothing that is put in is looked at again.
#pragma once

#include <initializer_list>
#include <map>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

namespace docket::report {

/// A file of tools/report that is part of a page, embedded when the program is built.
struct PageFile {
  std::string_view file;
  std::string_view text;
};
[[nodiscard]] std::span<const PageFile> pageFiles();

/// The texts of those files, one after the other.
[[nodiscard]] std::string pageText(std::initializer_list<std::string_view> files);

/// What a policy of content security names a style or a script by, so that no other one is obeyed.
[[nodiscard]] std::string contentHash(std::string_view text);

/// What is in the place of each {{name}} of a template.
using Parts = std::map<std::string, std::string, std::less<>>;

/// Writes the template with its parts in their places; each name has to be among them.
void fillTemplate(std::ostream& out, std::string_view page, const Parts& parts);

}  // namespace docket::report
