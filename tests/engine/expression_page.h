// docs/expressions.md as tests read it: its examples, and its grammar.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "events/document.h"
#include "tests/places.h"

namespace docket {

struct ExpressionPage {
  struct Example {
    std::size_t line;
    std::string expression, answer;
  };
  std::vector<Example> examples;
  std::string grammar;
};

inline ExpressionPage readExpressionPage() {
  const std::string text = readFile(std::filesystem::path(docket::test::sourceDir()) / "docs/expressions.md");
  ExpressionPage page;
  std::string fence;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.starts_with("```")) {
      fence = fence.empty() ? line : "";
    } else if (fence == "```ebnf tested") {
      page.grammar += line + "\n";
    } else if (fence == "```text tested") {
      const std::size_t arrow = line.find(" => ");
      EXPECT_NE(arrow, std::string::npos) << "line " << number << " is not an example";
      if (arrow != std::string::npos) page.examples.push_back({number, line.substr(0, arrow), line.substr(arrow + 4)});
    }
  }
  return page;
}

}  // namespace docket
