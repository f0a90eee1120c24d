#include "tests/bench/workload.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <range/v3/algorithm/any_of.hpp>

#include "engine/fold/reduce.h"
#include "engine/rules/compile_ruleset.h"
#include "events/document.h"
#include "events/errors.h"
#include "tests/places.h"

namespace docket::workload {
namespace {

constexpr std::array<const char*, kTitles> kTitleNames{
    "Ashen Duelist", "Brass Sentinel",  "Cinder Moth",   "Dusk Ferryman",    "Ember Oracle",
    "Fen Stalker",   "Gilded Ram",      "Hollow King",   "Iron Lamplighter", "Jade Courier",
    "Kelp Warden",   "Lunar Archivist", "Mire Colossus", "Night Baker",      "Onyx Falcon",
    "Pale Surgeon",  "Quarry Giant",    "Rust Prophet",  "Salt Widow",       "Thorn Regent"};

std::ifstream open(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw BadInput(file.string(), 0, 0, "cannot be opened; shared/bench/workload.mjs writes it");
  return in;
}

template <class Value>
void readInto(std::ifstream& in, const std::filesystem::path& file, Value* values, std::size_t count) {
  const auto bytes = static_cast<std::streamsize>(count * sizeof(Value));
  if (!in.read(reinterpret_cast<char*>(values), bytes)) throw BadInput(file.string(), 0, 0, "ends too early");
}

std::uint8_t seatOf(std::uint8_t player) { return static_cast<std::uint8_t>(player + 1U); }
std::uint32_t numberOf(std::uint8_t card) { return card + 1U; }
std::uint8_t ownerOf(std::uint8_t card) { return card < kCards / 2 ? std::uint8_t{1} : std::uint8_t{2}; }

/// The key of a card: its title and its printed Force, which differs in each game.
std::string keyOf(std::uint32_t title, std::uint32_t force) { return fmt::format("{} {}", kTitleNames[title], force); }

/// Writes one game, event by event.
class Writer {
 public:
  Writer(Recording& recording, const PackedSetup& setup) : recording_(recording), setup_(setup) {}

  void deck(std::uint8_t player) {
    constexpr std::uint32_t kDeck = kCards / 2;
    recording_.add([&](schema::Event::Builder event) {
      event.setActor(seatOf(player));
      auto deck = event.initDeckRegistered();
      deck.setPlayer(seatOf(player));
      deck.setZone(recording_.name("deck"));
      deck.setFirst(player * kDeck + 1);
      deck.setCount(kDeck);
      auto identities = event.initContext().initIdentities(kDeck);
      for (unsigned i = 0; i < kDeck; ++i) identify(identities[i], player * kDeck + i);
    });
  }

  void event(const PackedEvent& from) {
    recording_.add([&](schema::Event::Builder event) { fill(from, event); });
  }

 private:
  void identify(schema::Identity::Builder identity, std::uint32_t card) {
    const std::uint8_t title = setup_.title[card];
    identity.setCard(card + 1);
    identity.setDefinition(keyOf(title, setup_.base[title]));
  }

  void fill(const PackedEvent& from, schema::Event::Builder event) {
    switch (from.type) {
      case Type::turn:
      case Type::phase:
        return period(from, event);
      case Type::draw:
      case Type::reshuffle:
      case Type::play:
      case Type::discard:
        return move(from, event);
      case Type::stat:
        event.setChangeBegan();
        begin(event, schema::Change::Kind::BONUS, from.card, from.amount, from.until);
        return;
      case Type::minimum:
        event.setChangeBegan();
        begin(event, schema::Change::Kind::MINIMUM, from.card, from.amount, from.until);
        return;
      case Type::maximum:
        event.setChangeBegan();
        begin(event, schema::Change::Kind::MAXIMUM, from.card, from.amount, from.until);
        return;
      case Type::activate:
      case Type::effect:
      case Type::negate:
        return act(from, event);
      default:
        return rest(from, event);
    }
  }

