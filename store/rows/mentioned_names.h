// What the events of a game name: the cards that they say the identity of, and every name that they bring. It is read
// in place of the game by whoever asks whether the game can have to do with a card at all, so that most of an archive
// need not be read for a question about few cards. Invariant: it may say of a name that the game does not name that it
// could (names are kept as 32 bits each), never of one that the game names that it does not. It is derived: kept beside
// the game for as long as that is whole, and found again by reading it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/event.capnp.h"
#include "store/types.h"

namespace docket {

/// Names that are looked for in games.
class SoughtNames {
 public:
  explicit SoughtNames(const std::set<std::string, std::less<>>& names);

 private:
  friend class MentionedNames;
  std::vector<std::uint32_t> hashes_;  // in order
};

class MentionedNames {
 public:
  /// Adds what an event names. Throws kj::Exception for a malformed one.
  void add(schema::Event::Reader event);
  /// Adds what another part of the game names.
  void add(const MentionedNames& part);

  /// Whether the game can name one of these.
  [[nodiscard]] bool mayName(const SoughtNames& sought) const;

  /// As it is kept beside a game whose head is `head`.
  [[nodiscard]] std::string kept(const Bytes32& head) const;
  /// What was kept, where it is of a game that still has this head.
  [[nodiscard]] static std::optional<MentionedNames> read(std::string_view bytes, const Bytes32& head);

 private:
  std::vector<std::uint32_t> hashes_;
};

}  // namespace docket
