#include "tests/marvel/simulated_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>

namespace docket::marvel {
namespace {

using Event = schema::Event;

/// The zones of the ruleset that this one extends, by the simulator's names for them. In each, those of one side only.
struct SharedName {
  std::string_view simulated, zone;
  bool of_players;
};
constexpr std::array<SharedName, 8> kSharedNames{{{"HandsArea", "hand", true},
                                                  {"PlayerDeck", "deck", true},
                                                  {"DiscardPile", "discard", true},
                                                  {"EncounterDeck", "encounter deck", false},
                                                  {"EncounterDiscardPile", "encounter discard", false},
                                                  {"AsideDeck", "set aside", false},
                                                  {"RemovedArea", "removed", false},
                                                  {"VictoryDisplay", "victory display", false}}};

std::optional<std::int64_t> wholeNumber(simdjson::dom::element element) {
  std::int64_t value = 0;
  return element.get(value) == simdjson::SUCCESS ? std::optional(value) : std::nullopt;
}

SimulatedPlace simulatedPlaceIn(const Object& line, const char* field) {
  SimulatedPlace place;
  simdjson::dom::array parts;
  if (line[field].get(parts) != simdjson::SUCCESS) return place;
  place.zone = parts.at(0).get_string().value();
  place.seat = wholeNumber(parts.at(1).value()).value_or(-1);
  place.host = wholeNumber(parts.at(2).value());
  return place;
}

}  // namespace

std::string zoneOf(const std::string& zone, std::int64_t seat) {
  const auto shared = ranges::find(kSharedNames, zone, &SharedName::simulated);
  if (shared != kSharedNames.end() && shared->of_players == (seat >= 0)) return std::string(shared->zone);
  const std::string side = seat >= 0 ? "" : " of the scenario";
  if (zone.ends_with("/removed")) return "detached" + side;
  const std::string own = zone + side;
  const bool known = GameRules::get().rules().ruleset.zone(own) != kUnbound;
  return known ? own : "elsewhere" + side;
}

SimulatedTable::SimulatedTable(const GameRules& game_rules, const Object& game, std::set<std::int64_t> skipped)
    : game_rules_(game_rules),
      rules_(game_rules.rules()),
      name_(witness::text(game, "id")),
      skipped_(std::move(skipped)) {
  auto header = recording_.header();
  header.setId(name_);
  header.setRuleset("marvel-champions-simulated");
  const simdjson::dom::array heroes = game["heroes"].get_array();
  players_ = static_cast<Seat>(heroes.size());
  auto players = header.initPlayers(players_);
  for (unsigned i = 0; i < players_; ++i) players[i].setName(std::string(heroes.at(i).get_string().value()));
  state_ = initialState(recording_.header(), rules_);
}

std::string SimulatedTable::where() const { return fmt::format("{} at {}", name_, at_); }

const Card* SimulatedTable::card(std::int64_t number) const {
  const CardIndex index = state_.cardOf(numberOfCard(number));
  return index == kNone ? nullptr : &state_.cards[index];
}
const RecordedAct* SimulatedTable::act(std::int64_t a) const {
  const auto found = acts_.find(a);
  return found == acts_.end() || found->second.event == 0 ? nullptr : &found->second;
}
const RecordedAct* SimulatedTable::play(std::int64_t card) const {
  const auto found = plays_.find(card);
  return found == plays_.end() ? nullptr : &found->second;
}
std::optional<std::int64_t> SimulatedTable::newOwner(std::int64_t card) const {
  const auto found = new_owners_.find(card);
  return found == new_owners_.end() ? std::nullopt : std::optional(found->second);
}
EventNumber SimulatedTable::instance(const std::string& kind) const {
  const auto found = instances_.find(kind);
  return found == instances_.end() ? 0 : found->second;
}

template <class Fill>
EventNumber SimulatedTable::happens(std::int64_t player, Fill&& fill) {
  const EventNumber number = recording_.add([&](Event::Builder event) {
    event.setActor(seatOf(player));
    fill(event);
    event.getContext().setSource(static_cast<std::uint64_t>(at_));
  });
  const HeldEvent event = recording_.event(number);
  judged(number, event, judge(pendingEvent(state_, rules_, number, event)));
  reduce(state_, rules_, number, event, step_);
  folded(number, event, step_);
  return number;
}

void SimulatedTable::identify(Event::Builder event, std::int64_t card, const std::string& code) const {
  auto identity = event.getContext().initIdentities(1)[0];
  identity.setCard(numberOfCard(card));
  identity.setDefinition(code);
}

EventNumber SimulatedTable::causeOf(const Object& line) const {
  const auto by = witness::numberIfThere(line, "by");
  const RecordedAct* cause = by ? act(*by) : nullptr;
  return cause == nullptr ? 0 : cause->event;
}

void SimulatedTable::take(const Object& line) {
  const std::string kind = witness::text(line, "e");
  at_ = witness::number(line, "i");
  if (kind == "m") return takeMessage(line);
  if (kind == "ab") return takeAbility(line);
  // A period lasts until what happens at its end is done; the simulator says that by its notes of limits being emptied.
  if (kind == "reset") return endPeriod(witness::text(line, "w"));
  takeState(kind, line);
}

void SimulatedTable::takeState(const std::string& kind, const Object& line) {
  const std::int64_t card = witness::numberIfThere(line, "c").value_or(-1);
  constexpr std::array<std::string_view, 4> kOfFreshCards{"mv", "up", "dn", "face"};
  if (pending_.contains(card) && !ranges::contains(kOfFreshCards, kind)) create(card, {});
  if (kind == "new") {
    while (!pending_.empty()) create(pending_.begin()->first, {});
    pending_[card] = {.code = witness::text(line, "k"), .owner = witness::number(line, "o")};
    simdjson::dom::array others;
    if (line["back"].get(others) == simdjson::SUCCESS) {
      sides_[card].push_back(pending_[card].code);
      for (const simdjson::dom::element one : others) sides_[card].emplace_back(one.get_string().value());
    }
  } else if (kind == "mv") {
    takeMove(line);
  } else if (kind == "rm") {
    takeAway(card);
  } else if (kind == "ctl") {
    takeControl(line);
  } else if (kind == "own") {
    new_owners_[card] = witness::numberIfThere(line, "t").value_or(-1);
  } else if (kind == "face") {
    changeFace(line);
  } else if (kind == "exh" || kind == "rdy") {
    turn(card, kind == "exh");
  } else if (kind == "up" || kind == "dn") {
    flip(card, kind == "dn");
  } else if (kind == "hp" || kind == "mx") {
    setValue(card, kind == "hp" ? "hit points left" : "hit points most", witness::number(line, "t"));
  } else if (kind == "ctr" || kind == "tok") {
    const std::string name = witness::text(line, "n");
    counters_[card][name] = witness::number(line, "t");
    setCounter(card, name, witness::number(line, "t"));
  }
}

void SimulatedTable::create(std::int64_t card, const SimulatedPlace& to) {
  const Pending fresh = pending_.at(card);
  pending_.erase(card);
  const std::string zone = zoneOf(to.zone, to.seat);
  const bool in_deck = zone == "deck" && to.seat == fresh.owner && !state_.periods[rules_.ruleset.period("round")].open;
  happens(-1, [&](Event::Builder event) {
    if (in_deck) {
      auto registered = event.initDeckRegistered();
      registered.setPlayer(seatOf(to.seat));
      registered.setZone(recording_.name(zone));
      registered.setFirst(numberOfCard(card));
      registered.setCount(1);
    } else {
      auto created = event.initCardCreated();
      created.setCard(numberOfCard(card));
      created.setOwner(seatOf(fresh.owner));
      created.setPlayer(seatOf(to.seat));
      created.setZone(recording_.name(zone));
      created.setFace(fresh.down ? schema::Face::DOWN : schema::Face::UP);
    }
    identify(event, card, fresh.code);
  });
}

void SimulatedTable::takeMove(const Object& line) {
  const std::int64_t card = witness::number(line, "c");
  const SimulatedPlace to = simulatedPlaceIn(line, "t");
  const auto controller = witness::numberIfThere(line, "ctl");
  if (pending_.contains(card)) {
    create(card, to);
    return settle(card, to, controller, causeOf(line));
  }
  const Card& before = *this->card(card);
  const SimulatedPlace from = simulatedPlaceIn(line, "f");
  const bool exhausted = before.orientation != 0;
  const bool down = before.face == Facing::down;
  happens(-1, [&](Event::Builder event) {
    auto moved = event.initCardMoved();
    moved.setCard(numberOfCard(card));
    moved.setPlayer(seatOf(to.seat));
    moved.setZone(recording_.name(zoneOf(to.zone, to.seat)));
    if (!from.zone.empty()) {
      moved.setFromPlayer(seatOf(from.seat));
      moved.setFrom(recording_.name(zoneOf(from.zone, from.seat)));
    }
    moved.setFace(down ? schema::Face::DOWN : schema::Face::UP);
    moved.setOrientation(recording_.name(exhausted ? "exhausted" : "ready"));
  });
  settle(card, to, controller, causeOf(line));
}

void SimulatedTable::takeAway(std::int64_t card) {
  happens(-1, [&](Event::Builder event) {
    auto moved = event.initCardMoved();
    moved.setCard(numberOfCard(card));
    moved.setZone(recording_.name(zoneOf("", -1)));
  });
}

void SimulatedTable::settle(std::int64_t card, const SimulatedPlace& to, std::optional<std::int64_t> controller,
                            EventNumber cause) {
  const CardIndex host = to.host ? state_.cardOf(numberOfCard(*to.host)) : kNone;
  if (this->card(card)->host != host) {
    happens(-1, [&](Event::Builder event) {
      if (host == kNone) {
        event.initCardDetached().setCard(numberOfCard(card));
      } else {
        auto attached = event.initCardAttached();
        attached.setCard(numberOfCard(card));
        attached.setHost(numberOfCard(*to.host));
        attached.setKind(recording_.name(to.zone));
      }
    });
  }
  bringCounters(card);
  if (!controller || this->card(card)->controller == seatOf(*controller)) return;
  happens(-1, [&](Event::Builder event) {
    auto changed = event.initControlChanged();
    changed.setCard(numberOfCard(card));
    changed.setPlayer(seatOf(*controller));
    // Control comes with the place where the card was put, if no ability says otherwise.
    event.getContext().initCauses(1).set(0, cause != 0 ? cause : state_.event);
  });
}

void SimulatedTable::takeControl(const Object& line) {
  const std::int64_t card = witness::number(line, "c");
  const Card& now = *this->card(card);
  const std::string_view zone = rules_.ruleset.zones[now.zone].name;
  const std::string name(zone.substr(0, zone.find(" of the scenario")));
  const auto seat = witness::numberIfThere(line, "p");
  const auto host = now.host == kNone ? std::nullopt : std::optional<std::int64_t>(state_.cards[now.host].number - 1);
  const SimulatedPlace to{.zone = name, .seat = seat.value_or(now.zone_player - 1), .host = host};
  if (seat && seatOf(*seat) != now.zone_player) {
    happens(-1, [&](Event::Builder event) {
      auto moved = event.initCardMoved();
      moved.setCard(numberOfCard(card));
      moved.setPlayer(seatOf(*seat));
      moved.setZone(recording_.name(name == "detached" ? zoneOf("/removed", *seat) : zoneOf(name, *seat)));
    });
  }
  settle(card, to, witness::numberIfThere(line, "ctl"), causeOf(line));
}

void SimulatedTable::turn(std::int64_t card, bool exhausted) {
  happens(-1, [&](Event::Builder event) {
    auto turned = event.initCardTurned();
    turned.setCard(numberOfCard(card));
    turned.setOrientation(recording_.name(exhausted ? "exhausted" : "ready"));
  });
}

void SimulatedTable::flip(std::int64_t card, bool down) {
  if (const auto fresh = pending_.find(card); fresh != pending_.end()) {
    fresh->second.down = down;
    return;
  }
  happens(-1, [&](Event::Builder event) {
    auto flipped = event.initCardFlipped();
    flipped.setCard(numberOfCard(card));
    flipped.setFace(down ? schema::Face::DOWN : schema::Face::UP);
  });
}

void SimulatedTable::changeFace(const Object& line) {
  const std::int64_t card = witness::number(line, "c");
  const std::string code = witness::text(line, "t");
  if (const auto fresh = pending_.find(card); fresh != pending_.end()) {
    fresh->second.code = code;
    return;
  }
  happens(-1, [&](Event::Builder event) {
    auto flipped = event.initCardFlipped();
    flipped.setCard(numberOfCard(card));
    identify(event, card, code);
  });
}

void SimulatedTable::setValue(std::int64_t card, const char* value, std::int64_t amount) {
  happens(-1, [&](Event::Builder event) {
    auto changed = event.initValueChanged();
    changed.setSubject(numberOfCard(card));
    changed.setValue(recording_.name(value));
    changed.setHow(schema::How::SET);
    changed.setAmount(amount);
  });
}

void SimulatedTable::setCounter(std::int64_t card, const std::string& name, std::int64_t wanted) {
  const std::uint16_t number = recording_.name(name);
  const std::int64_t now = state_.countersOn(state_.cardOf(numberOfCard(card)), number);
  if (now == wanted) return;
  happens(-1, [&](Event::Builder event) {
    const auto say = [&](auto changed) {
      changed.setSubject(numberOfCard(card));
      changed.setCounter(number);
      changed.setAmount(static_cast<std::uint32_t>(std::abs(wanted - now)));
    };
    wanted > now ? say(event.initCounterPlaced()) : say(event.initCounterRemoved());
  });
}

/// The simulator puts threat on a scheme before it lies in play; in the record that is where a card gets its counters.
void SimulatedTable::bringCounters(std::int64_t card) {
  const auto found = counters_.find(card);
  if (found == counters_.end() || !isInPlay(*this->card(card))) return;
  for (const auto& [name, amount] : found->second) setCounter(card, name, amount);
}

void SimulatedTable::takeAbility(const Object& line) {
  const std::int64_t a = witness::number(line, "a");
  const std::string code = witness::text(line, "k");
  const Face* face = game_rules_.face(code);
  if (face == nullptr || skipped_.contains(a) || card(witness::number(line, "c")) == nullptr) return;
  const std::size_t place = face->ability(witness::text(line, "ab"));
  if (place == face->abilities.size() || !face->abilities[place].isUsed() || face->abilities[place].pays) return;
  RecordedAct act{.card = witness::number(line, "c"), .code = code, .ability = place};
  // A forced trigger belongs to the player of the message that it answers.
  const std::int64_t player = witness::numberIfThere(line, "p").value_or(-1);
  act.player = player >= 0 ? seatOf(player) : latest_player_;
  for (const PrintedLimit& limit : face->abilities[place].limits) {
    if (!limit.instance.empty()) act.trigger = instance(limit.instance);
  }
  const Definition* shows = state_.definitionOf(*card(act.card));
  const bool shown = shows != nullptr && shows->key == code;
  act.event = happens(player, [&](Event::Builder event) {
    auto activated = event.initAbilityActivated();
    activated.setPlayer(act.player);
    activated.setCard(numberOfCard(act.card));
    // An ability of the side that does not show any more is not among those that the card has now.
    activated.setAbility(shown ? static_cast<std::uint16_t>(place + 1) : std::uint16_t{0});
    activated.setTrigger(act.trigger);
  });
  if (face->abilities[place].type == "Basic Power") instances_["basic power use"] = act.event;
  acts_[a] = std::move(act);
}

void SimulatedTable::takePlay(const Object& line) {
  const std::int64_t card = witness::number(line, "played_face");
  if (this->card(card) == nullptr) return;
  const Definition* shows = state_.definitionOf(*this->card(card));
  const Seat player = seatOf(witness::number(line, "p"));
  const EventNumber number = happens(player - 1, [&](Event::Builder event) {
    auto played = event.initCardPlayed();
    played.setPlayer(player);
    played.setCard(numberOfCard(card));
  });
  plays_[card] = {.event = number, .card = card, .code = shows == nullptr ? "" : shows->key, .player = player};
  const Face* face = shows == nullptr ? nullptr : game_rules_.face(shows->key);
  if (face != nullptr && face->type == "Event") instances_["event"] = number;
}

void SimulatedTable::takeAttack(const Object& line) {
  const std::int64_t attacker = witness::number(line, "attacker");
  const Card* card = this->card(attacker);
  if (card == nullptr || !card->exists() || !isInPlay(*card)) return;
  instances_["attack"] = happens(-1, [&](Event::Builder event) {
    auto declared = event.initAttackDeclared();
    declared.setCard(numberOfCard(attacker));
    simdjson::dom::array targets;
    if (line["targets_internal"].get(targets) != simdjson::SUCCESS || targets.size() == 0) return;
    if (const auto target = wholeNumber(targets.at(0).value())) declared.setTarget(numberOfCard(*target));
  });
}

void SimulatedTable::period(const char* kind, const std::string& name, Seat player) {
  happens(-1, [&](Event::Builder event) {
    auto began = event.initBegan();
    began.setPeriod(recording_.name(kind));
    began.setName(recording_.name(name));
    began.setPlayer(player);
  });
}

void SimulatedTable::endPeriod(const std::string& kind) {
  if (!state_.periods[rules_.ruleset.period(kind)].open) return;
  happens(-1, [&](Event::Builder event) { event.initEnded().setPeriod(recording_.name(kind)); });
}

void SimulatedTable::finish() {
  if (!outcome_) return;
  happens(-1, [&](Event::Builder event) {
    auto ended = event.initGameEnded();
    ended.setEverybody(*outcome_);
    ended.setReason(recording_.name(reason_));
  });
}

void SimulatedTable::takeMessage(const Object& line) {
  const std::string kind = witness::text(line, "m");
  const auto player = witness::numberIfThere(line, "p");
  if (player && *player >= 0) latest_player_ = seatOf(*player);
  if (kind == "play") return takePlay(line);
  if (kind == "atk+") return takeAttack(line);
  // No event says that an enemy activates; what answers it has to name something.
  if (kind == "act+") {
    instances_["activation"] = happens(-1, [](Event::Builder event) { event.setNote("An enemy activates."); });
    return;
  }
  if (kind == "round+") return period("round", "", 0);
  if (kind == "phase+") return period("phase", witness::text(line, "phase_name") == "Player" ? "player" : "villain", 0);
  if (kind == "turn+") return period("turn", "", seatOf(player.value_or(-1)));
  if (kind == "turn-") return endPeriod("turn");
  if (kind != "over!") return;
  outcome_ = witness::flag(line, "players_won") ? schema::Everybody::WINS : schema::Everybody::LOSES;
  reason_ = witness::text(line, "reason");
}

}  // namespace docket::marvel
