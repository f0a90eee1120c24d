#include "engine/readings.h"

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
}};

}  // namespace

std::span<const ReadingName> readings() { return kReadings; }

}  // namespace docket
