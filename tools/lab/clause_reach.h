// Which games a change of the rules can reach, by what they consulted: so that a clause that no game exercises need not
// be switched off in each of them.
// Invariant: a game that is said not to be reached comes out the same with the change and without it. A piece of which
// it is not known what notes it (a zone, a type, an expression) reaches every game.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "engine/rules/consulted.h"
#include "engine/rules/ruleset.h"
#include "schemas/ruleset.capnp.h"
#include "tools/lab/document_difference.h"

namespace docket::lab {

class ClauseReach {
 public:
  /// The rules, and their document without that clause. The rules must outlive this.
  ClauseReach(const Ruleset& ruleset, schema::Ruleset::Reader document, schema::Ruleset::Reader without,
              const std::string& clause);

  /// Whether a game that consulted this can come out otherwise.
  [[nodiscard]] bool reaches(const Consulted& consulted) const;

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
  struct Anything {};
  using Sought = std::variant<RuleSwitch, RuleField, Line, LimitAsked, LimitUsed, Anything>;

  /// Adds what a game has to have consulted for this piece to reach it: nothing where it only says what is cited.
  void add(const Piece& piece);
  [[nodiscard]] bool isGone(const Piece& piece) const;
  void addOfLimit(const std::vector<std::string>& path, const Piece& piece, bool gone);
  void seek(const Sought& sought) { sought_.push_back(sought); }

  const Ruleset& ruleset_;
  const std::string clause_;
  const bool adds_plain_last_;
  std::set<std::string, std::less<>> emptied_;  // the paths of the lines whose clause is emptied
  std::vector<Sought> sought_;                  // a game that consulted none of these is not reached
};

}  // namespace docket::lab
