// What on a card contradicts itself or is never read: a limit on what cannot have it, a cost that cannot be paid, a
// number that the ruleset says anyway.
#include <fmt/format.h>

#include <map>
#include <range/v3/algorithm/any_of.hpp>

#include "engine/document_marks.h"
#include "engine/document_sense.h"
#include "engine/happening.h"
#include "engine/limit_reach.h"
#include "events/quoted.h"
#include "events/text_view.h"

namespace docket {
namespace {

using Event = schema::Event;
using Kind = schema::Ability::Kind;

std::string_view nameOf(Kind kind) {
  constexpr std::array<std::string_view, 3> kNames = {"an ability that is used", "a triggered trait",
                                                      "a continuous trait"};
  return kNames.at(static_cast<std::size_t>(kind));
}

class CardsCheck {
 public:
  CardsCheck(schema::Catalogue::Reader document, const Ruleset& ruleset, Remarks& remarks)
      : document_(document), ruleset_(ruleset), remarks_(remarks) {}

  void check() {
    if (document_.getRuleset().size() != 0 && view(document_.getRuleset()) != ruleset_.name) {
      remarks_.error("ruleset", fmt::format("the catalogue is for the ruleset {}, and not for {}",
                                            quoted(view(document_.getRuleset())), quoted(ruleset_.name)));
    }
    const bool asks_terms = ranges::any_of(ruleset_.wins, [](const WinRule& win) { return win.terms != kUnbound; });
    const auto cards = document_.getCards();
    for (unsigned i = 0; i < cards.size(); ++i) {
      at_ = fmt::format("cards[{}]", i);
      card_ = fmt::format("card {}", quoted(view(cards[i].getKey())));
      card(cards[i], asks_terms);
    }
    for (const auto& [limit, written] : written_out_) {
      remarks_.note(
          written.first,
          fmt::format("{} \"max\" {} of the limit {} although that is its own: an edit of the ruleset's "
                      "number does not reach {}",
                      written.count == 1 ? "1 card writes the" : fmt::format("{} cards write the", written.count),
                      ruleset_.limits[limit].max, quoted(ruleset_.limits[limit].name),
                      written.count == 1 ? "it" : "them"));
    }
  }

 private:
  void error(const std::string& at, const std::string& message) {
    remarks_.add({.grade = Remark::Grade::error, .path = at_ + at, .message = message, .of = card_});
  }
  void note(const std::string& at, const std::string& message) {
    remarks_.add({.grade = Remark::Grade::note, .path = at_ + at, .message = message, .of = card_});
  }

  void card(schema::Card::Reader card, bool asks_terms) {
    if (card.getTitle().size() == 0 && !card.getProxy()) note("", "it has no \"title\"");
    if (card.getTypes().size() == 0 && !ruleset_.types.empty()) note("", "it has no \"types\"");
    if (card.getKeywords().size() != 0 && card.getPrintings().size() != 0 && !printsThem(card)) {
      error(".keywords", "it has \"printings\", and their keywords are read instead of these");
    }
    if (card.getProxy() && !ruleset_.reads(Reading::proxies_are_created)) {
      note(".proxy", "the ruleset does not read \"a proxy is a created card\": it is a card as others are");
    }
    if (card.getWins().size() != 0 && !asks_terms) {
      error(".wins", "no win of the ruleset asks the \"terms\" of cards");
    }
    stats(card);
    limits(card.getLimits(), ".limits", nullptr);
    for (unsigned i = 0; i < card.getAbilities().size(); ++i) {
      ability(card.getAbilities()[i], fmt::format(".abilities[{}]", i));
    }
  }

  /// Whether the keywords of the card are those of its printing that counts.
  [[nodiscard]] bool printsThem(schema::Card::Reader card) const {
    const auto printings = card.getPrintings();
    const bool last = ruleset_.reads(Reading::base_keywords_of_last);
    const auto printed = printings[last ? printings.size() - 1 : 0].getKeywords();
    if (printed.size() != card.getKeywords().size()) return false;
    for (unsigned i = 0; i < printed.size(); ++i) {
      if (printed[i] != card.getKeywords()[i]) return false;
    }
    return true;
  }

  void stats(schema::Card::Reader card) {
    for (unsigned i = 0; i < card.getStats().size(); ++i) {
      const auto printed = card.getStats()[i];
      const std::string at = fmt::format(".stats[{}]", i);
      const StatIndex index = ruleset_.stat(view(printed.getStat()));
      if (index == kUnbound) continue;
      const Stat& stat = ruleset_.stats[index];
      const bool of_cards = stat.of == schema::Stat::Holder::CARD || stat.of == schema::Stat::Holder::ANY;
      if (!of_cards) error(at + ".stat", fmt::format("cards have no {}", quoted(stat.name)));
      if (stat.total) error(at + ".stat", fmt::format("{} is a total: what is printed is not read", quoted(stat.name)));
      if (printed.getKind() == schema::PrintedStat::Kind::ABSENT && printed.getAmount() != 0) {
        error(at + ".amount", "the stat is absent and has no amount");
      }
    }
  }

