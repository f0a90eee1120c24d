#include "tools/typing/typed_transcript.h"

#include <algorithm>
#include <array>
#include <range/v3/action/push_back.hpp>
#include <tuple>
#include <utility>

#include "engine/fold/events_of.h"
#include "engine/fold/record_on_path.h"
#include "engine/fold/reduce.h"
#include "engine/judge/judge.h"
#include "events/json/jsonl.h"
#include "tools/explain/explain_finding.h"
#include "tools/explain/findings.h"
#include "tools/notation/header.h"
#include "tools/notation/unsaid_duration.h"
#include "tools/render/annotated_log.h"
#include "tools/verdict/ruling_verdict.h"
#include "tools/verdict/verdict.h"
#include "tools/words/text.h"

namespace docket::typing {
namespace {

using notation::Cursor;

constexpr const char* kFile = "what is typed";
/// The tables before the last kNear events are kept, and before each kEach-th of the others.
constexpr std::size_t kNear = 64, kEach = 16;

Cursor cursorOf(std::string_view line, std::size_t index) { return {line, kFile, index + 1}; }

bool isBlankLine(std::string_view line) {
  try {
    return cursorOf(line, 0).peek().isEnd();
  } catch (const BadInput&) {  // a text that does not end
    return false;
  }
}

/// The possible next words of a line before the first event.
notation::Offers headerOffers(std::string_view line, const std::vector<std::string>& rulesets) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kWords{{
      {"game", "its name in the archive: game \"final\""},
      {"event", "the tournament: event \"Autumn Open\""},
      {"match", "match \"Gus and Hana\""},
      {"round", "round 5"},
      {"table", "table 4"},
      {"game-of-match", "game-of-match 2"},
      {"format", "format \"Legacy\""},
      {"date", "date \"2026-10-10\""},
      {"P1", "a player: P1 \"Gus\"; the starting values: P1 starts 40 life, P1 deck \"mill.ydk\""},
      {"P2", "the next player"},
      {"ruleset", "ruleset \"yugioh\""},
      {"source", "where it comes from"},
  }};
  const std::size_t blank = line.find_last_of(' ');
  notation::Offers offers{.from = blank == std::string_view::npos ? 0 : blank + 1};
  const std::string_view begun = line.substr(offers.from), before = line.substr(0, offers.from);
  const auto add = [&](std::string text, std::string_view about) {
    if (text.starts_with(begun)) offers.all.push_back({.text = std::move(text), .about = std::string(about)});
  };
  if (before.find_first_not_of(' ') == std::string_view::npos) {
    for (const auto& [word, about] : kWords) add(std::string(word), about);
  } else if (before == "ruleset ") {
    for (const std::string& ruleset : rulesets) add(ruleset, "a ruleset");
  }
  return offers;
}

/// True if a line belongs to the event above it.
bool isBelow(std::string_view line) {
  try {
    return notation::EventLines::belongsToEvent(cursorOf(line, 0));
  } catch (const BadInput&) {
    return false;
  }
}

EventNumber groupOf(const Recording& game, EventNumber number) {
  const HeldEvent event = game.event(number);
  return event->getGroup();
}

/// True if the next line that is not blank does.
bool goesOnBelow(const std::vector<std::string>& lines, std::size_t from) {
  while (from < lines.size() && isBlankLine(lines[from])) ++from;
  return from < lines.size() && isBelow(lines[from]);
}

}  // namespace

bool hasFinding(const ReadLine& line) {
  return std::any_of(line.comments.begin(), line.comments.end(),
                     [](const std::string& comment) { return styleOfComment(comment) == Style::bad; });
}

Cursor TypedTranscript::cursorAt(std::size_t index) const { return cursorOf(text_[index], index); }

bool TypedTranscript::isHeader(std::size_t index) const {
  try {
    return notation::isOfHeader(cursorAt(index)) || notation::isSlipOfHeader(cursorAt(index));
  } catch (const BadInput&) {  // one whose text does not end
    return true;
  }
}

void TypedTranscript::take(const std::vector<std::string>& lines, std::size_t first) {
  if (first >= lines.size() && lines.size() == text_.size()) return;
  const bool below = goesOnBelow(text_, first) || goesOnBelow(lines, first);
  text_.resize(std::min(first, text_.size()));
  text_.insert(text_.end(), lines.begin() + static_cast<std::ptrdiff_t>(text_.size()), lines.end());
  read_.resize(std::min(first, read_.size()));
  read_.resize(text_.size());
  if (!hasGame() || !header_read_ || first < header_end_ ||
      (first == header_end_ && (first == text_.size() || isHeader(first)))) {
    header_read_ = false;
    next_ = 0;
    return;
  }
  goBack(first, below);
}

void TypedTranscript::goBack(std::size_t first, bool below) {
  next_ = std::min(next_, first);
  auto unit = std::find_if(units_.begin(), units_.end(), [&](const Unit& one) { return one.line >= first; });
  const auto begins_group_above = [&](const Unit& one) {
    return one.before < game().size() && one.before != 0 && groupOf(game(), one.before + 1) == one.before;
  };
  if (unit != units_.begin() && (below || (unit != units_.end() && begins_group_above(*unit)))) --unit;
  if (unit == units_.end()) return;
  while (unit->table == nullptr) --unit;  // the first has one
  next_ = std::min(next_, unit->line);
  goBackTo(unit->before, *unit->table);
  units_.erase(unit, units_.end());
  asked_table_.reset();
}

