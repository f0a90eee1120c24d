// The house rules. Each looks at one source and at nothing else.
#include "tests/tidy/rules.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace docket::tidy {
namespace {

using Offences = std::vector<Offence>;
using Words = std::span<const std::string_view>;

constexpr std::size_t kMostLinesInAFile = 400;
constexpr std::size_t kMostLinesInAFunction = 70;

bool anywhere(std::string_view) { return true; }
bool in_engine_code(std::string_view path) { return is_cpp(path) && module_of(path) == "engine"; }
bool in_headers(std::string_view path) { return path.ends_with(".h"); }
bool in_documentation(std::string_view path) { return path.ends_with(".md"); }
bool in_sources(std::string_view path) {
  return is_cpp(path) || path.ends_with(".capnp") || path.ends_with(".sh") || path == ".ci/run";
}

bool contains(Words words, std::string_view word) { return std::find(words.begin(), words.end(), word) != words.end(); }

std::string lower(std::string_view text) {
  std::string copy(text);
  for (auto& c : copy) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return copy;
}

// ---- who may include whom

struct Layer {
  std::string_view module;
  std::array<std::string_view, 4> below;  // what it may include beside itself
};
constexpr std::array kLayers = {
    Layer{.module = "events", .below = {"schemas"}},
    Layer{.module = "engine", .below = {"schemas", "events"}},
    Layer{.module = "store", .below = {"schemas", "events"}},
    Layer{.module = "tools", .below = {"schemas", "events", "engine", "store"}},
};
constexpr std::array<std::string_view, 6> kModules = {"schemas", "events", "engine", "store", "tools", "tests"};

Offences upward_includes(const Source& source) {
  Offences found;
  for (const auto& include : includes_of(source)) {
    auto of = module_of(include.file);
    bool ours = contains(kModules, of);
    if (include.quoted && !ours) found.push_back({include.line, include.file + " is not named from the root"});
    if (!include.quoted && ours) found.push_back({include.line, include.file + " is ours and stands in quotes"});
    auto layer = std::find_if(kLayers.begin(), kLayers.end(),
                              [&](const Layer& one) { return one.module == module_of(source.path); });
    if (layer == kLayers.end() || !ours || of == layer->module || contains(layer->below, of)) continue;
    found.push_back({include.line, std::string(layer->module) + " may not know of " + include.file});
  }
  return found;
}

struct Owned {
  std::string_view header;  // how the names of the library's headers begin
  std::array<std::string_view, 3> folders;
};
constexpr std::array kOwned = {
    Owned{.header = "rocksdb/", .folders = {"store/", "tests/store/"}},  // tests wrap its file system
    Owned{.header = "simdjson", .folders = {"events/", "tools/"}},
    Owned{.header = "xxhash", .folders = {"engine/"}},
    Owned{.header = "lzma", .folders = {"tools/", "tests/tools/"}},
    Owned{.header = "boost/", .folders = {"tools/"}},
    Owned{.header = "gtest/", .folders = {"tests/"}},
};

Offences foreign_libraries(const Source& source) {
  Offences found;
  for (const auto& include : includes_of(source))
    for (const auto& library : kOwned) {
      if (!include.file.starts_with(library.header)) continue;
      bool owner = std::any_of(library.folders.begin(), library.folders.end(), [&](std::string_view folder) {
        return !folder.empty() && source.path.starts_with(folder);
      });
      if (!owner)
        found.push_back({include.line, "<" + include.file + "> belongs to " + std::string(library.folders[0])});
    }
  return found;
}

// ---- the engine's determinism

constexpr std::array<std::string_view, 16> kUncertainHeaders = {
    "chrono", "random", "locale", "ctime",   "time.h",  "sys/time.h",   "unordered_map", "unordered_set",
    "thread", "cmath",  "cfenv",  "clocale", "fstream", "sys/random.h", "iostream",      "filesystem"};
constexpr std::array<std::string_view, 16> kUncertainWords = {
    "float",        "double",        "unordered_map", "unordered_set", "unordered_multimap", "unordered_multiset",
    "chrono",       "locale",        "rand",          "random_device", "uintptr_t",          "getenv",
    "thread_local", "clock_gettime", "gettimeofday",  "setlocale"};

Offences uncertain_includes(const Source& source) {
  Offences found;
  for (const auto& include : includes_of(source))
    if (contains(kUncertainHeaders, include.file)) found.push_back({include.line, "<" + include.file + ">"});
  return found;
}

Offences uncertain_words(const Source& source) {
  Offences found;
  for (std::size_t i = 0; i < source.code.size(); ++i)
    for (auto word : kUncertainWords)
      if (find_word(source.code[i], word) != std::string_view::npos) found.push_back({i + 1, std::string(word)});
  return found;
}

/// The first argument of the template whose '<' stands at `open`.
std::string_view first_argument(std::string_view line, std::size_t open) {
  int depth = 0;
  for (auto at = open; at < line.size(); ++at) {
    if (line[at] == '<' || line[at] == '(') ++depth;
    if (line[at] == '>' || line[at] == ')') --depth;
    if (depth == 0 || (depth == 1 && line[at] == ',')) return line.substr(open + 1, at - open - 1);
  }
  return line.substr(open + 1);
}

Offences pointer_keys(const Source& source) {
  Offences found;
  for (std::size_t i = 0; i < source.code.size(); ++i)
    for (std::string_view container : {"map", "set", "multimap", "multiset", "less", "hash"}) {
      std::string_view line = source.code[i];
      auto at = find_word(line, container);
      if (at == std::string_view::npos || !line.substr(at + container.size()).starts_with("<")) continue;
      auto key = first_argument(line, at + container.size());
      if (key.ends_with("*") || key.ends_with("* const") || key.find("_ptr<") != std::string_view::npos)
        found.push_back({i + 1, std::string(container) + " ordered by the address " + std::string(key)});
    }
  return found;
}

/// Parts of words, in lower case; the short ones as whole words.
constexpr std::array<std::string_view, 12> kGames = {
    "yugioh", "yu-gi-oh", "konami",       "edopro",        "legend of the five", "rokugan",
    "marvel", "huntik",   "grandarchive", "grand archive", "weebs of the shore", "celestial edition"};
constexpr std::array<std::string_view, 3> kGamesInShort = {"l5r", "ygo", "tcg"};

Offences names_of_games(const Source& source) {
  Offences found;
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    auto line = lower(source.lines[i]);
    for (auto name : kGames)
      if (line.find(name) != std::string::npos) found.push_back({i + 1, std::string(name)});
    for (auto name : kGamesInShort)
      if (find_word(line, name) != std::string::npos) found.push_back({i + 1, std::string(name)});
  }
  return found;
}

