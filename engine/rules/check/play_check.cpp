#include "engine/rules/check/play_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/rules/check/ability_check.h"
#include "engine/rules/check/effect_check.h"
#include "engine/rules/event_meaning.h"
#include "events/payload_names.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

/// Like any_of, for lists of documents, which are not ranges.
template <class List, class Is>
bool anyOf(const List& list, Is&& is) {
  for (const auto one : list) {
    if (is(one)) return true;
  }
  return false;
}
template <class List, class Is>
bool allOf(const List& list, Is&& is) {
  return !anyOf(list, [&](const auto& one) { return !is(one); });
}

/// The payload of that name; the document compiled, so it is one.
schema::Event::Which knownPayload(capnp::Text::Reader name) { return payloadNamed(view(name)).value(); }

class PlayCheck {
 public:
  PlayCheck(schema::Ruleset::Reader document, const Ruleset& ruleset, Remarks& remarks)
      : document_(document), ruleset_(ruleset), remarks_(remarks) {}

  void check() {
    checkActs();
    checkTallies();
    checkPermissions();
    for (unsigned i = 0; i < document_.getPrecedence().size(); ++i) checkPrecedence(i);
    checkObligations();
    checkTraits();
    checkAbilities();
    checkNumbers();
    checkWins();
    checkJudgedWhole();
  }

 private:
  void checkActs() {
    for (unsigned i = 0; i < document_.getActs().size(); ++i) {
      const auto act = document_.getActs()[i];
      const std::string at = fmt::format("acts[{}]", i);
      const schema::Event::Which which = knownPayload(act.getAct());
      const bool is_use = which == schema::Event::CARD_PLAYED || which == schema::Event::ABILITY_ACTIVATED ||
                          which == schema::Event::TRAIT_TRIGGERED;
      if (act.getVoid() && !is_use) {
        remarks_.error(at + ".void", fmt::format("only a cardPlayed, an abilityActivated and a traitTriggered can be "
                                                 "void; what an illegal {} did stays done",
                                                 view(act.getAct())));
      }
      for (unsigned j = 0; j < act.getRequires().size(); ++j) {
        checkRequirement(which, act, act.getRequires()[j], fmt::format("{}.requires[{}]", at, j));
      }
    }
  }

  void checkRequirement(schema::Event::Which which, schema::Act::Reader act, schema::Act::Requirement::Reader one,
                        const std::string& at) {
    using What = schema::Act::Requirement::What;
    if (one.getWhat() == What::THAT) {
      if (one.getThat().size() != 0) return;
      return remarks_.error(at + (one.hasClause() ? ".clause" : ".what"),
                            "it requires \"that\", but has no condition in \"that\"");
    }
    if (one.getWhat() == What::FROM_TOP && which != schema::Event::CARDS_DRAWN) {
      remarks_.error(at + ".what", fmt::format("a {} draws no cards", view(act.getAct())));
    }
    const bool of_card = one.getWhat() != What::PLAYERS_TURN && one.getWhat() != What::FROM_TOP;
    if (of_card && !meaningOf(which).it) {
      remarks_.error(at + ".what", fmt::format("a {} is about no card that could meet it", view(act.getAct())));
    }
  }

  void checkTallies() {
    for (unsigned i = 0; i < document_.getTallies().size(); ++i) {
      const auto tally = document_.getTallies()[i];
      if (tally.getOf().size() == 0)
        remarks_.error(fmt::format("tallies[{}]", i), "it has no \"of\": it counts nothing");
      for (unsigned j = 0; j < tally.getOf().size(); ++j) {
        const auto act = tally.getOf()[j].getAct();
        if (tally.getBy() != schema::Tally::By::IT || meaningOf(knownPayload(act)).it) continue;
        remarks_.error(fmt::format("tallies[{}].of[{}].act", i, j),
                       fmt::format("a {} is about no card for which it could count: set \"by\"", view(act)));
      }
    }
  }

