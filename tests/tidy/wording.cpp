#include "tests/tidy/wording.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>
#include <sstream>

namespace docket::tidy {
namespace {

bool isUpper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string withoutSpaces(std::string_view text) {
  const auto begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(' ') - begin + 1));
}

std::vector<std::string> splitAt(std::string_view text, char at) {
  std::vector<std::string> parts;
  std::istringstream in{std::string(text)};
  for (std::string part; std::getline(in, part, at);) parts.push_back(withoutSpaces(part));
  return parts;
}

/// The beginning of a line's comment; the line's size if it has none.
std::size_t commentOf(const Source& source, std::size_t line) {
  const std::string& text = source.lines[line];
  const std::string& code = source.code[line];
  for (auto at = text.find("//"); at != std::string::npos; at = text.find("//", at + 1)) {
    const bool rest_is_blank = code.find_first_not_of(' ', at) == std::string::npos;
    const bool in_literal = std::count(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(at), '"') % 2 != 0;
    if (rest_is_blank && !in_literal) return at;
  }
  return text.size();
}

/// The comment of a line without its slashes; empty if the line has none, or code too where `alone`.
std::string commentText(const Source& source, std::size_t line, bool alone) {
  if (line >= source.lines.size() || !isCpp(source.path)) return {};
  const std::size_t at = commentOf(source, line);
  if (alone && source.lines[line].find_first_not_of(' ') != at) return {};
  const std::string comment = source.lines[line].substr(at);
  return withoutSpaces(std::string_view(comment).substr(std::min(comment.size(), comment.find_first_not_of("/<"))));
}

bool sameWord(const std::string& wanted, const std::string& word) {
  return isUpper(wanted.front()) ? wanted == word : wanted == inLowerCase(word);
}

bool hasWord(const std::vector<std::string>& words, const std::string& name) {
  const auto wanted = wordsOf(name);
  // For two words the first decides whether case counts: "takeUp" matches takeUp, TakeUp and take_up.
  const auto same = [&](const std::string& word, const std::string& one) {
    return sameWord(wanted.size() > 1 ? inLowerCase(one) : one, word);
  };
  return std::search(words.begin(), words.end(), wanted.begin(), wanted.end(), same) != words.end();
}

/// True if a name is the accessor of a field that a schema has.
bool isAccessor(std::string_view name, const std::set<std::string>& fields) {
  for (std::string_view prefix : {"get", "set", "is", "has", "init", "adopt", "disown"}) {
    if (!name.starts_with(prefix) || name.size() == prefix.size() || !isUpper(name[prefix.size()])) continue;
    std::string field(name.substr(prefix.size()));
    field.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(field.front())));
    if (fields.contains(field)) return true;
  }
  return false;
}

bool hasInCode(const Source& source, const std::string& name) {
  return std::any_of(source.code.begin(), source.code.end(),
                     [&](const std::string& code) { return findWord(code, name) != std::string_view::npos; });
}

/// True if the code calls, declares or defines a function of that name.
bool hasFunction(const Source& source, const std::string& name) {
  for (const std::string& code : source.code) {
    for (auto at = findWord(code, name); at != std::string_view::npos; at = findWord(code, name, at + 1))
      if (code.compare(at + name.size(), 1, "(") == 0) return true;
  }
  return false;
}

}  // namespace

RuledOut ruledOut(std::string_view table) {
  RuledOut out;
  std::istringstream in{std::string(table)};
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#")) continue;
    auto cells = splitAt(line, '\t');
    cells.resize(3);
    for (const auto& name : splitAt(cells[1], ' ')) out.names.push_back(name);
    for (const auto& phrase : splitAt(cells[2], ',')) out.phrases.push_back(inLowerCase(phrase));
  }
  return out;
}

std::vector<std::string> wordsOf(std::string_view name) {
  std::vector<std::string> words;
  bool within = false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '_') {
      within = false;
      continue;
    }
    const bool begins = !within || (isUpper(name[i]) && !isUpper(name[i - 1]));
    if (begins) words.emplace_back();
    words.back().push_back(name[i]);
    within = true;
  }
  return words;
}

