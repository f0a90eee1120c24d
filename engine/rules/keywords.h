// Keywords compared: what refers to one, whether two cards have the same or a different one, how many different ones
// there are. The keywords that a card has are a reading of its own (characteristics.h).
// Invariant: what counts as eligible for a kind is the ruleset's list of it and nothing else.
#pragma once

#include <string_view>
#include <vector>

#include "engine/rules/ruleset.h"

namespace docket {

/// Whether a keyword is what `name` refers to: itself; where the ruleset says so, any keyword with that word in it; and
/// where it does not hold parts apart, any keyword that it is a part of.
[[nodiscard]] bool isReferredTo(std::string_view keyword, std::string_view name, const Ruleset& ruleset);

/// Whether a card of these types (a player: of none, with `is_player`) can have a keyword: some are those of a kind
/// that only some have.
[[nodiscard]] bool canHaveKeyword(std::string_view keyword, const std::vector<std::string_view>& types, bool is_player,
                                  const Ruleset& ruleset);

/// Whether the kinds of the ruleset restrict who can have a keyword at all.
[[nodiscard]] bool isRestricted(std::string_view keyword, const Ruleset& ruleset);

using Keywords = std::vector<std::string_view>;

/// Of some keywords those that are eligible for a kind, each once; without a kind every one is.
[[nodiscard]] Keywords eligible(const Keywords& keywords, const KeywordKind* kind);

/// What two or more cards are compared in; of each the eligible keywords.
[[nodiscard]] bool haveSameKeyword(const Keywords& one, const Keywords& other, const Ruleset& ruleset);
[[nodiscard]] bool haveDifferentKeyword(const Keywords& one, const Keywords& other, const Ruleset& ruleset);
[[nodiscard]] bool areAllDifferent(const std::vector<Keywords>& cards, const Ruleset& ruleset);
[[nodiscard]] std::size_t countDifferent(const std::vector<Keywords>& cards, const Ruleset& ruleset);

}  // namespace docket
