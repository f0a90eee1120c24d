// The examples of the README and of docs/: every ```console tested block is run as it stands, and its output is as
// shown. The text after "<<'END'" in a command, up to a line "END", is its input. All blocks of a page are run one
// after another in one directory in which the tree's files have the paths that they have in the tree. A line that
// begins with "$ " is a command for bash; the lines after it are its output, where a line "..." stands for any number
// of lines, and "..." at the end of a line for any rest of it. An exit status other than 0 is given by a last line
// "# exit status 1".
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/places.h"

namespace docket::console_test {
namespace {

namespace fs = std::filesystem;

struct Example {
  std::size_t line;
  std::string command;
  std::vector<std::string> output;
};

/// The line that ends the input of a command: "END" for "cat > f <<'END'"; empty if it has none.
std::string endOfTyping(const std::string& command) {
  const auto begin = command.find("<<'");
  if (begin == std::string::npos) return {};
  const auto end = command.find('\'', begin + 3);
  return command.substr(begin + 3, end - begin - 3);
}

std::vector<Example> examplesOf(const fs::path& page) {
  std::ifstream in(page);
  std::vector<Example> examples;
  bool inside = false;
  std::string typing;  // the line that ends the input of a command; empty: it has none
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (!typing.empty()) {
      examples.back().command += "\n" + line;
      if (line == typing) typing.clear();
    } else if (line.starts_with("```")) {
      inside = !inside && line == "```console tested";
    } else if (inside && line.starts_with("$ ")) {
      examples.push_back({number, line.substr(2), {}});
      typing = endOfTyping(line);
    } else if (inside && !examples.empty()) {
      auto& latest = examples.back();
      // After a backslash, a command continues on the next line.
      if (latest.output.empty() && latest.command.ends_with("\\")) {
        latest.command += "\n" + line;
      } else {
        latest.output.push_back(line);
      }
    }
  }
  return examples;
}

/// Runs a command in a directory and returns its output, with its exit status as the last line if that is not 0.
std::vector<std::string> run(const std::string& command, const fs::path& directory) {
  std::ofstream(directory / ".command") << command << '\n';
  const std::string shell = "cd '" + directory.string() + "' && PATH='" + docket::test::programDir() +
                            "':\"$PATH\" NO_COLOR=1 COLUMNS=80 bash .command 2>&1 </dev/null";
  FILE* pipe = popen(shell.c_str(), "r");
  std::string text;
  std::array<char, 4096> buffer{};
  while (const std::size_t got = fread(buffer.data(), 1, buffer.size(), pipe)) text.append(buffer.data(), got);
  const int status = pclose(pipe);
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  if (WEXITSTATUS(status) != 0) lines.push_back("# exit status " + std::to_string(WEXITSTATUS(status)));
  return lines;
}

/// True if a line is the one expected; "..." at its end stands for any rest (a head differs in each archive).
bool same(const std::string& expected, const std::string& line) {
  if (!expected.ends_with("...")) return expected == line;
  return line.starts_with(std::string_view(expected).substr(0, expected.size() - 3));
}

/// True if lines are those expected; "..." stands for any number of lines.
bool agree(const std::string* expected, const std::string* expected_end, const std::string* line,
           const std::string* end) {
  if (expected == expected_end) return line == end;
  if (*expected == "...") {
    for (const std::string* from = line; from <= end; ++from) {
      if (agree(expected + 1, expected_end, from, end)) return true;
    }
    return false;
  }
  return line != end && same(*expected, *line) && agree(expected + 1, expected_end, line + 1, end);
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  return text;
}

TEST(Documentation, EveryConsoleExampleHasTheOutputOnThePage) {
  const fs::path root = docket::test::sourceDir();
  std::vector<fs::path> pages{root / "README.md"};
  for (const auto& entry : fs::directory_iterator(root / "docs")) {
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  }
  std::size_t count = 0;
  for (const auto& page : pages) {
    const fs::path directory = fs::temp_directory_path() / ("docket-docs-" + page.stem().string());
    fs::remove_all(directory);
    fs::create_directories(directory);
    for (const char* folder : {"tests", "engine"}) fs::create_directory_symlink(root / folder, directory / folder);
    for (const Example& example : examplesOf(page)) {
      const auto said = run(example.command, directory);
      const auto& expected = example.output;
      EXPECT_TRUE(agree(expected.data(), expected.data() + expected.size(), said.data(), said.data() + said.size()))
          << page.filename() << ":" << example.line << ": $ " << example.command << "\nnow says\n"
          << joined(said);
      ++count;
    }
    fs::remove_all(directory);
  }
  EXPECT_GT(count, 0U);
}

}  // namespace
}  // namespace docket::console_test