  void checkPermissions() {
    for (unsigned i = 0; i < document_.getPermissions().size(); ++i) {
      const auto permission = document_.getPermissions()[i];
      const std::string at = fmt::format("permissions[{}]", i);
      if (permission.hasOn()) checkDoer(permission, at);
      bool all = false;
      for (unsigned j = 0; j < permission.getGrants().size(); ++j) {
        const auto grant = permission.getGrants()[j];
        if (all) {
          remarks_.note(fmt::format("{}.grants[{}].says", at, j),
                        "an earlier grant is for all players: this one is never reached");
        }
        all = all || grant.getTo().size() == 0;
      }
    }
  }

  void checkDoer(schema::Permission::Reader permission, const std::string& at) {
    using By = schema::Permission::By;
    const EventMeaning meaning = meaningOf(knownPayload(permission.getOn()));
    const bool card = meaning.it || meaning.subject;
    const bool of_player = permission.getBy() == By::WHO || permission.getBy() == By::PARTY;
    if (of_player || (permission.getBy() == By::THAT ? meaning.that : card)) return;
    remarks_.error(at + (permission.getBy() == By::IT ? ".on" : ".by"),
                   fmt::format("a {} has {} that could do it: set \"by\"", view(permission.getOn()),
                               permission.getBy() == By::THAT ? "no other party" : "no card"));
  }

  // -- precedence

  using Side = schema::Precedence::Side::Reader;

  static bool forbids(Says says) { return says == Says::CANNOT; }

  /// True if everything that fits one side fits the other.
  static bool covers(Side wide, Side narrow) {
    const auto includes = [](const auto& list, const auto& of) {
      if (of.size() == 0) return true;
      return list.size() != 0 &&
             allOf(list, [&](const auto& one) { return anyOf(of, [&](auto x) { return x == one; }); });
    };
    return includes(narrow.getSpeakers(), wide.getSpeakers()) && includes(narrow.getSays(), wide.getSays()) &&
           includes(narrow.getActs(), wide.getActs()) && (!wide.getOwnText() || narrow.getOwnText());
  }

  void checkPrecedence(unsigned i) {
    const auto line = document_.getPrecedence()[i];
    const std::string at = fmt::format("precedence[{}]", i);
    const auto only = [](Side side, bool forbidding) {
      return side.getSays().size() != 0 &&
             allOf(side.getSays(), [&](Says says) { return forbids(says) == forbidding; });
    };
    for (const bool forbidding : {false, true}) {
      if (!only(line.getWinner(), forbidding) || !only(line.getLoser(), forbidding)) continue;
      remarks_.error(at + ".loser.says",
                     "these two sides never contradict each other: one of them must say \"cannot\"");
    }
    if (line.getLoser().getEnded()) {
      remarks_.error(at + ".loser.ended", "only the winner is asked whether it has ended");
    }
    for (const auto& [side, name] : {std::pair{line.getWinner(), "winner"}, std::pair{line.getLoser(), "loser"}}) {
      const bool anybody = side.getSpeakers().size() == 0 && side.getSays().size() == 0 && side.getActs().size() == 0 &&
                           !side.getOwnText() && !side.getEnded();
      if (anybody)
        remarks_.note(
            at,
            fmt::format("its {} matches everything that is said: narrow it, for example by a speaker or a condition",
                        name));
      const bool cards = anyOf(side.getSpeakers(), [](auto one) { return view(one) != "rule"; });
      if (side.getOwnText() && side.getSpeakers().size() != 0 && !cards) {
        remarks_.error(fmt::format("{}.{}.ownText", at, name), "only a card has a text of its own");
      }
    }
    constexpr unsigned kMaxCompared = 1000;  // far more than any document has; each is compared with each
    for (unsigned j = 0; j < std::min(i, kMaxCompared); ++j) {
      const auto before = document_.getPrecedence()[j];
      const bool same_end = before.getWinner().getEnded() == line.getWinner().getEnded();
      const bool decides =
          same_end && covers(before.getWinner(), line.getWinner()) && covers(before.getLoser(), line.getLoser());
      const bool against = !line.getWinner().getEnded() && !before.getWinner().getEnded() &&
                           covers(before.getWinner(), line.getLoser()) && covers(before.getLoser(), line.getWinner());
      if (!decides && !against) continue;
      return remarks_.note(at + ".winner",
                           fmt::format("line {} (counted from 0) already decides every case of this one{}", j,
                                       against && !decides ? ", the other way round" : ""));
    }
  }

