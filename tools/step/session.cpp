#include "tools/step/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "events/errors.h"
#include "events/text/characters.h"
#include "events/text/printable.h"
#include "tools/words/text.h"

namespace docket::step {
namespace {

constexpr std::array<Verb, 5> kViews{Verb::board, Verb::log, Verb::explain, Verb::limits, Verb::moves};

std::string_view nameOf(Verb view) {
  switch (view) {
    case Verb::log:
      return "transcript";
    case Verb::explain:
      return "explanation";
    case Verb::limits:
      return "limits";
    case Verb::moves:
      return "moves";
    case Verb::help:
      return "keys and instructions";
    default:
      return "table";
  }
}

/// A key that says an instruction by itself.
struct Bound {
  std::string_view text;
  std::string_view line;
};
constexpr std::array<Bound, 19> kBound{{{"n", "next"},
                                        {" ", "next"},
                                        {"b", "back"},
                                        {"<", "start"},
                                        {">", "end"},
                                        {"f", "finding"},
                                        {"F", "finding back"},
                                        {"1", "board"},
                                        {"o", "board"},
                                        {"2", "log"},
                                        {"l", "log"},
                                        {"4", "limits"},
                                        {"m", "limits"},
                                        {"5", "moves"},
                                        {"p", "moves"},
                                        {"?", "help"},
                                        {"h", "help"},
                                        {"q", "quit"},
                                        {"Q", "quit"}}};

/// A key that asks for the rest of an instruction.
constexpr std::array<Bound, 5> kAsking{{{"g", "to "}, {"t", "turn "}, {"#", "card "}, {"E", "explain "}, {":", ""}}};

}  // namespace

void Session::press(const Key& key) {
  if (prompt_) return pressWhileTyping(key);
  note_.clear();
  switch (key.kind) {
    case Key::Kind::text:
      return pressText(key.text);
    case Key::Kind::right:
      return follow(Instruction{.verb = Verb::next});
    case Key::Kind::left:
      return follow(Instruction{.verb = Verb::back});
    case Key::Kind::home:
      return follow(Instruction{.verb = Verb::start});
    case Key::Kind::end:
      return follow(Instruction{.verb = Verb::end});
    case Key::Kind::up:
      return scroll(-1);
    case Key::Kind::down:
    case Key::Kind::enter:
      return scroll(1);
    case Key::Kind::page_up:
      return scroll(-static_cast<std::ptrdiff_t>(page_));
    case Key::Kind::page_down:
      return scroll(static_cast<std::ptrdiff_t>(page_));
    case Key::Kind::tab:
      return showNext(false);
    case Key::Kind::back_tab:
      return showNext(true);
    case Key::Kind::escape:
      if (before_help_) show(Instruction(*before_help_));
      return;
    case Key::Kind::control:
      over_ = key.text == "c" || key.text == "d";
      return;
    case Key::Kind::backspace:
    case Key::Kind::erase:
    case Key::Kind::paste:
      return;
  }
}

void Session::pressWhileTyping(const Key& key) {
  switch (key.kind) {
    case Key::Kind::text:
      prompt_->typed += key.text;
      return;
    case Key::Kind::paste:  // an instruction is one line
      prompt_->typed += key.text.substr(0, key.text.find('\n'));
      return;
    case Key::Kind::backspace:
      if (prompt_->typed.empty()) {
        prompt_.reset();
      } else {
        eraseLastCharacter(prompt_->typed);
      }
      return;
    case Key::Kind::enter: {
      const std::string line = prompt_->label + prompt_->typed;
      prompt_.reset();
      return follow(line);
    }
    case Key::Kind::control:
      if (key.text == "u") {
        prompt_->typed.clear();
      } else if (key.text == "c" || key.text == "d") {
        prompt_.reset();
      }
      return;
    case Key::Kind::escape:
      prompt_.reset();
      return;
    default:
      return;
  }
}

void Session::pressText(std::string_view text) {
  const auto bound = std::find_if(kBound.begin(), kBound.end(), [&](const Bound& one) { return one.text == text; });
  if (bound != kBound.end()) return follow(std::string(bound->line));
  const auto asking = std::find_if(kAsking.begin(), kAsking.end(), [&](const Bound& one) { return one.text == text; });
  if (asking != kAsking.end()) return ask(std::string(asking->line));
  if (text == "c" || text == "C") {
    if (stepper_.followed() == kNone) return ask("card ");
    return follow(std::string(text == "c" ? "card" : "card back"));
  }
  if (text == "e" || text == "3") {
    if (question_.empty()) return ask("explain ");
    return show({.verb = Verb::explain, .words = question_});
  }
  if (text == "j") return scroll(1);
  if (text == "k") return scroll(-1);
  note_ = fmt::format("{} does nothing; press ? for the keys", printable(text));
}

void Session::scroll(std::ptrdiff_t rows) {
  const auto from = static_cast<std::ptrdiff_t>(from_);
  from_ = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, from + rows));  // frame() knows where the end is
  at_event_ = false;
}

