#include "tools/typing/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "engine/fold/events_of.h"
#include "events/errors.h"
#include "events/text/characters.h"
#include "events/text/printable.h"
#include "tools/explain/board.h"
#include "tools/render/board_text.h"

namespace docket::typing {
namespace {

/// The number of lines read between two checks for a key press.
constexpr std::size_t kLinesAtOnce = 32;

constexpr std::string_view kKeys = "Tab complete  ^Z undo  ^F next mistake  ^G go to  ^T table, keys  ^Q quit";

constexpr std::string_view kKeysHelp = R"(Type one line for each thing that happened, such as
  P1 draws "Lantern Fox", ?        plays "Iron Bell" to "spell zone"
and press Enter. A line that cannot be read is marked x, with the reason below it;
a line that breaks a rule is marked !. The file is saved as you type.

  Tab            complete what you have begun; again: the next candidate
  Shift-Tab      the candidate before
  Enter          a new line; within the quotation marks of a header, the next ones
  arrows         go to any line; if you change it, all lines below are read again
  Home Ctrl-A    the beginning of the line
  End Ctrl-E     the end of the line
  Page Up, Down  a page of lines
  Ctrl-Z Ctrl-Y  undo; redo
  Ctrl-K         cut to the end of the line
  Ctrl-F Ctrl-B  the next line with a mistake or a finding; the one before
  Ctrl-G         go to an event or a line: 57, T3, T3.battle, line 12
  Ctrl-N Ctrl-P  scroll the table
  Ctrl-T         switch between the table, these keys and lines alone
  Ctrl-L         redraw the screen
  Ctrl-Q Ctrl-C  quit; the file has what is on the screen
)";

std::string_view commonPrefix(const std::vector<notation::Offer>& candidates) {
  std::string_view common = candidates.front().text;
  for (const auto& one : candidates) {
    const auto differs = std::mismatch(common.begin(), common.end(), one.text.begin(), one.text.end()).first;
    common = common.substr(0, static_cast<std::size_t>(differs - common.begin()));
  }
  while (!common.empty() && continuesCharacter(common.back())) common.remove_suffix(1);
  return common;
}

}  // namespace

Session::Session(std::string_view text, TypedTranscript::RulesOf rules_of, Environment environment)
    : environment_(std::move(environment)), text_(text), game_(std::move(rules_of), environment_.deck_lines) {
  read();
  saved_ = true;
  // A new game begins if its first name is missing; another goes on at its end.
  const auto& lines = text_.lines();
  for (std::size_t line = 0; line < lines.size(); ++line) {
    const auto empty = lines[line].find("\"\"");
    if (empty == std::string::npos) continue;
    text_.moveTo({.line = line, .column = empty + 1});
    return;
  }
  text_.moveTo({.line = lines.size(), .column = lines.back().size()});
}

// ---- keys

void Session::press(const Key& key) {
  note_.clear();
  const bool tabs = key.kind == Key::Kind::tab || key.kind == Key::Kind::back_tab;
  if (key.kind != Key::Kind::text) blank_put_ = false;
  if (!tabs) menu_.reset();
  if (prompt_) {
    pressInPrompt(key);
  } else {
    pressInText(key);
  }
  offered_now_ = false;
}

void Session::pressInText(const Key& key) {
  switch (key.kind) {
    case Key::Kind::text:
      // A list continues directly after the completed word.
      if (blank_put_ && key.text == ",") text_.backspace();
      blank_put_ = false;
      return text_.insert(key.text);
    case Key::Kind::paste:
      return text_.insert(key.text);
    case Key::Kind::enter:
      return enter();
    case Key::Kind::backspace:
      return text_.backspace();
    case Key::Kind::erase:
      return text_.erase();
    case Key::Kind::tab:
      return complete(false);
    case Key::Kind::back_tab:
      return complete(true);
    case Key::Kind::up:
      return text_.up();
    case Key::Kind::down:
      return text_.down();
    case Key::Kind::left:
      return text_.left();
    case Key::Kind::right:
      return text_.right();
    case Key::Kind::home:
      return text_.home();
    case Key::Kind::end:
      return text_.end();
    case Key::Kind::page_up:
      return text_.up(page_);
    case Key::Kind::page_down:
      return text_.down(page_);
    case Key::Kind::control:
      return pressControl(key.text.front());
    case Key::Kind::escape:
      return;
  }
}

void Session::pressControl(char letter) {
  switch (letter) {
    case 'q':
    case 'c':
      over_ = true;
      return;
    case 'z':
      if (!text_.undo()) note_ = "there is nothing to undo";
      return;
    case 'y':
      if (!text_.redo()) note_ = "there is nothing to redo";
      return;
    case 'k':
      return text_.eraseToEnd();
    case 'a':
      return text_.home();
    case 'e':
      return text_.end();
    case 'f':
    case 'b':
      return goToNext(letter == 'b');
    case 'g':
      prompt_ = std::string{};
      return;
    case 'n':
      ++pane_from_;
      return;
    case 'p':
      pane_from_ -= std::min<std::size_t>(pane_from_, 1);
      return;
    case 't':
      pane_ = pane_ == Pane::table ? Pane::keys : pane_ == Pane::keys ? Pane::none : Pane::table;
      pane_from_ = 0;
      return;
    default:
      note_ = fmt::format("Ctrl-{} does nothing; Ctrl-T shows the keys", letter);
  }
}

