#include "tools/explain/explain_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "engine/query/stats/stats.h"
#include "events/errors.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "tools/explain/answer.h"
#include "tools/explain/explain_legality.h"
#include "tools/explain/explain_limits.h"
#include "tools/explain/explain_stat.h"
#include "tools/explain/explain_value.h"
#include "tools/explain/hypothetical.h"
#include "tools/explain/observed_answer.h"
#include "tools/explain/why_not_act.h"
#include "tools/explain/why_not_changes.h"
#include "tools/game/entity_parser.h"
#include "tools/game/named_cards.h"
#include "tools/game/open_game_record.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::uint32_t kMaxAbilities = 0xFFFF;

bool asksLegality(const std::vector<std::string>& asked) {
  return !asked.empty() && asked[0] == "legal" && asked.size() <= 2;
}

}  // namespace

Question::Question(const OpenGame& game, const TurnLabels& turn_labels, std::vector<std::string> asked, EventNumber at,
                   Seat player)
    : game_(game),
      turn_labels_(turn_labels),
      record_(game, at),
      asked_(std::move(asked)),
      player_(player),
      rules_(game.rules()),
      about_legality_(asksLegality(asked_)),
      at_(about_legality_ && asked_.size() == 2 ? game.point(asked_[1]) : at),
      state_(stateFor()),
      words_(state_, rules_, game.header(), turn_labels_, 0) {}

std::string Question::when() const {
  const Correction* correction = about_legality_ ? record_.correctionOf(at_) : nullptr;
  return fmt::format("{} {}{}", about_legality_ ? "At" : "After", words_.eventWhen(at_),
                     correction == nullptr ? std::string() : fmt::format(", as corrected by event {}", correction->by));
}

Explained Question::answer() const {
  if (asked_.empty()) throw BadInput("expected what to explain, as in: '#12' Force");
  if (about_legality_) {
    if (record_.statusOf(at_) == expression::EventStatus::nothing) return nothingHappened();
    const HeldEvent event = record_.event(at_);
    return explainLegality(words_, at_, event, record_.findings(at_));
  }
  if (asked_[0] == "limit") return limits();
  if (asked_.size() == 1) return expressionAnswer();
  if (asked_.size() > 2) throw BadInput(fmt::format("{} is one word too many: remove it", docket::quoted(asked_[2])));
  return reading(subject());
}

Entity Question::subject() const { return NamedCards(game_, state_).subject(asked_[0]); }

Explained Question::whyNot() const {
  if (about_legality_) {
    if (record_.statusOf(at_) == expression::EventStatus::nothing) return nothingHappened();
    const HeldEvent event = record_.event(at_);
    return whatForbids(game_, words_, at_, event, record_.findings(at_));
  }
  if (asked_.size() == 1) return Hypothetical(game_, turn_labels_, state_).whyNot(asked_[0]);
  if (asked_.empty() || asked_[0] == "limit") {
    throw BadInput("--why-not: expected an act, legal 57, or a stat or controller: '#12' Force");
  }
  const Entity entity = subject();
  SoughtChanges sought{.stat = statNamed(asked_[1])};
  if (!sought.stat && !(sameLetters(asked_[1], "controller") && state_.isCard(entity))) {
    if (valueNamed(entity, asked_[1]) == kUnbound) return reading(entity);  // the error lists the values
    throw BadInput(fmt::format("{} is a value: docket explain without --why-not shows every event that changed it",
                               docket::quoted(asked_[1])));
  }
  if (asked_.size() > 2 && asked_[2].find_first_not_of("0123456789") == std::string::npos) {
    sought.event = numberIn(asked_[2], "an event that began a change (15)");
  } else if (asked_.size() > 2) {
    sought.source =
        NamedCards(game_, state_)
            .card(asked_[2],
                  "an event that began a change (15), or the title or number (#3) of the card that it is from");
  }
  return changesThatDoNotCount(game_, words_, entity, sought);
}

State Question::stateFor() const {
  if (!about_legality_) return game_.stateAt(at_);
  if (at_ == 0 || at_ > game_.last()) {
    throw BadInput(fmt::format("{} has no event {}: the last one is {}", game_.id(), at_, game_.last()));
  }
  return *record_.judgedOn(at_);
}

Explained Question::nothingHappened() const {
  Explained explained{.root = {.what = fmt::format("event {}", at_), .value = "it did not happen"},
                      .grade = Grade::unverified};
  explained.root.children.push_back(
      {.what = "a judge corrected the record: nothing happened in its place", .event = record_.correctionOf(at_)->by});
  return explained;
}

