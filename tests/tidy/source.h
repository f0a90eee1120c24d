// A text of the tree as the house rules see it: its lines as they are, and the same lines with only their code left.
// Invariant: `code` has as many lines as `lines`; comments, the insides of literals and preprocessor lines (macros
// with their continuations) are blank there, so that a word found in it is a word of the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace docket::tidy {

struct Source {
  std::string path;  // from the tree's root, with '/'
  std::string text;
  std::vector<std::string> lines;
  std::vector<std::string> code;
};

/// Splits `text`, and strips it if `path` is C++.
[[nodiscard]] Source readSource(std::string path, std::string text);

/// Every text of the tree under `root` that people wrote: what is built, hidden folders but .ci, and bytes are left
/// out. Sorted by path. Throws std::filesystem::filesystem_error if it cannot be read.
[[nodiscard]] std::vector<Source> readTree(const std::string& root);

/// The first folder of a path; "" for a file of the root.
[[nodiscard]] std::string_view moduleOf(std::string_view path);

[[nodiscard]] bool isCpp(std::string_view path);

/// ASCII letters in lower case; other bytes are unchanged.
[[nodiscard]] std::string inLowerCase(std::string_view text);

/// One #include of a source.
struct Include {
  std::size_t line;  // from 1
  std::string file;  // the text between the quotes or angle brackets
  bool quoted;
};
[[nodiscard]] std::vector<Include> includesOf(const Source& source);

/// The include cycles, the largest first; a header and its source are one file, named without its ending. Only what a
/// tree's own files include of each other in quotes counts.
[[nodiscard]] std::vector<std::vector<std::string>> cyclesOf(const std::vector<Source>& sources);

/// The sources that do not begin their includes with a header of their own name, or have none.
[[nodiscard]] std::vector<std::string> sourcesWithoutTheirHeader(const std::vector<Source>& sources);

/// A name, qualified by its namespace, that several sources define.
struct NameInSources {
  std::string name;
  std::vector<std::string> sources;
};
/// Classes whose member functions are defined in several sources. Requires code formatted by clang-format, where the
/// name of a member function stands on a line with its "(".
[[nodiscard]] std::vector<NameInSources> scatteredClassesOf(const std::vector<Source>& sources);

/// Names that several sources of one library or test program declare in the unnamed namespace of the same namespace: a
/// unity build would compile them as one. Requires code formatted by clang-format.
[[nodiscard]] std::vector<NameInSources> repeatedLocalNamesOf(const std::vector<Source>& sources);

/// Types of one name that several sources define in one namespace, which is against C++'s rule of one
/// definition: the linker keeps the functions of one of them for both. Requires code formatted by clang-format.
[[nodiscard]] std::vector<NameInSources> typesDefinedTwiceIn(const std::vector<Source>& sources);

/// One function with a body, wherever it is not inside another one: lambdas and local types belong to theirs.
struct Function {
  std::size_t line;   // from 1: where its declaration begins
  std::size_t lines;  // from there to its closing brace, both counted
};
/// Holds for code laid out by clang-format; K&R definitions and braces in macros are not C++ that we write.
[[nodiscard]] std::vector<Function> functionsOf(const Source& source);

/// The place of `word` in `text` with no letter, digit or underscore around it; npos if there is none.
[[nodiscard]] std::size_t findWord(std::string_view text, std::string_view word, std::size_t from = 0);

}  // namespace docket::tidy