void Session::pressInPrompt(const Key& key) {
  if (key.kind == Key::Kind::text) {
    *prompt_ += key.text;
  } else if (key.kind == Key::Kind::backspace && !prompt_->empty()) {
    eraseLastCharacter(*prompt_);
  } else if (key.kind == Key::Kind::enter) {
    const std::string where = *prompt_;
    prompt_.reset();
    goTo(where);
  } else {
    prompt_.reset();
  }
}

void Session::enter() {
  // Between the quotation marks of a header: the next name that is missing, else on to the first event.
  const auto [line, column] = text_.place();
  const auto& lines = text_.lines();
  const bool in_text = lines[line].substr(column) == "\"" && lines[line].find('"') < column;
  read();
  game_.work(1);
  if (!in_text || game_.line(line).kind != ReadLine::Kind::header) return text_.insert("\n");
  std::size_t end = line;
  for (std::size_t below = line + 1; below < lines.size() && !lines[below].empty(); ++below) {
    if (const auto empty = lines[below].find("\"\""); empty != std::string::npos)
      return text_.moveTo({.line = below, .column = empty + 1});
    end = below;
  }
  text_.moveTo({.line = end, .column = lines[end].size()});
  if (end + 1 == lines.size()) return text_.insert("\n\n");
  text_.down(2);
}

void Session::complete(bool back) {
  if (menu_) {
    const std::size_t count = menu_->candidates.all.size();
    menu_->selected = (menu_->selected + (back ? count - 1 : 1)) % count;
    return put(menu_->candidates.all[menu_->selected], menu_->candidates.from, false);
  }
  read();
  while (game_.work(kLinesAtOnce)) {  // the lines above decide what may appear here
  }
  const auto [line, column] = text_.place();
  auto candidates = game_.offers(line, std::string_view(text_.line()).substr(0, column), environment_.rulesets);
  if (candidates.all.empty()) {
    note_ = "nothing known here begins like this";
    return;
  }
  if (candidates.all.size() == 1) return put(candidates.all.front(), candidates.from, true);
  std::string_view common = commonPrefix(candidates.all);
  if (isClosed(common)) common.remove_suffix(1);
  if (common.size() > column - candidates.from) return text_.replaceFrom(candidates.from, common);
  const std::size_t selected = back ? candidates.all.size() - 1 : 0;
  put(candidates.all[selected], candidates.from, false);
  menu_ = Menu{.candidates = std::move(candidates), .selected = selected};
}

/// True if the quotation mark that ends the candidate already follows the cursor.
bool Session::isClosed(std::string_view candidate) const {
  return candidate.ends_with('"') && text_.line().substr(text_.place().column, 1) == "\"";
}

/// In place of what is begun; `whole`: nothing else can be meant, so that the line continues after it.
void Session::put(const notation::Offer& candidate, std::size_t from, bool whole) {
  std::string text = candidate.text;
  if (isClosed(candidate.text) && text_.line().substr(from, 1) == "\"") {
    text.pop_back();
  } else if (whole && text_.place().column == text_.line().size()) {
    text += ' ';
  }
  blank_put_ = text.ends_with(' ');
  text_.replaceFrom(from, text);
}

void Session::goTo(const std::string& where) {
  read();
  while (game_.work(kLinesAtOnce)) {
  }
  constexpr std::string_view kLine = "line ";
  try {
    if (where.starts_with(kLine)) {
      const std::size_t line = std::stoul(where.substr(kLine.size()));
      return text_.moveTo({.line = std::max<std::size_t>(line, 1) - 1, .column = SIZE_MAX});
    }
    if (!game_.hasGame() || game_.game().size() == 0) throw BadInput("there is no event yet");
    const OpenGame open(std::make_shared<const Recording>(game_.game()), game_.rules());
    text_.moveTo({.line = game_.lineOf(std::max<EventNumber>(open.point(where), 1)), .column = SIZE_MAX});
  } catch (const BadInput& nowhere) {
    note_ = nowhere.what();
  } catch (const std::logic_error&) {
    note_ = "expected the number of a line, as in: line 12";
  }
}

void Session::goToNext(bool back) {
  read();
  while (game_.work(kLinesAtOnce)) {
  }
  const std::size_t count = game_.lines();
  for (std::size_t step = 1; step <= count; ++step) {
    const std::size_t line = (text_.place().line + (back ? count - step % count : step)) % count;
    const ReadLine& read = game_.line(line);
    if (!read.mistake && !hasFinding(read)) continue;
    const std::size_t column = read.mistake && read.mistake->column != 0 ? read.mistake->column - 1 : SIZE_MAX;
    return text_.moveTo({.line = line, .column = column});
  }
  note_ = "there is no mistake and no finding";
}

