// The house rules. Each looks at one source only.
#include "tests/tidy/rules.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>

namespace docket::tidy {
namespace {

using Offences = std::vector<Offence>;
using WordList = std::span<const std::string_view>;

constexpr std::size_t kMaxLinesInAFile = 700;
constexpr std::size_t kMaxLinesInAFunction = 70;

bool anywhere(std::string_view) { return true; }
bool inEngineCode(std::string_view path) { return isCpp(path) && moduleOf(path) == "engine"; }
bool inToolsCode(std::string_view path) { return isCpp(path) && moduleOf(path) == "tools"; }
bool inModules(std::string_view path) { return isCpp(path) && moduleOf(path) != "tests"; }
bool inProgram(std::string_view path) { return isCpp(path) && (path.ends_with(".h") || moduleOf(path) != "tests"); }
bool inTests(std::string_view path) { return isCpp(path) && moduleOf(path) == "tests"; }
bool inHeaders(std::string_view path) { return path.ends_with(".h"); }
bool inDocumentation(std::string_view path) { return path.ends_with(".md"); }
bool inPages(std::string_view path) { return inDocumentation(path) && !path.starts_with("tests/reading/labels/"); }
bool inSources(std::string_view path) {
  return isCpp(path) || path.ends_with(".capnp") || path.ends_with(".sh") || path == ".ci/run";
}

bool contains(WordList words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// ---- who may include whom

constexpr std::array<std::string_view, 6> kModules = {"schemas", "events", "engine", "store", "tools", "tests"};

struct Layer {
  std::string_view module;
  std::array<std::string_view, 4> below;  // what it may include besides itself
};
constexpr std::array kLayers = {
    Layer{.module = "events", .below = {"schemas"}},
    Layer{.module = "engine", .below = {"schemas", "events"}},
    Layer{.module = "store", .below = {"schemas", "events"}},
    Layer{.module = "tools", .below = {"schemas", "events", "engine", "store"}},
};

/// The folders of a module in layers, each of which may include those below it. A folder within one is part of it.
using Layers = std::vector<std::vector<std::string_view>>;
const Layers kEngineLayers = {{"engine/rules/"}, {"engine/state/"}, {"engine/query/"},   {"engine/derived/"},
                              {"engine/judge/"}, {"engine/fold/"},  {"engine/snapshot/"}};
const Layers kToolLayers = {{"tools/io/"},
                            {"tools/generate/"},
                            {"tools/cases/"},
                            {"tools/words/"},
                            {"tools/terminal/", "tools/notation/"},
                            {"tools/game/"},
                            {"tools/explain/", "tools/ranges/"},
                            {"tools/verdict/"},
                            {"tools/render/"},
                            {"tools/find/"},
                            {"tools/import/", "tools/lab/", "tools/columns/", "tools/follow/"},
                            {"tools/schema/", "tools/report/", "tools/case_law/", "tools/typing/", "tools/step/",
                             "tools/library/", "tools/relay/"},
                            {"tools/site/", "tools/work/"},
                            {"tools/serve/"},
                            {"tools/desk/"},
                            {"tools/commands/"}};

struct Folder {
  std::size_t layer;      // 0: the lowest; layers.size(): in none
  std::string_view name;  // empty: in none
};
Folder folderOf(std::string_view path, const Layers& layers) {
  for (std::size_t i = 0; i < layers.size(); ++i) {
    for (const std::string_view folder : layers[i]) {
      if (path.starts_with(folder)) return {.layer = i, .name = folder};
    }
  }
  return {.layer = layers.size(), .name = {}};
}

Offences upwardWithin(const Source& source, const Layers& layers) {
  Offences found;
  const Folder own = folderOf(source.path, layers);
  const std::string_view module = moduleOf(source.path);
  for (const auto& include : includesOf(source)) {
    if (!include.quoted || moduleOf(include.file) != module) continue;
    const Folder folder = folderOf(include.file, layers);
    if (folder.name == own.name || folder.layer < own.layer) continue;
    found.push_back({include.line, std::string(own.name) + " must not include " + include.file});
  }
  return found;
}

Offences upwardInTheEngine(const Source& source) {
  if (folderOf(source.path, kEngineLayers).name.empty()) return {{1, "it is in none of the engine's folders"}};
  return upwardWithin(source, kEngineLayers);
}

/// Files in tools/ itself are the program, which may include all of them.
Offences upwardInTheTools(const Source& source) {
  const bool is_program = std::count(source.path.begin(), source.path.end(), '/') == 1;
  if (is_program) return {};
  if (folderOf(source.path, kToolLayers).name.empty()) return {{1, "it is in none of the folders of tools/"}};
  return upwardWithin(source, kToolLayers);
}

/// The generator of games is independent of the judge: shared code would share mistakes.
constexpr std::string_view kGenerator = "tools/generate/";
constexpr std::array<std::string_view, 4> kGeneratorKnows = {"schemas/", "events/", kGenerator,
                                                             "tools/io/embedded_file.h"};

Offences generatorIncludes(const Source& source) {
  Offences found;
  if (!source.path.starts_with(kGenerator)) return found;
  for (const auto& include : includesOf(source)) {
    const bool known = std::any_of(kGeneratorKnows.begin(), kGeneratorKnows.end(),
                                   [&](std::string_view folder) { return include.file.starts_with(folder); });
    if (include.quoted && !known) found.push_back({include.line, "the generator must not include " + include.file});
  }
  return found;
}

Offences upwardIncludes(const Source& source) {
  Offences found;
  for (const auto& include : includesOf(source)) {
    auto module = moduleOf(include.file);
    bool ours = contains(kModules, module);
    if (include.quoted && !ours) found.push_back({include.line, include.file + " is not a path from the root"});
    if (!include.quoted && ours) found.push_back({include.line, include.file + " is our header: include it in quotes"});
    auto layer = std::find_if(kLayers.begin(), kLayers.end(),
                              [&](const Layer& one) { return one.module == moduleOf(source.path); });
    if (layer == kLayers.end() || !ours || module == layer->module || contains(layer->below, module)) continue;
    found.push_back({include.line, std::string(layer->module) + " must not include " + include.file});
  }
  return found;
}

struct Owned {
  std::string_view header;  // how the names of the library's headers begin
  std::array<std::string_view, 5> folders;
};
constexpr std::array kOwned = {
    Owned{.header = "rocksdb/", .folders = {"store/", "tests/store/"}},  // tests wrap its file system
    Owned{.header = "simdjson", .folders = {"events/", "tools/", "tests/"}},
    Owned{.header = "xxhash", .folders = {"events/", "engine/"}},
    Owned{.header = "zstd", .folders = {"tools/columns/"}},
    Owned{.header = "lzma", .folders = {"tools/", "tests/tools/", "tests/witness/"}},
    Owned{.header = "boost/program_options", .folders = {"tools/"}},
    Owned{.header = "utf8proc", .folders = {"tools/"}},
    Owned{.header = "curses", .folders = {"tools/terminal/"}},
    Owned{.header = "expat", .folders = {"tools/import/hearthstone/"}},
    Owned{.header = "roaring", .folders = {"tools/find/"}},
    Owned{.header = "sqlite3", .folders = {"tools/import/edopro/", "tests/tools/"}},  // tests make databases
    Owned{.header = "amqp", .folders = {"tools/relay/amqp/"}},
    Owned{.header = "boost/asio", .folders = {"tools/serve/", "tools/follow/"}},
    Owned{.header = "boost/beast", .folders = {"tools/serve/", "tools/follow/"}},
    Owned{.header = "qrencode", .folders = {"tools/desk/"}},
    Owned{.header = "tao/", .folders = {"events/parse.h"}},
    Owned{.header = "gtest/", .folders = {"tests/"}},
};

Offences foreignLibraries(const Source& source) {
  Offences found;
  for (const auto& include : includesOf(source))
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

Offences uncertainIncludes(const Source& source) {
  Offences found;
  for (const auto& include : includesOf(source))
    if (contains(kUncertainHeaders, include.file)) found.push_back({include.line, "<" + include.file + ">"});
  return found;
}

Offences uncertainWords(const Source& source) {
  Offences found;
  for (std::size_t i = 0; i < source.code.size(); ++i)
    for (auto word : kUncertainWords)
      if (findWord(source.code[i], word) != std::string_view::npos) found.push_back({i + 1, std::string(word)});
  return found;
}

/// The first argument of the template whose '<' is at `open`.
std::string_view firstArgument(std::string_view line, std::size_t open) {
  int depth = 0;
  for (auto at = open; at < line.size(); ++at) {
    if (line[at] == '<' || line[at] == '(') ++depth;
    if (line[at] == '>' || line[at] == ')') --depth;
    if (depth == 0 || (depth == 1 && line[at] == ',')) return line.substr(open + 1, at - open - 1);
  }
  return line.substr(open + 1);
}

Offences pointerKeys(const Source& source) {
  Offences found;
  for (std::size_t i = 0; i < source.code.size(); ++i)
    for (std::string_view container : {"map", "set", "multimap", "multiset", "less", "hash"}) {
      std::string_view line = source.code[i];
      auto at = findWord(line, container);
      if (at == std::string_view::npos || !line.substr(at + container.size()).starts_with("<")) continue;
      auto key = firstArgument(line, at + container.size());
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

Offences namesOfGames(const Source& source) {
  Offences found;
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    auto line = inLowerCase(source.lines[i]);
    for (auto name : kGames)
      if (line.find(name) != std::string::npos) found.push_back({i + 1, std::string(name)});
    for (auto name : kGamesInShort)
      if (findWord(line, name) != std::string::npos) found.push_back({i + 1, std::string(name)});
  }
  return found;
}

// ---- sizes

Offences longFiles(const Source& source) {
  if (source.lines.size() <= kMaxLinesInAFile) return {};
  return {{kMaxLinesInAFile + 1, std::to_string(source.lines.size()) + " lines"}};
}

Offences longFunctions(const Source& source) {
  Offences found;
  for (const auto& function : functionsOf(source))
    if (function.lines > kMaxLinesInAFunction)
      found.push_back({function.line, "a function of " + std::to_string(function.lines) + " lines"});
  return found;
}

// ---- opening comments

bool isComment(std::string_view path, std::string_view line) {
  auto text = line.substr(0, 3);
  return isCpp(path) ? text == "// " : text.starts_with("# ");
}

Offences noOpening(const Source& source) {
  std::size_t first = 0;  // after the lines that have to be the first: a script's interpreter, a schema's number
  while (first < source.lines.size() &&
         (source.lines[first].starts_with("#!") || source.lines[first].starts_with("@0x")))
    ++first;
  if (first < source.lines.size() && isComment(source.path, source.lines[first])) return {};
  // A source that implements a header is described by that header.
  if (source.path.ends_with(".cpp") && first < source.lines.size()) {
    const std::string own = source.path.substr(0, source.path.size() - 4) + ".h";
    if (source.lines[first] == "#include \"" + own + "\"") return {};
  }
  return {{first + 1, "the file has no opening comment"}};
}

Offences noPragmaOnce(const Source& source) {
  for (const auto& line : source.lines) {
    if (line == "#pragma once") return {};
    if (!line.empty() && !line.starts_with("//")) break;
  }
  return {{1, "#pragma once follows the opening comment"}};
}

// ---- comments

/// A line comment at the margin, directly above code, is the comment of a declaration.
Offences plainDeclarationComments(const Source& source) {
  Offences found;
  for (std::size_t i = 0; i + 1 < source.lines.size(); ++i) {
    const std::string_view line = source.lines[i], next = source.code[i + 1];
    const bool is_declaration = !next.empty() && std::isalpha(static_cast<unsigned char>(next.front())) != 0;
    if (is_declaration && !next.starts_with("namespace") && line.starts_with("// ") && !line.starts_with("// NOLINT"))
      found.push_back({i + 1, "write ///"});
  }
  return found;
}

Offences invariantsWithinLines(const Source& source) {
  static const std::regex kWithin(R"(//+ .*\S.* Invariants?:( |$))");
  Offences found;
  for (std::size_t i = 0; i < source.lines.size(); ++i)
    if (std::regex_search(source.lines[i], kWithin)) found.push_back({i + 1, "begin a line with the invariant"});
  return found;
}

// ---- words

Offences marksForLater(const Source& source) {
  static const std::array<std::string, 3> kMarks = {std::string("TO") + "DO", std::string("FIX") + "ME",
                                                    std::string("XX") + "X"};
  Offences found;
  for (std::size_t i = 0; i < source.lines.size(); ++i)
    for (const auto& mark : kMarks)
      if (findWord(source.lines[i], mark) != std::string_view::npos) found.push_back({i + 1, mark});
  return found;
}

Offences machinePaths(const Source& source) {
  Offences found;
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    std::string_view line = source.lines[i];
    for (std::string_view folder : {"work", "home", "root", "Users", "farm", "mnt"})
      for (auto at = findWord(line, folder); at != std::string_view::npos; at = findWord(line, folder, at + 1)) {
        bool absolute = at > 0 && line[at - 1] == '/' && line.substr(at + folder.size()).starts_with("/");
        // Within a longer path it is a folder of that name, not a root of a machine.
        auto before = at > 1 ? line[at - 2] : ' ';
        bool within = std::isalnum(static_cast<unsigned char>(before)) != 0 ||
                      std::string_view("._-/}>*").find(before) != std::string_view::npos;
        if (absolute && !within) found.push_back({i + 1, "/" + std::string(folder) + "/"});
      }
  }
  return found;
}

Offences emptyNames(const Source& source) {
  Offences found;
  auto consider = [&](std::size_t line, std::string_view name) {
    for (std::string_view word : {"Manager", "Helper", "Util"})
      if (name.find(word) != std::string_view::npos) found.push_back({line, std::string(name)});
  };
  for (std::size_t i = 0; i < source.code.size(); ++i)
    for (std::string_view keyword : {"class", "struct", "enum", "union", "using", "concept", "namespace"}) {
      std::string_view line = source.code[i];
      auto at = findWord(line, keyword);
      if (at == std::string_view::npos) continue;
      auto rest = line.substr(at + keyword.size());
      consider(i + 1, rest.substr(0, rest.find_first_of(":{=;<", 1)));
    }
  auto file = inLowerCase(source.path.substr(source.path.rfind('/') + 1));
  for (std::string_view word : {"manager", "helper", "util"})
    if (file.find(word) != std::string::npos) found.push_back({1, "the file is called " + source.path});
  return found;
}

/// Constants, and variables declared with auto, that are named by a preposition, a participle or an adverb.
Offences namesThatAreNoNouns(const Source& source) {
  static const std::regex kDeclares(R"(\b(auto|const [\w:<>, ]+)[&*]* $)");
  Offences found;
  for (std::size_t i = 0; i < source.code.size(); ++i)
    for (std::string_view word : {"of", "said", "there", "some"}) {
      const std::string_view line = source.code[i];
      const auto at = findWord(line, word);
      if (at == std::string_view::npos) continue;
      const auto rest = line.substr(at + word.size());
      const bool is_field = rest.starts_with(" = nullptr;");
      const bool is_initialized = rest.starts_with(" =") || rest.starts_with("{") || rest.starts_with(" :");
      if (is_initialized && !is_field && std::regex_search(line.data(), line.data() + at, kDeclares))
        found.push_back({i + 1, std::string(word)});
    }
  return found;
}

/// The number of words of a name in CamelCase; 0 if it is not in CamelCase. A word begins with a capital letter or a
/// number.
std::size_t wordsInCamelCase(std::string_view name) {
  const auto is = [&](std::size_t i, auto kind) { return kind(static_cast<unsigned char>(name[i])) != 0; };
  if (name.empty() || !is(0, [](int c) { return std::isupper(c); })) return 0;
  std::size_t words = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (!is(i, [](int c) { return std::isalnum(c); })) return 0;
    const bool digit = is(i, [](int c) { return std::isdigit(c); });
    const bool begins = digit ? i == 0 || !is(i - 1, [](int c) { return std::isdigit(c); })
                              : is(i, [](int c) { return std::isupper(c); });
    words += begins ? 1 : 0;
  }
  return words;
}

/// Words that do not say what a test checks.
constexpr std::array<std::string_view, 7> kSayNothing = {"Test", "Basic",   "Basics", "Simple",
                                                         "Misc", "Various", "Okay"};
constexpr std::array<std::string_view, 4> kTests = {"TEST", "TEST_F", "TEST_P", "TYPED_TEST"};
constexpr std::size_t kFewestWordsInATest = 3, kMaxWordsInATest = 12;
constexpr std::string_view kNotByItself = "DISABLED_";  // what another test runs

bool hasWordThatSaysNothing(std::string_view name) {
  return std::any_of(kSayNothing.begin(), kSayNothing.end(), [&](std::string_view word) {
    const auto at = name.find(word);
    const auto after = at + word.size();
    return at != std::string_view::npos &&
           (after >= name.size() || std::islower(static_cast<unsigned char>(name[after])) == 0);
  });
}

Offences namesOfTests(const Source& source) {
  Offences found;
  for (std::size_t i = 0; i < source.code.size(); ++i) {
    const std::string_view line = source.code[i];
    const auto open = std::min(line.find('('), line.size());
    if (!contains(kTests, line.substr(0, open))) continue;
    std::string said(line.substr(open));
    for (std::size_t next = i + 1; said.find(')') == std::string::npos && next < source.code.size(); ++next)
      said += source.code[next];
    const auto comma = said.find(',');
    const auto begin = said.find_first_not_of(' ', comma + 1);
    if (comma == std::string::npos || begin == std::string::npos) continue;
    const auto suite = std::string_view(said).substr(1, comma - 1);
    auto name = std::string_view(said).substr(begin, said.find(')') - begin);
    if (name.starts_with(kNotByItself)) name.remove_prefix(kNotByItself.size());
    const bool empty = hasWordThatSaysNothing(suite) || hasWordThatSaysNothing(name);
    const std::size_t words = wordsInCamelCase(name);
    const bool works = words == kFewestWordsInATest && name.ends_with("Works");  // what, is not said
    if (wordsInCamelCase(suite) == 0 || words < kFewestWordsInATest || words > kMaxWordsInATest || empty || works)
      found.push_back({i + 1, std::string(suite) + "." + std::string(name) + " is not a short sentence in CamelCase"});
  }
  return found;
}

/// The standard's std::quoted is found for a std::string too, as soon as a file that is compiled with this one includes
/// <iomanip>.
Offences ambiguousQuoted(const Source& source) {
  static const std::regex kBare(R"((^|[^:\w.>])quoted\()");
  Offences found;
  if (source.path.starts_with("events/text/quoted.") || source.path.starts_with("tools/library/")) return found;
  for (std::size_t i = 0; i < source.code.size(); ++i) {
    const std::string& line = source.code[i];
    if (std::regex_search(line, kBare) && line.find("string quoted(") == std::string::npos)
      found.push_back({i + 1, "write docket::quoted("});
  }
  return found;
}

// ---- texts

Offences raggedTexts(const Source& source) {
  Offences found;
  if (!source.text.empty() && source.text.back() != '\n')
    found.push_back({source.lines.size(), "no newline at the end"});
  if (source.text.ends_with("\n\n")) found.push_back({source.lines.size(), "empty lines at the end"});
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    std::string_view line = source.lines[i];
    if (line.find('\r') != std::string_view::npos) found.push_back({i + 1, "a carriage return"});
    if (isCpp(source.path) && line.find('\t') != std::string_view::npos) found.push_back({i + 1, "a tab"});
    if (!inDocumentation(source.path) && line.ends_with(" ")) found.push_back({i + 1, "blanks at the end"});
  }
  return found;
}

constexpr std::size_t kMaxColumnsOfProse = 142;

Offences wideProse(const Source& source) {
  Offences found;
  bool in_example = false;
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    const std::string& line = source.lines[i];
    if (line.starts_with("```")) in_example = !in_example;
    if (in_example || line.starts_with("|") || line.find("://") != std::string::npos) continue;
    const auto columns =
        std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });  // of UTF-8
    if (columns > static_cast<std::ptrdiff_t>(kMaxColumnsOfProse))
      found.push_back({i + 1, std::to_string(columns) + " columns"});
  }
  return found;
}

