// docket explain: why something is what it is at a point of a game.
#include <fmt/format.h>

#include <functional>
#include <ostream>

#include "events/errors.h"
#include "events/nearest.h"
#include "events/quoted.h"
#include "tools/answer.h"
#include "tools/command.h"
#include "tools/desk.h"
#include "tools/explanation.h"
#include "tools/record_table.h"
#include "tools/subjects.h"

namespace docket {
namespace {

constexpr std::string_view kHelp = R"(Tells why, as a tree: each statement follows from those below it, and names its
clause and its event. What can be explained, after an event (--at, the end else):

  docket explain duel '#12' Force --at 57    a stat: printed, bonuses, bounds
  docket explain duel '#12' controller       who controls it, since when
  docket explain duel P1 honor               a value: each event that changed it
  docket explain duel limit '#12'            every limit of a card, and its uses
  docket explain duel limit '#12' 2          those of its ability 2
  docket explain duel legal 57               what the rules ask of event 57
  docket explain duel 'stat(#12, "Force") + 1 > 3'      any expression

Cards are named by their number at that point (docket replay shows it). A limit is
told for who controls the card, or for --seat.

--json is an object {game, event, grade, explanation}; an explanation is a tree of
{what, value, clause, event, children}, null where there is none.
Exit status: 1 for an illegal event and for a value that diverges.)";

constexpr std::uint32_t kMostAbilities = 0xFFFF;

/// What was asked, at a point.
class Question {
 public:
  Question(const OpenGame& game, const std::vector<std::string>& asked, EventNumber at, Seat viewer)
      : game_(game),
        asked_(asked),
        viewer_(viewer),
        rules_(game.rules()),
        moments_(game.gameRules().ruleset, game.names(), game.events(), game.last()),
        about_legality_(asked[1] == "legal" && asked.size() == 3),
        at_(about_legality_ ? numberIn(asked[2], "the number of an event") : at),
        state_(stateFor()),
        words_(state_, rules_, game.header(), moments_, 0) {}

  [[nodiscard]] EventNumber at() const { return at_; }
  [[nodiscard]] const Words& words() const { return words_; }

  [[nodiscard]] Explained answer() const {
    if (about_legality_) {
      Explained explained;
      game_.event(at_, [&](schema::Event::Reader event) { explained = explainLegality(words_, at_, event); });
      return explained;
    }
    if (asked_[1] == "limit") return limits();
    if (asked_.size() == 2) return expressionAnswer();
    if (asked_.size() > 3) throw BadInput(fmt::format("{} is one word too many", docket::quoted(asked_[3])));
    const Entity subject = subjectIn(asked_[1], state_);
    if (subject == kNone) {
      throw BadInput(
          fmt::format("{}: expected a card (#12), a player (P1), place 3, unit 2 or game, or the word limit "
                      "or legal",
                      docket::quoted(asked_[1])));
    }
    return reading(subject);
  }

 private:
  [[nodiscard]] State stateFor() const {
    if (!about_legality_) return game_.stateAt(at_);
    if (at_ == 0 || at_ > game_.last()) {
      throw BadInput(fmt::format("{} has no event {}: the last one is {}", game_.id(), at_, game_.last()));
    }
    return game_.stateAt(at_ - 1);
  }

  [[nodiscard]] Explained limits() const {
    const Entity subject = asked_.size() < 3 ? kNone : subjectIn(asked_[2], state_);
    if (!state_.isCard(subject)) throw BadInput("limit: expected a card, as in: limit '#12'");
    const auto ability = asked_.size() < 4 ? 0U : numberIn(asked_[3], "the number of an ability");
    if (ability > kMostAbilities) throw BadInput(fmt::format("{}: no card has so many abilities", ability));
    const Seat player = viewer_ != 0 ? viewer_ : state_.cards[subject].controller;
    return explainLimits(words_, subject, static_cast<std::uint16_t>(ability), player);
  }

  [[nodiscard]] Explained reading(Entity subject) const {
    const std::string& name = asked_[2];
    if (name == "controller" && state_.isCard(subject)) return explainController(words_, subject);
    const Ruleset& ruleset = rules_.ruleset;
    const RecordTable record(game_);
    std::vector<std::string_view> known{"controller"};
    for (std::size_t i = 0; i < ruleset.stats.size(); ++i) {
      const Stat& stat = ruleset.stats[i];
      if (name == stat.name || name == stat.short_name) {
        return explainStat(words_, subject, static_cast<StatIndex>(i), &record);
      }
      known.emplace_back(stat.name);
    }
    std::uint32_t key = ruleset.value(name);
    if (key == kUnbound) {
      for (const Value& value : ruleset.values) known.emplace_back(value.name);
      const NameNumber number = state_.vocabulary->names.find(name);
      key = state_.valueKey(number);
      if (number == 0 || !state_.valueOf(subject, key)) {
        throw BadInput(
            fmt::format("{}: expected a stat, a value or controller{}", docket::quoted(name), didYouMean(name, known)));
      }
    }
    return explainValue(words_, subject, key, game_.events(), game_.history().pathTo(at_), record);
  }

  [[nodiscard]] Explained expressionAnswer() const {
    const auto parsed = expression::parse(asked_[1], {.ruleset = rules_.ruleset, .names = &game_.names()});
    const RecordTable table(game_);
    const auto answer = expression::evaluate(parsed, {.state = state_, .rules = rules_, .table = &table});
    return explainAnswer(parsed, answer, words_);
  }

  const OpenGame& game_;
  const std::vector<std::string>& asked_;
  Seat viewer_;
  Rules rules_;
  Moments moments_;
  bool about_legality_;
  EventNumber at_;
  State state_;
  Words words_;
};

int run(const Arguments& arguments, Streams& streams) {
  Desk desk(arguments.archive());
  const OpenGame game = desk.game(arguments.words().front(), arguments.value("under"));
  const EventNumber at = game.point(arguments.value("at").value_or("end"));
  const Question question(game, arguments.words(), at, seatOf(arguments.value("seat"), game.header()));
  const Explained explained = question.answer();
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("game", game.id()).member("event", question.at());
    json.member("grade", agreementWord(explained.agreement)).object("explanation");
    writeExplanation(json, explained.root);
    streams.out << json.end().end().text() << '\n';
  } else {
    const std::string when = question.words().moments().words(question.at());
    streams.out << fmt::format("{} event {}{}{}\n", arguments.words()[1] == "legal" ? "At" : "After", question.at(),
                               when.empty() ? "" : ", ", when);
    printExplanation(streams.out, explained, question.words(), streams.colour);
  }
  return explained.differs ? 1 : 0;
}

}  // namespace

Command explainCommand() {
  return {.name = "explain",
          .words = "GAME SUBJECT [READING]",
          .summary = "tell why a stat, a controller, a limit or a legality is what it is",
          .help = kHelp,
          .least_words = 2,
          .most_words = 4,
          .options = {{.name = "at", .value = "POINT", .help = "after which event; the end where it is not given"},
                      {.name = "seat", .value = "P1", .help = "for a limit: as that player would use the card"},
                      {.name = "under", .value = "RULESET", .help = "by other rules: a name, NAME@VERSION or a file"}},
          .run = run};
}

}  // namespace docket
