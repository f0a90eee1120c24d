// A few seeds, truncated and changed at every byte: the readers of the log's formats accept or refuse them, and
// never do anything else.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/events/log/sample_log.h"
#include "tests/fuzz/byte_mutants.h"
#include "tests/fuzz/log_target.h"

namespace docket::log_mutation_test {
namespace {

const test::SampleLog& sampleLog() {
  static const test::SampleLog kLog(9);
  return kLog;
}

TEST(LogMutations, OfCheckpointsAreAcceptedOrRefused) {
  SignedCheckpoint checkpoint = sampleLog().checkpoint(9);
  checkpoint.note.signatures.push_back(cosign(checkpoint.note.text, sampleLog().witness, 1'700'000'000));
  tryMutants({textOf(sampleLog().checkpoint(0).note), textOf(checkpoint.note)}, takeCheckpoint);
}

TEST(LogMutations, OfProofsAreAcceptedOrRefused) {
  tryMutants({textOf(sampleLog().inclusion(0)), textOf(sampleLog().inclusion(5)), textOf(sampleLog().consistency(3))},
             takeProof);
}

TEST(LogMutations, OfLeavesAreAcceptedOrRefused) {
  std::vector<std::string> seeds;
  for (const std::size_t index : {0U, 1U, 7U}) {
    const auto& leaf = sampleLog().tree.leaves[index];
    seeds.emplace_back(leaf.begin(), leaf.end());
  }
  tryMutants(seeds, takeLeaf);
}

}  // namespace
}  // namespace docket::log_mutation_test