std::vector<std::string> wrongNames(const Source& source, const RuledOut& out, const std::set<std::string>& fields) {
  std::vector<std::string> found;
  std::set<std::string> good;  // names are many, and mostly the same
  for (std::size_t i = 0; i < source.code.size(); ++i) {
    const std::string& code = source.code[i];
    for (std::size_t at = 0; at < code.size();) {
      if (!isWord(code[at])) {
        ++at;
        continue;
      }
      std::size_t end = at;
      while (end < code.size() && isWord(code[end])) ++end;
      const std::string name = code.substr(at, end - at);
      at = end;
      if (good.contains(name) || isAccessor(name, fields)) continue;
      const auto words = wordsOf(name);
      if (std::any_of(out.names.begin(), out.names.end(), [&](const std::string& one) { return hasWord(words, one); }))
        found.push_back(std::to_string(i + 1) + ": " + name);
      else
        good.insert(name);
    }
  }
  return found;
}

std::vector<std::string> wrongPhrases(const Source& source, const RuledOut& out) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    const std::string text = inLowerCase(source.lines[i]);
    // In a comment that continues on the next line, the phrase can be at the break.
    const std::string before = inLowerCase(commentText(source, i, false));
    const std::string after = before.empty() ? std::string{} : inLowerCase(commentText(source, i + 1, true));
    const std::string joined = after.empty() ? text : before + ' ' + after;
    for (const auto& phrase : out.phrases) {
      const auto has = [&](const std::string& in) { return findWord(in, phrase) != std::string_view::npos; };
      if (has(text) || (!has(after) && has(joined))) found.push_back(std::to_string(i + 1) + ": " + phrase);
    }
  }
  return found;
}

std::vector<std::string> deadReferences(const Source& source, const std::vector<std::string>& paths) {
  static const std::regex kFile(R"(([A-Za-z0-9_./-]*[A-Za-z0-9_]\.(h|cpp|capnp|js))(?![A-Za-z0-9_(]))");
  std::vector<std::string> found;
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    const std::string comment = source.lines[i].substr(commentOf(source, i));
    for (std::sregex_iterator at(comment.begin(), comment.end(), kFile), end; at != end; ++at) {
      const std::string file = at->str(1);
      const bool is_there = std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
        return path == file || path.ends_with("/" + file);
      });
      if (!is_there) found.push_back(std::to_string(i + 1) + ": " + file);
    }
  }
  return found;
}

std::vector<std::string> deadFunctions(const Source& page, const std::vector<Source>& tree) {
  static const std::regex kFunction(R"(`(?:[A-Za-z_]\w*::)*([A-Za-z_]\w*)\(\)`(?: \(`([\w./]+)\.(?:h|cpp)`)?)");
  std::vector<std::string> found;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    const std::string& line = page.lines[i];
    for (std::sregex_iterator at(line.begin(), line.end(), kFunction), end; at != end; ++at) {
      const std::string name = at->str(1), file = at->str(2);
      const bool is_there = std::any_of(tree.begin(), tree.end(), [&](const Source& one) {
        if (!isCpp(one.path)) return false;
        const std::string stem = one.path.substr(0, one.path.rfind('.'));
        return (file.empty() || stem == file || stem.ends_with("/" + file)) && hasFunction(one, name);
      });
      if (!is_there) found.push_back(std::to_string(i + 1) + ": " + name + "()");
    }
  }
  return found;
}

std::vector<std::string> deadMembers(const Source& source, const std::vector<Source>& tree) {
  static const std::regex kMember(R"(\b([A-Z]\w*)::([a-z]\w*))");
  std::vector<std::string> found;
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    const std::string comment = source.lines[i].substr(commentOf(source, i));
    for (std::sregex_iterator at(comment.begin(), comment.end(), kMember), end; at != end; ++at) {
      const bool is_there = std::any_of(tree.begin(), tree.end(), [&](const Source& one) {
        return isCpp(one.path) && hasInCode(one, at->str(1)) && hasInCode(one, at->str(2));
      });
      if (!is_there) found.push_back(std::to_string(i + 1) + ": " + at->str());
    }
  }
  return found;
}

std::vector<std::string> typesCalled(const Source& source, const std::string& name) {
  const std::regex definition("\\b(class|struct)\\s+" + name + "\\b[^;]*$");
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < source.code.size(); ++i)
    if (source.code[i].find(name) != std::string::npos && std::regex_search(source.code[i], definition))
      lines.push_back(std::to_string(i + 1));
  return lines;
}

std::vector<std::string> fieldsOfSchema(std::string_view schema) {
  static const std::regex kField(R"(\b([a-z][A-Za-z0-9]*) @[0-9]+)");
  std::vector<std::string> fields;
  const std::string text(schema);
  for (std::sregex_iterator at(text.begin(), text.end(), kField), end; at != end; ++at) fields.push_back(at->str(1));
  return fields;
}

}  // namespace docket::tidy
