// Switches: how a ruleset decides where the engine supports two ways. Each switch has a name, so that a ruleset's
// document turns it on in a line with a clause, and switching off the clause removes the line.
// Invariant: without its line, the engine follows the most plausible misreading (or another game's rule), never
// nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace docket {

/// docs/document_reference.md, section Readings, describes both positions of each; a test compares the two.
enum class RuleSwitch : std::uint8_t {
  // -- stats
  absent_reads_as_zero,
  absent_is_zero_by_itself,
  absent_takes_no_changes,
  absent_is_set_from_zero,
  stats_of_all_entities,
  // -- changes of a stat
  change_is_bonus_or_penalty,
  bound_is_no_change,
  ending_is_no_change,
  fluctuation_is_no_change,
  total_is_no_change,
  zero_is_no_change,
  // -- "(to a maximum of ...)"
  maximum_caps_its_ability,
  maximum_of_bonus_caps_it_alone,
  maximum_caps_all_that_raise,
  // -- text boxes
  text_has_parts,              ///< names: the designators of abilities
  sentence_is_a_trait,         ///< names: the words that tie a sentence to the one before it
  sentence_names_its_subject,  ///< names: openings of sentences that name their subject, "While this ..., he", and the
                               ///< nouns that a later word can mean, "Follower ... it, its"
  inert_text_changes_nothing,  ///< flavor, color and reminder text
  small_print_is_no_text,
  quoted_text_is_its_own,
  bold_triggers_open_traits,  ///< names: the bold words before a colon that are the trigger of a trait
  // -- keywords
  keywords_are_separated,
  keyword_is_whole,
  keyword_by_its_word,    ///< names: the words
  base_keywords_of_last,  ///< of the most recent printing; of a created card those that its creation gave it
  bold_is_no_keyword,     ///< in quotes and before a colon
  shared_keyword_is_same,
  different_is_mutual,
  all_different_in_pairs,
  no_keyword_no_difference,
  different_are_counted_once,
  // -- types
  set_type_keeps_subtypes,
  set_type_drops_supertypes,
  acting_sets_no_type,
  acting_keeps_attributes,
  added_types_bring_theirs,
  states_are_no_characteristics,
  // -- abilities and traits
  abilities_are_optional,
  words_are_ability_keywords,
  card_has_ability_keywords,
  ability_has_card_keywords,
  effect_has_card_keywords,
  each_designator_counts,
  constraints_bind,
  conditions_permit,
  trait_targets_can_fail,
  effects_outlive_source,
  uses_leave_stats_unrecorded,  ///< records give the resulting stats, but not which effect of a use changed them
  chosen_effect_uses_limit,
  failed_effect_uses_limit,
  // -- continuous traits
  continuous_while_in_play,
  continuous_out_of_play_own_card,
  // -- created cards
  created_have_no_title,
  created_cease_out_of_play,
  created_unspecified_is_absent,
  proxies_are_created,
  proxies_show_their_card,  ///< names: lines of a proxy about the proxy itself
  ceased_are_as_last_known,
  // -- what may be done, and the end of a game
  forbidden_cannot_be_paid,
  forbidden_cannot_be_replaced,
  win_ends_the_game,
  count_,  ///< the number of switches
};

/// The kind of a switch's `names`; most have none.
enum class RuleSwitchNames : std::uint8_t { none, types, stats, keywords, designators, triggers, words };

struct RuleSwitchName {
  RuleSwitch which;
  std::string_view name;  ///< its name in documents
  RuleSwitchNames names = RuleSwitchNames::none;
  bool wants_names = false;  ///< it has no effect without names
};

/// The switch with a name in documents, or null.
[[nodiscard]] const RuleSwitchName* ruleSwitchNamed(std::string_view name);

/// Every switch with its name, in the order of the enumeration.
[[nodiscard]] std::span<const RuleSwitchName> ruleSwitches();

}  // namespace docket
