#include "engine/rules/check/card_check.h"

#include <fmt/format.h>

#include <range/v3/algorithm/any_of.hpp>

#include "engine/rules/check/ability_check.h"
#include "engine/rules/unread_texts.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

class CardsCheck {
 public:
  CardsCheck(schema::Catalogue::Reader document, const Ruleset& ruleset, Remarks& remarks)
      : document_(document), ruleset_(ruleset), remarks_(remarks), abilities_(ruleset, remarks) {}

  void check() {
    const auto ruleset_name = view(document_.getRuleset());
    if (!ruleset_name.empty() && ruleset_name != ruleset_.name && ruleset_name != ruleset_.cards_of) {
      remarks_.error("ruleset", fmt::format("the catalogue is for the ruleset {}, and not for {}",
                                            docket::quoted(ruleset_name), docket::quoted(ruleset_.name)));
    }
    const bool asks_terms = ranges::any_of(ruleset_.wins, [](const WinRule& win) { return win.terms != kUnbound; });
    const auto cards = document_.getCards();
    for (unsigned i = 0; i < cards.size(); ++i) {
      at_ = fmt::format("cards[{}]", i);
      card_ = fmt::format("card {}", docket::quoted(view(cards[i].getKey())));
      abilities_.setCard(card_);
      checkCard(cards[i], asks_terms);
    }
    abilities_.noteWrittenOut();
  }

 private:
  void error(const std::string& at, const std::string& message) {
    remarks_.add({.severity = Remark::Severity::error, .path = at_ + at, .message = message, .of = card_});
  }
  void note(const std::string& at, const std::string& message) {
    remarks_.add({.severity = Remark::Severity::note, .path = at_ + at, .message = message, .of = card_});
  }

  void checkCard(schema::Card::Reader card, bool asks_terms) {
    checkTexts(card);
    if (card.getTitle().size() == 0 && !card.getProxy()) note("", "it has no \"title\"");
    if (card.getTypes().size() == 0 && !ruleset_.types.empty()) note("", "it has no \"types\"");
    if (card.getKeywords().size() != 0 && card.getPrintings().size() != 0 && !printsThem(card)) {
      error(".keywords", "the keywords of its \"printings\" are used instead of these");
    }
    if (card.getProxy() && !ruleset_.isOn(RuleSwitch::proxies_are_created)) {
      note(".proxy", "without the reading \"a proxy is a created card\" this has no effect");
    }
    if (card.getWins().size() != 0 && !asks_terms) {
      error(".wins", "no win of the ruleset asks the \"terms\" of cards");
    }
    for (unsigned i = 0; i < card.getWins().size(); ++i) {
      const auto terms = card.getWins()[i];
      const bool names_winners = terms.getWinner().size() != 0 || terms.getWinners().size() != 0;
      if (terms.getIf().size() == 0 && !names_winners) {
        error(fmt::format(".wins[{}]", i), "it has neither \"if\" nor a \"winner\": the game would be over at once");
      }
      if (terms.getWinner().size() != 0 && terms.getWinners().size() != 0)
        error(fmt::format(".wins[{}].winners", i), "leave out either \"winner\" or \"winners\"");
      if (terms.getEverybody() != schema::Everybody::NO && names_winners) {
        error(fmt::format(".wins[{}].everybody", i),
              "if \"everybody\" wins or loses, leave out \"winner\" and \"winners\"");
      }
    }
    checkStats(card);
    abilities_.checkLimitsOfCard(card.getLimits(), at_ + ".limits");
    for (unsigned i = 0; i < card.getAbilities().size(); ++i) {
      abilities_.checkAbility(card.getAbilities()[i], fmt::format("{}.abilities[{}]", at_, i));
    }
  }

  /// Typed texts that are not marked as read or unread: reports the first one, and what to write.
  void checkTexts(schema::Card::Reader card) {
    if (document_.getOfFacts()) return;
    const auto unsaid = unsaidTexts(card, ruleset_);
    if (unsaid.empty()) return;
    note("." + unsaid.front().path,
         fmt::format("{}{} is not marked as read, so it counts as unread, and what it could change is UNVERIFIED: "
                     "put what it says into \"limits\" and \"abilities\", and write \"unreadOf\": [] on the card once "
                     "they say all of it",
                     docket::quoted(unsaid.front().words),
                     unsaid.size() == 1 ? "" : fmt::format(" (and {} more of its texts)", unsaid.size() - 1)));
  }

  /// True if the keywords of the card are those of its printing that counts.
  [[nodiscard]] bool printsThem(schema::Card::Reader card) const {
    const auto printings = card.getPrintings();
    const bool last = ruleset_.isOn(RuleSwitch::base_keywords_of_last);
    const auto printed = printings[last ? printings.size() - 1 : 0].getKeywords();
    if (printed.size() != card.getKeywords().size()) return false;
    for (unsigned i = 0; i < printed.size(); ++i) {
      if (printed[i] != card.getKeywords()[i]) return false;
    }
    return true;
  }

  void checkStats(schema::Card::Reader card) {
    for (unsigned i = 0; i < card.getStats().size(); ++i) {
      const auto printed = card.getStats()[i];
      const std::string at = fmt::format(".stats[{}]", i);
      const StatIndex index = ruleset_.stat(view(printed.getStat()));
      if (index == kUnbound) continue;
      const Stat& stat = ruleset_.stats[index];
      const bool of_cards = stat.of == schema::Stat::Holder::CARD || stat.of == schema::Stat::Holder::ANY;
      if (!of_cards) error(at + ".stat", fmt::format("cards have no {}", docket::quoted(stat.name)));
      if (stat.delta != schema::Stat::Delta::NONE) {
        error(at + ".stat",
              fmt::format("{} is the size of a change; its printed value is ignored", docket::quoted(stat.name)));
      }
      if (stat.total)
        error(at + ".stat", fmt::format("{} is a total; its printed value is ignored", docket::quoted(stat.name)));
      if (printed.getKind() == schema::PrintedStat::Kind::ABSENT && printed.getAmount() != 0) {
        error(at + ".amount", "the stat is absent and has no amount");
      }
    }
  }

  schema::Catalogue::Reader document_;
  const Ruleset& ruleset_;
  Remarks& remarks_;
  AbilityCheck abilities_;
  std::string at_, card_;
};

}  // namespace

void checkCards(schema::Catalogue::Reader document, const Ruleset& ruleset, Remarks& remarks) {
  CardsCheck(document, ruleset, remarks).check();
}

}  // namespace docket