void Session::follow(const std::string& line) {
  try {
    if (const auto instruction = readInstruction(line)) follow(*instruction);
  } catch (const BadInput& bad) {
    note_ = printable(bad.what());
  }
}

void Session::follow(const Instruction& instruction) {
  if (isMove(instruction.verb)) {
    if (before_help_) show(Instruction(*before_help_));
    note_ = stepper_.move(instruction).note;
    at_event_ = true;
  } else if (instruction.verb == Verb::quit) {
    over_ = true;
  } else if (instruction.verb == Verb::event) {
    show({.verb = Verb::log});
  } else {
    show(instruction);
  }
}

void Session::show(const Instruction& view) {
  if (view.verb == Verb::help && before_help_) return show(Instruction(*before_help_));
  if (view.verb == Verb::explain) question_ = questionIn(view.words);
  before_help_ = view.verb == Verb::help ? std::optional(shown_) : std::nullopt;
  shown_ = view;
  from_ = 0;
  at_event_ = true;
}

void Session::showNext(bool back) {
  const auto current = std::find(kViews.begin(), kViews.end(), shown_.verb);
  std::size_t place = current == kViews.end() ? 0 : static_cast<std::size_t>(current - kViews.begin());
  do {
    place = (place + (back ? kViews.size() - 1 : 1)) % kViews.size();
  } while (kViews[place] == Verb::explain && question_.empty());
  show({.verb = kViews[place], .words = kViews[place] == Verb::explain ? question_ : std::vector<std::string>{}});
}

std::string Session::bodyText() {
  std::ostringstream text;
  try {
    if (shown_.verb == Verb::help) {
      text << "In a terminal: the key; or : and the instruction.\n\n"
           << instructionsHelp(true)
           << "\n  Tab          the next view; up, down, Page Up, Page Down scroll what does not fit\n"
              "  Ctrl-L       redraws the screen; Ctrl-Z suspends docket; Esc cancels\n";
    } else {
      views_.print(text, shown_, colour_);
    }
  } catch (const BadInput& not_here) {
    return fmt::format("Not at this point: {}\n", printable(not_here.what()));
  }
  return text.str();
}

std::vector<std::string> Session::eventRows(std::size_t columns) {
  std::ostringstream text;
  if (stepper_.at() == 0) return {};
  views_.print(text, {.verb = Verb::event}, colour_);
  auto rows = wrappedText(text.str(), columns);
  const std::size_t where = wrapped(stepper_.where(), columns).size();  // is in the title already
  rows.erase(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(std::min(where, rows.size())));
  return rows;
}

/// Adds as much of the transcript around the event as fits.
void Session::addTranscript(ScreenContent& content, Size size) {
  const EventNumber at = stepper_.at();
  const auto reach = static_cast<EventNumber>(size.rows);
  const auto add = [&](EventNumber first, EventNumber last) {
    std::ostringstream text;
    if (first <= last) views_.printAround(text, first, last, colour_);
    for (std::string& row : wrappedText(text.str(), size.columns)) content.body.push_back(std::move(row));
  };
  const EventNumber far = stepper_.game().last() - at;
  add(at > reach ? at - reach : 1, at - std::min<EventNumber>(at, 1));
  const std::size_t here = content.body.size();
  if (at != 0) add(at, at);
  add(at + 1, at + std::min(far, reach));
  if (!at_event_) return;
  const std::size_t middle = bodyRows(content, size) / 2;
  from_ = here > middle ? here - middle : 0;
}

std::string Session::bottom() const {
  if (prompt_) return (prompt_->label.empty() ? ":" : prompt_->label) + printable(prompt_->typed);
  if (!note_.empty()) return styled(colour_, Style::warning, note_);
  return styled(colour_, Style::faint,
                "→ next  ← back  t turn  f finding  c card  Tab view  e explain  ? keys  q quit");
}

Frame Session::frame(Size size) {
  if (size.rows == 0 || size.columns == 0) return {};
  ScreenContent content{.title = fmt::format("{}  {}", stepper_.game().id(), stepper_.where()),
                        .name = std::string(nameOf(shown_.verb))};
  if (shown_.verb == Verb::log) {
    addTranscript(content, size);
  } else {
    content.event = eventRows(size.columns);
    content.body = wrappedText(bodyText(), size.columns);
  }
  page_ = std::max<std::size_t>(1, bodyRows(content, size));
  from_ = std::min(from_, content.body.size() - std::min(content.body.size(), page_));
  content.from = from_;
  content.bottom = bottom();
  content.typing = prompt_.has_value();
  return laidOut(content, size, colour_);
}

}  // namespace docket::step
