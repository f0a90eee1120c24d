#include "tests/grand_archive/engine_record.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>
#include <stdexcept>
#include <utility>

#include "tests/grand_archive/engine_cards.h"

namespace docket::grand_archive {

using witness::flag;
using witness::number;
using witness::Object;
using witness::text;

namespace {

using Zones = std::array<std::pair<std::string_view, std::string_view>, 11>;
constexpr Zones kZones{{{"deck", "main deck"},
                        {"material", "material deck"},
                        {"hand", "hand"},
                        {"memory", "memory"},
                        {"field", "field"},
                        {"intent", "intent"},
                        {"graveyard", "graveyard"},
                        {"banish", "banishment"},
                        {"mastery", "mastery"},
                        {"tempzone", "looked at"},
                        {"stack", "effects stack"}}};

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kPhases{{{"WU", "wake up"},
                                                                                {"MAT", "materialize"},
                                                                                {"REC", "recollection"},
                                                                                {"DRAW", "draw"},
                                                                                {"MAIN", "main"},
                                                                                {"END", "end"},
                                                                                {"BREC", ""}}};

/// The effect until the end of the turn of a marker that the engine puts on an object, if the marker's name or the text
/// of the card in it states one.
struct Marker {
  std::string_view name;  ///< its beginning where `amount` is 0: the number follows
  std::string_view stat;
  std::int32_t amount;
};
constexpr std::array<Marker, 5> kMarkers{{{"SERVILE_POSSESSIONS_POWER_", "power", 0},
                                          {"W0WfIEDs3n", "power", 2},        // Field of Ranks and Files
                                          {"qyQLlDYBlr", "power", 1},        // Ornamental Greatsword
                                          {"5vettczb14_POWER", "power", 2},  // Shadow's Twin
                                          {"raG5r85ieO", "level", 1}}};      // Piper's Lullaby

/// True if a zone has an order: the ruleset's piles.
bool isPile(std::string_view zone) {
  const Ruleset& ruleset = EngineCards::get().rules().ruleset;
  return ruleset.zones[ruleset.zone(zone)].kind == schema::Zone::Kind::PILE;
}

/// "CLERIC,FRACTAL"
std::vector<std::string> listed(std::string_view words) {
  std::vector<std::string> all;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find(',', at), words.size());
    all.push_back(wordOf(words.substr(at, end - at)));
    at = end + 1;
  }
  return all;
}

/// The effect of a marker: a stat and an amount; empty if it was not typed.
std::optional<std::pair<std::string_view, std::int32_t>> markerMeaningOf(std::string_view marker) {
  for (const Marker& one : kMarkers) {
    if (one.amount != 0 && marker == one.name) return std::pair(one.stat, one.amount);
    if (one.amount != 0 || !marker.starts_with(one.name)) continue;
    std::int32_t amount = 0;
    const std::string_view digits = marker.substr(one.name.size());
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), amount);
    if (read.ec == std::errc() && read.ptr == digits.data() + digits.size()) return std::pair(one.stat, amount);
  }
  return {};
}

}  // namespace

ZoneOf zoneOf(std::string_view engines) {
  const bool shared = engines == "stack";
  const std::string_view name = shared ? engines : engines.substr(3);
  const auto* found = ranges::find(kZones, name, [](const auto& one) { return one.first; });
  if (found == kZones.end()) throw std::runtime_error("a zone that nobody knows: " + std::string(engines));
  return {.player = shared ? Seat{0} : static_cast<Seat>(engines[1] - '0'), .name = found->second};
}

std::map<std::string, std::int64_t> countersOf(const Object& counters) {
  std::map<std::string, std::int64_t> amounts;
  for (const auto [name, value] : counters) {
    std::int64_t amount = 0;
    if (!name.starts_with('_') && value.get(amount) == simdjson::SUCCESS && amount > 0)
      amounts[std::string(name)] = amount;
  }
  return amounts;
}

std::uint32_t EngineRecord::numberOf(std::string_view id) const {
  const auto found = numbers_.find(id);
  return found == numbers_.end() ? 0 : found->second;
}

EngineRecord::EngineRecord() {
  auto header = recording_.header();
  header.setId("case");
  header.initPlayers(2);
}

