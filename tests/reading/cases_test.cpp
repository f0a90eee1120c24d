// Every shipped wording has a case; every case reads as expected, and differently without its wordings.
// DOCKET_ACCEPT_CASES=1 writes the current readings into the tables; review them before committing.
#include "tests/reading/cases.h"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <cstdlib>
#include <range/v3/algorithm/contains.hpp>
#include <set>

#include "events/text/text_view.h"
#include "tests/places.h"
#include "tools/game/document_remarks.h"
#include "tools/game/documents.h"
#include "tools/game/wordings.h"

namespace docket::reading::cases_test {
namespace {

/// A document of wordings without the one of that name.
Document<schema::Wordings> without(schema::Wordings::Reader document, std::string_view name) {
  auto message = std::make_unique<capnp::MallocMessageBuilder>();
  message->setRoot(document);
  auto copy = message->getRoot<schema::Wordings>();
  for (auto wording : copy.getWordings()) {
    if (view(wording.asReader().getName()) == name) wording.initWords(0);
  }
  return Document<schema::Wordings>(std::move(message));
}

class Cases : public testing::TestWithParam<std::size_t> {};

TEST_P(Cases, AreReadAsExpectedOnlyWithTheirWordings) {
  const EmbeddedFile& shipped = shippedWordings()[GetParam()];
  const auto document = readDocument<schema::Wordings>(shipped.text, std::string(shipped.file));
  const wordings::Wordings compiled(document.root(), std::string(shipped.file));
  const Ruleset ruleset = compiledRuleset(chooseRuleset(textOf(document.root().getRuleset()), {}, nullptr));
  auto file = std::filesystem::path(docket::test::sourceDir()) / "tests/reading/cases" / shipped.file;
  file.replace_extension(".txt");
  auto cases = readCases(file);
  std::set<std::string> shown;
  for (WordingCase& one : cases) {
    const auto now = told(one.card, compiled, ruleset);
    if (std::getenv("DOCKET_ACCEPT_CASES") == nullptr) {
      EXPECT_EQ(fmt::format("{}", fmt::join(one.expected, "\n")), fmt::format("{}", fmt::join(now, "\n")))
          << file.string() << ":" << one.line;
    }
    one.expected = now;
    for (const std::string& name : one.wordings) {
      const auto fewer = without(document.root(), name);
      EXPECT_NE(told(one.card, wordings::Wordings(fewer.root(), {}), ruleset), now)
          << file.string() << ":" << one.line << ": it is read the same without \"" << name << "\"";
      shown.insert(name);
    }
  }
  for (const auto& wording : compiled.all()) {
    EXPECT_TRUE(shown.contains(wording.name))
        << shipped.file << ": no case shows the wording \"" << wording.name << "\"";
  }
  for (const std::string& name : shown) {
    EXPECT_TRUE(ranges::contains(compiled.all(), name, &wordings::Wording::name))
        << file.string() << ": there is no wording \"" << name << "\"";
  }
  if (std::getenv("DOCKET_ACCEPT_CASES") != nullptr) writeCases(file, cases);
}

INSTANTIATE_TEST_SUITE_P(OfWordings, Cases, testing::Range<std::size_t>(0, shippedWordings().size()),
                         [](const auto& one) {
                           std::string name(shippedWordings()[one.param].file);
                           name.resize(name.find('.'));
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace docket::reading::cases_test
