// A conservative summary of everything that was ever true in a game, used to narrow questions about an archive.
// Invariant: if the question behind a term is true, or may be true, at any point of the game as known then, the game
// has the term. The unknown counts as possible. Surplus terms only cost time.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fold/running_state.h"
#include "engine/rules/expression/expression.h"
#include "tools/find/points.h"

namespace docket::find {

/// The smallest and the largest amount that a number ever had, or may have had.
struct Range {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int64_t most = std::numeric_limits<std::int64_t>::min();

  void include(std::int64_t low, std::int64_t high) {
    least = std::min(least, low);
    most = std::max(most, high);
  }
  friend bool operator==(const Range&, const Range&) = default;
};

struct GameTerms {
  std::set<std::string> keys{};           ///< as term() makes them
  std::map<std::string, Range> ranges{};  ///< the same for numbers
  friend bool operator==(const GameTerms&, const GameTerms&) = default;
};

/// The kinds of terms. Each has a name, and those about cards a zone.
enum class TermKind : std::uint8_t {
  documents,      ///< the digests of the ruleset and the catalogue
  title,          ///< a card in the zone has the title
  any_title,      ///< a card has the title, in small letters
  keyword,        ///< a card in the zone has the keyword
  type,           ///< a card in the zone has the type
  unknown_card,   ///< a card in the zone is unidentified
  unknown_texts,  ///< a text that is partly unknown may change keywords or types
  unknown_all,    ///< something that the record does not say may have changed anything
  act,            ///< an event of this payload, in small letters
  outcome,        ///< "won", "drawn", "unfinished", or the seat of the winner
  word,           ///< a word of a finding, a ruling or a penalty, with its kind
  clause,         ///< a finding or a ruling cites it
  limit,          ///< a limit is reached or exceeded, in small letters
  judge,          ///< in small letters
  number,         ///< the range of a number, as numberName() calls it
  count_
};

/// The key of a term. `zone` is the name of a zone, or empty.
[[nodiscard]] std::string term(TermKind kind, std::string_view name, std::string_view zone = {});
/// The prefix of all keys of a kind and a zone.
[[nodiscard]] std::string termPrefix(TermKind kind, std::string_view zone = {});
/// True if a text is the key of a term.
[[nodiscard]] bool isTerm(std::string_view key);

/// The numbers of a game whose ranges are terms, compiled for a ruleset and a number of players.
class Probes {
 public:
  Probes(const Ruleset& ruleset, std::size_t players);
  struct Probe {
    std::string key;
    expression::Expression asked;
  };
  [[nodiscard]] const std::vector<Probe>& all() const { return probes_; }

 private:
  std::vector<Probe> probes_;
};

/// The name of a number of an expression that has a range: of `value(P1, "honor")`, `turn()`, and counts of the cards
/// of a zone; empty for any other. A count with filters has the name of the count without them: it is at most that.
struct NumberName {
  std::string name;
  bool is_bound = false;  ///< the number is between 0 and the named one
};
[[nodiscard]] NumberName numberName(const expression::Expression& expression, expression::NodeIndex node,
                                    const Ruleset& ruleset);

/// Collects the terms of a game that is being folded as it was known then.
class TermCollector {
 public:
  /// Both must outlive it.
  TermCollector(const Rules& rules, const Probes& probes);
  /// The state before the first event.
  void begin(const State& state);
  /// The next event, after `running` has folded it.
  void add(const RunningState& running, schema::Event::Reader event);
  /// True if a judge corrected the record: what holds in the end is then not what was known, and the terms do not
  /// cover it.
  [[nodiscard]] bool isCorrected() const { return is_corrected_; }
  /// Call it after the last event.
  [[nodiscard]] GameTerms take() &&;

 private:
  void visit(const State& state, const std::vector<CardIndex>& changed);
  void seeCard(const State& state, CardIndex index);
  void seeNumbers(const State& state, const StateParts* changed);

  const Rules rules_;
  const Probes& probes_;
  GameTerms terms_;
  std::vector<std::uint64_t> seen_as_printed_;  // zones, a bit each, by the number of a definition
  std::vector<CardIndex> every_;
  std::uint64_t acts_ = 0;
  bool is_corrected_ = false;
};

/// The terms about titles that follow from a state of a game.
[[nodiscard]] std::vector<std::string> titleTerms(const State& state, const Ruleset& ruleset);

/// The terms of the points of a game.
void addPointTerms(const std::vector<FoundPoint>& points, GameTerms& terms);

}  // namespace docket::find