void TypedTranscript::goBackTo(EventNumber last, const State& table) {
  if (last == game().size() && reading_->isSound()) return;
  reading_ = std::make_unique<notation::TypedGame>(*reading_, last, table);
}

bool TypedTranscript::work(std::size_t lines) {
  if (!header_read_) readHeader();
  const std::size_t end = next_ + lines;
  while (hasGame() && next_ < text_.size() && next_ < end) readUnit();
  return hasGame() && next_ < text_.size();
}

void TypedTranscript::fail(std::size_t line, const BadInput& mistake) {
  const std::size_t mistaken_line = mistake.line();
  if (mistaken_line != 0 && mistaken_line <= text_.size()) line = mistaken_line - 1;
  read_[line].mistake = {.column = mistaken_line == 0 ? 0 : mistake.column(), .message = mistake.message()};
}

void TypedTranscript::readHeader() {
  header_read_ = true;
  std::vector<Cursor> lines;
  std::string header_text;
  std::size_t at = 0;
  for (; at < text_.size(); ++at) {
    read_[at] = {.kind = ReadLine::Kind::blank};
    if (isBlankLine(text_[at])) continue;
    if (!isHeader(at)) break;
    read_[at].kind = ReadLine::Kind::header;
    lines.push_back(cursorAt(at));
    header_text += text_[at] + '\n';
  }
  header_end_ = next_ = at;
  if (reading_ && header_text == header_) {
    goBackTo(registered_, *begin_);
    units_.clear();
    asked_table_.reset();
    return;
  }
  reading_.reset();
  units_.clear();
  asked_table_.reset();
  header_ = std::move(header_text);
  if (lines.empty() && at == text_.size()) return;
  for (std::size_t after = at; after < text_.size(); ++after) read_[after] = {};
  try {
    if (lines.empty())
      cursorAt(at).failExpected(cursorAt(at).peek(), "game \"...\" and what else is known of the game");
    capnp::MallocMessageBuilder message;
    begin(lines, message.initRoot<schema::Header>());
  } catch (const BadInput& mistake) {
    fail(lines.empty() ? at : lines.back().lineNumber() - 1, mistake);
  }
}

/// Begins the game of a header.
void TypedTranscript::begin(std::span<const Cursor> lines, schema::Header::Builder header) {
  notation::HeaderReader reader(header);
  for (Cursor line : lines) {
    if (!notation::isOfHeader(line)) notation::failAsHeader(line);
    reader.read(line);
  }
  reader.finish();
  // Goes through JSON, so that one reader validates every header.
  capnp::MallocMessageBuilder message;
  JsonLinesReader(kFile).header(JsonLinesWriter::header(header), 0, message.initRoot<schema::Header>());
  const auto judged = message.getRoot<schema::Header>().asReader();
  rules_ = rules_of_(judged);
  auto game = std::make_unique<notation::TypedGame>(judged, rules_->rules(), kFile);
  game->registerDecks(reader.decks(), deck_lines_);
  reading_ = std::move(game);
  registered_ = reading_->recording().size();
  begin_ = std::make_shared<const State>(reading_->table().state);
}

void TypedTranscript::readUnit() {
  const std::size_t first = next_++;
  read_[first] = {.kind = ReadLine::Kind::blank, .event = game().size()};
  if (isBlankLine(text_[first])) return;
  std::vector<Cursor> below;
  std::size_t end = next_;
  for (std::size_t at = next_; at < text_.size(); ++at) {
    if (isBlankLine(text_[at])) continue;
    if (!isBelow(text_[at])) break;
    below.push_back(cursorAt(at));
    end = at + 1;
  }
  Unit unit{.line = first, .before = game().size()};
  unit.table = std::make_shared<const State>(reading_->table().state);
  read_[first].kind = ReadLine::Kind::event;
  readEvent(unit, cursorAt(first), below);
  for (; next_ < end; ++next_) {
    read_[next_].kind = isBlankLine(text_[next_]) ? ReadLine::Kind::blank : ReadLine::Kind::below;
    read_[next_].event = game().size();
  }
  read_[first].event = game().size();
  units_.push_back(std::move(unit));
  const std::size_t far = units_.size() - std::min(units_.size(), kNear + 1);
  if (far % kEach != 0) units_[far].table.reset();
  asked_table_.reset();
}

