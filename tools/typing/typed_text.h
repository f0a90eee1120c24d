// A text being typed: its lines, the cursor, edits, and undo. Pure.
// Invariant: there is at least one line, no line holds a line break, the cursor is between two characters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace docket::typing {

class TypedText {
 public:
  struct Place {
    std::size_t line = 0, column = 0;  ///< from 0; the column in bytes
    friend bool operator==(const Place&, const Place&) = default;
  };

  explicit TypedText(std::string_view text = {});

  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }
  [[nodiscard]] const std::string& line() const { return lines_[place_.line]; }
  [[nodiscard]] Place place() const { return place_; }
  /// The whole: each line with its end, empty ones after the last left out.
  [[nodiscard]] std::string text() const;
  /// The first line that may be another one since this was last asked; lines().size() if none is.
  [[nodiscard]] std::size_t takeChanged();

  /// Inserts typed or pasted text at the cursor: line breaks divide the line; other control characters are left out.
  void insert(std::string_view text);
  /// Replaces the text between a column and the cursor.
  void replaceFrom(std::size_t column, std::string_view text);
  /// In place of `count` lines from `first` on, or as many as there are; the cursor goes to the end of the last new
  /// one.
  void replaceLines(std::size_t first, std::size_t count, std::vector<std::string> with);
  void backspace();
  void erase();
  /// From the cursor to the end of the line; if it is at the end, the line break.
  void eraseToEnd();

  void left();
  void right();
  void up(std::size_t lines = 1);
  void down(std::size_t lines = 1);
  void home() { moveTo({.line = place_.line, .column = 0}); }
  void end() { moveTo({.line = place_.line, .column = line().size()}); }
  /// To a place that may be beyond the text.
  void moveTo(Place to);

  /// Undoes the last change (text typed in one go is one change); redoes it. False if there is none.
  bool undo();
  bool redo();

 private:
  /// Lines that are in place of others.
  struct Change {
    std::size_t first = 0;
    std::vector<std::string> before, after;
    Place place_before, place_after;
  };
  void change(std::size_t first, std::size_t count, std::vector<std::string> with, Place after, bool typed);
  void put(std::size_t first, std::size_t count, const std::vector<std::string>& with, Place place);

  std::vector<std::string> lines_;
  Place place_{};
  std::size_t changed_ = 0;
  std::vector<Change> done_{}, undone_{};
  bool goes_on_ = false;  // what is typed next belongs to the last change
};

}  // namespace docket::typing
