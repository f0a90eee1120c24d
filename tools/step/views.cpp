#include "tools/step/views.h"

#include <fmt/format.h>

#include <ostream>
#include <sstream>

#include "events/errors.h"
#include "events/text/letters.h"
#include "tools/explain/board.h"
#include "tools/explain/counts_of_limits.h"
#include "tools/explain/explain_query.h"
#include "tools/explain/ledger_of_uses.h"
#include "tools/game/entity_parser.h"
#include "tools/game/named_cards.h"
#include "tools/render/board_json.h"
#include "tools/render/board_text.h"
#include "tools/words/text.h"

namespace docket::step {
namespace {

/// A card or a player as it is typed in a hurry: 12, p1.
std::string subjectWord(const std::string& word) {
  if (areDigits(word)) return '#' + word;
  return word.size() == 2 && word[0] == 'p' && areDigits(word.substr(1)) ? 'P' + word.substr(1) : word;
}

CountFilter filterOf(const Instruction& asked, const Stepper& stepper, const State& state) {
  CountFilter filter;
  if (asked.words.empty()) return filter;
  const std::string subject = subjectWord(fmt::format("{}", fmt::join(asked.words, " ")));
  if (subject.size() == 2 && subject.starts_with('P')) {
    filter.player = seatOf(subject, stepper.game().header());
    return filter;
  }
  const NamedCards cards(stepper.game(), state);
  const Entity meant = cards.subject(subject);
  if (!state.isCard(meant) && kindOf(meant) == EntityKind::player) {
    filter.player = static_cast<Seat>(numberOf(meant));
  } else {
    filter.card = cards.card(subject);
  }
  return filter;
}

}  // namespace

std::vector<std::string> questionIn(const std::vector<std::string>& words) {
  if (words.empty()) throw BadInput("explain: expected what, as in: explain 12 force");
  std::vector<std::string> asked = words;
  const bool of_words = asked[0] == "legal" || asked[0] == "limit";
  if (of_words && asked.size() > 1 && asked[0] == "limit") asked[1] = subjectWord(asked[1]);
  if (of_words || asked.size() == 1) return asked;
  return {subjectWord(asked[0]), fmt::format("{}", fmt::join(asked.begin() + 1, asked.end(), " "))};
}

std::pair<EventNumber, EventNumber> Views::logged(const Instruction& asked) const {
  const EventNumber count = asked.words.empty() ? kLogEvents : numberIn(asked.words[0], "how many events");
  const EventNumber at = stepper_.at();
  return {count >= at ? 1 : at - count + 1, count == 0 ? 0 : at};
}

PossibleMoves Views::moves(const Instruction& asked, const Words& words) const {
  const CountFilter named = filterOf(asked, stepper_, words.state());
  const WhoseActs whose = named.player != 0 ? WhoseActs{.player = named.player}
                                            : whoseActs(words.state(), words.rules().ruleset, named.card);
  return possibleMoves(Hypothetical(stepper_.game(), stepper_.turnLabels(), words.state()), words, whose);
}

void Views::print(std::ostream& out, const Instruction& asked, bool colour) {
  const OpenGame& game = stepper_.game();
  const auto table = stepper_.state();
  const Words words(*table, game.rules(), game.header(), stepper_.turnLabels());
  switch (asked.verb) {
    case Verb::board:
      printBoard(out, makeBoard(words, game.last()), words, colour);
      return;
    case Verb::explain: {
      const Question question(game, stepper_.turnLabels(), questionIn(asked.words), stepper_.at());
      const Explained explained = question.answer();
      out << question.when() << '\n';
      printExplanation(out, explained, question.words(), colour);
      return;
    }
    case Verb::limits: {
      const auto limits = ledgerOfUses(*table, game.rules(), filterOf(asked, stepper_, *table));
      out << stepper_.where() << '\n';
      if (limits.counts.empty() && limits.uncertain_uses.empty()) {
        out << "  no limit is in use\n";
      }
      printCountsOfLimits(out, limits, words, colour);
      return;
    }
    case Verb::moves:
      out << stepper_.where() << '\n';
      printMoves(out, moves(asked, words), words, Listed::all, colour);
      return;
    case Verb::help:
      out << instructionsHelp(false);
      return;
    case Verb::log: {
      const auto [first, last] = logged(asked);
      if (last == 0) out << stepper_.where() << '\n';
      stepper_.log().forEach(first, last, [&](const LogEvent& event) { printLogEvent(out, event, colour); });
      return;
    }
    default:
      out << stepper_.where() << '\n';
      if (stepper_.at() == 0) return;
      stepper_.log().forEach(stepper_.at(), stepper_.at(),
                             [&](const LogEvent& event) { printLogEvent(out, event, colour); });
  }
}

void Views::write(JsonWriter& json, const Instruction& asked) {
  const OpenGame& game = stepper_.game();
  const auto table = stepper_.state();
  const Words words(*table, game.rules(), game.header(), stepper_.turnLabels());
  switch (asked.verb) {
    case Verb::board: {
      JsonWriter board;
      writeBoard(board, makeBoard(words, game.last()), words);
      json.memberJson("board", board.text());
      return;
    }
    case Verb::explain: {
      const Question question(game, stepper_.turnLabels(), questionIn(asked.words), stepper_.at());
      const Explained explained = question.answer();
      json.member("about", question.at()).member("grade", gradeWord(explained.grade)).object("explanation");
      writeExplanation(json, explained.root);
      json.end();
      return;
    }
    case Verb::limits:
      writeCountsOfLimits(json, ledgerOfUses(*table, game.rules(), filterOf(asked, stepper_, *table)), words);
      return;
    case Verb::moves:
      json.object("moves");
      writeMoves(json, moves(asked, words), words, Listed::all);
      json.end();
      return;
    case Verb::help:
      json.list("instructions");
      for (const InstructionHelp& one : instructions()) {
        json.object().member("word", one.word).member("after", one.after).member("letter", one.letter);
        json.member("keys", one.keys).member("tells", one.tells).end();
      }
      json.end();
      return;
    default: {
      const auto [first, last] = asked.verb == Verb::log ? logged(asked) : std::pair(stepper_.at(), stepper_.at());
      json.list("log");
      if (last != 0) stepper_.log().forEach(first, last, [&](const LogEvent& event) { writeLogEvent(json, event); });
      json.end();
    }
  }
}

void Views::printAround(std::ostream& out, EventNumber first, EventNumber last, bool colour) {
  stepper_.log().forEach(first, last, [&](const LogEvent& event) {
    std::ostringstream lines;
    printLogEvent(lines, event, colour);
    const bool here = event.line.number == stepper_.at();
    out << (here ? styled(colour, Style::strong, ">") : std::string(" ")) << lines.str();
  });
}

}  // namespace docket::step
