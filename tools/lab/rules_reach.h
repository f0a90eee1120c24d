// Decides which games a rule change can affect, from what they consulted, so that other games need not be folded again.
// The change is an amendment or a switched-off clause.
// Invariant: a game that is reported as unaffected has the same result with and without the change. A changed piece
// whose use is not tracked (a zone, a type, an expression, a new line) affects every game.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "engine/rules/consulted.h"
#include "engine/rules/ruleset.h"
#include "schemas/ruleset.capnp.h"
#include "tools/lab/document_difference.h"

namespace docket::lab {

class RulesReach {
 public:
  /// `ruleset` and `document`: the rules that footprints were taken under. `changed`: the document that they change to.
  /// `ruleset` must outlive this object.
  RulesReach(const Ruleset& ruleset, schema::Ruleset::Reader document, schema::Ruleset::Reader changed);

  /// True if a game that consulted this can have another result.
  [[nodiscard]] bool reaches(const Consulted& consulted) const;
  /// True if the change affects every game, whatever the game consulted.
  [[nodiscard]] bool reachesAll() const;

 private:
  struct Line {
    std::string clause;
  };
  struct LimitAsked {
    std::size_t place = 0;
  };
  struct LimitUsed {
    std::size_t place = 0;
  };
  /// A use that the limit counted.
  struct LimitCounted {
    std::size_t place = 0;
  };
  /// A use that the limit counts by some keys, a bit each, and not by others.
  struct LimitKeyed {
    std::size_t place = 0;
    std::uint16_t keys = 0, others = 0;
  };
  /// A use that the limit counts by all its keys and that met this fate.
  struct LimitFate {
    std::size_t place = 0;
    UseFate fate{};
  };
  struct Anything {};
  using Sought =
      std::variant<RuleSwitch, RuleField, Line, LimitAsked, LimitUsed, LimitCounted, LimitKeyed, LimitFate, Anything>;
  using Path = std::vector<std::string>;
  using Fates = std::bitset<static_cast<std::size_t>(UseFate::count_)>;
  /// The fates of a use for which a limit gives it back, on either side.
  struct GivenBackBy {
    Fates before, after;
  };

  /// Adds what a game must have consulted for this piece to affect it; nothing if the piece only decides which clause
  /// is cited.
  void add(const Piece& piece);
  void addOfReading(const Path& path, const Piece& piece);
  void addOfLimit(const Path& path, const Piece& piece);
  void addKeys(const Piece& piece, std::size_t place);
  void addGivenBack(const Path& path, const Piece& piece, std::size_t place);
  void seekFates(std::size_t place, Fates fates);
  [[nodiscard]] bool hasCounted(const Consulted& consulted, std::size_t place) const;
  /// The clause of a line that was removed or emptied; empty if the piece is not such a line.
  [[nodiscard]] std::string clauseGone(const Piece& piece) const;
  void seek(const Sought& sought) { sought_.push_back(sought); }
  /// Seeks a line of that clause; uses of a line without a clause are not tracked.
  void seekLine(std::string clause);

  const Ruleset& ruleset_;
  bool adds_plain_last_ = false;
  std::map<std::string, std::string, std::less<>> emptied_;     // the lines whose clause is emptied, and that clause
  std::map<std::string, std::size_t, std::less<>> unjudged_;    // how many lines of `judged` a limit loses
  std::map<std::string, GivenBackBy, std::less<>> given_back_;  // by limit
  std::vector<Sought> sought_;                                  // a game that consulted none of these is not reached
};

}  // namespace docket::lab
