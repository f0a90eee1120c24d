// Generated disputes of known kinds, to be found among others that look similar. Each game has one ruling at its
// end. Games of one kind differ in players, cards, amounts, in how often something happened, and in what else went
// on; games of another kind that cites the same clause are derived differently.
// Invariant: the same seed gives the same games.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <random>
#include <string>
#include <vector>

#include "events/json/jsonl.h"
#include "tests/places.h"
#include "tests/tools/run.h"
#include "tools/cases/case_reader.h"

namespace docket::test {

/// A game with a ruling, in the notation of cases.
class Dispute {
 public:
  Dispute(std::mt19937& dice, std::string name) : dice_(dice), name_(std::move(name)), me(any(1, 2)), them(3 - me) {}

  [[nodiscard]] int any(int least, int most) {
    return least + static_cast<int>(dice_() % static_cast<unsigned>(most - least + 1));
  }
  /// Adds an event and gives its number.
  int event(const std::string& line) {
    lines_ += "  " + line + "\n";
    return ++events_;
  }
  void change(const std::string& line) { lines_ += "    + " + line + "\n"; }
  /// Creates a card of a player; returns its number.
  int card(int player, const std::string& title, const std::string& zone) {
    event(fmt::format("deckRegistered player={} zone=\"{}\" first={} : {}", player, zone, ++cards_, title));
    return cards_;
  }
  /// Events that have nothing to do with the dispute.
  void noise() {
    for (int i = any(0, 3); i > 0; --i) {
      if (any(0, 1) == 0) {
        event("note \"elsewhere\"");
      } else {
        card(any(1, 2), "?", "hand");
      }
    }
  }
  /// Ends with a ruling on a question: the answer that the judge gives.
  void rule(const std::string& question, const std::string& answer) {
    question_ = question;
    answer_ = answer;
  }
  /// The judge is wrong.
  void spoil() {
    const bool truth = answer_ == "true" || answer_ == "false";
    answer_ = truth ? (answer_ == "true" ? "false" : "true") : std::to_string(std::stoi(answer_) + 1);
  }

  [[nodiscard]] std::string record() const { return fmt::format("record {}\n{}end\n", name_, lines_); }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string claim() const {
    if (answer_ == "true") return question_;
    return answer_ == "false" ? fmt::format("not {}", question_) : fmt::format("{} = {}", question_, answer_);
  }

 private:
  std::mt19937& dice_;
  std::string name_, lines_, question_, answer_;
  int events_ = 0, cards_ = 0;

