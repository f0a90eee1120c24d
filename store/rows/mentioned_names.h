// The names that a game's events mention: the cards that they identify, and every name that they introduce. Code that
// only needs to know whether a game can involve a card reads this instead of the game, so that a question about few
// cards skips most of an archive.
// Invariant: it may report names that the game does not mention (names are stored as 32 bits each), but never misses
// one. It is derived data: stored with a complete game, and rebuilt by reading the game.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "events/digest.h"
#include "schemas/event.capnp.h"

namespace docket {

/// Names to look for in games.
class SoughtNames {
 public:
  explicit SoughtNames(const std::set<std::string, std::less<>>& names);

 private:
  friend class MentionedNames;
  std::vector<std::uint32_t> hashes_;  // sorted
};

class MentionedNames {
 public:
  /// Adds the names that an event mentions. Throws kj::Exception for a malformed event.
  void add(schema::Event::Reader event);
  /// Adds the names of another part of the game.
  void add(const MentionedNames& part);

  /// True if the game can mention one of these.
  [[nodiscard]] bool mayName(const SoughtNames& sought) const;

  /// The stored form, for a game whose head is `head`.
  [[nodiscard]] std::string encode(const Digest& head) const;
  /// The stored names, if they are of a game that still has this head.
  [[nodiscard]] static std::optional<MentionedNames> read(std::string_view bytes, const Digest& head);

 private:
  std::vector<std::uint32_t> hashes_;
};

}  // namespace docket
