// A game being typed: what a key does, and what is on the screen then. It knows no descriptor, no signal and no
// file, so that a test presses the keys.
// Invariant: what text() gives is what is on the screen, whatever was pressed; a key changes the text at once, and what
// is read, found and saved of it comes after in work(), a little at a time.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/terminal/keys.h"
#include "tools/typing/screen.h"
#include "tools/typing/typed_text.h"
#include "tools/typing/typed_transcript.h"

namespace docket::typing {

/// The environment of a session.
struct Environment {
  std::string file;  ///< as it is called on the screen
  bool colour = false;
  std::vector<std::string> rulesets{};       ///< that there are, as the header says them: "l5r-celestial" "2011-06-06"
  notation::DeckLines deck_lines{};          ///< of the decks that the header names
  std::function<void(std::string)> save{};   ///< puts the whole text away; does not wait for that
  std::function<std::string()> not_saved{};  ///< why what was put away last is not on the disk; empty: nothing is wrong
};

class Session {
 public:
  Session(std::string_view text, TypedTranscript::RulesOf rules_of, Environment environment);

  void press(const Key& key);
  /// What is on a terminal of that size.
  [[nodiscard]] Frame frame(Size size);
  /// Reads, completes and saves a little of what is left to do; false: nothing is.
  bool work();
  /// True if the user has quit.
  [[nodiscard]] bool over() const { return over_; }
  /// Ctrl-Z takes back what was typed.
  [[nodiscard]] static constexpr bool canBeSuspended() { return false; }

  [[nodiscard]] std::string text() const { return text_.text(); }
  [[nodiscard]] const TypedTranscript& game() const { return game_; }
  /// How many lines cannot be read, and against how many events there is a finding. After work() gave false.
  [[nodiscard]] std::size_t mistakes() const;
  [[nodiscard]] std::size_t findings() const;

 private:
  enum class Pane : std::uint8_t { table, keys, none };
  struct Menu {
    notation::Offers candidates;
    std::size_t selected = 0;
  };

  void pressInText(const Key& key);
  void pressInPrompt(const Key& key);
  void pressControl(char letter);
  void enter();
  void complete(bool back);
  [[nodiscard]] bool isClosed(std::string_view candidate) const;
  void put(const notation::Offer& candidate, std::size_t from, bool whole);
  void goTo(const std::string& where);
  void goToNext(bool back);
  void read();
  [[nodiscard]] std::string title() const;
  [[nodiscard]] std::string nextWords() const;
  [[nodiscard]] std::vector<std::string> paneRows(std::size_t columns);
  [[nodiscard]] EventNumber eventHere() const;

  Environment environment_;
  TypedText text_;
  TypedTranscript game_;
  Pane pane_ = Pane::table;
  std::size_t pane_from_ = 0;
  std::size_t page_ = 1;
  std::optional<std::string> prompt_{};
  std::optional<Menu> menu_{};  // what was offered, while one after the other is tried
  notation::Offers offered_{};  // what may appear at the cursor
  bool offered_now_ = false;    // and whether that is of this text and place
  std::string note_{};
  bool blank_put_ = false;  // the last key completed a word and put a blank after it
  bool saved_ = true;
  bool over_ = false;
};

}  // namespace docket::typing
