// A footprint: what of its rules a game came to ask, noted while it is folded, judged and read. A change of the rules
// elsewhere leaves the game as it is.
// Invariant: what is not noted was not asked, or was asked where the answer could not matter: a requirement that was
// met, a switch where both of its positions come to the same. Noting changes no answer.
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

/// A place of a ruleset that is neither a switch nor a line with a clause: what a document says there takes one of
/// several values.
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
  precedence,                 ///< precedence: no line says which of two contrary sayings beats the other
  abilities_of_players,       ///< abilities/*
  obligation_places,          ///< obligations/places: all of these lines were noted
  wins_at_once,               ///< wins/*/atOnce
  scope,                      ///< whether any rule speaks of an event, of a deck or of the end was asked: each line can
  count_,                     ///< how many there are
};

/// What became of a use that a limit counts by all its keys, by which it can be given back (limits/*/givenBack).
enum class UseFate : std::uint8_t {
  negated,             ///< it had been negated
  turned_face_down,    ///< its card had been turned face-down since, by something else
  turned_itself_down,  ///< its card had been turned face-down since, by itself alone
  left,                ///< its card had come to another place since
  attached,            ///< its card had been attached since
  count_,              ///< how many there are
};

/// In which keys of a limit a use and a question agree, and of which that is not known; a bit by schema::Limit::Key.
struct Agreed {
  std::uint16_t keys = 0, unknown = 0;

  /// Whether the use counts, or may, where a limit is keyed by these.
  [[nodiscard]] bool may(std::uint16_t keyed_by) const { return (keyed_by & ~keys & ~unknown) == 0; }
  friend auto operator<=>(const Agreed&, const Agreed&) = default;  // NOLINT(modernize-use-nullptr)
};

class Consulted {
 public:
  // Hardly anybody notes, and everything that reads a rule can: what notes is kept apart from what is read all the
  // time.

  /// A switch whose other position could have come to something else.
  [[gnu::cold]] void add(RuleSwitch reading);
  [[gnu::cold]] void add(RuleField field);
  /// A line of that clause that came to something: without it something could have been otherwise. Lines without a
  /// clause are noted nowhere.
  [[gnu::cold]] void addLine(std::string_view clause);
  /// A limit that was asked of an act or of a card, whether or not it was reached.
  [[gnu::cold]] void addLimit(std::size_t place);
  /// A limit that was asked when there had been uses that it could count, by whatever key.
  [[gnu::cold]] void addUsedLimit(std::size_t place);
  /// A use that a limit could count, however it is keyed, by the question that was asked.
  [[gnu::cold]] void addAgreed(std::size_t place, Agreed agreed);
  [[gnu::cold]] void addFate(std::size_t place, UseFate fate);
  [[gnu::cold]] void add(const Consulted& other);

  [[nodiscard]] bool has(RuleSwitch reading) const { return switches_.test(static_cast<std::size_t>(reading)); }
  [[nodiscard]] bool has(RuleField field) const { return fields_.test(static_cast<std::size_t>(field)); }
  [[nodiscard]] bool hasLimit(std::size_t place) const { return limits_.test(std::min(place, limits_.size() - 1)); }
  [[nodiscard]] bool hasUsedLimit(std::size_t place) const {
    return used_limits_.test(std::min(place, used_limits_.size() - 1));
  }
  /// Whether there was a use that a limit keyed by these counted, or may have.
  [[nodiscard]] bool hasCounted(std::size_t place, std::uint16_t keys) const {
    return anyAgreed(place, [&](const Agreed& use) { return use.may(keys); });
  }
  /// Whether there was a use that the limit would count keyed by the ones and not keyed by the others, or may.
  [[nodiscard]] bool hasCountedOtherwise(std::size_t place, std::uint16_t keys, std::uint16_t others) const {
    return anyAgreed(place, [&](const Agreed& use) {
      if (!use.may(keys) || !use.may(others)) return use.may(keys) != use.may(others);
      return (keys & use.unknown) != (others & use.unknown);  // what one of them leaves open
    });
  }
  [[nodiscard]] bool hasFate(std::size_t place, UseFate fate) const {
    const auto of_limit = fates_.find(static_cast<std::uint16_t>(place));
    return of_limit != fates_.end() && (of_limit->second >> static_cast<unsigned>(fate) & 1U) != 0;
  }
  [[nodiscard]] bool hasLine(std::string_view clause) const { return clauses_.contains(clause); }

  /// How many limits of a ruleset are told apart; those behind them count as the last.
  static constexpr std::size_t kLimits = 64;
  [[nodiscard]] const std::set<std::string, std::less<>>& lines() const { return clauses_; }
  /// By limit, in which keys uses and questions agreed.
  [[nodiscard]] const std::map<std::uint16_t, std::set<Agreed>>& agreed() const { return agreed_; }
  /// By limit, what became of uses that it counts, a bit by UseFate.
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