// ---- what follows from them

void Session::read() {
  const std::size_t changed = text_.takeChanged();
  if (changed >= text_.lines().size() && game_.lines() == text_.lines().size()) return;
  game_.take(text_.lines(), changed);
  saved_ = false;
}

bool Session::work() {
  read();
  if (game_.work(kLinesAtOnce)) return true;
  if (!saved_) {
    saved_ = true;
    if (environment_.save) environment_.save(text_.text());
    return true;
  }
  if (offered_now_ || menu_) return false;
  const auto [line, column] = text_.place();
  offered_ = game_.offers(line, std::string_view(text_.line()).substr(0, column), environment_.rulesets);
  offered_now_ = true;
  return true;
}

std::size_t Session::mistakes() const {
  std::size_t count = 0;
  for (std::size_t line = 0; line < game_.lines(); ++line) count += game_.line(line).mistake ? 1U : 0U;
  return count;
}

std::size_t Session::findings() const {
  std::size_t count = 0;
  for (std::size_t line = 0; line < game_.lines(); ++line) count += hasFinding(game_.line(line)) ? 1U : 0U;
  return count;
}

// ---- the screen

EventNumber Session::eventHere() const {
  const std::size_t line = text_.place().line;
  return line < game_.lines() ? std::min(game_.line(line).event, game_.game().size()) : game_.game().size();
}

std::string Session::title() const {
  std::string title = styled(environment_.colour, Style::strong, printable(environment_.file));
  if (game_.hasGame()) title += fmt::format("  event {} of {}", eventHere(), game_.game().size());
  if (const std::size_t count = mistakes(); count != 0) {
    title += "  " + styled(environment_.colour, Style::bad, counted(count, "mistake"));
  }
  if (const std::size_t count = findings(); count != 0) {
    title += "  " + styled(environment_.colour, Style::warning, counted(count, "finding"));
  }
  const std::string why = environment_.not_saved ? environment_.not_saved() : std::string();
  if (!why.empty()) title += "  " + styled(environment_.colour, Style::bad, "NOT SAVED: " + printable(why));
  return title;
}

std::string Session::nextWords() const {
  if (!note_.empty()) return styled(environment_.colour, Style::warning, printable(note_));
  const auto& candidates = menu_ ? menu_->candidates.all : offered_.all;
  if (!menu_ && !offered_now_) return {};
  std::string words;
  const std::size_t first = menu_ ? menu_->selected : 0;
  for (std::size_t i = first; i < candidates.size(); ++i) {
    const std::string text = printable(candidates[i].text);
    const bool selected = menu_ && i == first;
    words += (words.empty() ? "" : "  ") + styled(environment_.colour, selected ? Style::strong : Style::name, text);
    if ((selected || candidates.size() == 1) && !candidates[i].about.empty())
      words += styled(environment_.colour, Style::faint, " (" + printable(candidates[i].about) + ")");
  }
  return words;
}

std::vector<std::string> Session::paneRows(std::size_t columns) {
  if (pane_ == Pane::keys) return wrappedText(kKeysHelp, columns);
  if (!game_.hasGame()) return wrappedText("The table appears once the header above is correct.\n", columns);
  const EventNumber at = eventHere();
  const auto table = game_.tableAfter(at);
  const EventsOf events(game_.game());
  const TurnLabels labels(game_.rules()->ruleset, game_.game().names(), events, at);
  const Words words(*table, game_.rules()->rules(), game_.game().header(), labels);
  std::ostringstream text;
  const std::string when = labels.words(at);
  text << (at == 0        ? "Before the first event"
           : when.empty() ? fmt::format("After event {}", at)
                          : fmt::format("After event {}: {}", at, when))
       << '\n';
  printTable(text, makeBoard(words, at), words, environment_.colour);
  return wrappedText(text.str(), columns);
}

Frame Session::frame(Size size) {
  read();
  game_.work(kLinesAtOnce);
  const auto [line, column] = text_.place();
  const auto& lines = text_.lines();
  ScreenContent content{.title = title(), .lines = {}, .pane_name = {}, .next = nextWords(), .keys = {}};
  const std::size_t first = line - std::min(line, size.rows);
  for (std::size_t i = first; i < std::min(lines.size(), line + size.rows); ++i) {
    content.lines.push_back({.text = lines[i], .read = &game_.line(i)});
  }
  content.current = line - first;
  content.column = column;
  if (pane_ != Pane::none) content.pane_name = pane_ == Pane::table ? "table" : "keys";
  content.pane = [this](std::size_t columns) { return paneRows(columns); };
  content.pane_from = pane_from_;
  content.keys = kKeys;
  if (prompt_) content.prompt = "go to (57, T3, T3.battle, line 12): " + printable(*prompt_);
  Frame frame = laidOut(content, size, environment_.colour);
  pane_from_ = content.pane_from;
  page_ = std::max<std::size_t>(1, size.rows / 2);
  return frame;
}

}  // namespace docket::typing
