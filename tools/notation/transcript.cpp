#include "tools/notation/transcript.h"

#include <capnp/message.h>
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "engine/fold/events_of.h"
#include "engine/fold/running_state.h"
#include "tools/notation/header.h"
#include "tools/notation/line_writer.h"
#include "tools/words/text.h"

namespace docket {
namespace {

int depthOf(const Ruleset& ruleset, PeriodIndex period) {
  int depth = 0;
  const auto& periods = ruleset.periods;
  for (; period != kUnbound && periods[period].within != kUnbound; period = periods[period].within) ++depth;
  return depth;
}

int depthOf(const State& state, const Ruleset& ruleset, schema::Event::Reader event) {
  const auto period = [&](NameNumber name) { return (*state.vocabulary)[name].period; };
  if (event.isBegan()) return depthOf(ruleset, period(event.getBegan().getPeriod()));
  if (event.isEnded()) return depthOf(ruleset, period(event.getEnded().getPeriod()));
  int depth = 0;
  for (std::size_t i = 0; i < ruleset.periods.size(); ++i) {
    if (state.periods[i].open) depth = std::max(depth, depthOf(ruleset, static_cast<PeriodIndex>(i)) + 1);
  }
  const bool follows = event.getGroup() != 0 || event.getContext().getCauses().size() != 0;
  return depth + (follows ? 1 : 0);
}

TranscriptLine transcriptLine(const notation::WriteContext& context, EventNumber number, schema::Event::Reader event) {
  const Ruleset& ruleset = context.rules.ruleset;
  TranscriptLine line{.number = number, .depth = depthOf(context.state, ruleset, event)};
  if (event.isBegan()) {
    const PeriodIndex period = (*context.state.vocabulary)[event.getBegan().getPeriod()].period;
    line.heading = period != kUnbound && ruleset.periods[period].within == kUnbound;
  }
  line.text = notation::LineWriter(context, event).text(line.details);
  return line;
}

}  // namespace

std::string notedString(std::string_view text) {
  std::string noted = "\"";
  for (const char character : text) {
    if (character == '"' || character == '\\') noted += '\\';
    noted += character;
  }
  return printable(noted) + '"';  // its escapes begin with a single backslash, so they cannot be mistaken
}

std::string notedName(std::string_view name) {
  return notation::isWord(name) && !notation::isReserved(name) ? std::string(name) : notedString(name);
}

namespace {

/// The line of an event. Omits the seals of a whole record, which already has the values that they open.
TranscriptLine transcriptLine(const notation::WriteContext& context, schema::Header::Reader header, EventNumber number,
                              schema::Event::Reader event) {
  if (header.getViewer() != 0 || !event.getContext().hasSeals()) return transcriptLine(context, number, event);
  capnp::MallocMessageBuilder message;
  message.setRoot(event);
  auto without = message.getRoot<schema::Event>();
  without.getContext().disownSeals();
  return transcriptLine(context, number, without.asReader());
}

}  // namespace

TranscriptLine transcribe(const Words& words, const notation::Titles& titles, EventNumber number,
                          schema::Event::Reader event) {
  const notation::WriteContext context{.state = words.state(),
                                       .rules = words.rules(),
                                       .titles = titles,
                                       .names = words.state().vocabulary->names,
                                       .viewer = words.viewer()};
  return transcriptLine(context, words.header(), number, event);
}

std::string transcribeHeader(schema::Header::Reader header) { return notation::headerText(header); }

void writeTranscript(const Recording& game, const Rules& rules, std::ostream& out) {
  out << transcribeHeader(game.header());
  const notation::Titles titles(rules.catalogue);
  const EventsOf events(game);
  RunningState running(game.header(), rules);
  for (EventNumber number = 1; number <= game.size(); ++number) {
    const auto event = game.event(number);
    running.add(number, event, events);
    const notation::WriteContext context{
        .state = running.state(), .rules = rules, .titles = titles, .names = running.state().vocabulary->names};
    const TranscriptLine line = transcriptLine(context, game.header(), number, event);
    if (line.heading) out << '\n';
    out << fmt::format("{:>5}{}{}\n", number, std::string(line.indent() - 5, ' '), line.text);
    for (const std::string& detail : line.details) out << std::string(line.indent() + 2, ' ') << detail << '\n';
  }
}

}  // namespace docket