// ---- what is read in one sitting

Offences long_files(const Source& source) {
  if (source.lines.size() <= kMostLinesInAFile) return {};
  return {{kMostLinesInAFile + 1, std::to_string(source.lines.size()) + " lines"}};
}

Offences long_functions(const Source& source) {
  Offences found;
  for (const auto& function : functions_of(source))
    if (function.lines > kMostLinesInAFunction)
      found.push_back({function.line, "a function of " + std::to_string(function.lines) + " lines"});
  return found;
}

// ---- what a file says of itself

bool is_comment(std::string_view path, std::string_view line) {
  auto text = line.substr(0, 3);
  return is_cpp(path) ? text == "// " : text.starts_with("# ");
}

Offences no_opening(const Source& source) {
  std::size_t first = 0;  // after the lines that have to be the first: a script's interpreter, a schema's number
  while (first < source.lines.size() &&
         (source.lines[first].starts_with("#!") || source.lines[first].starts_with("@0x")))
    ++first;
  if (first < source.lines.size() && is_comment(source.path, source.lines[first])) return {};
  return {{first + 1, "the first line says nothing of what the file is"}};
}

Offences no_pragma_once(const Source& source) {
  for (const auto& line : source.lines) {
    if (line == "#pragma once") return {};
    if (!line.empty() && !line.starts_with("//")) break;
  }
  return {{1, "#pragma once follows the opening comment"}};
}

// ---- words

Offences open_ends(const Source& source) {
  static const std::array<std::string, 3> kMarks = {std::string("TO") + "DO", std::string("FIX") + "ME",
                                                    std::string("XX") + "X"};
  Offences found;
  for (std::size_t i = 0; i < source.lines.size(); ++i)
    for (const auto& mark : kMarks)
      if (find_word(source.lines[i], mark) != std::string_view::npos) found.push_back({i + 1, mark});
  return found;
}

