// Texts in UTF-8 by characters.
#pragma once

#include <string>

namespace docket {

/// True for a byte of a UTF-8 character that is not its first.
[[nodiscard]] inline bool continuesCharacter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }
/// Removes the last character of a text, if it has one.
inline void eraseLastCharacter(std::string& text) {
  while (text.size() > 1 && continuesCharacter(text.back())) text.pop_back();
  if (!text.empty()) text.pop_back();
}

}  // namespace docket
