// Acts that the simulator refused because of a limit are illegal, by the clause of the printed words. A refusal is
// known only at the next question, so it is tried at each table since the last one at which a period ended, a card was
// turned over or left play, and at the table of the question.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/find_if.hpp>

#include "tests/marvel/games.h"
#include "tests/marvel/hypothetical_table.h"
#include "tests/marvel/simulated_table.h"
#include "tests/witness/comparison.h"

namespace docket::marvel::refusals_test {
namespace {

bool hasLimit(const FaceAbility& ability) { return !ability.limits.empty(); }

/// A refused act, in the simulator's words.
struct SimulatorRefusal {
  std::string why, ability, zone;
  std::int64_t card = -1, player = -1;
  std::optional<std::int64_t> host;
  const Face* face = nullptr;
};

class RefusedGame : public SimulatedTable {
 public:
  RefusedGame(const GameRules& rules, const Object& game, std::set<std::int64_t> skipped,
              witness::Comparison& comparison)
      : SimulatedTable(rules, game, std::move(skipped)), comparison_(comparison) {}

  void line(const Object& line) {
    const std::string kind = witness::text(line, "e");
    if (kind == "no") return refusal(line);
    if (kind == "T") tables_.clear();
    if (changesWhatIsAsked(kind, line)) tables_.push_back(state());
    take(line);
  }

 private:
  bool changesWhatIsAsked(const std::string& kind, const Object& line) const {
    if (kind == "face" || kind == "reset") return true;
    if (kind != "mv") return false;
    const Card* moved = card(witness::number(line, "c"));
    return moved != nullptr && moved->exists() && isInPlay(*moved);
  }

  void refusal(const Object& line) {
    const SimulatorRefusal refused{.why = witness::text(line, "why"),
                                   .ability = witness::text(line, "ab"),
                                   .zone = witness::text(line, "on"),
                                   .card = witness::number(line, "c"),
                                   .player = witness::numberIfThere(line, "p").value_or(-1),
                                   .host = witness::numberIfThere(line, "h"),
                                   .face = game_rules_.face(witness::text(line, "k"))};
    const auto sole = witness::numberIfThere(line, "sole");
    const std::string field = refused.why + (!sole ? "" : *sole == 1 ? ", alone" : ", among others");
    std::string is = asked(state(), refused);
    for (auto table = tables_.rbegin(); is == "legal" && table != tables_.rend(); ++table) is = asked(*table, refused);
    if (is == "undecided") return comparison_.leave(field, is);
    comparison_.equal(field, fmt::format("{}: {} {}", where(), refused.face->code, refused.face->name), is,
                      "against " + clauseOf(refused), [&] { return causeOf(refused); });
  }

  [[nodiscard]] std::string asked(const State& table, const SimulatorRefusal& refused) const {
    std::string is = "legal";
    for (const Seat seat : seatsOf(refused)) {
      const auto findings = ask(table, refused, seat);
      const Finding* found = beyondLimit(findings);
      if (found == nullptr) continue;
      if (found->certainty == Finding::Certainty::certain) return "against " + found->clause;
      is = "undecided";
    }
    return is;
  }

  /// The seats that the refusal may concern: the log names no player for acts of enemies, nor the intended controller
  /// of a card that may be played under any player's control.
  [[nodiscard]] std::vector<Seat> seatsOf(const SimulatorRefusal& refused) const {
    const bool anybodys = refused.face->text.find("Play under any player's control") != std::string::npos;
    if (refused.host && refused.why == "MaxPerUnit") return {card(*refused.host)->controller};
    if (refused.player >= 0 && !(refused.why == "MaxPerUnit" && anybodys)) return {seatOf(refused.player)};
    std::vector<Seat> all;
    for (Seat seat = 1; seat <= players(); ++seat) all.push_back(seat);
    return all;
  }

  [[nodiscard]] std::vector<Finding> ask(const State& table, const SimulatorRefusal& refused, Seat seat) const {
    HypotheticalTable hypothetical(table, rules());
    const std::uint32_t card = numberOfCard(refused.card);
    const Seat player = refused.player >= 0 ? seatOf(refused.player) : seat;
    if (refused.why == "Unique") return hypothetical.played(card, player, player, "AlliesArea");
    if (refused.why == "MaxPerUnit") {
      if (refused.host && ofElement(*refused.face)) return hypothetical.attached(card, numberOfCard(*refused.host));
      return hypothetical.played(card, player, seat, zoneOf(refused.zone, seat - 1));
    }
    const std::size_t place = refused.face->limitedAbility(refused.ability);
    if (place == refused.face->abilities.size() || !hasLimit(refused.face->abilities[place])) {
      return hypothetical.played(card, player, 0, "");
    }
    EventNumber trigger = 0;
    for (const PrintedLimit& limit : refused.face->abilities[place].limits) {
      if (!limit.instance.empty()) trigger = instance(limit.instance);
    }
    return hypothetical.used(card, place, seat, trigger);
  }