Explained Question::limits() const {
  if (asked_.size() < 2) throw BadInput("limit: expected a card, as in: limit '#12', limit 'Ash Blossom'");
  const CardIndex subject = NamedCards(game_, state_).card(asked_[1]);
  const auto ability = asked_.size() < 3 ? 0U : numberIn(asked_[2], "the number of an ability");
  if (ability > kMaxAbilities) throw BadInput(fmt::format("{}: no card has so many abilities", ability));
  const Seat player = player_ != 0 ? player_ : state_.cards[subject].controller;
  return explainLimits(words_, subject, static_cast<std::uint16_t>(ability), player);
}

std::optional<StatIndex> Question::statNamed(std::string_view name) const {
  const auto& stats = rules_.ruleset.stats;
  for (const bool exactly : {true, false}) {
    for (std::size_t i = 0; i < stats.size(); ++i) {
      const auto matches = [&](std::string_view known) {
        return !known.empty() && (exactly ? name == known : sameLetters(name, known));
      };
      if (matches(stats[i].name) || matches(stats[i].short_name)) return static_cast<StatIndex>(i);
    }
  }
  return std::nullopt;
}

std::uint32_t Question::valueNamed(Entity subject, std::string_view name) const {
  const Ruleset& ruleset = rules_.ruleset;
  if (const std::uint32_t key = ruleset.value(name); key != kUnbound) return key;
  const auto meant = std::find_if(ruleset.values.begin(), ruleset.values.end(),
                                  [&](const Value& value) { return sameLetters(name, value.name); });
  if (meant != ruleset.values.end()) return ruleset.value(meant->name);
  const NameNumber number = state_.vocabulary->names.find(name);
  const std::uint32_t key = state_.valueKey(number);
  if (number == 0) return kUnbound;
  const AmountReading reading = readAmount(state_, rules_, {.subject = subject, .key = key});
  return state_.valueOf(subject, key) == nullptr && !reading.seen ? kUnbound : key;
}

Explained Question::reading(Entity subject) const {
  const std::string& name = asked_[1];
  if (sameLetters(name, "controller") && state_.isCard(subject)) return explainController(words_, subject);
  if (const auto named = statNamed(name)) {
    const ValueIndex base = rules_.ruleset.stats[*named].of_value;
    return base == kUnbound ? explainStat(words_, subject, *named) : boundedValue(subject, *named, base);
  }
  const std::uint32_t key = valueNamed(subject, name);
  if (key == kUnbound) {
    std::vector<std::string_view> known{"controller"};
    for (const Stat& stat : rules_.ruleset.stats) known.emplace_back(stat.name);
    for (const Value& value : rules_.ruleset.values) known.emplace_back(value.name);
    const std::string hint = didYouMean(name, known);
    throw BadInput(fmt::format("{}: expected a stat, a value or controller{}", docket::quoted(name),
                               hint.empty() ? fmt::format("; here there are {}", fmt::join(known, ", ")) : hint));
  }
  return explainValue(words_, subject, key, game_.events(), game_.history().pathTo(at_));
}

Explained Question::boundedValue(Entity subject, StatIndex stat, ValueIndex base) const {
  Explained explained = explainValue(words_, subject, base, game_.events(), game_.history().pathTo(at_));
  if (deriveStat(state_, rules_, subject, stat).lines.empty()) return explained;
  Explanation steps = explainStat(words_, subject, stat).root;
  std::move(steps.children.begin(), steps.children.end(), std::back_inserter(explained.root.children));
  return explained;
}

Explained Question::expressionAnswer() const {
  const NamedCards cards(game_, state_);
  const expression::Scope known{.ruleset = rules_.ruleset, .names = &game_.names(), .subjects = &cards};
  const auto parsed = [&] {
    try {
      // Parsed as an expression, it would only be a text.
      const bool is_quoted = asked_[0].starts_with('"');
      return expression::parse(is_quoted ? cards.numbered(asked_[0]) : asked_[0], known);
    } catch (const BadInput&) {
      const std::string card = cards.numbered(asked_[0]);
      if (card == asked_[0]) throw;
      return expression::parse(card, known);
    }
  }();
  const auto answer = answerSeen(parsed, words_, record_, namesOf(game_));
  return explainAnswer(parsed, answer, words_);
}

}  // namespace docket
