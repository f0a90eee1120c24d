#include "tests/l5r/logged_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <range/v3/algorithm/contains.hpp>

#include "engine/query/evaluation/evaluate.h"
#include "tests/l5r/edition.h"

namespace docket::l5r {
namespace {

using witness::number;
using witness::Object;
using witness::text;

bool inProvince(std::string_view zone) { return zone.find(".prov") != std::string_view::npos; }

std::int16_t slotOf(std::string_view zone) {
  if (!inProvince(zone)) return -1;
  std::int16_t slot = 0;
  const auto digits = zone.substr(zone.find(".prov") + 5);
  std::from_chars(digits.data(), digits.data() + digits.size(), slot);
  return slot;
}

/// "AttackPhase" of engine 2 is the battle of the rules.
std::string phaseOf(const std::string& logged) {
  if (logged == "ActionPhase") return "action";
  if (logged == "AttackPhase") return "battle";
  return logged == "DynastyPhase" ? "dynasty" : logged;
}

}  // namespace

Seat seatOf(std::string_view text) {
  return text.size() > 1 && text[0] == 'P' ? static_cast<Seat>(text[1] - '0') : Seat{0};
}

LoggedTable::LoggedTable(const Object& line, Rules rules) : rules_(rules), id_(text(line, "id")) {
  for (const auto [card, definition] : line["cards"].get_object()) {
    std::string_view key;
    definitions_.emplace(card, definition.get(key) == simdjson::SUCCESS
                                   ? std::string(key)
                                   : std::to_string(definition.get_int64().value()));
  }
}

const char* LoggedTable::zoneOf(std::string_view zone) {
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

CardIndex LoggedTable::indexOf(const std::string& card) const {
  const auto found = numbers_.find(card);
  return found == numbers_.end() ? kNone : state_.cardOf(found->second);
}

std::string LoggedTable::definitionOf(const std::string& card) const {
  const auto found = definitions_.find(card);
  return found == definitions_.end() ? std::string() : found->second;
}

std::optional<std::int64_t> LoggedTable::asked(std::string_view form, Seat seat) const {
  const std::string text = fmt::format(fmt::runtime(form), seat);
  auto found = expressions_.find(text);
  if (found == expressions_.end())
    found = expressions_.emplace(text, expression::parse(text, {.ruleset = rules_.ruleset})).first;
  const auto value = expression::valueAt(found->second, {.state = state_, .rules = rules_});
  return value.isKnown() ? std::optional(value.number) : std::nullopt;
}

void LoggedTable::registerDeck(Seat player, const char* zone, const std::vector<std::string>& cards) {
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
void LoggedTable::begins(const Object& line) {
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
    const auto said = witness::numberIfThere(player.get_object(), "provinces");
    has("provinces", said ? *said : std::count_if(provinces.begin(), provinces.end(), [&](const std::string& zone) {
          return seatOf(zone) == seat;
        }));
  }
  state_ = docket::initialState(record_.header().asReader(), rules_);
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
  if (text(line, "active").empty()) return;
  turn_ = number(line, "turn");
  began("turn", "", seatOf(text(line, "active")));
  phase_began_ = began("phase", phaseOf(text(line, "phase")), 0);
}

EventNumber LoggedTable::began(const char* period, const std::string& name, Seat player) {
  return add([&](schema::Event::Builder event) {
    auto began = event.initBegan();
    began.setPeriod(record_.name(period));
    began.setName(record_.name(name));
    began.setPlayer(player);
  });
}

void LoggedTable::joinUnit(std::uint32_t card) {
  const Definition* definition = state_.definitionOf(state_.cards[state_.cardOf(card)]);
  if (definition == nullptr || !ranges::contains(definition->types, "Personality")) return;
  add([&](schema::Event::Builder event) {
    auto attached = event.initCardAttached();
    attached.setCard(card);
    attached.setHost(entityOf(EntityKind::unit, card));
    attached.setKind(record_.name("unit"));
  });
}

EventNumber LoggedTable::place(const std::string& card, std::string_view zone, const char* reason) {
  const std::uint32_t number = numbers_.at(card);
  const bool province = inProvince(zone);
  const EventNumber moved_by = add([&](schema::Event::Builder event) {
    auto moved = event.initCardMoved();
    moved.setCard(number);
    const Seat seat = seatOf(zone);
    moved.setPlayer(seat != 0 ? seat : state_.cards[state_.cardOf(number)].owner);
    moved.setZone(record_.name(zoneOf(zone)));
    moved.setSlot(slotOf(zone));
    moved.setReason(record_.name(reason));
    if (province) moved.setFace(up_.contains(card) ? schema::Face::UP : schema::Face::DOWN);
    if (zone == "play") moved.setFace(schema::Face::UP);
  });
  if (zone == "play") {
    entered_[card] = moved_by;
    joinUnit(number);
  }
  return moved_by;
}

void LoggedTable::turnCard(const Object& line, const char* orientation) {
  add([&](schema::Event::Builder event) {
    auto turned = event.initCardTurned();
    turned.setCard(numbers_.at(text(line, "card")));
    turned.setOrientation(record_.name(orientation));
  });
}

/// For a card in a hand or a deck the log has what its owner sees.
void LoggedTable::flip(const Object& line, bool up) {
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

void LoggedTable::value(const Object& line, const char* value) {
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

void LoggedTable::turns(const Object& line) {
  if (const std::int64_t turn = number(line, "turn"); turn != turn_) {
    turn_ = turn;
    began("turn", "", seatOf(text(line, "active")));
  }
  phase_began_ = began("phase", phaseOf(text(line, "phase")), 0);
}

void LoggedTable::attach(const Object& line) {
  add([&](schema::Event::Builder event) {
    auto attached = event.initCardAttached();
    attached.setCard(numbers_.at(text(line, "card")));
    attached.setHost(numbers_.at(text(line, "to")));
    attached.setKind(record_.name("equip"));
  });
}

bool LoggedTable::happens(const Object& line, std::string_view type) {
  if (type == "move") {
    // Engine 2 moves cards through a Province, which the next move names.
    if (text(line, "to").ends_with('?')) return true;
    place(text(line, "card"), text(line, "to"));
  } else if (type == "bow" || type == "straighten") {
    turnCard(line, type == "bow" ? "bowed" : "straight");
  } else if (type == "face_up" || type == "face_down") {
    flip(line, type == "face_up");
  } else if (type == "honor") {
    value(line, "Family Honor");
  } else if (type == "gold") {
    value(line, "gold");
  } else if (type == "turn") {
    turns(line);
  } else if (type == "attach") {
    attach(line);
  } else if (type == "detach") {
    add([&](schema::Event::Builder event) { event.initCardDetached().setCard(numbers_.at(text(line, "card"))); });
  } else {
    return false;
  }
  return true;
}

}  // namespace docket::l5r
