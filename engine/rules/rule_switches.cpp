#include "engine/rules/rule_switches.h"

#include <algorithm>
#include <array>

namespace docket {
namespace {

constexpr std::array<RuleSwitchName, static_cast<std::size_t>(RuleSwitch::count_)> kRuleSwitches{{
    {RuleSwitch::absent_reads_as_zero, "an absent stat reads as zero"},
    {RuleSwitch::absent_is_zero_by_itself, "an absent stat or value is zero by itself"},
    {RuleSwitch::absent_takes_no_changes, "an absent stat takes no changes"},
    {RuleSwitch::absent_is_set_from_zero, "an absent stat is set from zero"},
    {RuleSwitch::stats_of_all_entities, "stats belong to all entities"},
    {RuleSwitch::change_is_bonus_or_penalty, "a change is a bonus or a penalty"},
    {RuleSwitch::bound_is_no_change, "a bound is no bonus and no penalty"},
    {RuleSwitch::ending_is_no_change, "an ending is no bonus and no penalty"},
    {RuleSwitch::fluctuation_is_no_change, "a fluctuation is no bonus and no penalty"},
    {RuleSwitch::total_is_no_change, "a total is no bonus and no penalty"},
    {RuleSwitch::zero_is_no_change, "zero is no bonus and no penalty"},
    {RuleSwitch::maximum_caps_its_ability, "a maximum caps what its ability does"},
    {RuleSwitch::maximum_of_bonus_caps_it_alone, "a maximum of a bonus caps its ability alone"},
    {RuleSwitch::maximum_caps_all_that_raise, "a maximum of a stat caps all that raise it"},
    {RuleSwitch::text_has_parts, "a text box has parts", RuleSwitchNames::designators, true},
    {RuleSwitch::sentence_is_a_trait, "a sentence is a trait", RuleSwitchNames::words},
    {RuleSwitch::sentence_names_its_subject, "a sentence that names whom it speaks of is its own",
     RuleSwitchNames::words, true},
    {RuleSwitch::inert_text_changes_nothing, "flavor, color and reminder text change nothing"},
    {RuleSwitch::small_print_is_no_text, "small print is no text"},
    {RuleSwitch::quoted_text_is_its_own, "quoted text is not of what holds it"},
    {RuleSwitch::bold_triggers_open_traits, "a bold word before a colon can be the trigger of a trait",
     RuleSwitchNames::triggers, true},
    {RuleSwitch::keywords_are_separated, "dots and lines separate keywords"},
    {RuleSwitch::keyword_is_whole, "part of a keyword is not the keyword"},
    {RuleSwitch::keyword_by_its_word, "a keyword is referred to by its word", RuleSwitchNames::keywords, true},
    {RuleSwitch::base_keywords_of_last, "base keywords are those of the last printing"},
    {RuleSwitch::bold_is_no_keyword, "bold words are no keywords in quotes and before a colon"},
    {RuleSwitch::shared_keyword_is_same, "a shared keyword is the same"},
    {RuleSwitch::different_is_mutual, "different is what each has and the other lacks"},
    {RuleSwitch::all_different_in_pairs, "all are different where every pair is"},
    {RuleSwitch::no_keyword_no_difference, "without a keyword there is no same and no different"},
    {RuleSwitch::different_are_counted_once, "different keywords are counted once each"},
    {RuleSwitch::set_type_keeps_subtypes, "a set type keeps the subtypes"},
    {RuleSwitch::set_type_drops_supertypes, "a set type drops the supertypes"},
    {RuleSwitch::acting_sets_no_type, "acting as a type sets no type"},
    {RuleSwitch::acting_keeps_attributes, "acting as a type keeps the attributes"},
    {RuleSwitch::added_types_bring_theirs, "added types bring what they have"},
    {RuleSwitch::states_are_no_characteristics, "states are no characteristics"},
    {RuleSwitch::abilities_are_optional, "abilities are optional"},
    {RuleSwitch::words_are_ability_keywords, "each word before its designator is a keyword of an ability"},
    {RuleSwitch::card_has_ability_keywords, "a card has the keywords of its abilities"},
    {RuleSwitch::ability_has_card_keywords, "an ability has the keywords of its card"},
    {RuleSwitch::effect_has_card_keywords, "an effect of a trait has the keywords of its card"},
    {RuleSwitch::each_designator_counts, "an ability counts as each of its designators"},
    {RuleSwitch::constraints_bind, "a constraints block binds"},
    {RuleSwitch::conditions_permit, "a condition restricts and permits"},
    {RuleSwitch::trait_targets_can_fail, "a trait without a target happens all the same"},
    {RuleSwitch::effects_outlive_source, "effects go on without their card"},
    {RuleSwitch::uses_leave_stats_unrecorded, "what a use does to stats is not recorded"},
    {RuleSwitch::chosen_effect_uses_limit, "an optional effect uses its limit when it is chosen"},
    {RuleSwitch::failed_effect_uses_limit, "an effect that fails uses its limit"},
    {RuleSwitch::continuous_while_in_play, "a continuous trait applies while its card is in play"},
    {RuleSwitch::continuous_out_of_play_own_card, "out of play a continuous trait affects its own card"},
    {RuleSwitch::created_have_no_title, "a created card has no title", RuleSwitchNames::types},
    {RuleSwitch::created_cease_out_of_play, "a created card ceases when it leaves play"},
    {RuleSwitch::created_unspecified_is_absent, "an unspecified stat of a created card is absent",
     RuleSwitchNames::stats, true},
    {RuleSwitch::proxies_are_created, "a proxy is a created card", RuleSwitchNames::designators},
    {RuleSwitch::proxies_show_their_card, "a proxy shows what it stands for", RuleSwitchNames::words},
    {RuleSwitch::ceased_are_as_last_known, "what has ceased is as it last was"},
    {RuleSwitch::forbidden_cannot_be_paid, "what cannot be done cannot be paid"},
    {RuleSwitch::forbidden_cannot_be_replaced, "what cannot happen cannot be replaced"},
    {RuleSwitch::win_ends_the_game, "a win ends the game"},
}};

}  // namespace

const RuleSwitchName* ruleSwitchNamed(std::string_view name) {
  const auto found =
      std::find_if(kRuleSwitches.begin(), kRuleSwitches.end(), [&](const auto& one) { return one.name == name; });
  return found == kRuleSwitches.end() ? nullptr : &*found;
}

std::span<const RuleSwitchName> ruleSwitches() { return kRuleSwitches; }

}  // namespace docket
