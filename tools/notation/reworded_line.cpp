#include "tools/notation/reworded_line.h"

#include <fmt/format.h>

#include <vector>

#include "tools/notation/spelling.h"
#include "tools/notation/transcript.h"

namespace docket::notation {
namespace {

constexpr std::uint32_t kPair = 2;

/// Takes the name of a stat, if it comes next.
std::optional<std::string> takeStat(Cursor& line, const Ruleset& ruleset) {
  KnownNames stats;
  for (const auto& stat : ruleset.stats) stats.add(stat.name);
  const auto run = longestRun(line, [&](std::string_view words) { return stats.meantBy(words).size() == 1; });
  if (!run) return std::nullopt;
  line.skipTo(run->end);
  return notedName(stats.meantBy(run->text).front());
}

/// Takes the words of a card, and a possessive "'s" after them; returns the words alone.
std::string takeCard(Cursor& line, const CardFinder& finder) {
  const std::size_t from = line.peek().at;
  static_cast<void>(readCardWords(line, finder));
  std::string words(line.between(from, line.at()));
  if (line.peek().is("'") && line.after(line.peek()).is("s")) {
    line.take();
    line.take();
  }
  return words;
}

/// Takes an amount, "+2", "-2" or "2", and returns it as the line of a change writes it.
std::optional<std::string> takeAmount(Cursor& line) {
  line.takeIf("+");
  const Token amount = line.peek();
  if (!line.isNumber(amount)) return std::nullopt;
  line.take();
  constexpr std::int64_t kMax = 1'000'000'000;
  return std::to_string(line.numberOf(amount, -kMax, kMax));
}

std::string restOf(const Cursor& line) { return std::string(line.text().substr(line.peek().at)); }

/// "sets Force of Steady Guard to 0", "sets Steady Guard's Force to 0", "sets Force to 0 on Steady Guard".
std::optional<std::string> setOf(Cursor line, const Ruleset& ruleset, const CardFinder& finder) {
  line.take();
  std::string card;
  auto stat = takeStat(line, ruleset);
  if (!stat && (finder.beginsTitle(line) || beginsCard(line.peek()))) {
    card = takeCard(line, finder);
    stat = takeStat(line, ruleset);
  }
  if (!stat) return std::nullopt;
  if (card.empty() && line.takeIf("of")) card = takeCard(line, finder);
  line.takeIf("to");
  const auto amount = takeAmount(line);
  if (!amount) return std::nullopt;
  return fmt::format("set {} {}{} {}", *stat, *amount, card.empty() ? "" : " on " + card, restOf(line));
}

/// The kind of change that "at least" and "at most" before an amount mean; "bonus" without them.
std::string_view takeBound(Cursor& line) {
  Cursor ahead = line;
  if (!ahead.takeIf("at")) return "bonus";
  const std::string_view kind = ahead.takeIf("least") ? "minimum" : ahead.takeIf("most") ? "maximum" : "bonus";
  if (kind != "bonus") line = ahead;
  return kind;
}

/// "maximum 2 Force on Steady Guard".
std::optional<std::string> boundOf(Cursor line, const Ruleset& ruleset) {
  const Token kind = line.take();
  const auto amount = takeAmount(line);
  const auto stat = amount ? takeStat(line, ruleset) : std::nullopt;
  if (!stat) return std::nullopt;
  return fmt::format("{} {} {} {}", folded(kind.text), *stat, *amount, restOf(line));
}

/// "gets +2 Force" and "has at least 2 Force", after its card; "gives Steady Guard +2 Force", "gives +2 Force to Steady
/// Guard".
std::optional<std::string> bonusOf(Cursor line, std::string card, const Ruleset& ruleset, const CardFinder& finder) {
  line.take();
  if (card.empty() && !line.isNumber(line.peek()) && !line.peek().is("+")) card = takeCard(line, finder);
  const std::string_view kind = takeBound(line);
  const auto amount = takeAmount(line);
  const auto stat = amount ? takeStat(line, ruleset) : std::nullopt;
  if (!stat) return std::nullopt;
  if (card.empty() && line.takeIf("to")) card = takeCard(line, finder);
  if (card.empty()) return std::nullopt;
  return fmt::format("{} {} {} on {} {}", kind, *stat, *amount, card, restOf(line));
}

bool isOneOf(const Token& token, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    if (token.is(word)) return true;
  }
  return false;
}

}  // namespace

bool isChange(Cursor line, const Ruleset& ruleset) {
  if (!line.isLoose() || !isOneOf(line.peek(), {"minimum", "maximum", "bonus", "set", "setBase"})) return false;
  line.take();
  return takeStat(line, ruleset) && line.isNumber(line.peek());
}

std::optional<std::string> rewordedLoss(const Cursor& line, Seat loser, std::uint32_t seats) {
  if (!line.isLoose() || loser == 0) return std::nullopt;
  Cursor rest = line;
  const Token verb = rest.take();
  std::string reason;
  if (isOneOf(verb, {"times", "time"}) && rest.takeIf("out")) {
    reason = "time";
  } else if (isOneOf(verb, {"runs", "run"}) && rest.takeIf("out")) {
    rest.takeIf("of");
    if (!rest.takeIf("time")) return std::nullopt;
    reason = "time";
  } else if (isOneOf(verb, {"loses", "lose"})) {
    rest.takeIf("the");
    const bool all = rest.takeIf("game") || rest.takeIf("match") || rest.takeIf("duel");
    const bool why = rest.takeIf("on") || rest.takeIf("by") || rest.takeIf("as");
    if (!why && !rest.peek().isEnd() && !(all && rest.peek().is("{"))) return std::nullopt;
    if (why) reason = restOf(rest);
    rest.skipTo(rest.text().size());
  } else {
    return std::nullopt;
  }
  if (seats != kPair) line.failExpected(verb, "who wins, for example P1 wins as time: there are more than two players");
  const std::string wins = fmt::format("P{} wins", kPair + 1 - loser);
  if (reason.empty()) return wins;
  return fmt::format("{} as {}{}", wins, reason, rest.peek().isEnd() ? "" : " " + restOf(rest));
}

std::optional<std::string> rewordedChange(const Cursor& line, const Ruleset& ruleset, const CardFinder& finder) {
  if (!line.isLoose()) return std::nullopt;
  try {
    Cursor ahead = line;
    if (isOneOf(ahead.peek(), {"sets", "set"})) {
      if (isChange(ahead, ruleset)) return std::nullopt;
      return setOf(ahead, ruleset, finder);
    }
    if (isOneOf(ahead.peek(), {"minimum", "maximum", "bonus"})) return boundOf(ahead, ruleset);
    if (isOneOf(ahead.peek(), {"gives", "give"})) return bonusOf(ahead, "", ruleset, finder);
    if (!finder.beginsTitle(ahead) && !beginsCard(ahead.peek())) return std::nullopt;
    std::string card = takeCard(ahead, finder);
    if (!isOneOf(ahead.peek(), {"gets", "get", "gains", "has"})) return std::nullopt;
    return bonusOf(ahead, std::move(card), ruleset, finder);
  } catch (const Mistake&) {  // it has another form, whose reader says what is wrong
    return std::nullopt;
  }
}

}  // namespace docket::notation
