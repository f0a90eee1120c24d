#include "tools/transcript.h"

#include <algorithm>

#include "tools/text.h"
#include "tools/transcriber.h"

namespace docket {
namespace {

std::string_view view(capnp::Text::Reader text) { return {text.begin(), text.size()}; }

bool isWord(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto later = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_'; };
  return !name.empty() && letter(name.front()) && std::all_of(name.begin(), name.end(), later);
}

/// Words that stand before something else, so that a name of the same letters is a string.
bool isReserved(std::string_view word) {
  static constexpr std::string_view kReserved[] = {
      "at",        "to",     "from",        "by",        "with",      "as",    "on",    "of",   "for",
      "slot",      "bottom", "up",          "down",      "was",       "link",  "paid",  "base", "all",
      "because",   "shared", "absent",      "answering", "number",    "until", "place", "unit", "game",
      "targeting", "citing", "superseding", "choices",   "permanent", "while"};
  const bool seat = word.size() == 2 && word[0] == 'P' && word[1] >= '0' && word[1] <= '9';
  return seat || std::find(std::begin(kReserved), std::end(kReserved), word) != std::end(kReserved);
}

}  // namespace

TranscriptLine Transcriber::line(EventNumber number) && {
  TranscriptLine made{.number = number, .depth = depth()};
  text_ = payload();
  made.heading = event_.isBegan() && periodOf(event_.getBegan().getPeriod()) == words_.moments().outermost();
  addRest();
  made.text = std::move(text_);
  addDetails(made.details);
  return made;
}

int Transcriber::depth() const {
  if (event_.isBegan()) return depthOf(periodOf(event_.getBegan().getPeriod()));
  if (event_.isEnded()) return depthOf(periodOf(event_.getEnded().getPeriod()));
  int depth = 0;
  const auto& periods = words_.rules().ruleset.periods;
  for (std::size_t i = 0; i < periods.size(); ++i) {
    if (state_.periods[i].open) depth = std::max(depth, depthOf(static_cast<PeriodIndex>(i)) + 1);
  }
  const bool follows = event_.getGroup() != 0 || event_.getContext().getCauses().size() != 0;
  return depth + (follows ? 1 : 0);
}

int Transcriber::depthOf(PeriodIndex period) const {
  int depth = 0;
  const auto& periods = words_.rules().ruleset.periods;
  for (; period != kUnbound && periods[period].within != kUnbound; period = periods[period].within) ++depth;
  return depth;
}

void Transcriber::addRest() {
  text_ += tail_;
  if (actor_ != who_) text_ += " by " + seat(actor_);
  if (event_.hasContext() && event_.getContext().getCauses().size() != 0) {
    text_ += " because " + numbers(event_.getContext().getCauses());
  }
  if (event_.getGroup() != 0) text_ += fmt::format(" with {}", event_.getGroup());
}

void Transcriber::addDetails(std::vector<std::string>& details) const {
  if (event_.hasContext()) {
    for (const auto identity : event_.getContext().getIdentities()) {
      std::string line = fmt::format("= {}", card(identity.getCard()));
      if (identity.getSeats() != 255) line += " to" + seats(identity.getSeats());
      details.push_back(std::move(line));
    }
  }
  for (const auto change : event_.getBegins()) details.push_back("+ " + changeLine(change));
}

std::string Transcriber::seats(std::uint8_t mask) {
  std::string text;
  for (unsigned i = 0; i < 8; ++i) {
    if ((mask >> i & 1U) != 0) text += fmt::format(" P{}", i + 1);
  }
  return text.empty() ? " nobody" : text;
}

std::string Transcriber::changeLine(schema::Change::Reader change) const {
  static constexpr std::string_view kKinds[] = {
      "bonus",    "set",         "minimum",     "maximum",      "grant-keyword", "remove-keyword", "set-type",
      "add-type", "remove-type", "grant-trait", "remove-trait", "grant-ability", "remove-ability", "negate-effects",
      "control",  "set-base",    "set-title"};
  const auto kind = static_cast<std::size_t>(change.getKind());
  std::string line(kind < std::size(kKinds) ? kKinds[kind] : std::string_view("change"));
  if (change.getName() != 0) line += ' ' + name(change.getName());
  if (Words::isAboutStat(change.getKind())) line += fmt::format(" {}", change.getAmount());
  if (change.getPlayer() != 0) line += ' ' + seat(change.getPlayer());
  line += " on " + subject(change.getSubject());
  if (change.getSource() != 0) line += " from " + card(change.getSource());
  switch (change.getLast()) {
    case schema::Change::Last::UNTIL_END:
      line += " until " + name(change.getUntil());
      break;
    case schema::Change::Last::WHILE_SOURCE:
      line += " while source";
      break;
    case schema::Change::Last::WHILE_ATTACHED:
      line += " while attached";
      break;
    default:
      break;
  }
  for (const NameNumber keyword : change.getKeywords()) line += " as " + name(keyword);
  if (change.getText().size() != 0) line += ' ' + notedString(view(change.getText()));
  return line;
}

std::string notedString(std::string_view text) {
  std::string noted = "\"";
  for (const char character : text) {
    if (character == '"' || character == '\\') noted += '\\';
    noted += character;
  }
  return printable(noted) + '"';  // its escapes begin with a single backslash, so they cannot be mistaken
}

std::string notedName(std::string_view name) {
  return isWord(name) && !isReserved(name) ? std::string(name) : notedString(name);
}

TranscriptLine transcribe(const Words& words, EventNumber number, schema::Event::Reader event) {
  return Transcriber(words, event).line(number);
}

}  // namespace docket
