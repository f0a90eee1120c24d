// What enchantments give, typed: a server says that an enchantment is attached to a card, and not what it does there.
// These are facts of the cards that give them, taken from the cards' own rules and never from what a record shows; an
// enchantment that is not here, or that gives another amount each time, is one of which nobody knows what it does.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace docket::hearthstone {

/// How a number is given: added to what its card has, or put in its place.
enum class Gives : std::uint8_t { more, exactly };

struct GivenNumber {
  std::string_view stat;  ///< of the ruleset; empty: none
  std::int32_t amount = 0;
  Gives gives = Gives::more;
};

struct TypedEnchantment {
  std::string_view card;  ///< the enchantment's id
  std::string_view from;  ///< the title of the card that gives it
  GivenNumber first{}, second{};
};

/// All that are typed, by id. An enchantment without numbers changes none: it gives keywords, or text.
[[nodiscard]] std::span<const TypedEnchantment> typedEnchantments();
/// The one of that id, or null.
[[nodiscard]] const TypedEnchantment* typedEnchantment(std::string_view card);

}  // namespace docket::hearthstone