void EngineRecord::began(std::string_view period, std::string_view name, Seat player) {
  recording_.add([&](schema::Event::Builder event) {
    auto one = event.initBegan();
    one.setPeriod(recording_.name(period));
    if (!name.empty()) one.setName(recording_.name(name));
    one.setPlayer(player);
  });
}

void EngineRecord::table(const Object& truth) {
  registerCards(truth);
  const Object objects = truth["objects"].get_object();
  for (const auto [id, facts] : objects) lieOn(std::string(id), facts.get_object());
  const Object global = truth["global"].get_object();
  turn_player_ = static_cast<Seat>(number(global, "turnPlayer"));
  began("turn", {}, turn_player_);
  const auto* phase = ranges::find(kPhases, text(global, "phase"), [](const auto& one) { return one.first; });
  if (phase != kPhases.end() && !phase->second.empty()) began("phase", phase->second, turn_player_);
}

void EngineRecord::registerCards(const Object& truth) {
  const Object objects = truth["objects"].get_object();
  for (const auto [zone, ids] : truth["zones"].get_object()) {
    const ZoneOf into = zoneOf(zone);
    std::vector<std::string> keys;  // of cards that come into it by one event
    for (const std::string_view id : ids.get_array()) {
      const Object facts = objects[id].get_object();
      const auto owner = static_cast<Seat>(witness::numberIfThere(facts, "owner").value_or(into.player));
      const auto card = static_cast<std::uint32_t>(numbers_.size() + 1);
      numbers_.emplace(id, card);
      keys_[card] = text(facts, "card");
      seats_[card] = into.player;
      if (owner == into.player && into.player != 0) {
        keys.push_back(keys_[card]);
        continue;
      }
      bring(into.player, into.name, std::exchange(keys, {}), card);
      bring(std::max<Seat>(owner, 1), "looked at", {keys_[card]}, card + 1);
      put(card, into);
    }
    bring(into.player, into.name, keys, static_cast<std::uint32_t>(numbers_.size() + 1));
  }
}

/// Cards come into the game, in a zone of their owner's: those before number `past`.
void EngineRecord::bring(Seat owner, std::string_view zone, const std::vector<std::string>& keys, std::uint32_t past) {
  if (keys.empty()) return;
  const auto first = static_cast<std::uint32_t>(past - keys.size());
  recording_.add([&](schema::Event::Builder event) {
    auto registered = event.initDeckRegistered();
    registered.setPlayer(owner);
    registered.setZone(recording_.name(zone));
    registered.setFirst(first);
    registered.setCount(static_cast<std::uint32_t>(keys.size()));
    auto known = event.initContext().initIdentities(static_cast<unsigned>(keys.size()));
    for (unsigned i = 0; i < known.size(); ++i) {
      known[i].setCard(first + i);
      known[i].setDefinition(keys[i]);
    }
  });
}

void EngineRecord::put(std::uint32_t card, const ZoneOf& into, std::optional<std::int64_t> place) {
  seats_[card] = into.player;
  recording_.add([&](schema::Event::Builder event) {
    auto moved = event.initCardMoved();
    moved.setCard(card);
    moved.setPlayer(into.player);
    moved.setZone(recording_.name(into.name));
    if (place && isPile(into.name)) moved.setSlot(static_cast<std::int16_t>(*place));
  });
}

void EngineRecord::lieOn(const std::string& id, const Object& facts) {
  for (const auto [key, value] : facts) fact(id, std::string(key), value);
}

void EngineRecord::fact(const std::string& id, const std::string& key, const simdjson::dom::element& value) {
  const std::uint32_t card = numberOf(id);
  OnTable& on = on_table_[card];
  if (key == "awake") return turned(card, value.is_null() || bool(value));
  if (key == "damage") {
    auto counters = on.counters;
    counters["damage"] = std::int64_t(value);
    return counted(card, std::move(counters));
  }
  if (key == "counters") {
    auto counters = countersOf(value.get_object());
    if (const auto damage = on.counters.find("damage"); damage != on.counters.end()) counters.insert(*damage);
    counted(card, std::move(counters));
    Object overrides;
    if (value.get_object().value()["_overrides"].get(overrides) == simdjson::SUCCESS) overridden(card, overrides);
  }
  if (key == "effects") marked(card, value.get_array());
  if (key == "controller") controlled(card, static_cast<Seat>(value.is_null() ? 0 : std::int64_t(value)));
  if (key == "card") transformed(card, std::string(std::string_view(value)));
}

