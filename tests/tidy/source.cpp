// Reads the tree and finds its code: a scanner for C++ that knows comments, literals and preprocessor lines, which
// is enough for the rules and much less than a compiler.
#include "tests/tidy/source.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <stdexcept>
#include <utility>

namespace docket::tidy {
namespace {

namespace fs = std::filesystem;

bool inWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    auto end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// Replaces everything but code with blanks, character by character, keeping newlines.
class Stripper {
 public:
  explicit Stripper(std::string text) : text_(std::move(text)) {}

  std::string run() {
    while (at_ < text_.size()) {
      if (atLineStart() && aheadIs("#")) {
        blankDirective();
      } else if (aheadIs("//")) {
        blankUntil("\n", 0);
      } else if (aheadIs("/*")) {
        blankUntil("*/", 2);
      } else if (aheadIs("R\"") && (at_ == 0 || !inWord(text_[at_ - 1]))) {
        blankRaw();
      } else if (text_[at_] == '"' || (text_[at_] == '\'' && (at_ == 0 || !inWord(text_[at_ - 1])))) {
        blankLiteral(text_[at_]);
      } else {
        ++at_;
      }
    }
    return std::move(text_);
  }

 private:
  [[nodiscard]] bool aheadIs(std::string_view what) const { return text_.compare(at_, what.size(), what) == 0; }

  [[nodiscard]] bool atLineStart() const {
    for (auto i = at_; i > 0 && text_[i - 1] != '\n'; --i)
      if (text_[i - 1] != ' ') return false;
    return true;
  }

  void blank() {
    if (text_[at_] != '\n') text_[at_] = ' ';
    ++at_;
  }

  void blankUntil(std::string_view end, std::size_t past) {
    blank();
    while (at_ < text_.size() && !aheadIs(end)) blank();
    for (std::size_t i = 0; i < past && at_ < text_.size(); ++i) blank();
  }

  void blankDirective() {
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (aheadIs("\\\n"))
        blank(), blank();
      else if (aheadIs("//"))
        blankUntil("\n", 0);
      else
        blank();
    }
  }

  void blankRaw() {
    auto open = text_.find('(', at_);
    if (open == std::string::npos) return static_cast<void>(++at_);
    blankUntil(")" + text_.substr(at_ + 2, open - at_ - 2) + "\"", open - at_);
  }

  /// Its quotes stay, so that an argument is still seen to be one.
  void blankLiteral(char quote) {
    ++at_;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) blank();
      blank();
    }
    if (at_ < text_.size()) ++at_;
  }

  std::string text_;
  std::size_t at_ = 0;
};

