#include "engine/rules/rule_switches.h"

#include <algorithm>
#include <array>

namespace docket {
namespace {

constexpr std::array<ReadingName, static_cast<std::size_t>(Reading::count_)> kReadings{{
    {Reading::absent_reads_as_zero, "an absent stat reads as zero"},
    {Reading::absent_takes_no_changes, "an absent stat takes no changes"},
    {Reading::absent_is_set_from_zero, "an absent stat is set from zero"},
    {Reading::stats_of_all_entities, "stats belong to all entities"},
    {Reading::change_is_bonus_or_penalty, "a change is a bonus or a penalty"},
    {Reading::bound_is_no_change, "a bound is no bonus and no penalty"},
    {Reading::ending_is_no_change, "an ending is no bonus and no penalty"},
    {Reading::fluctuation_is_no_change, "a fluctuation is no bonus and no penalty"},
    {Reading::total_is_no_change, "a total is no bonus and no penalty"},
    {Reading::zero_is_no_change, "zero is no bonus and no penalty"},
    {Reading::maximum_caps_its_ability, "a maximum caps what its ability does"},
    {Reading::maximum_of_bonus_caps_it_alone, "a maximum of a bonus caps its ability alone"},
    {Reading::maximum_caps_all_that_raise, "a maximum of a stat caps all that raise it"},
    {Reading::text_has_parts, "a text box has parts", ReadingNames::designators, true},
    {Reading::sentence_is_a_trait, "a sentence is a trait", ReadingNames::words},
    {Reading::sentence_has_its_own, "a sentence that names whom it speaks of is its own", ReadingNames::words, true},
    {Reading::inert_text_changes_nothing, "flavor, color and reminder text change nothing"},
    {Reading::small_print_is_no_text, "small print is no text"},
    {Reading::quoted_text_is_its_own, "quoted text is not of what holds it"},
    {Reading::bold_triggers_open_traits, "a bold word before a colon can be the trigger of a trait",
     ReadingNames::triggers, true},
    {Reading::keywords_are_separated, "dots and lines separate keywords"},
    {Reading::keyword_is_whole, "part of a keyword is not the keyword"},
    {Reading::keyword_by_its_word, "a keyword is referred to by its word", ReadingNames::keywords, true},
    {Reading::base_keywords_of_last, "base keywords are those of the last printing"},
    {Reading::bold_is_no_keyword, "bold words are no keywords in quotes and before a colon"},
    {Reading::shared_keyword_is_same, "a shared keyword is the same"},
    {Reading::different_is_mutual, "different is what each has and the other lacks"},
    {Reading::all_different_in_pairs, "all are different where every pair is"},
    {Reading::no_keyword_no_difference, "without a keyword there is no same and no different"},
    {Reading::different_are_counted_once, "different keywords are counted once each"},
    {Reading::set_type_keeps_subtypes, "a set type keeps the subtypes"},
    {Reading::set_type_drops_supertypes, "a set type drops the supertypes"},
    {Reading::acting_sets_no_type, "acting as a type sets no type"},
    {Reading::acting_keeps_attributes, "acting as a type keeps the attributes"},
    {Reading::added_types_bring_theirs, "added types bring what they have"},
    {Reading::states_are_no_characteristics, "states are no characteristics"},
    {Reading::abilities_are_optional, "abilities are optional"},
    {Reading::words_are_ability_keywords, "each word before its designator is a keyword of an ability"},
    {Reading::card_has_ability_keywords, "a card has the keywords of its abilities"},
    {Reading::ability_has_card_keywords, "an ability has the keywords of its card"},
    {Reading::effect_has_card_keywords, "an effect of a trait has the keywords of its card"},
    {Reading::each_designator_counts, "an ability counts as each of its designators"},
    {Reading::constraints_bind, "a constraints block binds"},
    {Reading::conditions_permit, "a condition restricts and permits"},
    {Reading::trait_targets_can_fail, "a trait without a target happens all the same"},
    {Reading::effects_outlive_source, "effects go on without their card"},
    {Reading::limit_by_choice, "an optional effect uses its limit when it is chosen"},
    {Reading::limit_by_failure, "an effect that fails uses its limit"},
    {Reading::continuous_while_in_play, "a continuous trait applies while its card is in play"},
    {Reading::continuous_out_of_play_own_card, "out of play a continuous trait affects its own card"},
    {Reading::created_have_no_title, "a created card has no title", ReadingNames::types},
    {Reading::created_cease_out_of_play, "a created card ceases when it leaves play"},
    {Reading::created_unspecified_is_absent, "an unspecified stat of a created card is absent", ReadingNames::stats,
     true},
    {Reading::proxies_are_created, "a proxy is a created card", ReadingNames::designators},
    {Reading::proxies_show_their_card, "a proxy shows what it stands for", ReadingNames::words},
    {Reading::ceased_are_as_last_known, "what has ceased is as it last was"},
    {Reading::forbidden_cannot_be_paid, "what cannot be done cannot be paid"},
    {Reading::forbidden_cannot_be_replaced, "what cannot happen cannot be replaced"},
    {Reading::win_ends_the_game, "a win ends the game"},
}};

}  // namespace

const ReadingName* readingNamed(std::string_view name) {
  const auto found =
      std::find_if(kReadings.begin(), kReadings.end(), [&](const auto& one) { return one.name == name; });
  return found == kReadings.end() ? nullptr : &*found;
}

std::span<const ReadingName> readings() { return kReadings; }

}  // namespace docket