/// The words after an opening fence: the language, then `tested` for what a test runs or reads.
Offences untestedExamples(const Source& source) {
  Offences found;
  bool inside = false;
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    std::string_view line = source.lines[i];
    if (!line.starts_with("```")) continue;
    inside = !inside;
    if (inside && findWord(line, "tested") == std::string_view::npos)
      found.push_back({i + 1, "no test covers this example"});
  }
  return found;
}

constexpr std::array kRules = {
    Rule{"schemas <- events <- {engine, store} <- tools", isCpp, upwardIncludes},
    Rule{"rules <- state <- query <- derived <- judge <- fold <- snapshot, in engine", inEngineCode, upwardInTheEngine},
    Rule{"io <- words <- notation <- game <- explain <- verdict <- render <- report <- commands, in tools", inToolsCode,
         upwardInTheTools},
    Rule{"the generator does not know the judge", isCpp, generatorIncludes},
    Rule{"a library has one owner", isCpp, foreignLibraries},
    Rule{"the engine includes nothing that varies", inEngineCode, uncertainIncludes},
    Rule{"the engine names nothing that varies", inEngineCode, uncertainWords},
    Rule{"the engine orders nothing by address", inEngineCode, pointerKeys},
    Rule{"the engine knows no game by name", inEngineCode, namesOfGames},
    Rule{"quoted() is named in full", isCpp, ambiguousQuoted},
    Rule{"a file is read in one sitting", isCpp, longFiles},
    Rule{"a function is seen at one glance", isCpp, longFunctions},
    Rule{"a file opens with what it is", inSources, noOpening},
    Rule{"a header is read once", inHeaders, noPragmaOnce},
    Rule{"a declaration's comment is `///`, a remark is `//`", inProgram, plainDeclarationComments},
    Rule{"an invariant begins a line", isCpp, invariantsWithinLines},
    Rule{"nothing is left open", anywhere, marksForLater},
    Rule{"no path of a machine", anywhere, machinePaths},
    Rule{"names say something", isCpp, emptyNames},
    Rule{"a variable is named by a noun", inModules, namesThatAreNoNouns},
    Rule{"a test is named by a sentence", inTests, namesOfTests},
    Rule{"texts end with one newline and have no ragged lines", anywhere, raggedTexts},
    Rule{"prose is wrapped", inPages, wideProse},
    Rule{"an example in the documentation is a test", inDocumentation, untestedExamples},
};

}  // namespace

std::span<const Rule> rules() { return kRules; }

}  // namespace docket::tidy
