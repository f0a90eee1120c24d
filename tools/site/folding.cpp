#include "tools/site/folding.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "events/text/printable.h"

namespace docket::site {
namespace {

constexpr auto kFolding = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE |
                                                         UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK | UTF8PROC_IGNORE);

bool isOfWord(char32_t character) {
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(character))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
      return true;
    default:
      return false;
  }
}

std::string validIn(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const Character character = firstCharacter(text);
    if (character.valid) valid += text.substr(0, character.bytes);
    text.remove_prefix(character.bytes);
  }
  return valid;
}

}  // namespace

std::string folded(std::string_view text) {
  std::string valid = validIn(text);
  utf8proc_uint8_t* made = nullptr;
  const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(valid.data()),
                                 static_cast<utf8proc_ssize_t>(valid.size()), &made, kFolding);
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> held(made, &std::free);
  if (size < 0) return valid;
  return {reinterpret_cast<const char*>(made), static_cast<std::size_t>(size)};
}

std::vector<std::string> wordsOf(std::string_view text) {
  const std::string whole = folded(text);
  std::vector<std::string> words;
  std::string word;
  const auto end = [&] {
    if (!word.empty() && std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
    word.clear();
  };
  for (std::string_view rest = whole; !rest.empty();) {
    const Character character = firstCharacter(rest);
    if (character.valid && isOfWord(character.value)) {
      word += rest.substr(0, character.bytes);
    } else {
      end();
    }
    rest.remove_prefix(character.bytes);
  }
  end();
  return words;
}

}  // namespace docket::site
