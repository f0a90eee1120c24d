// The state of `docket type`: handles keys and renders frames. It does no I/O, so tests can drive it.
// Invariant: a key changes the text at once, so the screen always shows text(); parsing, judging and saving happen
// later, in slices, in work().
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
  std::string file;  ///< its name on the screen
  bool colour = false;
  std::vector<std::string> rulesets{};       ///< all, as a header names them: "l5r-celestial" "2011-06-06"
  notation::DeckLines deck_lines{};          ///< of the decks that the header names
  std::function<void(std::string)> save{};   ///< saves the whole text asynchronously
  std::function<std::string()> not_saved{};  ///< the error of the last save; empty if it succeeded
};

class Session {
 public:
  Session(std::string_view text, TypedTranscript::RulesOf rules_of, Environment environment);

  void press(const Key& key);
  /// The frame for a terminal of that size.
  [[nodiscard]] Frame frame(Size size);
  /// Does a slice of the remaining work; false if there is none.
  bool work();
  /// True if the user has quit.
  [[nodiscard]] bool over() const { return over_; }
  /// No: Ctrl-Z is undo.
  [[nodiscard]] static constexpr bool canBeSuspended() { return false; }

  [[nodiscard]] std::string text() const { return text_.text(); }
  [[nodiscard]] const TypedTranscript& game() const { return game_; }
  /// The number of lines that cannot be read, and of events with a finding, once work() returns false.
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
  std::optional<Menu> menu_{};  // while the user goes through the completions
  notation::Offers offered_{};  // the completions at the cursor
  bool offered_now_ = false;    // true if they are for the current text and cursor
  std::string note_{};
  bool blank_put_ = false;  // the last key completed a word and put a blank after it
  bool saved_ = true;
  bool over_ = false;
};

}  // namespace docket::typing
