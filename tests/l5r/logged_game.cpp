#include "tests/l5r/logged_game.h"

#include <algorithm>
#include <charconv>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>

#include "engine/query/evaluation/evaluate.h"
#include "tests/l5r/edition.h"
#include "tests/witness/hypothetical_event.h"

namespace docket::l5r {
namespace {

using schema::Change;
using witness::number;
using witness::Object;
using witness::text;

constexpr std::pair<std::string_view, const char*> kLoggedStats[] = {{"force", "Force"},
                                                                     {"chi", "Chi"},
                                                                     {"gold_cost", "Gold Cost"},
                                                                     {"personal_honor", "Personal Honor"},
                                                                     {"weapon_limit", "Weapon Limit"},
                                                                     {"gold_production", "Gold Production"},
                                                                     {"province_strength", "Province Strength"}};

const char* statOf(std::string_view name) {
  for (const auto& [logged, stat] : kLoggedStats) {
    if (logged == name) return stat;
  }
  throw std::runtime_error("the log has a stat \"" + std::string(name) + "\"");
}

}  // namespace

Act Act::of(std::string_view action, Seat seat, std::string_view timing) {
  Act act{.timing = std::string(timing), .seat = seat};
  const auto colon = action.find(':');
  act.kind = action.substr(0, colon);
  if (colon == std::string_view::npos) return act;
  const std::string_view rest = action.substr(colon + 1);
  act.card = rest.substr(0, rest.find('+'));
  act.proclaim = rest.find("+proclaim") != std::string_view::npos;
  act.invest = rest.find("+invest") != std::string_view::npos;
  return act;
}

void LoggedGame::read(const Object& line) {
  const std::string kind = text(line, "k");
  if (kind == "init") begins(line);
  if (kind == "act") acts(line);
  if (kind == "ev") happens(line);
}

void LoggedGame::leaves(const std::string& card) {
  for (auto& [id, modifier] : modifiers_) modifier.source_left = modifier.source_left || modifier.source == card;
}

void LoggedGame::creates(const Object& line) {
  const std::string card = text(line, "card");
  definitions_[card] = text(line, "def_");
  numbers_[card] = next_++;
  const Object print = line["print"].get_object();
  const Seat owner = seatOf(text(line, "owner"));
  add([&](schema::Event::Builder event) {
    auto identity = event.initContext().initIdentities(1)[0];
    identity.setCard(numbers_[card]);
    auto printed = identity.initPrinted();
    printed.initTypes(1).set(0, text(print, "type"));
    const auto keywords = textsOf(print, "kw");
    auto list = printed.initKeywords(static_cast<unsigned>(keywords.size()));
    for (unsigned i = 0; i < list.size(); ++i) list.set(i, keywords[i]);
    printStats(print, [&](unsigned size) { return printed.initStats(size); });
    auto created = event.initCardCreated();
    created.setCard(numbers_[card]);
    created.setOwner(owner);
    created.setPlayer(owner);
    created.setZone(record_.name(zoneOf(text(line, "zone"))));
    created.setFace(schema::Face::UP);
  });
  joinUnit(numbers_[card]);
}

void LoggedGame::changes(const Object& line, bool keyword) {
  const std::string id = text(line, "mod");
  const std::string until = text(line, "until");
  LoggedModifier modifier{.source = text(line, "source"), .target = text(line, "target")};
  if (!keyword) modifier.stat = statOf(text(line, "stat"));
  modifier.amount = number(line, "amount");
  modifier.while_source = until == "while_source_in_play";
  modifier.begun = add([&](schema::Event::Builder event) {
    auto change = event.initBegins(1)[0];
    change.setSubject(numbers_.at(modifier.target));
    change.setSource(numbers_.at(modifier.source));
    change.setKind(keyword ? Change::Kind::GRANT_KEYWORD : Change::Kind::BONUS);
    change.setName(record_.name(keyword ? text(line, "keyword") : modifier.stat));
    change.setAmount(static_cast<std::int32_t>(modifier.amount));
    change.setLast(modifier.while_source  ? Change::Last::WHILE_SOURCE
                   : until == "permanent" ? Change::Last::PERMANENT
                                          : Change::Last::UNTIL_END);
    if (until == "until_end_of_turn") change.setUntil(record_.name("turn"));
    event.setChangeBegan();
  });
  modifiers_[id] = std::move(modifier);
}

/// The log says when a modifier ends; only ends by a rewind are recorded, as Docket derives the others.
void LoggedGame::ends(const Object& line) {
  LoggedModifier& modifier = modifiers_.at(text(line, "mod"));
  modifier.ended = true;
  if (text(line, "why") != "rewind") return;
  add([&](schema::Event::Builder event) {
    auto ended = event.initChangeEnded();
    ended.setBegun(modifier.begun);
    ended.setAll(true);
  });
}

/// Counters of a card that left are gone, which Docket must derive: the log's lines about them are left out.
void LoggedGame::counts(const Object& line) {
  const std::string key = text(line, "key");
  const std::int64_t more = number(line, "to") - number(line, "frm");
  const std::string card = text(line, "card");
  const auto lies = [&] {
    const Card& it = state_.cards[indexOf(card)];
    return it.exists() &&
           rules_.ruleset.zones[it.zone].location == rules_.ruleset.zones[rules_.ruleset.zone("home")].location;
  };
  if (more < 0) {
    if (!lies()) return;
    add([&](schema::Event::Builder event) {
      auto removed = event.initCounterRemoved();
      removed.setSubject(numbers_.at(card));
      removed.setCounter(record_.name(key));
      removed.setAmount(static_cast<std::uint32_t>(-more));
    });
    return;
  }
  const EventNumber cause = std::exchange(cause_, 0);  // a rule applies the counters, not an effect
  add([&](schema::Event::Builder event) {
    auto trait = event.initBegins(1)[0];
    trait.setSubject(numbers_.at(card));
    trait.setKind(Change::Kind::GRANT_TRAIT);
    trait.setName(record_.name(kCounters));
    event.setChangeBegan();
  });
  cause_ = cause;
  add([&](schema::Event::Builder event) {
    auto placed = event.initCounterPlaced();
    placed.setSubject(numbers_.at(card));
    placed.setCounter(record_.name(key));
    placed.setAmount(static_cast<std::uint32_t>(more));
  });
}

/// Records the uses that the log counts: of a player "legacy:P1:3", of a card "P1-62:bow_waiver:t17".
void LoggedGame::uses(const Object& line) {
  static const std::map<std::string, std::string> kKinds{
      {"legacy", "Legacy"}, {"cycle", "Cycle"}, {"proclaim", "Proclaim"}};
  const std::string key = text(line, "key");
  const auto name = [&](std::string_view text) { return record_.name(text); };
  const std::string kind = key.substr(0, key.find(':'));
  if (numbers_.contains(kind)) return usesOfCard(key, kind);
  Act act{.kind = kKinds.at(kind), .seat = seatOf(std::string_view(key).substr(kind.size() + 1))};
  if (act.kind == "Proclaim") {  // "finish_recruit:P1-53+proclaim"
    const std::string why = text(line, "why");
    act.card = why.substr(why.find(':') + 1);
    act.card.resize(std::min(act.card.find('+'), act.card.size()));
  }
  uses_[key] = add([&](schema::Event::Builder event) { describe(act, {}, event, name); });
}

void LoggedGame::usesOfCard(const std::string& key, const std::string& card) {
  const Card& it = state_.cards[indexOf(card)];
  const Definition* definition = state_.definitionOf(it);
  const std::string what = key.substr(card.size() + 1, key.rfind(':') - card.size() - 1);
  for (std::size_t i = 0; i < definition->abilities.size(); ++i) {
    if (definition->abilities[i].name != what) continue;
    uses_[key] = add([&](schema::Event::Builder event) {
      event.setActor(it.controller);
      auto activated = event.initAbilityActivated();
      activated.setPlayer(it.controller);
      activated.setCard(it.number);
      activated.setAbility(static_cast<std::uint16_t>(i + 1));
    });
  }
}

void LoggedGame::acts(const Object& line) {
  traits_.clear();
  const Act act = Act::of(text(line, "action"), seatOf(text(line, "seat")), text(line, "timing"));
  if (act.kind == "Rewind" && act_ != 0) {
    add([&](schema::Event::Builder event) { event.initActivationNegated().setActivation(act_); });
  }
  act_ = 0;
  if (act.card.empty()) return;
  const auto name = [&](std::string_view text) { return record_.name(text); };
  const EventNumber number = add([&](schema::Event::Builder event) { describe(act, {}, event, name); });
  if (act.kind != "Recruit" && act.kind != "Equip") act_ = number;
}

void LoggedGame::activate(const Act& act, schema::Event::Builder event, const Name& name) const {
  auto activated = event.initAbilityActivated();
  activated.setPlayer(act.seat);
  activated.setCard(numbers_.at(act.card));
  activated.setAbility(1);
  const Definition* definition = state_.definitionOf(state_.cards[indexOf(act.card)]);
  if (!definition->abilities.empty()) activated.setDesignator(name(definition->abilities.front().designator));
}

void LoggedGame::describe(const Act& act, const std::string& with, schema::Event::Builder event,
                          const Name& name) const {
  event.setActor(act.seat);
  const std::uint32_t card = act.card.empty() ? 0 : numbers_.at(act.card);
  const bool plays = act.kind == "Recruit" || act.kind == "Equip";
  if (plays && with.empty()) {
    auto played = event.initCardPlayed();
    played.setPlayer(act.seat);
    played.setCard(card);
    played.setMethod(name(act.kind == "Recruit" ? "recruit" : "equip"));
    return;
  }
  if (act.kind == "ActivateAbility") return activate(act, event, name);
  auto activated = event.initAbilityActivated();
  activated.setPlayer(act.seat);
  const std::string kind = act.kind == "DynastyDiscard"      ? "Dynasty Discard"
                           : act.kind.starts_with("Kharmic") ? "Kharmic"
                                                             : act.kind;
  activated.setNamed(name(with.empty() ? kind : with));
  if (card != 0) activated.initTargets(1).set(0, card);
}

std::vector<Finding> LoggedGame::judged(const Act& act) const {
  std::vector<Finding> all;
  const auto ask = [&](const std::string& with) {
    witness::HypotheticalEvent event(state_);
    describe(act, with, event.event(), [&](std::string_view text) { return event.name(text); });
    const auto findings = event.judged(rules_);
    all.insert(all.end(), findings.begin(), findings.end());
  };
  ask({});
  if (act.proclaim) ask("Proclaim");
  if (act.invest) ask("Invest");
  return all;
}

/// After an action its player may respond, before priority passes on.
void LoggedGame::respond(const Object& line) {
  const bool now = witness::flag(line, "response_step");
  if (now == responding_) return;
  responding_ = now;
  if (now) {
    began("response step", "", seatOf(text(line, "seat")));
    return;
  }
  add([&](schema::Event::Builder event) { event.initEnded().setPeriod(record_.name("response step")); });
}

void LoggedGame::loses(const Object& line, const char* value) {
  add([&](schema::Event::Builder event) {
    auto changed = event.initValueChanged();
    changed.setSubject(entityOf(EntityKind::player, seatOf(text(line, "zone"))));
    changed.setValue(record_.name(value));
    changed.setHow(schema::How::LOST);
    changed.setAmount(1);
  });
}

/// A trait of a card happens: its trigger determines which one.
void LoggedGame::triggers(const Object& line) {
  const std::string card = text(line, "card");
  const std::string on = text(line, "on");
  const Card& it = state_.cards[indexOf(card)];
  const Definition* definition = state_.definitionOf(it);
  Trait trait{.card = card, .why = text(line, "why"), .effects = textsOf(line, "effects")};
  trait_of_card_.erase(card);
  for (std::size_t i = 0; i < definition->abilities.size(); ++i) {
    if (!definition->abilities[i].name.starts_with(on + ":")) continue;
    trait.event = add([&](schema::Event::Builder event) {
      event.setActor(it.controller);
      auto triggered = event.initTraitTriggered();
      triggered.setPlayer(it.controller);
      triggered.setCard(it.number);
      triggered.setTrait(static_cast<std::uint16_t>(i + 1));
      triggered.setTrigger(answeredBy(card, on));
    });
  }
  if (trait.event == 0) return;
  if (ranges::contains(trait.effects, "Choose")) trait_of_card_[card] = trait.event;
  traits_.push_back(std::move(trait));
}

/// The event that a trait answers.
EventNumber LoggedGame::answeredBy(const std::string& card, std::string_view on) const {
  if (on == "TurnStarted") return phase_began_;
  if (on == "EnteredPlay") return entered_.at(card);
  const auto own = destroyed_.find(card);  // or it answers that another card was destroyed
  return own == destroyed_.end() || own->second < entered_.at(card) ? latest_destroyed_ : own->second;
}

void LoggedGame::causes(const Object& line) {
  const std::string why = text(line, "why");
  if (text(line, "e") == "Destroy") destroying_.insert(number(line, "n"));
  const std::string card = text(line, "card_id");
  for (Trait& trait : traits_) {
    const auto expected = ranges::find(trait.effects, text(line, "e"));
    if (why != trait.why || expected == trait.effects.end() || (!card.empty() && card != trait.card)) continue;
    cause_of_effect_[number(line, "n")] = trait.event;
    trait.effects.erase(expected);
    return;
  }
  if (why.starts_with("choice:")) {
    const auto found = trait_of_card_.find(why.substr(why.rfind(':') + 1));
    if (found != trait_of_card_.end()) cause_of_effect_[number(line, "n")] = found->second;
  }
}

void LoggedGame::happens(const Object& line) {
  const std::string type = text(line, "t");
  if (type == "trigger") return triggers(line);
  if (type == "effect") return causes(line);
  const std::string why = text(line, "why");
  const auto cause =
      why.starts_with("effect:") ? cause_of_effect_.find(std::stoll(why.substr(7))) : cause_of_effect_.end();
  cause_ = cause == cause_of_effect_.end() ? 0 : cause->second;
  fact(line, type);
  cause_ = 0;
}

void LoggedGame::fact(const Object& line, const std::string& type) {
  const std::string why = text(line, "why");
  if (type == "move" && why.starts_with("effect:") && destroying_.contains(std::stoll(why.substr(7)))) {
    const std::string card = text(line, "card");
    leaves(card);
    latest_destroyed_ = destroyed_[card] = place(card, text(line, "to"), "destroyed");
    return;
  }
  if (type == "cease" || (type == "move" && text(line, "frm") == "play")) leaves(text(line, "card"));
  if (LoggedTable::happens(line, type)) return;
  if (type == "create") return creates(line);
  if (type == "mod") return changes(line, false);
  if (type == "kw") return changes(line, true);
  if (type == "mod_end" || type == "kw_end") return ends(line);
  if (type == "counter") return counts(line);
  if (type == "use_once") return uses(line);
  if (type == "priority") return respond(line);
  if (type == "province_lost") return loses(line, "provinces");
  if (type == "unuse_once") {
    add([&](schema::Event::Builder event) {
      event.initActivationNegated().setActivation(uses_.at(text(line, "key")));
    });
  } else if (type == "cease") {
    add([&](schema::Event::Builder event) { event.initCardCeased().setCard(numbers_.at(text(line, "card"))); });
  } else if (type == "lose") {
    add([&](schema::Event::Builder event) {
      auto ended = event.initGameEnded();
      ended.setWinner(static_cast<Seat>(3 - seatOf(text(line, "seat"))));
      ended.setReason(record_.name(text(line, "why")));
    });
  }
}

}  // namespace docket::l5r