void TypedTranscript::readEvent(Unit& unit, const Cursor& line, const std::vector<Cursor>& below) {
  for (const Cursor& one : below) read_[one.lineNumber() - 1].mistake.reset();
  try {
    if (notation::beginsGame(line.text()))
      line.fail(line.peek(), "another game begins here; type each game into its own file");
    notation::EventLines lines(line, &reading_->players());
    for (const Cursor& one : below) lines.add(one);
    const bool alone = unit.before != 0 && groupOf(game(), unit.before) == 0;
    const EventNumber number = reading_->add(lines);
    if (alone && groupOf(game(), unit.before) != 0) judgeAgainInGroup(unit);
    comment(read_[unit.line], unit, number);
  } catch (const BadInput& mistake) {
    fail(unit.line, mistake);
    if (!read_[unit.line].mistake) read_[unit.line].kind = ReadLine::Kind::unread;  // a line below it is wrong
    goBackTo(unit.before, *unit.table);
  }
}

void TypedTranscript::judgeAgainInGroup(Unit& unit) {
  const Unit& above = units_.back();
  unit.table = tableFrom(above, unit.before);
  reading_ = std::make_unique<notation::TypedGame>(*reading_, game().size(), *tableFrom(above, game().size()));
  read_[above.line].comments.clear();
  comment(read_[above.line], above, unit.before);
}

void TypedTranscript::comment(ReadLine& read, const Unit& unit, EventNumber number) {
  const HeldEvent event = game().event(number);
  for (const std::string& unsaid : notation::unsaidDurations(event, game().names()))
    read.comments.push_back("attention: " + unsaid);
  const Rules rules = rules_->rules();
  auto findings = judge(pendingEvent(*unit.table, rules, number, event));
  if (event->getGroup() != 0) {
    const EventNumber end = endOfGroup(EventsOf(game()), number, game().size());
    ranges::push_back(findings, judgeGroup(*tableFrom(unit, end), rules));
  }
  std::erase_if(findings, [&](const Finding& one) { return one.event != number; });
  if (findings.empty() && !event->isRulingGiven() && !event->isCorrected()) return;
  const OpenGame open(std::make_shared<const Recording>(game()), rules_);
  open.remember(*unit.table);
  const TurnLabels labels(rules_->ruleset, open.names(), open.events(), number);
  const StateForFindings table(*unit.table, rules, number, event, findings);
  const Words words(table.state(), rules, open.header(), labels);
  for (const Finding& one : findings) read.comments.push_back(commentOf(one, explainFinding(words, one)));
  if (event->isRulingGiven())
    read.comments.push_back(commentOf(verifyRuling(open, labels, number, event->getRulingGiven())));
  if (!event->isCorrected()) return;
  for (const ReportedFinding& found : verifyRecord(open).legality.findings) {
    if (found.replaced_by == number) read.comments.push_back(commentOf(found.finding, found.explanation));
  }
}

std::shared_ptr<const State> TypedTranscript::tableAfter(EventNumber event) {
  const EventNumber last = game().size();
  event = std::clamp(event, registered_, last);
  if (asked_table_ && asked_ == event) return asked_table_;
  asked_ = event;
  if (event == last) return asked_table_ = std::make_shared<const State>(reading_->table().state);
  auto unit = std::find_if(units_.rbegin(), units_.rend(),
                           [&](const Unit& one) { return one.table != nullptr && one.before <= event; });
  return asked_table_ = tableFrom(*unit, event);
}

std::shared_ptr<const State> TypedTranscript::tableFrom(const Unit& from, EventNumber event) const {
  if (from.before == event) return from.table;
  RunningState running(game().header(), rules_->rules(), *from.table);
  const EventsOf events(game());
  game().forEach(from.before + 1, event,
                 [&](EventNumber number, const HeldEvent& one) { running.add(number, one, events); });
  return std::make_shared<const State>(running.state());
}

std::size_t TypedTranscript::lineOf(EventNumber event) const {
  const auto says = [&](const ReadLine& line) {
    return line.kind == ReadLine::Kind::event && !line.mistake && line.event == event;
  };
  const auto found = std::find_if(read_.begin(), read_.end(), says);
  return found == read_.end() ? read_.size() - std::min<std::size_t>(read_.size(), 1)
                              : static_cast<std::size_t>(found - read_.begin());
}

notation::Offers TypedTranscript::offers(std::size_t index, std::string_view begun,
                                         const std::vector<std::string>& rulesets) {
  const bool before_events = index <= header_end_ || !hasGame();
  notation::Offers all;
  if (before_events) all = headerOffers(begun, rulesets);
  if (!hasGame() || (before_events && !all.all.empty() && !isBlankLine(begun))) return all;
  const auto table = tableAfter(index == 0 ? 0 : read_[index - 1].event);
  const notation::EventTable now = reading_->table();
  std::uint32_t cards = 0;
  for (const Card& card : table->cards) cards = std::max(cards, card.number);
  const notation::EventTable then{
      .state = *table, .rules = now.rules, .titles = now.titles, .labels = now.labels, .players = now.players};
  auto events = notation::offersAt(begun, begun.size(), then, cards);
  // After a quotation mark only a text can follow.
  if (events.from < begun.size() && begun[events.from] == '"')
    std::erase_if(events.all, [](const notation::Offer& one) { return !one.text.starts_with('"'); });
  // The header is complete: it can go on, but more often the first event follows.
  events.all.insert(events.all.end(), all.all.begin(), all.all.end());
  return events;
}

}  // namespace docket::typing