  [[nodiscard]] static bool ofElement(const Face& face) {
    return ranges::any_of(face.limits, [](const PrintedLimit& one) { return one.limit.ends_with("-per-element"); });
  }

  /// The clause of the words by which it has to be refused.
  [[nodiscard]] std::string clauseOf(const SimulatorRefusal& refused) const {
    const auto of = [&](const std::string& limit) {
      return rules().ruleset.limits[rules().ruleset.limit(limit)].clause;
    };
    if (refused.why == "Unique") return of("unique");
    if (refused.why == "MaxPerUnit") {
      const auto found =
          ranges::find_if(refused.face->limits, [](const PrintedLimit& one) { return one.limit != "max-per-deck"; });
      return found == refused.face->limits.end() ? "no words" : of(found->limit);
    }
    const std::size_t place = refused.face->limitedAbility(refused.ability);
    const auto& abilities = refused.face->abilities;
    if (place < abilities.size() && hasLimit(abilities[place])) return of(abilities[place].limits.front().limit);
    return refused.face->limits.empty() ? "no words" : of(refused.face->limits.front().limit);
  }

  [[nodiscard]] std::string causeOf(const SimulatorRefusal& refused) const {
    if (refused.why == "Unique") {
      return hidesTitle(refused.face->name) ? "the title stands on the side of a card in play that does not show" : "";
    }
    if (clauseOf(refused) != "no words") {
      const std::string period = periodOf(refused.why);
      if (!period.empty() && period != wordsPeriod(refused))
        return "the simulator enforces another period than the words";
      return anotherUsed(refused) ? "the words count each copy by itself, the simulator all copies of the code" : "";
    }
    if (refused.face->hasWords()) return "";
    const bool of_deck = refused.why == "MaxPerUnit" && !refused.face->limits.empty();
    return of_deck ? "the simulator takes a maximum per deck for one in play"
                   : "the text of the card has no words of a limit";
  }
  [[nodiscard]] static std::string wordsPeriod(const SimulatorRefusal& refused) {
    const std::size_t place = refused.face->limitedAbility(refused.ability);
    const auto& abilities = refused.face->abilities;
    const bool of_ability = place < abilities.size() && hasLimit(abilities[place]);
    const auto& limits = of_ability ? abilities[place].limits : refused.face->limits;
    return limits.empty() ? "" : limits.front().period;
  }
  /// True if the ability was used on another copy of the card, or on this one before it left play.
  [[nodiscard]] bool anotherUsed(const SimulatorRefusal& refused) const {
    const std::size_t place = refused.face->limitedAbility(refused.ability);
    if (place == refused.face->abilities.size()) return false;
    const auto& limits = refused.face->abilities[place].limits;
    if (limits.empty() || !limits.front().limit.starts_with("limit-")) return false;
    const CardIndex asked = state().cardOf(numberOfCard(refused.card));
    return ranges::any_of(state().uses, [&](const Use& use) {
      const bool same =
          use.ability == place + 1 && state().definitions->named[use.definition]->key == refused.face->code;
      return same && (use.card != asked || use.event < state().cards[asked].arrived);
    });
  }
  [[nodiscard]] bool hidesTitle(const std::string& title) const {
    return ranges::any_of(sides(), [&](const auto& one) {
      const Card* there = card(one.first);
      if (there == nullptr || !there->exists() || !isInPlay(*there)) return false;
      return ranges::any_of(one.second, [&](const std::string& code) {
        const Face* side = game_rules_.face(code);
        return side != nullptr && side->name == title &&
               side->code != state().definitions->named[there->definition]->key;
      });
    });
  }

  witness::Comparison& comparison_;
  std::vector<State> tables_;
};

TEST(SimulatedRefusals, AreIllegalByTheTextOfTheCard) {
  SKIP_WITHOUT_GAMES();
  witness::Comparison comparison;
  const std::size_t games = playEachGame<RefusedGame>(GameRules::get(), comparison);
  fmt::print("{} games\n", games);
  comparison.print();
  EXPECT_GT(comparison.fields().at("LimitOncePerRound, alone").equal, games);
}

}  // namespace
}  // namespace docket::marvel::refusals_test