/// Records the controller, if it is not the player in whose zone the card is.
void EngineRecord::controlled(std::uint32_t card, Seat player) {
  if (player == 0 || seats_[card] == 0 || player == seats_[card]) return;
  seats_[card] = player;
  recording_.add([&](schema::Event::Builder event) {
    auto change = event.initControlChanged();
    change.setCard(card);
    change.setPlayer(player);
  });
}

/// Its other face shows: it is another card from then on.
void EngineRecord::transformed(std::uint32_t card, const std::string& key) {
  std::string& is = keys_[card];
  if (is == key) return;
  is = key;
  recording_.add([&](schema::Event::Builder event) {
    auto flipped = event.initCardFlipped();
    flipped.setCard(card);
    flipped.setFace(schema::Face::UP);
    auto known = event.initContext().initIdentities(1);
    known[0].setCard(card);
    known[0].setDefinition(key);
  });
}

void EngineRecord::turned(std::uint32_t card, bool awake) {
  bool& is = on_table_[card].awake;
  if (is == awake) return;
  is = awake;
  recording_.add([&](schema::Event::Builder event) {
    auto turn = event.initCardTurned();
    turn.setCard(card);
    turn.setOrientation(recording_.name(awake ? "awake" : "rested"));
  });
}

void EngineRecord::counted(std::uint32_t card, std::map<std::string, std::int64_t> now) {
  auto& are = on_table_[card].counters;
  std::set<std::string> names;
  for (const auto* one : {&are, &now})
    for (const auto& [name, amount] : *one) names.insert(name);
  for (const std::string& name : names) {
    const std::int64_t by = now[name] - are[name];
    if (by == 0) continue;
    recording_.add([&](schema::Event::Builder event) {
      const auto fill = [&](auto change) {
        change.setSubject(card);
        change.setCounter(recording_.name(name));
        change.setAmount(static_cast<std::uint32_t>(by < 0 ? -by : by));
      };
      by > 0 ? fill(event.initCounterPlaced()) : fill(event.initCounterRemoved());
    });
  }
  are = std::move(now);
}

void EngineRecord::marked(std::uint32_t card, const simdjson::dom::array& markers) {
  auto& has = on_table_[card].markers;
  std::set<std::string> now;
  for (const auto one : markers) now.insert(std::string(std::string_view(one)));
  for (auto one = has.begin(); one != has.end();) {
    if (now.contains(one->first)) {
      ++one;
      continue;
    }
    recording_.add([&](schema::Event::Builder event) {
      auto ended = event.initChangeEnded();
      ended.setBegun(one->second);
      ended.setAll(true);
    });
    one = has.erase(one);
  }
  for (const std::string& marker : now) {
    const auto meaning = markerMeaningOf(marker);
    if (!meaning || has.contains(marker)) continue;
    has[marker] = recording_.add([&](schema::Event::Builder event) {
      event.setChangeBegan();
      auto change = event.initBegins(1)[0];
      change.setSubject(card);
      change.setKind(schema::Change::Kind::BONUS);
      change.setName(recording_.name(meaning->first));
      change.setAmount(meaning->second);
    });
  }
}

/// An effect that says what the object is from then on: its card type, its subtypes, and that it has no abilities.
void EngineRecord::overridden(std::uint32_t card, const Object& overrides) {
  if (!overridden_.insert(card).second) return;
  recording_.add([&](schema::Event::Builder event) {
    event.setChangeBegan();
    std::vector<std::pair<schema::Change::Kind, std::string>> changes;
    if (const std::string type = text(overrides, "type"); !type.empty())
      changes.emplace_back(schema::Change::Kind::SET_TYPE, wordOf(type));
    for (const std::string& subtype : listed(text(overrides, "subtypes")))
      changes.emplace_back(schema::Change::Kind::SET_SUBTYPE, subtype);
    if (const auto classes = listed(text(overrides, "classes")); !classes.empty()) {
      for (const std::string& one : classNames()) {
        const bool has = ranges::contains(classes, one);
        changes.emplace_back(has ? schema::Change::Kind::GRANT_KEYWORD : schema::Change::Kind::REMOVE_KEYWORD, one);
      }
    }
    if (flag(overrides, "NO_ABILITIES")) changes.emplace_back(schema::Change::Kind::NEGATE_EFFECTS, "");
    auto begins = event.initBegins(static_cast<unsigned>(changes.size()));
    for (unsigned i = 0; i < begins.size(); ++i) {
      begins[i].setSubject(card);
      begins[i].setKind(changes[i].first);
      if (!changes[i].second.empty()) begins[i].setName(recording_.name(changes[i].second));
    }
  });
}

