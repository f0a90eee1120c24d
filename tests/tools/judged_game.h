// A generated game with rulings, corrections and rewinds between its events, wherever a judge could be called.
#pragma once

#include <capnp/message.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <utility>

#include "engine/rules/ruleset.h"
#include "events/entity.h"
#include "events/recording.h"
#include "tools/game/event_renumbering.h"

namespace docket {

/// An event that can have happened at the end of the game instead of another; a concession if it is not one.
inline schema::Event::Reader replacementIn(capnp::MessageBuilder& message, schema::Event::Reader event) {
  message.setRoot(event);
  auto instead = message.getRoot<schema::Event>();
  instead.setGroup(0);
  if (instead.hasContext()) instead.disownContext();
  if (instead.hasBegins()) instead.disownBegins();
  // After a rewind no card need be there any more: only what happens to a player is sure to fit.
  const bool fits = instead.isValueChanged() &&
                    entityKindBits(instead.getValueChanged().getSubject()) == static_cast<unsigned>(EntityKind::player);
  if (!fits) instead.initConceded().setPlayer(2);
  return instead;
}

/// A game with additions that its play script lacks: clocks and places in sources on some events; between events,
/// rulings, decisions, corrections of rulings, and rewinds that change nothing; after the last event, random rewinds
/// and corrections. They may make no sense, but a record can hold them.
class JudgedGame {
 public:
  JudgedGame(const Recording& game, const Ruleset& ruleset, std::uint32_t seed)
      : game_(game), random_(seed), rewriting_(0, {.ruleset = ruleset, .names = &game.names()}) {}

  Recording run() {
    judged_.setHeader(game_.header());
    for (std::uint32_t number = 1; number <= game_.size(); ++number) {
      capnp::MallocMessageBuilder message;
      message.setRoot(*game_.event(number));
      auto event = message.getRoot<schema::Event>();
      if (event.getGroup() == 0 && number > 1 && below(30) == 0) interrupt();
      rewriting_.event(number, judged_.size() + 1, true);
      EXPECT_EQ(rewriting_.rewrite(event), std::nullopt);
      if (below(8) == 0) event.getContext().setWallClock(1'300'000'000'000 + number);
      if (below(8) == 0) event.getContext().setSource(number * 100);
      if (below(16) == 0) event.getContext().setSeats(static_cast<std::uint8_t>(below(256)));
      if (below(16) == 0 && !event.hasBegins()) event.initBegins(0);
      judged_.add(event.asReader());
    }
    for (std::uint32_t i = 0; i < 3; ++i) {
      rule();
      correct(1 + below(judged_.size()));
      rewind(1 + below(judged_.size()));
      decide(judged_.name(below(3) == 0 ? "to" : "game loss"));
    }
    return std::move(judged_);
  }

 private:
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }

  /// Adds a judge's call, which changes nothing on the table.
  void interrupt() {
    const std::uint32_t at = judged_.size();
    rule();
    if (below(2) == 0) decide(1);  // a name that there is: the game's own keep their numbers
    // After either the whole game is folded again.
    if (below(4) == 0) correct(at);
    if (below(4) == 0) rewind(at);
  }

  void rule() {
    judged_.add([&](schema::Event::Builder event) {
      auto ruling = event.initRulingGiven();
      ruling.setJudge(below(3) == 0 ? "" : "Dana; \"the\" \\judge\n\u202e");
      ruling.setAt(1 + below(judged_.size()));
      ruling.setClaim("legal(" + std::to_string(1 + below(judged_.size())) + ") and not after(1, 2) = \"#3\"");
      if (below(3) == 0) ruling.initClauses(2).set(0, "a.b");
      if (below(3) == 0) ruling.setNote("as it is known: ? #4 {seats=1}");
      ruling.setSupersedes(last_ruling_ != 0 && below(3) == 0 ? last_ruling_ : 0);
    });
    last_ruling_ = judged_.size();
  }

  /// Corrects the latest ruling: later events could depend on any other event.
  void correct(std::uint32_t as_event) {
    judged_.add([&](schema::Event::Builder event) {
      auto corrected = event.initCorrected();
      corrected.setEvent(last_ruling_);
      capnp::MallocMessageBuilder instead;
      if (below(3) != 0) corrected.setReplacement(replacementIn(instead, *judged_.event(as_event)));
      corrected.setNote("misread");
    });
  }

  void rewind(std::uint32_t to) {
    judged_.add([&](schema::Event::Builder event) { event.initRewound().setTo(to); });
  }

  void decide(std::uint16_t penalty) {
    judged_.add([&](schema::Event::Builder event) {
      auto given = event.initPenaltyGiven();
      given.setPlayer(1);
      given.setPenalty(penalty);
    });
    judged_.add([&](schema::Event::Builder event) { event.initTimeExtended().setMinutes(below(20)); });
    judged_.add(
        [&](schema::Event::Builder event) { event.setNote(below(3) == 0 ? "" : "P1 plays \"X\" #1 ; {actor=1}"); });
  }

  const Recording& game_;
  std::mt19937 random_;
  EventRenumbering rewriting_;
  Recording judged_;
  std::uint32_t last_ruling_ = 0;
};

}  // namespace docket
