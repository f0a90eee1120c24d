// What an archive that follows another one stores about it: its address, the key that signs it, and its last known
// checkpoint. Such an archive has the same log, leaf by leaf, so it accepts no games of its own.
// Invariant: it is stored in the archive's database, so backups and copies of the archive follow too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace docket {

class Archive;

struct Followed {
  std::string source;          ///< the address or the folder of the served files
  std::string key;             ///< the verifier key that signs its checkpoints, as text
  std::string seen;            ///< the last checkpoint that was accepted, as text; empty: none yet
  std::uint64_t erasures = 0;  ///< how many of its listed erasures were carried out here
};

/// The archive that this one follows; empty if it follows none. Throws DamagedArchive if the row is malformed.
[[nodiscard]] std::optional<Followed> followedBy(const Archive& archive);
/// Recorder: makes the archive follow another, or updates what it stores about it. Durable on return. Throws BadInput
/// if the archive has games or leaves of its own.
void storeFollowed(Archive& archive, const Followed& followed);
/// Throws BadInput, which says what to do, if the archive follows another one.
void requireFollowsNothing(const Archive& archive);

}  // namespace docket
