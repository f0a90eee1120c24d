#include "engine/document_check.h"

#include <capnp/schema.h>
#include <fmt/format.h>

#include <set>

#include "engine/amendments.h"
#include "engine/declared_names.h"
#include "engine/document_error.h"
#include "events/quoted.h"
#include "events/text_view.h"

namespace docket {
namespace {

using expression::Type;

[[noreturn]] void refuse(capnp::Text::Reader at, const std::string& why) { throw BadValue(at.begin(), why); }

/// The payload of that name; the document compiled, so it is one.
schema::Event::Which payloadOf(capnp::Text::Reader name) {
  const auto field = capnp::Schema::from<schema::Event>().getFieldByName(name);
  return static_cast<schema::Event::Which>(field.getProto().getDiscriminantValue());
}

/// Whether a text is a day of the calendar, as 2011-06-06.
bool isDay(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const auto number = [&](std::size_t at, std::size_t digits) {
    int value = 0;
    for (std::size_t i = at; i < at + digits; ++i) {
      if (text[i] < '0' || text[i] > '9') return -1;
      value = value * 10 + (text[i] - '0');
    }
    return value;
  };
  return number(0, 4) > 0 && number(5, 2) >= 1 && number(5, 2) <= 12 && number(8, 2) >= 1 && number(8, 2) <= 31;
}

/// The names in an effect of a text; `of`: what to point at where the effect itself has none.
void requireEffect(const DeclaredNames& names, schema::Effect::Reader effect, bool continuous, capnp::Text::Reader of) {
  using What = schema::Effect::What;
  for (const auto text : {effect.getTo(), effect.getAmount(), effect.getMost(), effect.getIf()}) {
    names.requireWithin(text);
  }
  if (continuous && effect.getWhat() >= What::DRAW) {
    refuse(effect.hasName() ? effect.getName() : of,
           "a continuous trait only changes things: what is done belongs to a triggered trait or an ability");
  }
  switch (effect.getWhat()) {
    case What::GAIN:
    case What::LOSE:
      return DeclaredNames::require(effect.getName(), names.values(), "value");
    case What::MOVE:
      return DeclaredNames::require(effect.getName(), names.zones(), "zone");
    case What::FORBID:
    case What::PERMIT:
    case What::MUST:
      return DeclaredNames::require(effect.getName(), names.permissions(), "permission");
    case What::SET_TYPE:
    case What::ADD_TYPE:
    case What::REMOVE_TYPE:
      if (!names.isType(view(effect.getName()))) DeclaredNames::require(effect.getName(), names.types(), "type");
      return;
    default:
      return;
  }
}

class RulesetCheck {
 public:
  RulesetCheck(schema::Ruleset::Reader document, const Ruleset& ruleset) : document_(document), names_(ruleset) {}

  void check() const {
    if (document_.getVersion().size() == 0) refuse(document_.getName(), "the ruleset has no \"version\"");
    if (document_.getFrom().size() != 0 && !isDay(view(document_.getFrom()))) {
      refuse(document_.getFrom(), fmt::format("{} is no day: expected YYYY-MM-DD", quoted(view(document_.getFrom()))));
    }
    once(
        document_.getClauses(), [](auto clause) { return clause.getId(); }, "clause");
    once(
        document_.getReadings(), [](auto reading) { return reading.getReading(); }, "reading");
    vocabulary();
    acts();
    permissions();
    obligations();
    for (auto deck : document_.getDecks()) names_.requireWithin(deck.getThat(), Type::player);
    for (auto win : document_.getWins()) {
      named(win.getOn(), win.getNamed());
      names_.requireWithin(win.getIf());
    }
  }

 private:
  template <class List, class Name>
  static void once(const List& list, Name&& name, std::string_view what) {
    std::set<std::string_view> seen;
    for (auto one : list) {
      if (!seen.insert(view(name(one))).second) {
        refuse(name(one), fmt::format("the {} {} stands in it twice", what, quoted(view(name(one)))));
      }
    }
  }

  void named(capnp::Text::Reader on, capnp::Text::Reader named) const {
    if (on.size() != 0 && named.size() != 0) names_.requireNamed(payloadOf(on), named);
  }

  void vocabulary() const {
    for (auto stat : document_.getStats()) {
      const Type self = stat.getOf() == schema::Stat::Holder::PLAYER ? Type::player
                        : stat.getOf() == schema::Stat::Holder::CARD ? Type::card
                                                                     : Type::entity;
      names_.requireWithin(stat.getTotal(), self);
    }
    for (auto limit : document_.getLimits()) {
      names_.requireWithin(limit.getHoldsFor());
      names_.requireWithin(limit.getMaxIs());
    }
  }

