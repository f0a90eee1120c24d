// Compares keywords: whether a name refers to one, whether two cards share a keyword or differ, and the number of
// different ones. characteristics.h reads the keywords of a card.
// Invariant: the ruleset's list alone decides which keywords are eligible for a kind.
#pragma once

#include <string_view>
#include <vector>

#include "engine/rules/ruleset.h"

namespace docket {

/// True if `name` refers to a keyword: to itself; if the ruleset says so, to any keyword that contains that word; and
/// if the ruleset does not separate parts, to any keyword that it is a part of.
[[nodiscard]] bool isReferredTo(std::string_view keyword, std::string_view name, const Ruleset& ruleset);

/// True if a card of these types (a player: no types, with `is_player`) can have a keyword: some keywords are of a kind
/// that only some entities can have.
[[nodiscard]] bool canHaveKeyword(std::string_view keyword, const std::vector<std::string_view>& types, bool is_player,
                                  const Ruleset& ruleset);

/// True if the ruleset's kinds restrict who can have a keyword.
[[nodiscard]] bool isRestricted(std::string_view keyword, const Ruleset& ruleset);

using Keywords = std::vector<std::string_view>;

/// The keywords that are eligible for a kind, each once; without a kind, all are.
[[nodiscard]] Keywords eligible(const Keywords& keywords, const KeywordKind* kind);

/// Compares two or more cards by their eligible keywords.
[[nodiscard]] bool haveSameKeyword(const Keywords& one, const Keywords& other, const Ruleset& ruleset);
[[nodiscard]] bool haveDifferentKeyword(const Keywords& one, const Keywords& other, const Ruleset& ruleset);
[[nodiscard]] bool areAllDifferent(const std::vector<Keywords>& cards, const Ruleset& ruleset);
[[nodiscard]] std::size_t countDifferent(const std::vector<Keywords>& cards, const Ruleset& ruleset);

}  // namespace docket
