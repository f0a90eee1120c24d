// The text of a game while it is typed: the effect of each key, and undo.
#include <gtest/gtest.h>

#include "tools/typing/typed_text.h"

namespace docket::typed_text_test {
namespace {

using typing::TypedText;

TEST(TypedText, HoldsTheTypedText) {
  TypedText text;
  text.insert("P1 draws 2");
  text.insert("\n");
  text.insert("  plays \"Glöcke\"");
  EXPECT_EQ(text.text(), "P1 draws 2\n  plays \"Glöcke\"\n");
  text.backspace();
  text.left();
  text.left();
  text.left();
  text.backspace();  // the whole ö
  EXPECT_EQ(text.line(), "  plays \"Glcke");
  text.insert("ö");
  text.end();
  text.insert("\"");
  EXPECT_EQ(text.line(), "  plays \"Glöcke\"");
}

TEST(TypedText, DividesAndJoinsLines) {
  TypedText text("one two\nthree");
  text.moveTo({.line = 0, .column = 3});
  text.insert("\n");
  EXPECT_EQ(text.lines(), (std::vector<std::string>{"one", " two", "three"}));
  text.backspace();
  EXPECT_EQ(text.lines(), (std::vector<std::string>{"one two", "three"}));
  text.eraseToEnd();
  text.eraseToEnd();
  EXPECT_EQ(text.lines(), (std::vector<std::string>{"onethree"}));
  text.moveTo({.line = 0, .column = 0});
  text.backspace();  // nothing is before it
  text.end();
  text.erase();  // nor behind it
  EXPECT_EQ(text.text(), "onethree\n");
}

TEST(TypedText, AcceptsPastedLines) {
  TypedText text("P1 draws 1");
  text.end();
  text.insert("\r\nP2 draws\t2\n\x1b[2JP1 \x07shuffles");
  EXPECT_EQ(text.lines(), (std::vector<std::string>{"P1 draws 1", "P2 draws 2", "[2JP1 shuffles"}));
  EXPECT_EQ(text.place(), (TypedText::Place{.line = 2, .column = 14}));
}

TEST(TypedText, UndoesARunOfTyping) {
  TypedText text("game \"x\"");
  text.end();
  text.insert("\n");
  for (const char* character : {"d", "r", "a", "w"}) text.insert(character);
  text.insert("\n");
  text.insert("plays");
  EXPECT_TRUE(text.undo());
  EXPECT_EQ(text.text(), "game \"x\"\ndraw\n");
  EXPECT_TRUE(text.undo());  // the line
  EXPECT_TRUE(text.undo());  // the word in it
  EXPECT_EQ(text.text(), "game \"x\"\n");
  EXPECT_TRUE(text.redo());
  EXPECT_EQ(text.text(), "game \"x\"\ndraw\n");
  text.insert("s");  // undone text is forgotten
  EXPECT_FALSE(text.redo());
  while (text.undo()) {
  }
  EXPECT_EQ(text.text(), "game \"x\"\n");
}

TEST(TypedText, ReportsTheFirstChangedLine) {
  TypedText text("one\ntwo\nthree");
  EXPECT_EQ(text.takeChanged(), 0U);
  EXPECT_EQ(text.takeChanged(), 3U);
  text.moveTo({.line = 2, .column = 0});
  text.insert("x");
  text.up();
  EXPECT_EQ(text.takeChanged(), 2U);
  text.moveTo({.line = 2, .column = 0});
  text.backspace();
  EXPECT_EQ(text.takeChanged(), 1U);
  text.undo();
  EXPECT_EQ(text.takeChanged(), 1U);
}

TEST(TypedText, PutsTheCursorBetweenTwoCharacters) {
  TypedText text("ö漢\nx");
  text.moveTo({.line = 0, .column = 3});  // within the second one
  EXPECT_EQ(text.place().column, 2U);
  text.right();
  EXPECT_EQ(text.place().column, 5U);
  text.right();
  EXPECT_EQ(text.place(), (TypedText::Place{.line = 1, .column = 0}));
  text.left();
  text.down(7);
  EXPECT_EQ(text.place(), (TypedText::Place{.line = 1, .column = 1}));
  text.moveTo({.line = 99, .column = 99});
  EXPECT_EQ(text.place(), (TypedText::Place{.line = 1, .column = 1}));
}

}  // namespace
}  // namespace docket::typed_text_test
