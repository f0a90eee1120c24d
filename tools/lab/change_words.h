// Words for changes of rules and cards, besides their names: the gist of a clause, the title and the changed words of a
// card, and why a change reaches no game.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/lab/ruleset_pair.h"

namespace docket::lab {

/// True if a cause ("a + b") names that clause or change.
[[nodiscard]] bool names(std::string_view cause, std::string_view part);

/// The causes of the differences that a run found.
class Causes {
 public:
  void add(const std::string& cause);
  /// True if one of them names that clause or change.
  [[nodiscard]] bool name(std::string_view part) const;

 private:
  std::set<std::string, std::less<>> all_;
  std::vector<std::string> of_several_;  // those that have several parts
};

/// The gist of a clause, as the new rules have it or else the old ones; the title of a card whose key is another name.
/// Empty if there is none.
[[nodiscard]] std::string gistOf(const std::string& cause, const RulesetPair& pair);

/// Changed words of a card, with a few words around them.
struct ChangedWords {
  std::string part;  ///< "effect 2", or "text" for the text of the whole card
  std::string before, after;
};

/// The differing parts of two texts, with `around` words before and after; both are empty if the texts are the same.
[[nodiscard]] std::pair<std::string, std::string> differing(std::string_view before, std::string_view after,
                                                            std::size_t around);

/// The new words of a changed card: by ability, or for its text where abilities do not show them. Empty if the change
/// is not one of a card.
[[nodiscard]] std::vector<ChangedWords> wordsOf(const std::string& cause, const RulesetPair& pair);

/// A change that altered no result.
struct UnreachedChange {
  std::vector<std::string> pieces{};  ///< "limits/hard-use/max: 1 -> 2"
  std::string gist{};
  std::string why{};  ///< empty: the change just never mattered in these games
};

/// Collects them over the ruleset pairs of a run. `causes` must outlive it.
class Unreached {
 public:
  explicit Unreached(const Causes& causes) : causes_(causes) {}

  void add(const RulesetPair& pair);

  /// By name; without cards.
  [[nodiscard]] const std::map<std::string, UnreachedChange>& changes() const { return changes_; }
  /// The keys of changed cards that altered no result.
  [[nodiscard]] const std::set<std::string>& cards() const { return cards_; }

 private:
  [[nodiscard]] bool isReached(const Change& change) const;

  const Causes& causes_;
  std::map<std::string, UnreachedChange> changes_;
  std::set<std::string> cards_;
};

}  // namespace docket::lab