  void acts() const {
    using What = schema::Act::Requirement::What;
    for (auto act : document_.getActs()) {
      for (auto one : act.getRequires()) {
        named(act.getAct(), one.getNamed());
        names_.requireWithin(one.getThat());
        names_.requireWithin(one.getIf());
        const bool asks = one.getWhat() == What::THAT;
        if (asks && one.getThat().size() == 0) {
          refuse(one.hasClause() ? one.getClause() : act.getAct(),
                 "it requires \"that\", and says no condition in \"that\"");
        }
        if (!asks && one.getThat().size() != 0) refuse(one.getThat(), "a condition needs \"what\": \"that\" beside it");
      }
    }
  }

  void permissions() const {
    for (auto permission : document_.getPermissions()) {
      named(permission.getOn(), permission.getNamed());
      names_.requireWithin(permission.getIf());
      for (auto grant : permission.getGrants()) names_.requireWithin(grant.getTo());
    }
    for (auto line : document_.getPrecedence()) {
      for (auto side : {line.getWinner(), line.getLoser()}) {
        for (auto act : side.getActs()) DeclaredNames::require(act, names_.permissions(), "permission");
      }
    }
    for (auto number : document_.getNumbers()) {
      DeclaredNames::require(number.getUnless(), names_.permissions(), "permission");
    }
  }

  void obligations() const {
    const auto obligations = document_.getObligations();
    for (auto deadline : obligations.getDeadlines()) named(deadline.getAct(), deadline.getNamed());
    for (auto one : document_.getTriggers()) {
      named(one.getOn(), one.getNamed());
      names_.requireWithin(one.getIf());
    }
    for (auto trait : document_.getTraits()) {
      if (trait.getEffects().size() == 0) refuse(trait.getName(), "the trait has no effects, so it means nothing");
      for (auto effect : trait.getEffects()) requireEffect(names_, effect, true, trait.getName());
    }
  }

  schema::Ruleset::Reader document_;
  DeclaredNames names_;
};

class CatalogueCheck {
 public:
  CatalogueCheck(schema::Catalogue::Reader document, const Ruleset& ruleset) : document_(document), names_(ruleset) {}

  void check() const {
    for (auto card : document_.getCards()) {
      for (auto type : card.getTypes()) {
        if (!names_.isType(view(type))) DeclaredNames::require(type, names_.types(), "type");
      }
      for (auto win : card.getWins()) names_.requireWithin(win.getIf());
      for (auto ability : card.getAbilities()) check(ability);
    }
  }

 private:
  void named(capnp::Text::Reader on, capnp::Text::Reader named) const {
    if (on.size() != 0 && named.size() != 0) names_.requireNamed(payloadOf(on), named);
  }

  void check(schema::Ability::Reader ability) const {
    for (auto zone : ability.getZones()) DeclaredNames::require(zone, names_.zones(), "zone");
    named(ability.getTrigger().getOn(), ability.getTrigger().getNamed());
    names_.requireWithin(ability.getTrigger().getIf());
    for (auto condition : ability.getConditions()) names_.requireWithin(condition.getThat());
    for (auto target : ability.getTargets()) names_.requireWithin(target.getThat());
    for (auto cost : ability.getCosts()) {
      named(cost.getOn(), cost.getNamed());
      for (const auto text : {cost.getCard(), cost.getCan(), cost.getAmount()}) names_.requireWithin(text);
    }
    for (auto effect : ability.getEffects()) {
      requireEffect(names_, effect, ability.getKind() == schema::Ability::Kind::CONTINUOUS, ability.getName());
    }
  }

  schema::Catalogue::Reader document_;
  DeclaredNames names_;
};

}  // namespace

void checkRuleset(schema::Ruleset::Reader document, const Ruleset& compiled, const std::string& file) {
  placing(document, file, [&] { RulesetCheck(document, compiled).check(); });
}

void checkSwitches(schema::Ruleset::Reader document, const std::string& file) {
  placing(document, file, [&] {
    for (auto clause : document.getClauses()) {
      const std::string id(view(clause.getId()));
      try {
        if (clause.getOff().size() != 0) compile(withClauseOff(document, id).root(), file);
        for (auto variant : clause.getVariants()) {
          compile(withVariant(document, id, view(variant.getName())).root(), file);
        }
      } catch (const BadDocument& bad) {
        refuse(clause.getId(), fmt::format("{} as it is switched: {}: {}", id, bad.path(), bad.reason()));
      } catch (const BadInput& bad) {
        refuse(clause.getId(), bad.message());
      }
    }
  });
}

void checkCatalogue(schema::Catalogue::Reader document, const Ruleset& ruleset, const std::string& file) {
  placing(document, file, [&] { CatalogueCheck(document, ruleset).check(); });
}

}  // namespace docket