bool isText(const fs::path& path) {
  static constexpr std::array kEndings = {".h",   ".cpp",  ".capnp", ".md",    ".txt",   ".sh",  ".js", ".py",
                                          ".mjs", ".json", ".tsv",   ".jsonl", ".cmake", ".css", ".go", ".cases"};
  auto ending = path.extension().string();
  return path.filename() == "run" || std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

bool isOurs(const fs::path& folder) {
  auto name = folder.filename().string();
  return name == ".ci" || (!name.starts_with(".") && !name.starts_with("build") && name != "node_modules");
}

/// The kind of block that a brace opens.
enum class Opens { scope, initialiser, function };

/// The declaration after its template parameters, which may contain "class" too.
std::string_view withoutTemplate(std::string_view head) {
  while (head.starts_with("template")) {
    int depth = 0;
    std::size_t at = 0;
    for (; at < head.size(); ++at) {
      if (head[at] == '<') ++depth;
      if (head[at] == '>' && --depth == 0) break;
    }
    head.remove_prefix(std::min(at + 1, head.size()));
    while (head.starts_with(" ")) head.remove_prefix(1);
  }
  return head;
}

/// Decides by the text since the last ';' or brace, with blanks collapsed.
Opens whatOpens(std::string_view head) {
  head = withoutTemplate(head);
  for (std::string_view word : {"namespace", "inline namespace", "class", "struct", "union", "enum", "extern"})
    if (head.starts_with(word) && (head.size() == word.size() || !inWord(head[word.size()]))) return Opens::scope;
  auto close = head.rfind(')');
  if (close == std::string_view::npos) return Opens::initialiser;
  int depth = 0;
  for (std::size_t i = 0; i < head.size(); ++i) {
    if (head[i] == '(') ++depth;
    if (head[i] == ')') --depth;
    bool assigns = head[i] == '=' && depth == 0 && !head.substr(0, i).ends_with("operator") &&
                   head.substr(0, i).find("operator") == std::string_view::npos;
    if (assigns) return Opens::initialiser;
  }
  // A member of a constructor's list, `Cause(int event) : event_{event}`: its brace is no body.
  bool after_name = !head.empty() && (inWord(head.back()) || head.back() == '>');
  if (after_name && head.find(" : ") != std::string_view::npos) return Opens::initialiser;
  return Opens::function;
}

/// Follows the braces of the code and notes each outermost function.
class FunctionScan {
 public:
  std::vector<Function> run(const Source& source) {
    for (std::size_t number = 1; number <= source.code.size(); ++number) {
      for (char c : source.code[number - 1]) take(c, number);
      take(' ', number);
    }
    return std::move(found_);
  }

 private:
  void take(char c, std::size_t line) {
    if (c == '(') ++parentheses_;
    if (c == ')') --parentheses_;
    if (parentheses_ == 0 && c == '{') return open(line);
    if (parentheses_ == 0 && c == '}') return close(line);
    if (parentheses_ == 0 && c == ';') return head_.clear();
    if (c == ' ' && (head_.empty() || head_.back() == ' ')) return;
    if (head_.empty()) head_line_ = line;
    head_ += c;
    if (head_ == "public:" || head_ == "private:" || head_ == "protected:") head_.clear();
  }

  void open(std::size_t line) {
    auto end = head_.find_last_not_of(' ');
    std::string_view head = std::string_view(head_).substr(0, end == std::string::npos ? 0 : end + 1);
    auto what = whatOpens(head);
    if (what == Opens::function && inside_ == 0)
      inside_ = stack_.size() + 1, began_ = head_.empty() ? line : head_line_;
    stack_.push_back(what);
    if (what != Opens::initialiser) head_.clear();
  }

  void close(std::size_t line) {
    if (stack_.empty()) return;
    if (inside_ == stack_.size()) {
      found_.push_back({.line = began_, .lines = line - began_ + 1});
      inside_ = 0;
    }
    bool of_declaration = stack_.back() == Opens::initialiser && inside_ == 0;
    stack_.pop_back();
    of_declaration ? head_.push_back('}') : head_.clear();
  }

  std::vector<Function> found_;
  std::vector<Opens> stack_;
  std::string head_;
  std::size_t head_line_ = 0;
  std::size_t inside_ = 0;  // the depth of the function's brace; 0 outside
  std::size_t began_ = 0;
  int parentheses_ = 0;
};

}  // namespace

bool isCpp(std::string_view path) { return path.ends_with(".h") || path.ends_with(".cpp"); }

std::string inLowerCase(std::string_view text) {
  std::string lowered(text);
  for (char& c : lowered) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lowered;
}