Offences machine_paths(const Source& source) {
  Offences found;
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    std::string_view line = source.lines[i];
    for (std::string_view folder : {"work", "home", "root", "Users", "farm", "mnt"})
      for (auto at = find_word(line, folder); at != std::string_view::npos; at = find_word(line, folder, at + 1)) {
        bool absolute = at > 0 && line[at - 1] == '/' && line.substr(at + folder.size()).starts_with("/");
        // Within a longer path it is somebody's folder of that name and no root of a machine.
        auto before = at > 1 ? line[at - 2] : ' ';
        bool within = std::isalnum(static_cast<unsigned char>(before)) != 0 ||
                      std::string_view("._-/}>*").find(before) != std::string_view::npos;
        if (absolute && !within) found.push_back({i + 1, "/" + std::string(folder) + "/"});
      }
  }
  return found;
}

Offences empty_words(const Source& source) {
  Offences found;
  auto consider = [&](std::size_t line, std::string_view name) {
    for (std::string_view word : {"Manager", "Helper", "Util"})
      if (name.find(word) != std::string_view::npos) found.push_back({line, std::string(name)});
  };
  for (std::size_t i = 0; i < source.code.size(); ++i)
    for (std::string_view keyword : {"class", "struct", "enum", "union", "using", "concept", "namespace"}) {
      std::string_view line = source.code[i];
      auto at = find_word(line, keyword);
      if (at == std::string_view::npos) continue;
      auto rest = line.substr(at + keyword.size());
      consider(i + 1, rest.substr(0, rest.find_first_of(":{=;<", 1)));
    }
  auto file = lower(source.path.substr(source.path.rfind('/') + 1));
  for (std::string_view word : {"manager", "helper", "util"})
    if (file.find(word) != std::string::npos) found.push_back({1, "the file is called " + source.path});
  return found;
}

// ---- texts

Offences ragged_texts(const Source& source) {
  Offences found;
  if (!source.text.empty() && source.text.back() != '\n')
    found.push_back({source.lines.size(), "no newline at the end"});
  if (source.text.ends_with("\n\n")) found.push_back({source.lines.size(), "empty lines at the end"});
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    std::string_view line = source.lines[i];
    if (line.find('\r') != std::string_view::npos) found.push_back({i + 1, "a carriage return"});
    if (is_cpp(source.path) && line.find('\t') != std::string_view::npos) found.push_back({i + 1, "a tab"});
    if (!in_documentation(source.path) && line.ends_with(" ")) found.push_back({i + 1, "blanks at the end"});
  }
  return found;
}

/// The words after an opening fence: the language, then `tested` for what a test runs or reads.
Offences untested_examples(const Source& source) {
  Offences found;
  bool inside = false;
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    std::string_view line = source.lines[i];
    if (!line.starts_with("```")) continue;
    inside = !inside;
    if (inside && find_word(line, "tested") == std::string_view::npos)
      found.push_back({i + 1, "an example that no test holds to"});
  }
  return found;
}

constexpr std::array kRules = {
    Rule{"schemas <- events <- {engine, store} <- tools", is_cpp, upward_includes},
    Rule{"a library has one owner", is_cpp, foreign_libraries},
    Rule{"the engine includes nothing that varies", in_engine_code, uncertain_includes},
    Rule{"the engine names nothing that varies", in_engine_code, uncertain_words},
    Rule{"the engine orders nothing by address", in_engine_code, pointer_keys},
    Rule{"the engine knows no game by name", in_engine_code, names_of_games},
    Rule{"a file is read in one sitting", is_cpp, long_files},
    Rule{"a function is seen at one glance", is_cpp, long_functions},
    Rule{"a file opens with what it is", in_sources, no_opening},
    Rule{"a header is read once", in_headers, no_pragma_once},
    Rule{"nothing is left open", anywhere, open_ends},
    Rule{"no path of a machine", anywhere, machine_paths},
    Rule{"names say something", is_cpp, empty_words},
    Rule{"texts end with one newline and have no ragged lines", anywhere, ragged_texts},
    Rule{"an example in the documentation is a test", in_documentation, untested_examples},
};

}  // namespace

std::span<const Rule> rules() { return kRules; }

}  // namespace docket::tidy
