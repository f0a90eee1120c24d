// Base64 and numbers within lines: both ways, in one spelling. (The sanitizers' builds report a
// read beyond a text that is too short for base64.)
#include "events/log/note_lines.h"

#include <gtest/gtest.h>

#include <string>

namespace docket::note_lines_test {
namespace {

TEST(NoteLines, HaveBase64InOneSpelling) {
  std::vector<std::uint8_t> bytes;
  for (unsigned length = 0; length < 70; ++length) {
    EXPECT_EQ(bytesOfBase64(base64(bytes)), bytes) << length;
    bytes.push_back(static_cast<std::uint8_t>(length * 37));
  }
  EXPECT_EQ(base64(std::vector<std::uint8_t>{0xFB, 0xFF}), "+/8=");
  for (const std::string text : {"A", "AA", "AAA", "=", "==", "====", "A===", "AB==", "AAB=", "AA=A", "AA==\n",
                                 " AA==", "A A==", "-_8=", "AAAAA", "AA==AA=="}) {
    EXPECT_EQ(bytesOfBase64(text), std::nullopt) << text;
  }
  EXPECT_EQ(hashOfBase64(""), std::nullopt);
}

TEST(NoteLines, HaveNumbersInOneSpelling) {
  EXPECT_EQ(numberOf("0"), 0U);
  EXPECT_EQ(numberOf("9223372036854775807"), 9'223'372'036'854'775'807U);
  for (const std::string text : {"", "00", "01", "-1", "+1", " 1", "1 ", "1.0", "0x1", "9223372036854775808",
                                 "18446744073709551616", "99999999999999999999999"}) {
    EXPECT_EQ(numberOf(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace docket::note_lines_test
