#include "tests/l5r/logged_game.h"

#include <algorithm>
#include <charconv>
#include <range/v3/algorithm/contains.hpp>

#include "engine/query/evaluation/evaluate.h"
#include "tests/l5r/edition.h"

namespace docket::l5r {
namespace {

using schema::Change;
using witness::number;
using witness::Object;
using witness::text;

constexpr std::pair<std::string_view, const char*> kStats[] = {{"force", "Force"},
                                                               {"chi", "Chi"},
                                                               {"gold_cost", "Gold Cost"},
                                                               {"personal_honor", "Personal Honor"},
                                                               {"weapon_limit", "Weapon Limit"},
                                                               {"gold_production", "Gold Production"},
                                                               {"province_strength", "Province Strength"}};

const char* statOf(std::string_view name) {
  for (const auto& [logged, stat] : kStats) {
    if (logged == name) return stat;
  }
  throw std::runtime_error("the log has a stat \"" + std::string(name) + "\"");
}

bool inProvince(std::string_view zone) { return zone.find(".prov") != std::string_view::npos; }

/// The zone of the ruleset that one of the log is.
const char* zoneOf(std::string_view zone) {
  if (zone == "play") return "home";
  if (inProvince(zone)) return "province";
  const auto dot = zone.find('.');
  const std::string_view own = zone.substr(dot + 1);
  if (own == "hand") return "hand";
  if (own == "fdeck") return "fate deck";
  if (own == "ddeck") return "dynasty deck";
  if (own == "fdisc") return "fate discard";
  if (own == "ddisc") return "dynasty discard";
  if (own == "fban" || own == "dban") return "removed";
  throw std::runtime_error("the log has a zone \"" + std::string(zone) + "\"");
}

std::int16_t slotOf(std::string_view zone) {
  if (!inProvince(zone)) return -1;
  std::int16_t slot = 0;
  const auto digits = zone.substr(zone.find(".prov") + 5);
  std::from_chars(digits.data(), digits.data() + digits.size(), slot);
  return slot;
}

}  // namespace

Seat seatOf(std::string_view text) {
  return text.size() > 1 && text[0] == 'P' ? static_cast<Seat>(text[1] - '0') : Seat{0};
}

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

template <class Fill>
EventNumber LoggedGame::add(Fill&& fill) {
  const EventNumber number = record_.add(fill);
  reduce(state_, rules_, number, *record_.event(number), step_);
  return number;
}

LoggedGame::LoggedGame(const Object& line, Rules rules) : id_(text(line, "id")), rules_(rules) {
  for (const auto [card, definition] : line["cards"].get_object())
    definitions_.emplace(card, definition.get_string().value());
}

CardIndex LoggedGame::indexOf(const std::string& card) const {
  const auto found = numbers_.find(card);
  return found == numbers_.end() ? kNone : state_.cardOf(found->second);
}

std::string LoggedGame::definitionOf(const std::string& card) const {
  const auto found = definitions_.find(card);
  return found == definitions_.end() ? std::string() : found->second;
}

std::optional<std::int64_t> LoggedGame::asked(std::string_view form, Seat seat) const {
  const std::string text = fmt::format(fmt::runtime(form), seat);
  auto found = expressions_.find(text);
  if (found == expressions_.end())
    found = expressions_.emplace(text, expression::parse(text, {.ruleset = rules_.ruleset})).first;
  const auto value = expression::valueAt(found->second, {.state = state_, .rules = rules_});
  return value.isKnown() ? std::optional(value.number) : std::nullopt;
}

void LoggedGame::read(const Object& line) {
  const std::string kind = text(line, "k");
  if (kind == "init") begins(line);
  if (kind == "act") acts(line);
  if (kind == "ev") happens(line);
}

void LoggedGame::registerDeck(Seat player, const char* zone, const std::vector<std::string>& cards) {
  if (cards.empty()) return;
  add([&](schema::Event::Builder event) {
    auto identities = event.initContext().initIdentities(static_cast<unsigned>(cards.size()));
    for (unsigned i = 0; i < cards.size(); ++i) {
      numbers_[cards[i]] = next_ + i;
      identities[i].setCard(next_ + i);
      identities[i].setDefinition(definitions_.at(cards[i]));
    }
    auto registered = event.initDeckRegistered();
    registered.setPlayer(player);
    registered.setZone(record_.name(zone));
    registered.setFirst(next_);
    registered.setCount(static_cast<std::uint32_t>(cards.size()));
  });
  next_ += static_cast<std::uint32_t>(cards.size());
}

/// Each player brings two decks, and what lies elsewhere at the start is taken from them.
void LoggedGame::begins(const Object& line) {
  const Object players = line["players"].get_object();
  auto header = record_.header();
  header.setId(id_);
  auto names = header.initPlayers(static_cast<unsigned>(players.size()));
  auto values = header.initStartingValues(static_cast<unsigned>(2 * players.size()));
  unsigned at = 0;
  const auto provinces = textsOf(line, "provinces");
  for (const auto [name, player] : players) {
    const Seat seat = seatOf(name);
    names[seat - 1U].setName(std::string(name));
    const auto has = [&](const char* value, std::int64_t amount) {
      values[at].setPlayer(seat);
      values[at].setValue(value);
      values[at++].setAmount(amount);
    };
    has("Family Honor", number(player.get_object(), "honor"));
    has("provinces", std::count_if(provinces.begin(), provinces.end(),
                                   [&](const std::string& zone) { return seatOf(zone) == seat; }));
  }
  state_ = begin(record_.header().asReader(), rules_);
  std::map<std::pair<Seat, std::string>, std::vector<std::string>> decks;
  std::map<std::string, std::string> elsewhere;
  for (const auto [zone, cards] : line["zones"].get_object()) {
    const bool fate = zone.find(".hand") != std::string_view::npos || zone.find(".f") != std::string_view::npos;
    for (const auto one : cards.get_array()) {
      const std::string card(one.get_string().value());
      decks[{seatOf(card), fate ? "fate deck" : "dynasty deck"}].push_back(card);
      if (zone.find("deck") == std::string_view::npos) elsewhere.emplace(card, zone);
    }
  }
  for (const std::string& card : textsOf(line, "face_up")) up_.insert(card);
  for (const auto& [deck, cards] : decks) registerDeck(deck.first, deck.second.c_str(), cards);
  for (const auto& [card, zone] : elsewhere) place(card, zone);
  turn_ = number(line, "turn");
  began("turn", "", seatOf(text(line, "active")));
  began("phase", text(line, "phase"), 0);
}

void LoggedGame::began(const char* period, const std::string& name, Seat player) {
  add([&](schema::Event::Builder event) {
    auto began = event.initBegan();
    began.setPeriod(record_.name(period));
    began.setName(record_.name(name));
    began.setPlayer(player);
  });
}

void LoggedGame::joinUnit(std::uint32_t card) {
  const Definition* definition = state_.definitionOf(state_.cards[state_.cardOf(card)]);
  if (definition == nullptr || !ranges::contains(definition->types, "Personality")) return;
  add([&](schema::Event::Builder event) {
    auto attached = event.initCardAttached();
    attached.setCard(card);
    attached.setHost(entityOf(EntityKind::unit, card));
    attached.setKind(record_.name("unit"));
  });
}

void LoggedGame::place(const std::string& card, std::string_view zone) {
  const std::uint32_t number = numbers_.at(card);
  const bool province = inProvince(zone);
  add([&](schema::Event::Builder event) {
    auto moved = event.initCardMoved();
    moved.setCard(number);
    const Seat seat = seatOf(zone);
    moved.setPlayer(seat != 0 ? seat : state_.cards[state_.cardOf(number)].owner);
    moved.setZone(record_.name(zoneOf(zone)));
    moved.setSlot(slotOf(zone));
    if (province) moved.setFace(up_.contains(card) ? schema::Face::UP : schema::Face::DOWN);
    if (zone == "play") moved.setFace(schema::Face::UP);
  });
  if (zone == "play") joinUnit(number);
}

void LoggedGame::moves(const Object& line) {
  const std::string card = text(line, "card");
  const std::string to = text(line, "to");
  if (text(line, "frm") == "play") {
    for (auto& [id, modifier] : modifiers_) modifier.source_left = modifier.source_left || modifier.source == card;
  }
  place(card, to);
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

void LoggedGame::turnCard(const Object& line, const char* orientation) {
  add([&](schema::Event::Builder event) {
    auto turned = event.initCardTurned();
    turned.setCard(numbers_.at(text(line, "card")));
    turned.setOrientation(record_.name(orientation));
  });
}

/// Of a card in a hand or a deck the log says what its owner sees.
void LoggedGame::flip(const Object& line, bool up) {
  const std::string card = text(line, "card");
  up ? (void)up_.insert(card) : (void)up_.erase(card);
  const Card& it = state_.cards[indexOf(card)];
  const std::string_view zone = it.exists() ? rules_.ruleset.zones[it.zone].name : std::string_view();
  if (zone != "province" && zone != "home") return;
  add([&](schema::Event::Builder event) {
    auto flipped = event.initCardFlipped();
    flipped.setCard(it.number);
    flipped.setFace(up ? schema::Face::UP : schema::Face::DOWN);
  });
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

/// Only what was taken back is said to end: what ends with the turn, or as its card leaves, Docket has to know itself.
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

void LoggedGame::counts(const Object& line) {
  const std::string key = text(line, "key");
  const std::int64_t more = number(line, "to") - number(line, "frm");
  const std::uint32_t card = numbers_.at(text(line, "card"));
  add([&](schema::Event::Builder event) {
    if (more < 0) {
      auto removed = event.initCounterRemoved();
      removed.setSubject(card);
      removed.setCounter(record_.name(key));
      removed.setAmount(static_cast<std::uint32_t>(-more));
      return;
    }
    auto trait = event.initBegins(1)[0];
    trait.setSubject(card);
    trait.setKind(Change::Kind::GRANT_TRAIT);
    trait.setName(record_.name(kCounters));
    auto placed = event.initCounterPlaced();
    placed.setSubject(card);
    placed.setCounter(record_.name(key));
    placed.setAmount(static_cast<std::uint32_t>(more));
  });
}

void LoggedGame::value(const Object& line, const char* value) {
  const std::int64_t more = number(line, "to") - number(line, "frm");
  if (more == 0) return;
  add([&](schema::Event::Builder event) {
    auto changed = event.initValueChanged();
    changed.setSubject(entityOf(EntityKind::player, seatOf(text(line, "seat"))));
    changed.setValue(record_.name(value));
    changed.setHow(more > 0 ? schema::How::GAINED : schema::How::LOST);
    changed.setAmount(more > 0 ? more : -more);
  });
}

void LoggedGame::turns(const Object& line) {
  if (const std::int64_t turn = number(line, "turn"); turn != turn_) {
    turn_ = turn;
    began("turn", "", seatOf(text(line, "active")));
  }
  began("phase", text(line, "phase"), 0);
}

/// What the log counts as used: of a player "legacy:P1:3", of a card "P1-62:bow_waiver:t17".
void LoggedGame::uses(const Object& line) {
  const std::string key = text(line, "key");
  const auto name = [&](std::string_view text) { return record_.name(text); };
  const std::string kind = key.substr(0, key.find(':'));
  const Act act{.kind = kind == "legacy"  ? "Legacy"
                        : kind == "cycle" ? "Cycle"
                                          : "Proclaim",
                .seat = seatOf(std::string_view(key).substr(kind.size() + 1))};
  if (numbers_.contains(kind)) return;  // a trait of a card
  uses_[key] = add([&](schema::Event::Builder event) { describe(act, {}, event, name); });
}

void LoggedGame::acts(const Object& line) {
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
    capnp::MallocMessageBuilder message;
    auto event = message.initRoot<schema::Event>();
    std::vector<std::string> fresh;
    const Name name = [&](std::string_view text) {
      if (const auto known = state_.vocabulary->names.find(text); known != 0) return known;
      fresh.emplace_back(text);
      return static_cast<std::uint16_t>(state_.vocabulary->names.size() + fresh.size());
    };
    describe(act, with, event, name);
    auto names = event.initContext().initNames(static_cast<unsigned>(fresh.size()));
    for (unsigned i = 0; i < fresh.size(); ++i) names.set(i, fresh[i]);
    auto findings = judge(atHand(state_, rules_, state_.event + 1, event.asReader()));
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
  if (now) return began("response step", "", seatOf(text(line, "seat")));
  add([&](schema::Event::Builder event) { event.initEnded().setPeriod(record_.name("response step")); });
}

void LoggedGame::happens(const Object& line) {
  const std::string type = text(line, "t");
  if (type == "move") return moves(line);
  if (type == "create") return creates(line);
  if (type == "bow") return turnCard(line, "bowed");
  if (type == "straighten") return turnCard(line, "straight");
  if (type == "face_up") return flip(line, true);
  if (type == "face_down") return flip(line, false);
  if (type == "mod") return changes(line, false);
  if (type == "kw") return changes(line, true);
  if (type == "mod_end" || type == "kw_end") return ends(line);
  if (type == "counter") return counts(line);
  if (type == "honor") return value(line, "Family Honor");
  if (type == "gold") return value(line, "gold");
  if (type == "turn") return turns(line);
  if (type == "use_once") return uses(line);
  if (type == "priority") return respond(line);
  if (type == "unuse_once") {
    add([&](schema::Event::Builder event) {
      event.initActivationNegated().setActivation(uses_.at(text(line, "key")));
    });
  } else if (type == "attach") {
    add([&](schema::Event::Builder event) {
      auto attached = event.initCardAttached();
      attached.setCard(numbers_.at(text(line, "card")));
      attached.setHost(numbers_.at(text(line, "to")));
      attached.setKind(record_.name("equip"));
    });
  } else if (type == "detach") {
    add([&](schema::Event::Builder event) { event.initCardDetached().setCard(numbers_.at(text(line, "card"))); });
  } else if (type == "cease") {
    for (auto& [id, modifier] : modifiers_)
      modifier.source_left = modifier.source_left || modifier.source == text(line, "card");
    add([&](schema::Event::Builder event) { event.initCardCeased().setCard(numbers_.at(text(line, "card"))); });
  } else if (type == "province_lost") {
    add([&](schema::Event::Builder event) {
      auto changed = event.initValueChanged();
      changed.setSubject(entityOf(EntityKind::player, seatOf(text(line, "zone"))));
      changed.setValue(record_.name("provinces"));
      changed.setHow(schema::How::LOST);
      changed.setAmount(1);
    });
  } else if (type == "lose") {
    add([&](schema::Event::Builder event) {
      auto ended = event.initGameEnded();
      ended.setWinner(static_cast<Seat>(3 - seatOf(text(line, "seat"))));
      ended.setReason(record_.name(text(line, "why")));
    });
  }
}

}  // namespace docket::l5r
