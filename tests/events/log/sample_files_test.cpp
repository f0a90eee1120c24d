// The files in tests/events/log/samples, which docs/proofs.md shows: today's code writes the same files, and still
// reads them and accepts their proofs. A format is a promise: these files change with a new version only.
// DOCKET_ACCEPT_SAMPLES=1 writes them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "tests/events/log/sample_log.h"
#include "tests/places.h"
#include "tests/text_of.h"

namespace docket::sample_files_test {
namespace {

const std::filesystem::path kSamples = docket::test::sourceDir() + "/tests/events/log/samples";

std::map<std::string, std::string> sampleFiles() {
  const test::SampleLog log(30);
  SignedCheckpoint checkpoint = log.checkpoint(30);
  checkpoint.note.signatures.push_back(cosign(checkpoint.note.text, log.witness, 1'764'000'000));
  return {
      {"archive.key.pub", textOf(log.key.verifier) + "\n"},  {"witness.key.pub", textOf(log.witness.verifier) + "\n"},
      {"older-checkpoint", textOf(log.checkpoint(12).note)}, {"checkpoint", textOf(checkpoint.note)},
      {"game.tlog-proof", textOf(log.inclusion(13))},        {"newer.proof", textOf(log.consistency(12))}};
}

TEST(LogSampleFiles, EqualTheFilesWrittenNow) {
  const bool accepts = std::getenv("DOCKET_ACCEPT_SAMPLES") != nullptr;
  for (const auto& [name, text] : sampleFiles()) {
    if (accepts) std::ofstream(kSamples / name, std::ios::binary) << text;
    EXPECT_EQ(test::textOf(kSamples / name), text) << name;
  }
}

}  // namespace
}  // namespace docket::sample_files_test
