// A footprint: the parts of the rules that a game consulted, noted while it is folded, judged and read. A change
// elsewhere in the rules does not affect the game.
// Invariant: a part that is not noted was not consulted, or only where the result could not matter: a requirement that
// was met, a switch whose positions agree. Noting changes no result.
#pragma once

#include <algorithm>
#include <bitset>
#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "engine/rules/rule_switches.h"

namespace docket {

/// A place of a ruleset that is neither a switch nor a line with a clause: it takes one of several values.
enum class RuleField : std::uint8_t {
  calculation_set,            ///< calculation/set
  calculation_set_from,       ///< calculation/setFrom
  calculation_switch,         ///< calculation/switch
  calculation_copy,           ///< calculation/copy
  calculation_deltas,         ///< calculation/deltas, changes/*
  calculation_asterisk,       ///< calculation/asterisk
  calculation_contradiction,  ///< calculation/contradiction, above, between, below, afterContradiction
  calculation_bounds,         ///< calculation/bounds
  calculation_clamp,          ///< calculation/clamp
  calculation_sum,            ///< calculation/sum
  calculation_absent_set,     ///< calculation/absentSet
  calculation_computed,       ///< calculation/computed, sumClause
  granting_keywords_last,     ///< granting/keywordsLast
  granting_keyword_copies,    ///< granting/keywordCopies
  granting_trait_copies,      ///< granting/traitCopies
  granting_titles,            ///< granting/titles
  floors,                     ///< stats/*/floor, values/*/floor
  attachment_modifiers,       ///< attachment/modifiers
  limits_per_instance,        ///< limits/*/perInstance
  precedence,                 ///< precedence: no line decides between two contrary sayings
  abilities_of_players,       ///< abilities/*
  obligation_places,          ///< obligations/places: notes all of these lines
  wins_at_once,               ///< wins/*/atOnce
  scope,   ///< whether any rule is about an event, a deck or the end was consulted: each line matters
  count_,  ///< the number of fields
};

/// The events that can give back a use that a limit counts by all its keys (limits/*/givenBack).
enum class UseFate : std::uint8_t {
  negated,             ///< it had been negated
  turned_face_down,    ///< its card was turned face-down, by something else
  turned_itself_down,  ///< its card was turned face-down, by the card itself alone
  left,                ///< its card has moved to another place
  attached,            ///< its card had been attached since
  count_,              ///< the number of events
};

/// The keys of a limit in which a use and a question agree, and those for which this is unknown; a bit by
/// schema::Limit::Key.
struct Agreed {
  std::uint16_t keys = 0, unknown = 0;

  /// True if the use counts, or may count, for a limit with these keys.
  [[nodiscard]] bool may(std::uint16_t keyed_by) const { return (keyed_by & ~keys & ~unknown) == 0; }
  friend auto operator<=>(const Agreed&, const Agreed&) = default;  // NOLINT(modernize-use-nullptr)
};

class Consulted {
 public:
  // Noting is rare but every reader of a rule may do it: the noting code is kept cold, apart from hot reads.

  /// Notes a switch whose other position could have changed the result.
  [[gnu::cold]] void add(RuleSwitch which);
  [[gnu::cold]] void add(RuleField field);
  /// Notes a line with a clause that had an effect: without it, something could have been different. Lines without a
  /// clause are not noted.
  [[gnu::cold]] void addLine(std::string_view clause);
  /// Notes a limit that was checked for an act or a card, whether or not it was reached.
  [[gnu::cold]] void addLimit(std::size_t place);
  /// Notes a limit that was checked when there were uses that it could count, by any key.
  [[gnu::cold]] void addUsedLimit(std::size_t place);
  /// Notes a use that a limit could count under any keys, by the question that was asked.
  [[gnu::cold]] void addAgreed(std::size_t place, Agreed agreed);
  [[gnu::cold]] void addFate(std::size_t place, UseFate fate);
  [[gnu::cold]] void add(const Consulted& other);

  [[nodiscard]] bool has(RuleSwitch which) const { return switches_.test(static_cast<std::size_t>(which)); }
  [[nodiscard]] bool has(RuleField field) const { return fields_.test(static_cast<std::size_t>(field)); }
  [[nodiscard]] bool hasLimit(std::size_t place) const { return limits_.test(std::min(place, limits_.size() - 1)); }
  [[nodiscard]] bool hasUsedLimit(std::size_t place) const {
    return used_limits_.test(std::min(place, used_limits_.size() - 1));
  }
  /// True if a limit with these keys counted a use, or may have.
  [[nodiscard]] bool hasCounted(std::size_t place, std::uint16_t keys) const {
    return anyAgreed(place, [&](const Agreed& use) { return use.may(keys); });
  }
  /// True if there was a use that the limit counts, or may count, with one of the sets of keys but not with the other.
  [[nodiscard]] bool hasCountedOtherwise(std::size_t place, std::uint16_t keys, std::uint16_t others) const {
    return anyAgreed(place, [&](const Agreed& use) {
      if (!use.may(keys) || !use.may(others)) return use.may(keys) != use.may(others);
      return (keys & use.unknown) != (others & use.unknown);  // the keys that one of them leaves open
    });
  }
  [[nodiscard]] bool hasFate(std::size_t place, UseFate fate) const {
    const auto of_limit = fates_.find(static_cast<std::uint16_t>(place));
    return of_limit != fates_.end() && (of_limit->second >> static_cast<unsigned>(fate) & 1U) != 0;
  }
  [[nodiscard]] bool hasLine(std::string_view clause) const { return clauses_.contains(clause); }

  /// The number of limits that are distinguished; later ones count as the last.
  static constexpr std::size_t kLimits = 64;
  [[nodiscard]] const std::set<std::string, std::less<>>& lines() const { return clauses_; }
  /// For each limit, the keys in which uses and questions agreed.
  [[nodiscard]] const std::map<std::uint16_t, std::set<Agreed>>& agreed() const { return agreed_; }
  /// For each limit, the fates of the uses that it counts, a bit by UseFate.
  [[nodiscard]] const std::map<std::uint16_t, std::uint8_t>& fates() const { return fates_; }

 private:
  template <class Is>
  [[nodiscard]] bool anyAgreed(std::size_t place, const Is& is) const {
    const auto of_limit = agreed_.find(static_cast<std::uint16_t>(place));
    return of_limit != agreed_.end() && std::any_of(of_limit->second.begin(), of_limit->second.end(), is);
  }

  std::bitset<static_cast<std::size_t>(RuleSwitch::count_)> switches_;
  std::bitset<static_cast<std::size_t>(RuleField::count_)> fields_;
  std::bitset<kLimits> limits_, used_limits_;
  std::map<std::uint16_t, std::set<Agreed>> agreed_;
  std::map<std::uint16_t, std::uint8_t> fates_;
  std::set<std::string, std::less<>> clauses_;
};

}  // namespace docket