  // -- what must happen, numbers, the end

  void checkObligations() {
    const auto from = document_.getObligations();
    const auto deadlines = from.getDeadlines();
    for (unsigned i = 0; i < deadlines.size(); ++i) {
      for (unsigned j = 0; j < std::min(deadlines.size(), 100U); ++j) {
        const bool wider = i != j && deadlines[j].getAct() == deadlines[i].getAct() && !deadlines[j].hasNamed();
        if (!wider || !deadlines[i].hasNamed()) continue;
        remarks_.note(fmt::format("obligations.deadlines[{}].named", i),
                      fmt::format("every {} is a deadline already", view(deadlines[i].getAct())));
      }
    }
    const bool must = anyOf(document_.getPermissions(), [](auto permission) {
      return anyOf(permission.getGrants(), [](auto grant) { return grant.getSays() == Says::MUST; });
    });
    const bool followed = anyOf(from.getFollows(), [](auto one) { return one.getBefore().size() == 0; });
    if (deadlines.size() != 0 && !must && !followed && !from.hasClause() && !from.hasEffectsClause()) {
      remarks_.note(
          "obligations.deadlines",
          "nothing is ever missed at them: neither a \"clause\" nor an \"effectsClause\" says what must happen");
    }
    if (!from.hasClause() && from.getOptional().size() != 0) {
      remarks_.note("obligations.optional", "without a \"clause\" every trait may be left");
    }
  }

  void checkTraits() {
    for (unsigned i = 0; i < document_.getTraits().size(); ++i) {
      const auto trait = document_.getTraits()[i];
      const std::string at = fmt::format("traits[{}]", i);
      if (trait.getEffects().size() == 0) {
        remarks_.error(at + ".name", "the trait has no effects");
      }
      checkEffects(trait.getEffects(), true, at, {}, remarks_);
    }
  }

  void checkAbilities() {
    AbilityCheck check(ruleset_, remarks_);
    for (unsigned i = 0; i < document_.getAbilities().size(); ++i) {
      check.checkAbility(document_.getAbilities()[i].getAbility(), fmt::format("abilities[{}].ability", i));
    }
    check.noteWrittenOut();
  }

  void checkNumbers() {
    for (unsigned i = 0; i < document_.getNumbers().size(); ++i) {
      const auto number = document_.getNumbers()[i];
      const std::string at = fmt::format("numbers[{}]", i);
      if (number.getLeast() > number.getMost()) {
        remarks_.error(at + ".least", fmt::format("{} is more than \"most\", {}: no number is allowed",
                                                  number.getLeast(), number.getMost()));
      }
    }
  }

  void checkWins() {
    for (unsigned i = 0; i < document_.getWins().size(); ++i) {
      const auto win = document_.getWins()[i];
      const std::string at = fmt::format("wins[{}]", i);
      const bool asks = win.hasOn() || win.hasIf() || win.hasAtEndOf() || win.hasTerms();
      if (!asks) {
        remarks_.error(at,
                       "it has none of \"on\", \"if\", \"atEndOf\" and \"terms\": every game would end with its "
                       "first event");
      }
      if (win.hasOn() && knownPayload(win.getOn()) == schema::Event::GAME_ENDED) {
        remarks_.error(at + ".on", "a game that ended this way is no longer decided by rules");
      }
    }
  }

  void checkJudgedWhole() {
    for (unsigned i = 0; i < document_.getJudgedWhole().size(); ++i) {
      const schema::Event::Which which = knownPayload(document_.getJudgedWhole()[i]);
      if (which != schema::Event::BEGAN && which != schema::Event::ENDED) continue;
      remarks_.error(fmt::format("judgedWhole[{}]", i), "a period that begins or ends is not an act and is not judged");
    }
  }

  schema::Ruleset::Reader document_;
  const Ruleset& ruleset_;
  Remarks& remarks_;
};

}  // namespace

void checkRulesOfPlay(schema::Ruleset::Reader document, const Ruleset& ruleset, Remarks& remarks) {
  PlayCheck(document, ruleset, remarks).check();
}

}  // namespace docket
