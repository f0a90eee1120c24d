// Reads rulesets from engine/rulesets, including those that extend another one.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/rules/extension.h"
#include "tests/places.h"

namespace docket::test {

/// The rulesets of that name and version that ship.
inline std::vector<WrittenRuleset> shippedAs(schema::Extends::Reader base) {
  const std::filesystem::path folder = docket::test::sourceDir() + "/engine/rulesets";
  const std::string name = base.getName().cStr(), version = base.getVersion().cStr();
  std::vector<WrittenRuleset> all;
  for (const auto& file : {fmt::format("{}-{}.json", name, version), fmt::format("{}.json", name)}) {
    std::ifstream in(folder / file);
    if (in) all.push_back({.file = file, .text = {std::istreambuf_iterator<char>(in), {}}, .own = {}});
  }
  return all;
}

inline WholeRuleset readWholeRuleset(std::string_view text, const std::string& file) {
  return readRulesetText(text, file, shippedAs);
}

/// The complete ruleset of a text, as one document.
inline Document<schema::Ruleset> readRulesetDocument(std::string_view text, const std::string& file) {
  auto message = std::make_unique<capnp::MallocMessageBuilder>();
  message->setRoot(readWholeRuleset(text, file).root());
  return Document<schema::Ruleset>(std::move(message));
}

}  // namespace docket::test
