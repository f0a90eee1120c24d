// Words for changes of rules and cards, besides their names: the gist of a clause, the title and the changed
// words of a card, and why a change reaches no game. Invariant: nothing is said that the documents do not say.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/lab/ruleset_pair.h"

namespace docket::lab {

/// Whether a cause ("a + b") names that clause or change.
[[nodiscard]] bool names(std::string_view cause, std::string_view part);

/// The causes that a run found, as differences have them.
class Causes {
 public:
  void add(const std::string& cause);
  /// Whether one of them names that clause or change.
  [[nodiscard]] bool name(std::string_view part) const;

 private:
  std::set<std::string, std::less<>> all_;
  std::vector<std::string> of_several_;  // of these alone a part has to be looked for within
};

/// The gist of a clause, as the new rules have it or else the old ones; the title of a card whose key is another name.
/// Empty if there is nothing to tell.
[[nodiscard]] std::string gistOf(const std::string& cause, const RulesetPair& pair);

/// Words of a card that were changed: what differs, with a few words around it.
struct ChangedWords {
  std::string of;  ///< "effect 2", or "text" for those of the card as a whole
  std::string before, after;
};

/// The parts in which two texts differ, with `around` words before and after; both are empty if the texts are the same.
[[nodiscard]] std::pair<std::string, std::string> differing(std::string_view before, std::string_view after,
                                                            std::size_t around);

/// What a changed card says that it did not: of each ability, and of its text where abilities do not say it. Empty for
/// what is no change of a card.
[[nodiscard]] std::vector<ChangedWords> wordsOf(const std::string& cause, const RulesetPair& pair);

/// Changes by which nothing came out otherwise.
struct UnreachedChange {
  std::vector<std::string> pieces{};  ///< "limits/hard-use/max: 1 -> 2"
  std::string gist{};
  std::string why{};  ///< empty: the games just had no occasion
};

/// Gathers them over the contests of a run. `causes` must outlive it.
class Unreached {
 public:
  explicit Unreached(const Causes& causes) : causes_(causes) {}

  void add(const RulesetPair& pair);

  /// By what they are called; cards are not among them.
  [[nodiscard]] const std::map<std::string, UnreachedChange>& changes() const { return changes_; }
  /// The keys of cards that are other cards now and by which nothing came out otherwise.
  [[nodiscard]] const std::set<std::string>& cards() const { return cards_; }

 private:
  [[nodiscard]] bool isReached(const Change& change) const;

  const Causes& causes_;
  std::map<std::string, UnreachedChange> changes_;
  std::set<std::string> cards_;
};

}  // namespace docket::lab