 public:
  const int me, them;  ///< the players of the dispute
};

struct DisputeKind {
  std::string name;
  bool is_l5r = false;  ///< else of yugioh
  std::function<void(Dispute&)> play;
};

// ---- uses and limits

inline int enter(Dispute& game, int player, const std::string& title) {
  const int card = game.card(player, title, "deck");
  game.event(fmt::format("cardMoved card={} player={} zone=\"monster zone\" slot={} face=up", card, player, card % 5));
  return card;
}
inline int use(Dispute& game, int player, int card, int ability = 1) {
  return game.event(fmt::format("P{0} abilityActivated player={0} card={1} ability={2}", player, card, ability));
}
inline void newTurn(Dispute& game, int player) { game.event(fmt::format("began period=turn player={}", player)); }
inline void ruleLegal(Dispute& game, int event, bool legal) {
  game.rule(fmt::format("legal({})", event), legal ? "true" : "false");
}
inline void leaveAndReturn(Dispute& game, int card) {
  game.event(fmt::format("cardMoved card={} player={} zone=graveyard reason=destroyed", card, game.me));
  game.event(fmt::format("cardMoved card={} player={} zone=\"monster zone\" slot=4 face=up", card, game.me));
}

/// A card's ability, used `before` times, then disputed.
inline DisputeKind usedBefore(const std::string& name, const std::string& title, int before, bool legal) {
  return {name, false, [=](Dispute& game) {
            const int card = enter(game, game.me, title);
            newTurn(game, game.me);
            for (int i = 0; i < before; ++i) {
              use(game, game.me, card);
              game.noise();
            }
            ruleLegal(game, use(game, game.me, card), legal);
          }};
}
/// Another copy was used before.
inline DisputeKind copyUsedBefore(const std::string& name, const std::string& title, int ability, bool legal) {
  return {name, false, [=](Dispute& game) {
            const int one = enter(game, game.me, title);
            const int other = enter(game, game.me, title);
            newTurn(game, game.me);
            use(game, game.me, one);
            game.noise();
            ruleLegal(game, use(game, game.me, other, ability), legal);
          }};
}
/// Another ability of the same card was used before.
inline DisputeKind otherAbilityBefore(const std::string& name, const std::string& title, bool legal) {
  return {name, false, [=](Dispute& game) {
            const int card = enter(game, game.me, title);
            newTurn(game, game.me);
            use(game, game.me, card, 1);
            game.noise();
            ruleLegal(game, use(game, game.me, card, 2), legal);
          }};
}
/// The first use was negated.
inline DisputeKind negatedBefore(const std::string& name, const std::string& title, bool legal) {
  return {name, false, [=](Dispute& game) {
            const int card = enter(game, game.me, title);
            newTurn(game, game.me);
            const int first = use(game, game.me, card);
            game.event(fmt::format("activationNegated activation={}", first));
            game.noise();
            ruleLegal(game, use(game, game.me, card), legal);
          }};
}
/// The card left and returned between the uses; asked is whether it was legal, or how often it is used.
inline DisputeKind returnedBetween(bool asks_count) {
  return {asks_count ? "count of a card that returned" : "once a turn, having returned", false, [=](Dispute& game) {
            const int card = enter(game, game.me, "Cask Wyrm");
            newTurn(game, game.me);
            use(game, game.me, card);
            game.noise();
            leaveAndReturn(game, card);
            if (asks_count) return game.rule(fmt::format("used(#{}, 1, \"once-per-turn\")", card), "0");
            ruleLegal(game, use(game, game.me, card), true);
          }};
}
inline DisputeKind turnedDownBetween() {
  return {"once a turn, having been turned down", false, [](Dispute& game) {
            const int card = enter(game, game.me, "Cask Wyrm");
            const int lure = enter(game, game.them, "Grave Lure");
            newTurn(game, game.me);
            use(game, game.me, card);
            game.noise();
            const int by = use(game, game.them, lure);
            game.event(fmt::format("cardFlipped card={} face=down causes={}", card, by));
            game.event(fmt::format("cardFlipped card={} face=up", card));
            ruleLegal(game, use(game, game.me, card), true);
          }};
}
inline DisputeKind countedUses(const std::string& name, int uses) {
  return {name, false, [=](Dispute& game) {
            const int card = enter(game, game.me, "Elf Bowman");
            newTurn(game, game.me);
            for (int i = 0; i < uses; ++i) use(game, game.me, card);
            game.noise();
            game.rule(fmt::format("used(#{}, 1, \"hard-use\")", card), std::to_string(uses));
          }};
}
/// A trait that always applies, on the same card or another one.
inline DisputeKind traitTwice(const std::string& name, const std::string& first, const std::string& second) {
  return {name, false, [=](Dispute& game) {
            const int one = enter(game, game.me, first);
            const int other = second.empty() ? one : enter(game, game.me, second);
            newTurn(game, game.me);
            game.event(fmt::format("P{0} traitTriggered player={0} card={1} trait=1", game.me, one));
            game.noise();
            ruleLegal(game, game.event(fmt::format("P{0} traitTriggered player={0} card={1} trait=1", game.me, other)),
                      false);
          }};
}

// ---- stats

/// The changes of a stat that are in force.
struct StatChanges {
  bool bonus = false, penalty = false, base = false;
  int minimum = 0, maximum = 0;  ///< 1: it has an effect, -1: it has none; 0: there is none
  bool floor = false;            ///< penalties below zero
};

inline DisputeKind statKind(const std::string& name, const StatChanges& with) {
  return {name, true, [=](Dispute& game) {
            const int card = game.card(game.me, "Unbowed Paragon", "dynasty deck");
            game.event(fmt::format("cardMoved card={} player={} zone=home", card, game.me));
            const bool force = game.any(0, 1) == 0;
            const std::string stat = force ? "Force" : "Chi";
            int sum = force ? 3 : 2;
            const auto begin = [&](std::string_view kind, int amount) {
              game.event("changeBegan");
              game.change(fmt::format("{} subject=#{} name={} amount={}", kind, card, stat, amount));
              game.noise();
            };
            if (with.base) begin("setBase", sum = game.any(4, 7));
            for (int i = with.bonus ? game.any(1, 3) : 0; i > 0; --i) {
              const int amount = game.any(1, 3);
              begin("bonus", amount);
              sum += amount;
            }
            for (int i = with.penalty ? game.any(1, 2) : 0; i > 0 && sum > 1; --i) {
              begin("bonus", -1);
              --sum;
            }
            if (with.floor) {
              begin("bonus", -sum - game.any(1, 3));
              sum = 0;
            }
            if (with.minimum > 0) begin("minimum", sum += game.any(1, 3));
            if (with.minimum < 0) begin("minimum", sum - 1);
            if (with.maximum > 0) begin("maximum", sum -= 1);
            if (with.maximum < 0) begin("maximum", sum + game.any(1, 3));
            game.rule(fmt::format("stat(#{}, \"{}\")", card, stat), std::to_string(sum));
          }};
}

inline DisputeKind keywordKind(const std::string& name, bool printed, bool granted, bool removed) {
  return {name, true, [=](Dispute& game) {
            const int card = game.card(game.me, printed ? "Gate Guard exp2" : "Shifting Ronin", "dynasty deck");
            game.event(fmt::format("cardMoved card={} player={} zone=home", card, game.me));
            game.noise();
            for (const auto& [does, kind] : {std::pair(granted, "grantKeyword"), std::pair(removed, "removeKeyword")}) {
              if (!does) continue;
              game.event("changeBegan");
              game.change(fmt::format("{} subject=#{} name=Samurai", kind, card));
            }
            game.rule(fmt::format("keyword(#{}, \"Samurai\")", card),
                      !removed && (printed || granted) ? "true" : "false");
          }};
}

inline std::vector<DisputeKind> disputeKinds() {
  return {
      usedBefore("once a turn, first", "Cask Wyrm", 0, true),
      usedBefore("once a turn, second", "Cask Wyrm", 1, false),
      usedBefore("once a turn, third", "Cask Wyrm", 2, false),
      returnedBetween(false),
      turnedDownBetween(),
      copyUsedBefore("once a turn, another copy", "Cask Wyrm", 1, true),
      usedBefore("use once, first", "Elf Bowman", 0, true),
      usedBefore("use once, same card", "Elf Bowman", 1, false),
      copyUsedBefore("use once, another copy", "Elf Bowman", 1, false),
      usedBefore("activate once, second", "Ember Fox", 1, false),
      negatedBefore("activate once, negated", "Ember Fox", true),
      usedBefore("activate once, first", "Ember Fox", 0, true),
      otherAbilityBefore("shared, other ability", "Stuffed Bear", false),
      copyUsedBefore("shared, other copy", "Stuffed Bear", 1, false),
      copyUsedBefore("shared, other ability of another copy", "Stuffed Bear", 2, false),
      otherAbilityBefore("each, other ability", "Twin Oracle", true),
      copyUsedBefore("each, other copy", "Twin Oracle", 1, false),
      traitTwice("applied once, twice", "Sabre Steed", ""),
      traitTwice("gained once, by another card", "Gloom Beaver", "Fire March"),
      traitTwice("gained once, by the same card", "Gloom Beaver", ""),
      returnedBetween(true),
      countedUses("count of one use", 1),
      countedUses("count of no use", 0),
      statKind("printed", {}),
      statKind("bonus", {.bonus = true}),
      statKind("penalty", {.penalty = true}),
      statKind("bonus and penalty", {.bonus = true, .penalty = true}),
      statKind("base", {.base = true}),
      statKind("base and bonus", {.bonus = true, .base = true}),
      statKind("base and penalty", {.penalty = true, .base = true}),
      statKind("floor", {.floor = true}),
      statKind("base and floor", {.base = true, .floor = true}),
      statKind("minimum", {.minimum = 1}),
      statKind("minimum without effect", {.minimum = -1}),
      statKind("maximum", {.maximum = 1}),
      statKind("maximum without effect", {.maximum = -1}),
      statKind("bonus and minimum", {.bonus = true, .minimum = 1}),
      statKind("bonus and maximum", {.bonus = true, .maximum = 1}),
      statKind("floor and minimum", {.minimum = 1, .floor = true}),
      statKind("penalty and maximum", {.penalty = true, .maximum = 1}),
      statKind("base and minimum", {.base = true, .minimum = 1}),
      statKind("base and maximum", {.base = true, .maximum = 1}),
      keywordKind("keyword printed", true, false, false),
      keywordKind("keyword granted", false, true, false),
      keywordKind("keyword removed", true, false, true),
      keywordKind("keyword granted and removed", false, true, true),
      keywordKind("keyword absent", false, false, false),
  };
}

/// Imports disputes into an archive; each is the game of its name.
inline void importDisputes(const TempDirectory& place, const std::vector<std::pair<Dispute, bool>>& disputes) {
  const std::string conformance = docket::test::sourceDir() + "/tests/conformance/";
  for (const bool l5r : {false, true}) {
    const std::string ruleset = l5r ? "l5r-celestial" : "yugioh", version = l5r ? "2011-06-06" : "2022-06-22";
    const std::string folder = conformance + (l5r ? "l5r" : "yugioh");
    const std::string cards = l5r ? "cards-stats.json" : "cards.json";
    std::string text = fmt::format("rules {} {}\ncards {}\n", ruleset, version, cards);
    for (const auto& [dispute, is_l5r] : disputes) {
      if (is_l5r == l5r) text += dispute.record();
    }
    std::vector<WrittenRuleset> shipped;
    for (const char* file : {"yugioh.json", "l5r-celestial-2009-06-01.json", "l5r-celestial-2011-06-06.json"})
      shipped.push_back(
          {.file = file, .text = textOf(docket::test::sourceDir() + "/engine/rulesets/" + file), .own = {}});
    cases::CaseFile read = cases::readCases(text, "disputes", folder, shipped);
    ASSERT_TRUE(read.problems.empty()) << read.problems.front();
    std::size_t at = 0;
    std::ostringstream lines;
    for (const auto& [dispute, is_l5r] : disputes) {
      if (is_l5r != l5r) continue;
      Recording& game = read.records.at(at++).game;
      auto header = game.header();
      header.setId(dispute.name());
      header.setRuleset(ruleset);
      header.setRulesetVersion(version);
      header.setDate("2024-05-01");
      game.add([&](schema::Event::Builder event) {
        auto ruling = event.initRulingGiven();
        ruling.setJudge("Dana");
        ruling.setClaim(dispute.claim());
      });
      writeJsonLines(game, lines);
    }
    const auto ran = run({"import", "--archive", place.archive(), "--cards", folder + "/" + cards,
                          place.file(ruleset + ".jsonl", lines.str())});
    ASSERT_EQ(ran.status, 0) << ran.out.substr(0, 2'000) << ran.err;
  }
}

}  // namespace docket::test
