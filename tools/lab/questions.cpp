#include "tools/lab/questions.h"

#include <fmt/format.h>

#include <array>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/split.hpp>
#include <range/v3/view/transform.hpp>

#include "engine/query/evaluation/answer_text.h"
#include "engine/rules/expression/literals.h"
#include "events/entity.h"
#include "events/text/text_view.h"

namespace docket::lab {
namespace {

using expression::textInQuotes;
using TopicQuestion = CaseTopic::Question;

std::vector<std::string> split(std::string_view words, std::string_view by) {
  return words | ranges::views::split(by) |
         ranges::views::transform([](auto&& part) { return part | ranges::to<std::string>(); }) | ranges::to_vector;
}

/// The words of lists ("Samurai, Ninja") that only one of them has.
std::vector<std::string> onlyInOne(std::string_view one, std::string_view other) {
  const auto these = split(one, ", ");
  const auto those = split(other, ", ");
  std::vector<std::string> found;
  for (const auto& [words, others] : {std::pair(&these, &those), std::pair(&those, &these)}) {
    for (const std::string& word : *words) {
      if (!word.empty() && !ranges::contains(*others, word)) found.push_back(word);
    }
  }
  return found;
}

/// Questions about a field; `s` is the subject as expressions name it.
std::vector<std::string> aboutField(const Difference& difference, const std::string& s) {
  using Kind = TableField::Kind;
  const TableField& field = difference.compared.field;
  const auto each = [&](std::string_view function, const std::vector<std::string>& words) {
    return words | ranges::views::transform([&](const auto& word) {
             return fmt::format("{}({}, {})", function, s, textInQuotes(word));
           }) |
           ranges::to_vector;
  };
  switch (field.kind) {
    case Kind::zone:
      return {fmt::format("zone({})", s)};
    case Kind::face:
      return {fmt::format("faceUp({})", s)};
    case Kind::orientation:
      return {fmt::format("orientation({})", s)};
    case Kind::controller:
      return {fmt::format("controller({})", s)};
    case Kind::host:
      return {fmt::format("attachedTo({})", s)};
    case Kind::title:
      return {fmt::format("title({})", s)};
    case Kind::stat:
      return {fmt::format("stat({}, {})", s, textInQuotes(field.name))};
    case Kind::value:
      return {fmt::format("value({}, {})", s, textInQuotes(field.name))};
    case Kind::keywords:
      return each("keyword", onlyInOne(difference.from, difference.to));
    case Kind::counters: {
      std::vector<std::string> names;
      for (const std::string& counted : onlyInOne(difference.from, difference.to)) {
        const std::string name = counted.substr(std::min(counted.find(' '), counted.size() - 1) + 1);
        if (!ranges::contains(names, name)) names.push_back(name);
      }
      return each("counters", names);
    }
    case Kind::types: {
      constexpr std::array<std::string_view, 3> kFunctions = {"supertype", "type", "subtype"};
      const auto left = split(difference.from, " | ");
      const auto right = split(difference.to, " | ");
      std::vector<std::string> questions;
      for (std::size_t i = 0; i < std::min({left.size(), right.size(), kFunctions.size()}); ++i) {
        for (std::string& one : each(kFunctions.at(i), onlyInOne(left[i], right[i])))
          questions.push_back(std::move(one));
      }
      return questions;
    }
  }
  return {};
}

/// The same questions asked after event `at` about the table as it stood after an event.
std::vector<std::string> then(std::vector<std::string> questions, EventNumber event, EventNumber at) {
  if (at == event) return questions;
  for (std::string& one : questions) one = fmt::format("after({}, {})", event, one);
  return questions;
}

/// Questions about the legality of an event: legal(), broke(), the count of its limit.
std::vector<std::string> aboutLegality(const ComparedItem& compared, const Recording& game, const Ruleset& ruleset,
                                       EventNumber at) {
  std::vector<std::string> questions{fmt::format("legal({})", compared.event)};
  for (const std::string& clause : compared.clauses) questions.push_back(brokeQuestion(compared.event, clause));
  const HeldEvent event = game.event(compared.event);
  if (!event->isAbilityActivated()) return questions;
  const auto act = event->getAbilityActivated();
  std::vector<std::string> counted;
  for (const Limit& limit : ruleset.limits) {
    if (compared.key.starts_with(fmt::format("limit {} ", limit.name)))
      counted.push_back(fmt::format("max(#{}, {}, {})", act.getCard(), act.getAbility(), textInQuotes(limit.name)));
  }
  for (std::string& one : then(std::move(counted), compared.event, at)) questions.push_back(std::move(one));
  return questions;
}

std::vector<std::string> aboutTheEnd(unsigned players) {
  std::vector<std::string> questions{"winner()", "over()"};
  for (unsigned seat = 1; seat <= players; ++seat) {
    questions.push_back(fmt::format("won(P{})", seat));
    questions.push_back(fmt::format("lost(P{})", seat));
  }
  return questions;
}

}  // namespace

EventNumber askedAfter(const LabGame& game, EventNumber event) {
  return game.history().pathTo(game.last()).corrections.empty() ? event : game.last();
}

std::string brokeQuestion(EventNumber event, const std::string& clause) {
  return fmt::format("broke({}, {})", event, textInQuotes(clause));
}

std::vector<TopicQuestion> questionsAbout(const Difference& difference, const Recording& game, const Ruleset& ruleset) {
  const ComparedItem& compared = difference.compared;
  const EventNumber at = askedAfter(LabGame(game), compared.event);
  const auto at_point = [](const std::vector<std::string>& texts, EventNumber point) {
    return texts | ranges::views::transform([&](const auto& one) { return TopicQuestion{.text = one, .at = point}; }) |
           ranges::to_vector;
  };
  switch (compared.kind) {
    case ComparedItem::Kind::legality:
      return at_point(aboutLegality(compared, game, ruleset, at), at);
    case ComparedItem::Kind::ruling: {
      const HeldEvent event = game.event(compared.event);
      const auto ruling = event->getRulingGiven();
      return {
          {.text = std::string(view(ruling.getClaim())), .at = ruling.getAt() != 0 ? ruling.getAt() : compared.event}};
    }
    case ComparedItem::Kind::value: {
      const auto subject = entityText(compared.subject);
      return subject ? at_point(then(aboutField(difference, *subject), compared.event, at), at)
                     : std::vector<TopicQuestion>{};
    }
    case ComparedItem::Kind::deck: {
      const std::string deck =
          fmt::format("P{}, {}", numberOf(compared.subject), textInQuotes(view(game.header().getFormat())));
      std::vector<std::string> questions{fmt::format("deckLegal({})", deck)};
      for (const std::string& clause : compared.clauses)
        questions.push_back(fmt::format("deckBroke({}, {})", deck, textInQuotes(clause)));
      return at_point(then(questions, compared.event, at), at);
    }
    case ComparedItem::Kind::outcome:
      return at_point(aboutTheEnd(game.header().getPlayers().size()), game.size());
    case ComparedItem::Kind::fold:
      return {};
  }
  return {};
}

}  // namespace docket::lab