std::string_view moduleOf(std::string_view path) {
  auto slash = path.find('/');
  return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

Source readSource(std::string path, std::string text) {
  Source source{.path = std::move(path), .text = std::move(text), .lines = {}, .code = {}};
  source.lines = split(source.text);
  source.code = isCpp(source.path) ? split(Stripper(source.text).run()) : source.lines;
  return source;
}

std::vector<Source> readTree(const std::string& root) {
  std::vector<Source> sources;
  for (auto entry = fs::recursive_directory_iterator(root); entry != fs::recursive_directory_iterator(); ++entry) {
    if (entry->is_directory() && !isOurs(entry->path())) entry.disable_recursion_pending();
    if (!entry->is_regular_file() || !isText(entry->path())) continue;
    std::ifstream file(entry->path(), std::ios::binary);
    if (!file) throw fs::filesystem_error("cannot be read", entry->path(), std::make_error_code(std::errc::io_error));
    std::string text{std::istreambuf_iterator<char>(file), {}};
    sources.push_back(readSource(entry->path().lexically_relative(root).generic_string(), std::move(text)));
  }
  std::sort(sources.begin(), sources.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return sources;
}

std::vector<Include> includesOf(const Source& source) {
  std::vector<Include> found;
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    std::string_view line = source.lines[i];
    if (!line.starts_with("#include ") || line.size() < 12) continue;
    line.remove_prefix(9);
    auto end = line.find(line.front() == '<' ? '>' : '"', 1);
    if (end == std::string_view::npos) continue;
    found.push_back({.line = i + 1, .file = std::string(line.substr(1, end - 1)), .quoted = line.front() == '"'});
  }
  return found;
}

std::vector<Function> functionsOf(const Source& source) { return FunctionScan().run(source); }

std::size_t findWord(std::string_view text, std::string_view word, std::size_t from) {
  for (auto at = text.find(word, from); at != std::string_view::npos; at = text.find(word, at + 1)) {
    bool begins = at == 0 || !inWord(text[at - 1]);
    bool ends = at + word.size() == text.size() || !inWord(text[at + word.size()]);
    if (begins && ends) return at;
  }
  return std::string_view::npos;
}

namespace {

std::string withoutEnding(const std::string& path) { return path.substr(0, path.rfind('.')); }

/// Tarjan's strongly connected components.
class Cycles {
 public:
  explicit Cycles(const std::map<std::string, std::set<std::string>>& graph) : graph_(graph) {
    for (const auto& [file, included] : graph) {
      if (!number_.contains(file)) visit(file);
    }
  }
  [[nodiscard]] std::vector<std::vector<std::string>> found() && { return std::move(found_); }

 private:
  void visit(const std::string& file) {
    const std::size_t own = number_.emplace(file, number_.size()).first->second;
    least_[file] = own;
    open_.push_back(file);
    for (const auto& next : graph_.at(file)) {
      if (!graph_.contains(next)) continue;
      if (!number_.contains(next)) {
        visit(next);
        least_[file] = std::min(least_[file], least_[next]);
      } else if (std::find(open_.begin(), open_.end(), next) != open_.end()) {
        least_[file] = std::min(least_[file], number_[next]);
      }
    }
    if (least_[file] != own) return;
    const auto first = std::find(open_.begin(), open_.end(), file);
    if (open_.end() - first > 1) found_.emplace_back(first, open_.end());
    open_.erase(first, open_.end());
  }

  const std::map<std::string, std::set<std::string>>& graph_;
  std::map<std::string, std::size_t> number_, least_;
  std::vector<std::string> open_;
  std::vector<std::vector<std::string>> found_;
};

}  // namespace

namespace {

/// One line of a source that begins in its first column.
struct TopLevelLine {
  const std::string& code;
  const std::string& in;  // the named namespace around it
  bool is_local;          // an unnamed namespace is around it too
};

void forEachTopLevelLine(const Source& source, const std::function<void(const TopLevelLine&)>& visit) {
  static const std::regex kNamespace(R"(namespace ([\w:]+) \{)");
  std::string in;
  bool is_local = false;
  for (std::size_t i = 0; i < source.code.size(); ++i) {
    const std::string& line = source.code[i];
    if (line.empty() || line.front() == ' ') continue;
    if (line.starts_with("namespace {")) is_local = true;
    if (source.lines[i] == "}  // namespace") is_local = false;
    std::smatch match;
    if (std::regex_search(line, match, kNamespace, std::regex_constants::match_continuous)) in = match[1];
    visit({.code = line, .in = in, .is_local = is_local});
  }
}

/// The classes of which this source defines member functions, each with the namespace of the source. What stands in an
/// unnamed namespace belongs to this source alone, and is left out.
std::set<std::string> classesWrittenIn(const Source& source) {
  static const std::regex kMember(R"((?:[\w:<>,&*\[\] ]*[&* ])?((?:\w+::)*[A-Z]\w*)::(?:operator\b|~?\w+\())");
  std::set<std::string> classes;
  forEachTopLevelLine(source, [&](const TopLevelLine& line) {
    std::smatch match;
    if (!line.is_local && std::regex_search(line.code, match, kMember, std::regex_constants::match_continuous))
      classes.insert(line.in + "::" + std::string(match[1]));
  });
  return classes;
}

/// The types, aliases, constants and functions that this source declares in unnamed namespaces, each with the namespace
/// around it.
std::set<std::string> localNamesOf(const Source& source) {
  static const std::regex kType(R"((?:template .*> )?(?:struct|class|union|enum class|enum) (\w+)\b(?!.*\)))");
  static const std::regex kAlias(R"(using (\w+) =)");
  static const std::regex kConstant(
      R"((?:inline |static |thread_local )*(?:constexpr|const) [\w:<>,&* ]*\b(k[A-Z]\w*)\b)");
  static const std::regex kFunction(R"((?!return |using |namespace |static_assert)[\w:<>,&*\[\] ]*[&* ](\w+)\()");
  std::set<std::string> names;
  forEachTopLevelLine(source, [&](const TopLevelLine& line) {
    if (!line.is_local) return;
    std::smatch match;
    for (const std::regex* one : {&kType, &kAlias, &kConstant, &kFunction}) {
      if (!std::regex_search(line.code, match, *one, std::regex_constants::match_continuous)) continue;
      names.insert(line.in + "::" + std::string(match[1]));
      return;
    }
  });
  return names;
}

/// The types that this source defines and gives to others, each with the namespace around it.
std::set<std::string> typesDefinedIn(const Source& source) {
  static const std::regex kType(
      R"((?:struct|class|union|enum class) (?:\[\[\w:]+\]\] )?([A-Z]\w*)(?: final)?(?: :[^:;].*)? \{)");
  std::set<std::string> types;
  forEachTopLevelLine(source, [&](const TopLevelLine& line) {
    std::smatch match;
    if (!line.is_local && !line.in.empty() &&
        std::regex_search(line.code, match, kType, std::regex_constants::match_continuous))
      types.insert(line.in + "::" + std::string(match[1]));
  });
  return types;
}

/// The library or test program that a source is compiled into.
std::string programOf(const std::string& path) {
  const bool in_folder_of_tests = path.starts_with("tests/") && path.find("/program/") == std::string::npos &&
                                  !path.starts_with("tests/store/faults/");
  if (in_folder_of_tests) return path.substr(0, path.find('/', std::string_view("tests/").size()));
  if (path.starts_with("tests/") || path.starts_with("tools/generate/") || path.starts_with("tools/library/") ||
      path == "tools/main.cpp")
    return path.substr(0, path.rfind('/'));
  return std::string(moduleOf(path));
}

/// Names that several sources have.
std::vector<NameInSources> inSeveral(const std::map<std::string, std::vector<std::string>>& sources_of) {
  std::vector<NameInSources> several;
  for (const auto& [name, sources] : sources_of)
    if (sources.size() > 1) several.push_back({name, sources});
  return several;
}

}  // namespace

std::vector<std::string> sourcesWithoutTheirHeader(const std::vector<Source>& sources) {
  std::vector<std::string> without;
  for (const Source& source : sources) {
    if (!source.path.ends_with(".cpp")) continue;
    const std::string header = source.path.substr(0, source.path.size() - 3) + "h";
    const auto includes = includesOf(source);
    if (includes.empty() || includes.front().file != header) without.push_back(source.path);
  }
  return without;
}

std::vector<NameInSources> scatteredClassesOf(const std::vector<Source>& sources) {
  std::map<std::string, std::vector<std::string>> written;
  for (const Source& source : sources) {
    if (!source.path.ends_with(".cpp")) continue;
    for (const std::string& name : classesWrittenIn(source)) written[name].push_back(source.path);
  }
  return inSeveral(written);
}

std::vector<NameInSources> repeatedLocalNamesOf(const std::vector<Source>& sources) {
  std::map<std::string, std::map<std::string, std::vector<std::string>>> declared;  // by program
  for (const Source& source : sources) {
    if (!source.path.ends_with(".cpp")) continue;
    for (const std::string& name : localNamesOf(source)) declared[programOf(source.path)][name].push_back(source.path);
  }
  std::vector<NameInSources> repeated;
  for (const auto& [program, sources_of] : declared)
    for (NameInSources& one : inSeveral(sources_of)) repeated.push_back(std::move(one));
  return repeated;
}

std::vector<NameInSources> typesDefinedTwiceIn(const std::vector<Source>& sources) {
  std::map<std::string, std::vector<std::string>> defined;
  for (const Source& source : sources) {
    if (!isCpp(source.path)) continue;
    for (const std::string& name : typesDefinedIn(source)) defined[name].push_back(source.path);
  }
  return inSeveral(defined);
}

std::vector<std::vector<std::string>> cyclesOf(const std::vector<Source>& sources) {
  std::map<std::string, std::set<std::string>> graph;
  for (const Source& source : sources) {
    if (!isCpp(source.path)) continue;
    auto& included = graph[withoutEnding(source.path)];
    for (const Include& include : includesOf(source)) {
      if (include.quoted && withoutEnding(include.file) != withoutEnding(source.path)) {
        included.insert(withoutEnding(include.file));
      }
    }
  }
  auto cycles = Cycles(graph).found();
  std::sort(cycles.begin(), cycles.end(), [](const auto& one, const auto& other) { return one.size() > other.size(); });
  return cycles;
}

}  // namespace docket::tidy
