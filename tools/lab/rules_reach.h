// Which games a change of the rules can reach, by what they consulted: so that a change that concerns nothing that a
// game asked need not be tried on it, be it an amendment or a clause that is switched off.
// Invariant: a game that is said not to be reached comes out the same with the change and without it. A piece of which
// it is not known what notes it (a zone, a type, an expression, a line that is new) reaches every game.
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
  /// The rules that footprints were taken under, their document, and the document that they change to. The rules must
  /// outlive this.
  RulesReach(const Ruleset& ruleset, schema::Ruleset::Reader document, schema::Ruleset::Reader changed);

  /// Whether a game that consulted this can come out otherwise.
  [[nodiscard]] bool reaches(const Consulted& consulted) const;
  /// Whether it reaches every game, whatever that consulted.
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
  /// A use that the limit counts by all its keys, and of which that became.
  struct LimitFate {
    std::size_t place = 0;
    UseFate fate{};
  };
  struct Anything {};
  using Sought =
      std::variant<RuleSwitch, RuleField, Line, LimitAsked, LimitUsed, LimitCounted, LimitKeyed, LimitFate, Anything>;
  using Path = std::vector<std::string>;
  using Fates = std::bitset<static_cast<std::size_t>(UseFate::count_)>;
  /// What can have become of a use for a limit to give it back, on either side.
  struct GivenBackBy {
    Fates before, after;
  };

  /// Adds what a game has to have consulted for this piece to reach it: nothing where it only says what is cited.
  void add(const Piece& piece);
  void addOfReading(const Path& path, const Piece& piece);
  void addOfLimit(const Path& path, const Piece& piece);
  void addKeys(const Piece& piece, std::size_t place);
  void addGivenBack(const Path& path, const Piece& piece, std::size_t place);
  void seekFates(std::size_t place, Fates fates);
  [[nodiscard]] bool hasCounted(const Consulted& consulted, std::size_t place) const;
  /// The clause of a line that is not there any more, or is there and holds for nothing; empty: it is none.
  [[nodiscard]] std::string clauseGone(const Piece& piece) const;
  void seek(const Sought& sought) { sought_.push_back(sought); }
  /// A line of that clause; one without a clause is noted nowhere.
  void seekLine(std::string clause);

  const Ruleset& ruleset_;
  bool adds_plain_last_ = false;
  std::map<std::string, std::string, std::less<>> emptied_;     // the lines whose clause is emptied, and that clause
  std::map<std::string, std::size_t, std::less<>> unjudged_;    // how many lines of `judged` a limit loses
  std::map<std::string, GivenBackBy, std::less<>> given_back_;  // by limit
  std::vector<Sought> sought_;                                  // a game that consulted none of these is not reached
};

}  // namespace docket::lab
