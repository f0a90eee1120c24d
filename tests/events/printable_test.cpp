// Text for a person and for JSON: special characters are found at every offset, because plain text is scanned eight
// characters at a time.
#include "events/text/printable.h"

#include <gtest/gtest.h>

#include <string>

namespace docket::printable_test {
namespace {

std::string inJson(const std::string& text) {
  std::string json;
  appendJsonString(json, text);
  return json;
}

TEST(Printable, ACharacterIsEscapedTheSameAtAnyPosition) {
  constexpr std::size_t kLength = 19;  // two words of eight, and some more
  for (unsigned byte = 0; byte < 256; ++byte) {
    const std::string alone(1, static_cast<char>(byte));
    const std::string written = inJson(alone);
    const bool stands = byte >= 0x20 && byte < 0x7F && byte != '"' && byte != '\\';
    ASSERT_EQ(written == '"' + alone + '"', stands) << byte;
    const std::string shown = printable(alone);
    ASSERT_EQ(shown == alone, byte >= 0x20 && byte < 0x7F) << byte;
    for (std::size_t place = 0; place < kLength; ++place) {
      const std::string before(place, '~');
      const std::string after(kLength - place - 1, ' ');
      const std::string text = before + alone + after;
      ASSERT_EQ(inJson(text), '"' + before + written.substr(1, written.size() - 2) + after + '"')
          << byte << " at " << place;
      ASSERT_EQ(printable(text), before + shown + after) << byte << " at " << place;
    }
  }
}

TEST(Printable, TwoAdjacentSpecialCharactersAreBothEscaped) {
  EXPECT_EQ(inJson("abc\"\x1f\\d\x7f"
                   "efg"),
            R"("abc\"\u001f\\d\u007fefg")");
  EXPECT_EQ(inJson("\x1f\x20\x1f\x21"), "\"\\u001f \\u001f!\"");
}

}  // namespace
}  // namespace docket::printable_test