  // -- limits

  struct WrittenOut {
    std::string first;
    std::size_t count = 0;
  };

  void limits(capnp::List<schema::LimitOf>::Reader limits, const std::string& at, const Kind* of) {
    for (unsigned i = 0; i < limits.size(); ++i) {
      const LimitIndex index = ruleset_.limit(view(limits[i].getLimit()));
      if (index != kUnbound) limit(limits[i], index, fmt::format("{}[{}]", at, i), of);
    }
  }

  void limit(schema::LimitOf::Reader from, LimitIndex index, const std::string& at, const Kind* of) {
    using Key = schema::Limit::Key;
    const Limit& limit = ruleset_.limits[index];
    const std::string name = quoted(limit.name);
    const bool on_cards = isOnCards(limit.counted);
    if (of == nullptr && !on_cards) {
      error(at + ".limit", fmt::format("{} is counted of abilities: it stands in the \"limits\" of one", name));
    } else if (of != nullptr && on_cards) {
      error(at + ".limit", fmt::format("{} is counted of cards: it stands in the \"limits\" of the card", name));
    } else if (of != nullptr && !canHave(*of, limit.counted)) {
      error(at + ".limit", fmt::format("{} never counts anything of {}", name, nameOf(*of)));
    }
    if (from.getMax() < 0) error(at + ".max", "no limit is less than 1");
    if (limit.max_is && from.getMax() != 0) {
      error(at + ".max", fmt::format("the ruleset computes how many {} allows: this is not read", name));
    } else if (from.getMax() != 0 && from.getMax() == limit.max) {
      WrittenOut& written = written_out_[index];
      if (written.count++ == 0) written.first = at_ + at + ".max";
    }
    if (from.getGroup().size() != 0 && !limit.keyed(Key::GROUP)) {
      error(at + ".group", fmt::format("{} is not counted by group", name));
    }
    if (from.getTitle().size() != 0 && !limit.keyed(Key::TITLE)) {
      error(at + ".title", fmt::format("{} is not counted by title", name));
    }
  }

  // -- abilities

  void ability(schema::Ability::Reader ability, const std::string& at) {
    const Kind kind = ability.getKind();
    limits(ability.getLimits(), at + ".limits", &kind);
    if (ability.getTrigger().getBefore() && kind == Kind::ABILITY && ruleset_.reads(Reading::abilities_are_optional)) {
      note(at + ".trigger.before", "abilities are optional: only a trait is asked whether it comes before the event");
    }
    for (unsigned i = 0; i < ability.getConditions().size(); ++i) {
      condition(ability, ability.getConditions()[i], fmt::format("{}.conditions[{}]", at, i));
    }
    for (unsigned i = 0; i < ability.getCosts().size(); ++i) {
      cost(ability.getCosts()[i], fmt::format("{}.costs[{}]", at, i));
    }
    checkEffects(ability.getEffects(), kind == Kind::CONTINUOUS, at_ + at, card_, remarks_);
  }

  void condition(schema::Ability::Reader ability, schema::Condition::Reader condition, const std::string& at) {
    if (condition.getThat().size() == 0 && condition.getPermits().size() == 0) {
      return error(at, "the condition says nothing: it has neither \"that\" nor \"permits\"");
    }
    if (condition.getPermits().size() == 0) return;
    if (ability.getKind() != Kind::ABILITY) {
      return error(at + ".permits", "only an ability that is used lifts what the rules require of its use");
    }
    const auto& requirements = ruleset_.acts.at(static_cast<std::size_t>(Event::ABILITY_ACTIVATED)).requirements;
    const bool required = ranges::any_of(
        requirements, [&](const Requirement& one) { return enumerantName(one.what) == view(condition.getPermits()); });
    if (!required) {
      note(at + ".permits", fmt::format("the rules never require {} of an ability: there is nothing to lift",
                                        quoted(view(condition.getPermits()))));
    }
  }

  void cost(schema::Cost::Reader cost, const std::string& at) {
    if (cost.getOn().size() == 0) return;  // told already
    const auto field = capnp::Schema::from<Event>().getFieldByName(cost.getOn());
    const EventMeaning meaning = meaningOf(static_cast<Event::Which>(field.getProto().getDiscriminantValue()));
    if (cost.getAmount().size() != 0 && !meaning.amount) {
      error(at + ".amount", fmt::format("a {} has no amount: the cost could never be paid", view(cost.getOn())));
    }
    if (cost.getCard().size() != 0 && !meaning.it) {
      error(at + ".card", fmt::format("a {} is about no card: the cost could never be paid", view(cost.getOn())));
    }
  }

  schema::Catalogue::Reader document_;
  const Ruleset& ruleset_;
  Remarks& remarks_;
  std::string at_, card_;
  std::map<LimitIndex, WrittenOut> written_out_;
};

}  // namespace

void checkCards(schema::Catalogue::Reader document, const Ruleset& ruleset, Remarks& remarks) {
  CardsCheck(document, ruleset, remarks).check();
}

}  // namespace docket