  void period(const PackedEvent& from, schema::Event::Builder event) {
    auto began = event.initBegan();
    began.setPeriod(recording_.name(from.type == Type::turn ? "turn" : "phase"));
    if (from.type == Type::turn) {
      began.setPlayer(seatOf(from.player));
    } else {
      began.setName(recording_.name(kPhases[from.phase]));
    }
  }

  void move(const PackedEvent& from, schema::Event::Builder event) {
    if (from.type == Type::draw) {
      event.setActor(seatOf(from.player));
      auto drawn = event.initCardsDrawn();
      drawn.setPlayer(seatOf(from.player));
      drawn.setFrom(recording_.name("deck"));
      drawn.setTo(recording_.name("hand"));
      drawn.initCards(1).set(0, numberOf(from.card));
    } else if (from.type == Type::reshuffle) {
      event.setActor(seatOf(from.player));
      auto moved = event.initPileMoved();
      moved.setPlayer(seatOf(from.player));
      moved.setFrom(recording_.name("discard"));
      moved.setToPlayer(seatOf(from.player));
      moved.setTo(recording_.name("deck"));
    } else if (from.type == Type::play) {
      event.setActor(seatOf(from.player));
      auto played = event.initCardPlayed();
      played.setPlayer(seatOf(from.player));
      played.setCard(numberOf(from.card));
      played.setZone(recording_.name("play"));
    } else {
      auto moved = event.initCardMoved();
      moved.setCard(numberOf(from.card));
      moved.setPlayer(ownerOf(from.card));
      moved.setZone(recording_.name("discard"));
    }
  }

  void act(const PackedEvent& from, schema::Event::Builder event) {
    event.setActor(seatOf(from.player));
    if (from.type == Type::negate) {
      event.initActivationNegated();  // the latest one of this turn
      return;
    }
    auto activated = event.initAbilityActivated();
    activated.setPlayer(seatOf(from.player));
    activated.setCard(numberOf(from.card));
    activated.setDesignator(recording_.name(from.type == Type::activate ? "activate" : "effect"));
    begin(event, schema::Change::Kind::BONUS, from.target, from.amount, Until::turn).setSource(numberOf(from.card));
  }

  void rest(const PackedEvent& from, schema::Event::Builder event) {
    if (from.type == Type::attach) {
      auto attached = event.initCardAttached();
      attached.setCard(numberOf(from.card));
      attached.setHost(numberOf(from.target));
      auto gives = begin(event, schema::Change::Kind::BONUS, from.target, from.amount, Until::permanent);
      gives.setSource(numberOf(from.card));
      gives.setLast(schema::Change::Last::WHILE_ATTACHED);
    } else if (from.type == Type::control) {
      auto changed = event.initControlChanged();
      changed.setCard(numberOf(from.card));
      changed.setPlayer(seatOf(from.player));
      if (from.until == Until::turn) changed.setUntil(recording_.name("turn"));
    } else if (from.type == Type::counter && from.amount > 0) {
      auto placed = event.initCounterPlaced();
      placed.setSubject(numberOf(from.card));
      placed.setCounter(recording_.name("counter"));
      placed.setAmount(static_cast<std::uint32_t>(from.amount));
    } else if (from.type == Type::counter) {
      auto removed = event.initCounterRemoved();
      removed.setSubject(numberOf(from.card));
      removed.setCounter(recording_.name("counter"));
      removed.setAmount(static_cast<std::uint32_t>(-from.amount));
    } else {
      throw BadInput(fmt::format("event {} of game {} of the workload is of unknown type {}", from.sequence, from.game,
                                 static_cast<unsigned>(from.type)));
    }
  }

