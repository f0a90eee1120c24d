// The words of the tree: words that no name may have, phrases that no text may have, files and functions that comments
// and pages name.
// Invariant: functions of the sources alone; places are file:line.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/tidy/source.h"

namespace docket::tidy {

/// The names and phrases that words.tsv rules out.
struct RuledOut {
  std::vector<std::string> names;    ///< "deed" whatever its case, "Doing" only with that capital, "takeUp" two words
  std::vector<std::string> phrases;  ///< of messages, comments and pages, in lower case
};
/// Reads such a table: what to say, names, phrases, separated by tabs; names by blanks and phrases by commas.
[[nodiscard]] RuledOut ruledOut(std::string_view table);

/// The words that a name is made of: "kMax_ToldEvents" is k, Most, Told, Events.
[[nodiscard]] std::vector<std::string> wordsOf(std::string_view name);

/// "line: name" of each name in code that has a word that is ruled out. `fields`: the fields of schemas, whose
/// accessors (getTold, isTold, ...) are not ours to name.
[[nodiscard]] std::vector<std::string> wrongNames(const Source& source, const RuledOut& out,
                                                  const std::set<std::string>& fields);
/// "line: phrase" of each line that has a phrase that is ruled out, in upper or lower case, or in which a comment
/// begins one that ends in the next line.
[[nodiscard]] std::vector<std::string> wrongPhrases(const Source& source, const RuledOut& out);
/// "line: file" of each file that a comment names and that is not among `paths`, nor at the end of one.
[[nodiscard]] std::vector<std::string> deadReferences(const Source& source, const std::vector<std::string>& paths);

/// "line: name()" of each function that a page names as `name()` and that no C++ source among `tree` has. If a file
/// follows in brackets, that file or the other one of its name must have it.
[[nodiscard]] std::vector<std::string> deadFunctions(const Source& page, const std::vector<Source>& tree);

/// "line: Class::member" of each member that a comment names and that no C++ source among `tree` uses together with the
/// class.
[[nodiscard]] std::vector<std::string> deadMembers(const Source& source, const std::vector<Source>& tree);

/// "line" of each class or struct of that name that a source defines.
[[nodiscard]] std::vector<std::string> typesCalled(const Source& source, const std::string& name);

/// The names of the fields that a schema declares.
[[nodiscard]] std::vector<std::string> fieldsOfSchema(std::string_view schema);

}  // namespace docket::tidy
