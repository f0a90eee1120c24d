// The effects of enchantments, entered by hand: a server reports that an enchantment is attached to a card, but not its
// effect. These facts come from the rules of the cards that give the enchantments, never from a record. An enchantment
// that is missing here, or whose amount varies, has an unknown effect.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace docket::hearthstone {

/// The way in which a number is given: added to the card's number, or in its place.
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
