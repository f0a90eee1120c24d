#include "engine/rules/expression/literals.h"

#include <array>

namespace docket::expression {

std::string textInQuotes(std::string_view text) {
  std::string made = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') made += '\\';
    made += c;
  }
  return made + "\"";
}

std::string_view typeWords(Type type) {
  constexpr std::array<std::string_view, 7> kWords = {"a number", "true or false", "a text",        "a card",
                                                      "a player", "an entity",     "a set of cards"};
  return kWords[static_cast<std::size_t>(type)];
}

}  // namespace docket::expression
