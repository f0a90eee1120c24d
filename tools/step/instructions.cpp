#include "tools/step/instructions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "events/errors.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "tools/words/text.h"

namespace docket::step {
namespace {

constexpr std::array<InstructionHelp, 16> kInstructions{{
    {Verb::next, "next", "[N]", "n", "→ n space", "the next event, or N further"},
    {Verb::back, "back", "[N]", "b", "← b", "the event before, or N before"},
    {Verb::to, "to", "POINT", "", "g", "a point: 57, T3, T3.battle, \"T3.main 1\", T3.end"},
    {Verb::turn, "turn", "[N]", "t", "t", "where turn N begins; without N the next turn"},
    {Verb::start, "start", "", "<", "Home <", "before the first event"},
    {Verb::end, "end", "", ">", "End >", "the last event"},
    {Verb::finding, "finding", "[back]", "f", "f F", "the next finding, or the one before"},
    {Verb::card, "card", "[CARD] [back]", "c", "c C #", "the next event that touches a card, or the one before"},
    {Verb::event, "event", "", ".", "", "this event again, with the rules that it breaks"},
    {Verb::board, "board", "", "o", "1 o", "the table after this event"},
    {Verb::log, "log", "[N]", "l", "2 l", "the transcript up to this event, N events of it"},
    {Verb::explain, "explain", "[WORDS]", "e", "3 e E", "why: 12 force; 12 controller; limit 12; legal; an expression"},
    {Verb::limits, "limits", "[CARD|P1]", "m", "4 m", "what counts against limits"},
    {Verb::moves, "moves", "[CARD|P1]", "p", "5 p", "what a player may do, or what may be done with a card"},
    {Verb::help, "help", "", "?", "?", "this page"},
    {Verb::quit, "quit", "", "q", "q", "end"},
}};

/// The most words that may follow.
std::size_t mostWords(Verb verb) {
  switch (verb) {
    case Verb::explain:
      return 100;
    case Verb::to:
      return 3;  // T3.main 1, unquoted
    case Verb::card:
    case Verb::limits:
    case Verb::moves:
      return 20;  // a title, unquoted
    case Verb::next:
    case Verb::back:
    case Verb::turn:
    case Verb::finding:
    case Verb::log:
      return 1;
    default:
      return 0;
  }
}

std::vector<std::string> instructionWords(std::string_view line) {
  constexpr std::string_view kBlank = " \t\r";
  std::vector<std::string> words;
  for (std::size_t at = line.find_first_not_of(kBlank); at != std::string_view::npos;
       at = line.find_first_not_of(kBlank, at)) {
    std::string word;
    while (at < line.size() && kBlank.find(line[at]) == std::string_view::npos) {
      const char quote = line[at];
      if (quote != '\'' && quote != '"') {
        word += line[at++];
        continue;
      }
      const std::size_t close = line.find(quote, at + 1);
      if (close == std::string_view::npos)
        throw BadInput(fmt::format("{}: the closing quotation mark is missing", docket::quoted(line)));
      word += line.substr(at + 1, close - at - 1);
      at = close + 1;
    }
    words.push_back(std::move(word));
  }
  return words;
}

}  // namespace

std::span<const InstructionHelp> instructions() { return kInstructions; }

std::optional<Instruction> readInstruction(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos || line[begin] == ';') return std::nullopt;
  std::vector<std::string> words = instructionWords(line);
  const auto found = std::find_if(kInstructions.begin(), kInstructions.end(), [&](const InstructionHelp& one) {
    return words.front() == one.word || (!one.letter.empty() && words.front() == one.letter);
  });
  if (found == kInstructions.end()) {
    std::vector<std::string_view> known;
    for (const InstructionHelp& one : kInstructions) known.push_back(one.word);
    throw BadInput(fmt::format("there is no instruction {}{}; help lists them", docket::quoted(words.front()),
                               didYouMean(words.front(), known)));
  }
  words.erase(words.begin());
  if (words.size() > mostWords(found->verb)) {
    throw BadInput(fmt::format("{}: {} is one word too many: remove it", found->word,
                               docket::quoted(words[mostWords(found->verb)])));
  }
  return Instruction{.verb = found->verb, .words = std::move(words)};
}

std::string instructionsHelp(bool keys) {
  std::string page;
  for (const InstructionHelp& one : kInstructions) {
    const std::string typed = fmt::format("{}{}{}", one.word, one.after.empty() ? "" : " ", one.after);
    if (keys) page += "  " + padded(one.keys, 11);
    page += "  " + padded(typed, 19) + std::string(one.tells) + '\n';
  }
  return page;
}

}  // namespace docket::step
