// A slice of the mutants of every document: each is refused, noted or shown by a case, or remaining.tsv says why not.
// All of them are tried by docket-mutation.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "tests/mutation/remaining.h"
#include "tests/mutation/trial.h"

namespace docket::mutation::mutation_test {
namespace {

constexpr std::size_t kMutantsOfEach = 40;

class Mutants : public testing::TestWithParam<Subject> {
 protected:
  static void SetUpTestSuite() { reasons() = remainingMutants(); }
  static std::vector<Remaining>& reasons() {
    static std::vector<Remaining> all;
    return all;
  }
};

TEST_P(Mutants, OfEachDocumentAreRefusedNotedShownOrListedWithTheReason) {
  const Trial trial(GetParam());
  const auto mutants = mutantsOf(GetParam());
  const std::size_t step = std::max<std::size_t>(1, mutants.size() / kMutantsOfEach);
  std::map<Outcome, std::size_t> counts;
  for (std::size_t i = 0; i < mutants.size(); i += step) {
    const Mutant& mutant = mutants[i];
    const Outcome outcome = trial.of(mutant);
    ++counts[outcome];
    const bool listed = reasonOf(reasons(), GetParam().name, mutant) != nullptr;
    EXPECT_TRUE(outcome != Outcome::remains || listed)
        << GetParam().name << "\t" << mutant.place << "\t" << nameOf(mutant.change) << "\t" << mutant.what;
  }
  EXPECT_GT(counts[Outcome::refused], 0U);
}

INSTANTIATE_TEST_SUITE_P(Documents, Mutants, testing::ValuesIn(subjects()), [](const auto& one) {
  std::string name = one.param.name;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

TEST(Mutants, DifferFromTheDocumentAtOnePlace) {
  for (const Subject& subject : subjects()) {
    const auto mutants = mutantsOf(subject);
    EXPECT_FALSE(mutants.empty()) << subject.name;
    for (const Mutant& mutant : mutants) {
      ASSERT_LE(mutant.end, subject.json.size());
      ASSERT_NE(mutated(subject.json, mutant), subject.json) << mutant.place << ' ' << mutant.what;
    }
  }
}

}  // namespace
}  // namespace docket::mutation::mutation_test
