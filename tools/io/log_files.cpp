#include "tools/io/log_files.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>

#include "events/errors.h"
#include "tools/io/files.h"

namespace docket {
namespace {

constexpr std::size_t kMaxKeyBytes = 4096;
constexpr std::uint64_t kYear10000 = 253'402'300'800;

}  // namespace

VerifierKey verifierKeyFrom(const std::string& word) {
  std::error_code none;
  if (std::filesystem::is_regular_file(word, none)) return verifierKeyOf(readFile(word, kMaxKeyBytes), word);
  return verifierKeyOf(word, "KEY");
}

std::vector<VerifierKey> verifierKeysFrom(const std::vector<std::string>& words) {
  return words | ranges::views::transform(verifierKeyFrom) | ranges::to_vector;
}

SignerKey readSignerKey(const std::filesystem::path& file) {
  const std::string text = readFile(file, kMaxKeyBytes);
  SignerKey key = signerKeyOf(text, file.string());
  using std::filesystem::perms;
  const perms others = std::filesystem::status(file).permissions() & (perms::group_all | perms::others_all);
  if (others != perms::none) {
    throw EnvironmentError(fmt::format(
        "{}: this key can be read or written by others than its owner (chmod 600 makes it private)", file.string()));
  }
  return key;
}

SignedCheckpoint readCheckpoint(const std::filesystem::path& file) {
  return signedCheckpointOf(readFile(file, kMaxNoteBytes), file.string());
}

std::string_view keyChangeWord(KeyChange change) {
  return change == KeyChange::begins ? "begins" : change == KeyChange::ends ? "ends" : "stolen";
}

std::string timeText(std::uint64_t seconds) {
  if (seconds >= kYear10000) return fmt::format("second {} since 1970", seconds);
  return fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(static_cast<std::time_t>(seconds)));
}

}  // namespace docket
