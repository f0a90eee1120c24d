#include "tools/explain/board_words.h"

#include <fmt/format.h>

#include "engine/query/acts/outcome.h"
#include "events/seats.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "events/validate.h"
#include "tools/words/text.h"

namespace docket {
namespace {

std::string everybodyWords(schema::Everybody everybody) {
  return everybody == schema::Everybody::WINS ? "all have won" : "all have lost";
}

}  // namespace

std::vector<std::string> occasionWords(schema::Header::Reader header) {
  std::vector<std::string> what;
  const auto add = [&](std::string_view label, auto value) {
    if (value != 0) what.push_back(fmt::format("{} {}", label, value));
  };
  const auto add_text = [&](capnp::Text::Reader text) {
    if (text.size() != 0) what.push_back(clipped(view(text)));
  };
  add_text(header.getEvent());
  add("round", header.getRound());
  add("table", header.getTable());
  add("game", header.getGameOfMatch());
  add_text(header.getDate());
  return what;
}

std::string rulesetWords(const Ruleset& ruleset) {
  return fmt::format("{} ({} {})", clipped(ruleset.game), clipped(ruleset.name), clipped(ruleset.version));
}

std::string outcomeWords(const Words& words) {
  const State& state = words.state();
  const GameEnd end = gameEndOf(state, words.rules());
  if (!end.over) return {};
  if (end.rule != nullptr) {
    std::string who = words.players(end.winners) + (otherSeats(end.winners) == 0 ? " has won" : " have won");
    if (end.everybody != schema::Everybody::NO) who = everybodyWords(end.everybody);
    return fmt::format("By the rules {}: {}, {}{}", who, clipped(end.rule->name), Words::event(end.event),
                       end.rule->clause.empty() ? "" : fmt::format(" [{}]", printable(end.rule->clause)));
  }
  const Outcome& outcome = state.outcome;
  const std::string reason = outcome.reason == 0 ? std::string{} : words.name(outcome.reason) + ", ";
  std::string who = words.players(outcome.winners) + " won";
  if (outcome.everybody != schema::Everybody::NO) who = everybodyWords(outcome.everybody);
  const bool of_some = outcome.everybody == schema::Everybody::NO && outcome.winners != 0;
  return fmt::format("{}{} ({}event {})", of_some ? "" : "The game is over; ", who, reason, outcome.event);
}

std::string statementWords(const BoardStatement& statement) {
  std::string words = statement.says.empty() ? "told something" : "told " + docket::quoted(statement.says);
  if (statement.seats == kEveryone) return words;
  bool any = false;
  for (Seat seat = 1; seat <= kMaxSeats; ++seat) {
    if (!hasSeat(statement.seats, seat)) continue;
    words += fmt::format("{} {}", any ? "" : " to", Words::seat(seat));
    any = true;
  }
  return any ? words : words + " to nobody";
}

std::string changeWords(const Words& words, const Entry& entry) {
  std::string what = fmt::format("{}, {}", words.change(entry), words.lasts(entry));
  if (entry.source != kNone) what += ", from " + words.card(entry.source);
  return what;
}

std::string endWords(schema::Everybody everybody, Seats winners) {
  if (everybody == schema::Everybody::WINS) return "all win";
  if (everybody == schema::Everybody::LOSES) return "all lose";
  return Words::seats(winners) + (otherSeats(winners) == 0 ? " wins" : " win");
}

std::string counterWords(const Words& words, const Counter& counter) {
  const auto amount = static_cast<std::uint64_t>(counter.amount);
  const std::string name = words.name(counter.name);
  const bool says_so = name.find("counter") != std::string::npos;
  return says_so ? fmt::format("{} {}", amount, name) : counted(amount, name + " counter");
}

std::string attachmentWords(const Words& words, CardIndex index) {
  const Card& card = words.state().cards[index];
  if (card.host == kNone) return {};
  const std::string kind = card.attachment == 0 ? std::string("attached") : words.name(card.attachment);
  return fmt::format("{} on {}", kind, words.subject(card.host));
}

std::string linkWords(const Words& words, const Link& link) {
  const Use* use = words.state().useOf(link.activation);
  std::string line;
  if (use == nullptr) {
    line = Words::event(link.activation);
  } else {
    line = fmt::format("{}, {}, by {}, event {}", words.bearer(use->card, use->player),
                       words.use(questionOf(words.state(), *use)), words.player(use->player), link.activation);
    if (use->negated) line += ", activation negated";
    if (use->effect_negated) line += ", effect negated";
  }
  return line + (link.resolved ? ", resolved" : "");
}

std::vector<std::string> gradeWords(const BoardGrade& grade, EventNumber stale_since) {
  std::vector<std::string> why;
  const auto add = [&](std::uint32_t count, std::string_view one, std::string_view many) {
    if (count != 0) why.push_back(counted(count, one, many));
  };
  add(grade.unknown, "card in play is not known", "cards in play are not known");
  add(grade.observed, "reading is an observation", "readings are observations");
  add(grade.stale, "of them stale", "of them stale");
  if (grade.stale != 0 && stale_since != 0) why.back() += fmt::format(" since event {}", stale_since);
  add(grade.printed, "reading is as printed and was not observed", "readings are as printed and were not observed");
  add(grade.uncertain, "reading depends on something unknown", "readings depend on something unknown");
  add(grade.uncertain_limits, "use has limits that are not known", "uses have limits that are not known");
  return why;
}

}  // namespace docket
