// The state of `docket step`: handles keys and renders frames. It does no terminal I/O, so tests can drive it.
// Invariant: after any key the position is one of the game's, and a frame fits the requested size.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/step/screen.h"
#include "tools/step/views.h"
#include "tools/terminal/keys.h"

namespace docket::step {

class Session {
 public:
  /// The stepper must outlive it.
  Session(Stepper& stepper, bool colour) : stepper_(stepper), views_(stepper), colour_(colour) {}

  void press(const Key& key);
  /// The frame for a terminal of that size.
  [[nodiscard]] Frame frame(Size size);
  [[nodiscard]] static constexpr bool canBeSuspended() { return true; }
  /// Background work while no key is pressed: always false, because there is none.
  [[nodiscard]] static bool work() { return false; }
  /// True if the user has quit.
  [[nodiscard]] bool over() const { return over_; }

 private:
  struct Prompt {
    std::string label;  // shown before the typed text: the instruction that it completes
    std::string typed{};
  };

  void pressWhileTyping(const Key& key);
  void pressText(std::string_view text);
  void scroll(std::ptrdiff_t rows);
  void ask(std::string label) { prompt_ = Prompt{.label = std::move(label)}; }
  void follow(const std::string& line);
  void follow(const Instruction& instruction);
  void show(const Instruction& view);
  void showNext(bool back);
  [[nodiscard]] std::string bodyText();
  [[nodiscard]] std::vector<std::string> eventRows(std::size_t columns);
  void addTranscript(ScreenContent& content, Size size);
  [[nodiscard]] std::string bottom() const;

  Stepper& stepper_;
  Views views_;
  bool colour_;
  Instruction shown_{.verb = Verb::board};  // the view
  std::optional<Instruction> before_help_{};
  std::vector<std::string> question_{};  // what was explained last
  std::optional<Prompt> prompt_{};
  std::string note_{};
  std::size_t from_ = 0;  // the first row of the body that is shown
  std::size_t page_ = 1;  // how many rows the last frame showed
  bool at_event_ = true;  // of the transcript: the rows around the event are shown, wherever they are
  bool over_ = false;
};

}  // namespace docket::step