  schema::Change::Builder begin(schema::Event::Builder event, schema::Change::Kind kind, std::uint8_t subject,
                                std::int8_t amount, Until until) {
    auto change = event.initBegins(1)[0];
    change.setSubject(numberOf(subject));
    change.setKind(kind);
    change.setName(recording_.name("Force"));
    change.setAmount(amount);
    if (until != Until::permanent) {
      change.setLast(schema::Change::Last::UNTIL_END);
      change.setUntil(recording_.name(until == Until::phase ? "phase" : "turn"));
    }
    return change;
  }

  Recording& recording_;
  const PackedSetup& setup_;
};

}  // namespace

Workload::Workload(const std::filesystem::path& base) {
  const std::filesystem::path packed = base.string() + ".bin";
  auto in = open(packed);
  std::array<char, 8> mark{};
  std::array<std::uint32_t, 2> size{};
  readInto(in, packed, mark.data(), mark.size());
  readInto(in, packed, size.data(), size.size());
  if (std::memcmp(mark.data(), "PEERS1\0", mark.size()) != 0) throw BadInput(packed.string(), 0, 0, "is no workload");
  per_game_ = size[1];
  for (std::uint32_t game = 0; game < size[0]; ++game) {
    readInto(in, packed, &setups_.emplace_back(), 1);
    events_.resize(events_.size() + per_game_);
    readInto(in, packed, events_.data() + std::size_t{game} * per_game_, per_game_);
  }
  const std::filesystem::path points = base.string() + ".probes";
  auto probes = open(points);
  for (std::uint32_t game = 0, event = 0; probes >> game >> event;) {
    if (game >= games() || event >= per_game_)
      throw BadInput(points.string(), 0, 0, "names an event that is not there");
    probes_.emplace_back(game, event);
  }
}

std::uint32_t titleNumber(std::string_view title) {
  const auto found = std::find(kTitleNames.begin(), kTitleNames.end(), title);
  if (found == kTitleNames.end()) throw BadInput(fmt::format("\"{}\" is no title of the workload", title));
  return static_cast<std::uint32_t>(found - kTitleNames.begin());
}

std::string gameId(std::uint32_t game) { return fmt::format("workload/{}", game); }

Recording record(const PackedSetup& setup, std::span<const PackedEvent> events, const std::string& id) {
  Recording recording;
  auto header = recording.header();
  header.setId(id);
  header.setRuleset("workload");
  header.setRulesetVersion("1");
  header.setSemantics(kSemantics);
  auto players = header.initPlayers(2);
  players[0].setName("Player 0");
  players[1].setName("Player 1");
  Writer writer(recording, setup);
  writer.deck(0);
  writer.deck(1);
  for (const PackedEvent& event : events) {
    if (event.type != Type::setup) writer.event(event);
  }
  return recording;
}

Catalogue makeCatalogue(const Ruleset& ruleset) {
  constexpr std::uint32_t kForces = 10;
  capnp::MallocMessageBuilder message;
  auto document = message.initRoot<schema::Catalogue>();
  auto cards = document.initCards(kTitles * kForces);
  for (std::uint32_t i = 0; i < cards.size(); ++i) {
    auto card = cards[i];
    card.setKey(keyOf(i / kForces, i % kForces));
    card.setTitle(kTitleNames[i / kForces]);
    card.initTypes(1).set(0, "personality");
    auto force = card.initStats(1)[0];
    force.setStat("Force");
    force.setAmount(static_cast<std::int32_t>(i % kForces));
  }
  return compile(document.asReader(), ruleset, "the workload's catalogue");
}

Ruleset readRuleset() {
  const std::string file = docket::test::sourceDir() + "/tests/bench/workload_ruleset.json";
  std::ifstream in(file, std::ios::binary);
  if (!in) throw BadInput(file, 0, 0, "cannot be opened");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto document = readDocument<schema::Ruleset>(text, file);
  return compile(document.root(), file);
}

bool breaksARule(const std::vector<Finding>& findings) {
  return ranges::any_of(findings, [](const Finding& one) { return !one.is<Finding::Unexplained>(); });
}

}  // namespace docket::workload
