// Log files that people exchange: keys and checkpoints.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "events/log/checkpoint.h"
#include "events/log/leaf.h"
#include "events/log/note_key.h"

namespace docket {

/// The largest proof file that is read, in bytes.
inline constexpr std::size_t kMaxProofBytes = 2'000'000;

/// The verifier key that an argument gives, as text or as a file. Throws BadInput.
[[nodiscard]] VerifierKey verifierKeyFrom(const std::string& word);
[[nodiscard]] std::vector<VerifierKey> verifierKeysFrom(const std::vector<std::string>& words);

/// The signer key of a file. Throws BadInput, and EnvironmentError if others than its owner may read the file.
[[nodiscard]] SignerKey readSignerKey(const std::filesystem::path& file);

/// The checkpoint of a file; its signatures are not checked. Throws BadInput.
[[nodiscard]] SignedCheckpoint readCheckpoint(const std::filesystem::path& file);

/// "begins", "ends", "stolen".
[[nodiscard]] std::string_view keyChangeWord(KeyChange change);

/// The time of a cosignature for people: "2026-11-23 21:00:00 UTC".
[[nodiscard]] std::string timeText(std::uint64_t seconds);

}  // namespace docket
