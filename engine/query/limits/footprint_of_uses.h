// What a game's footprint (consulted.h) notes of the uses that a limit counts, or would count with other keys or other
// events that give uses back.
#pragma once

#include "engine/query/limits/use_match.h"
#include "engine/rules/consulted.h"

namespace docket {

/// Notes whether there are uses since `start` that the limit could count by some keys, and the keys in which each of
/// them agrees with the question.
void noteCountableUses(const UseMatch& match, EventNumber start, Consulted& footprint);
/// Notes what happened to a counted use that could give it back.
void noteFate(const UseMatch& match, const Use& use, Consulted& footprint);

}  // namespace docket
