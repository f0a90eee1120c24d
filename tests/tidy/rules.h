// The house rules that a program can check, one entry of a table each. docs/contributing.md documents them. Adding one:
// an entry in rules.cpp, and in rules_test.cpp a text that it catches and one that it leaves alone (a test sees that
// every entry has both).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/tidy/source.h"

namespace docket::tidy {

struct Offence {
  std::size_t line;  // from 1
  std::string what;
};

struct Rule {
  std::string_view name;  // a sentence that holds for the tree
  bool (*applies)(std::string_view path);
  std::vector<Offence> (*offences)(const Source& source);
};

/// Every rule.
[[nodiscard]] std::span<const Rule> rules();

}  // namespace docket::tidy