void EngineRecord::line(const Object& line) {
  const std::string kind = text(line, "e");
  if (kind == "call") called(line);
  if (kind == "move") moved(line);
  if (kind == "create") created(line);
  if (kind == "cease") {
    on_table_.erase(numberOf(text(line, "id")));
    recording_.add([&](schema::Event::Builder event) { event.initCardCeased().setCard(numberOf(text(line, "id"))); });
  }
  if (kind == "order") arranged(line);
  if (kind == "set") fact(text(line, "id"), text(line, "k"), line["v"].value());
  if (kind == "global") toldGlobal(line);
}

void EngineRecord::called(const Object& line) {
  const std::string name = text(line, "name");
  Object card;
  if ((name == "Materialize" || name == "ActivateCard") &&
      line["args"].get_object()["mzID"].get(card) == simdjson::SUCCESS) {
    about_to_be_played_.insert(numberOf(text(card, "id")));
  }
}

void EngineRecord::moved(const Object& line) {
  const std::uint32_t card = numberOf(text(line, "id"));
  const std::string from_text = text(line, "from");
  const std::string to_text = text(line, "to");
  const ZoneOf from = zoneOf(from_text);
  const ZoneOf to = zoneOf(to_text);
  const bool played = about_to_be_played_.erase(card) != 0;
  on_table_.erase(card);
  if (played) {
    recording_.add([&](schema::Event::Builder event) {
      event.setActor(from.player);
      auto play = event.initCardPlayed();
      play.setPlayer(from.player);
      play.setCard(card);
      if (from.name == "material deck") play.setMethod(recording_.name("materialize"));
    });
  }
  put(card, to, number(line, "pos"));
}

void EngineRecord::created(const Object& line) {
  const Object facts = line["set"].get_object();
  const std::string into_text = text(line, "in");
  const ZoneOf into = zoneOf(into_text);
  const auto card = static_cast<std::uint32_t>(numbers_.size() + 1);
  numbers_[text(line, "id")] = card;
  keys_[card] = text(facts, "card");
  seats_[card] = into.player;
  recording_.add([&](schema::Event::Builder event) {
    auto made = event.initCardCreated();
    made.setCard(card);
    made.setOwner(into.player);
    made.setPlayer(into.player);
    made.setZone(recording_.name(into.name));
    if (isPile(into.name)) made.setSlot(static_cast<std::int16_t>(number(line, "pos")));
    auto known = event.initContext().initIdentities(1);
    known[0].setCard(card);
    known[0].setDefinition(text(facts, "card"));
  });
  lieOn(text(line, "id"), facts);
}

/// A pile that was shuffled or rearranged: its cards keep their numbers, which the case continues to use.
void EngineRecord::arranged(const Object& line) {
  const std::string zone_text = text(line, "zone");
  const ZoneOf zone = zoneOf(zone_text);
  for (const auto id : line["ids"].get_array()) put(numberOf(std::string_view(id)), zone);
}

void EngineRecord::toldGlobal(const Object& line) {
  const std::string key = text(line, "k");
  if (key == "turnPlayer") {
    turn_player_ = static_cast<Seat>(number(line, "v"));
    began("turn", {}, turn_player_);
  }
  if (key != "phase") return;
  const auto* phase = ranges::find(kPhases, text(line, "v"), [](const auto& one) { return one.first; });
  if (phase != kPhases.end() && !phase->second.empty()) began("phase", phase->second, turn_player_);
}

}  // namespace docket::grand_archive
