#include "tools/import/hearthstone/numbers.h"

#include <array>
#include <string_view>
#include <utility>

#include "tools/import/hearthstone/places.h"

namespace docket::hearthstone {
namespace {

constexpr std::int64_t kMaxMarks = 1000;

struct MarkedBy {
  GameTag tag;
  std::string_view counter;
};
constexpr std::array<MarkedBy, kMarks> kMarked{{{GameTag::taunt, "taunt"},
                                                {GameTag::stealth, "stealth"},
                                                {GameTag::divine_shield, "divine shield"},
                                                {GameTag::charge, "charge"},
                                                {GameTag::windfury, "windfury"},
                                                {GameTag::cant_attack, "cannot attack"},
                                                {GameTag::frozen, "frozen"},
                                                {GameTag::rush, "rush"},
                                                {GameTag::mega_windfury, "mega windfury"},
                                                {GameTag::extra_attacks_this_turn, "extra attacks"},
                                                {GameTag::additional_hero_powers, "additional uses"},
                                                {GameTag::unlimited_hero_powers, "unlimited uses"}}};

/// True if cards of the kind have that number, in whatever zone they are known.
bool has(CardKind kind, Observed number) {
  const bool fights = kind == CardKind::minion || kind == CardKind::hero || kind == CardKind::weapon;
  switch (number) {
    case Observed::attack:
      return fights;
    case Observed::health:
      return kind == CardKind::minion || kind == CardKind::hero;
    case Observed::durability:
      return kind == CardKind::weapon;
    case Observed::cost:
      return fights || kind == CardKind::spell || kind == CardKind::hero_power;
  }
  return false;
}

struct StatTag {
  Observed number;
  GameTag tag;
  std::string_view stat;
};
constexpr std::array<StatTag, 4> kStats{{{Observed::attack, GameTag::attack, "Attack"},
                                         {Observed::health, GameTag::health, "Health"},
                                         {Observed::durability, GameTag::durability, "Durability"},
                                         {Observed::cost, GameTag::cost, "Cost"}}};

}  // namespace

void Numbers::follow(HsEntity& entity) {
  if (entity.recorded.number == 0 || entity.recorded.zone == "graveyard") return;
  if (inPlay(entity.recorded.zone)) {
    changeOrientation(entity);
    changeMarks(entity);
    changeArmor(entity);
    changeDamage(entity);
  }
  observe(entity);
}

void Numbers::changeCounters(std::uint32_t card, std::string_view counter, std::int64_t by) {
  game_.add(0, [&](schema::Event::Builder event) {
    const auto fill = [&](auto changed) {
      changed.setSubject(card);
      changed.setCounter(game_.name(counter));
      changed.setAmount(static_cast<std::uint32_t>(by < 0 ? -by : by));
    };
    if (by > 0) {
      fill(event.initCounterPlaced());
    } else {
      fill(event.initCounterRemoved());
    }
  });
}

void Numbers::changeArmor(HsEntity& entity) {
  const std::int64_t now = entity[GameTag::armor];
  const auto before = entity.recorded.armor;
  if (before == now || entity.kind() != CardKind::hero) return;
  const std::int64_t by = now - before.value_or(0);
  entity.recorded.armor = now;
  game_.add(0, [&](schema::Event::Builder event) {
    auto changed = event.initValueChanged();
    changed.setSubject(entity.recorded.number);
    changed.setValue(game_.name("armor"));
    changed.setHow(!before ? schema::How::SET : by > 0 ? schema::How::GAINED : schema::How::LOST);
    changed.setAmount(by < 0 && before ? -by : by);
  });
}

void Numbers::changeDamage(HsEntity& entity) {
  const std::int64_t now = entity[GameTag::damage];
  if (now == entity.recorded.damage || now < 0 || now > INT32_MAX) return;
  changeCounters(entity.recorded.number, "damage", now - entity.recorded.damage);
  entity.recorded.damage = now;
}

void Numbers::changeMarks(HsEntity& entity) {
  for (std::size_t i = 0; i < kMarks; ++i) {
    const std::int64_t now = entity[kMarked[i].tag];
    std::int64_t& before = entity.recorded.marks[i];
    if (now == before || now < 0 || now > kMaxMarks) continue;
    changeCounters(entity.recorded.number, kMarked[i].counter, now - before);
    before = now;
  }
}

void Numbers::changeOrientation(HsEntity& entity) {
  const bool exhausted = entity[GameTag::exhausted] != 0;
  if (exhausted == entity.recorded.exhausted) return;
  entity.recorded.exhausted = exhausted;
  game_.add(0, [&](schema::Event::Builder event) {
    auto turned = event.initCardTurned();
    turned.setCard(entity.recorded.number);
    turned.setOrientation(game_.name(exhausted ? "exhausted" : "ready"));
  });
  // A card that a text makes ready in the middle of a turn can be used once more in it.
  if (!exhausted && game_.acting) {
    changeCounters(entity.recorded.number, "made ready", 1);
    ++entity.recorded.made_ready;
    game_.made_ready.push_back(entity.id);
  }
}

void Numbers::beginTurn() {
  for (const std::uint32_t id : std::exchange(game_.made_ready, {})) {
    InRecord& recorded = game_.entity(id).recorded;
    const std::int64_t times = std::exchange(recorded.made_ready, 0);
    if (times > 0) changeCounters(recorded.number, "made ready", -times);
  }
}

void Numbers::observe(HsEntity& entity) {
  if (entity.card.empty() || (!inPlay(entity.recorded.zone) && entity.recorded.zone != "hand")) return;
  for (const StatTag& one : kStats) {
    if (!has(entity.kind(), one.number)) continue;
    auto& recorded = entity.recorded.observed[static_cast<std::size_t>(one.number)];
    const std::int64_t now = entity[one.tag];
    if (recorded == now) continue;
    recorded = now;
    game_.add(0, [&](schema::Event::Builder event) {
      auto observed = event.initObserved();
      observed.setSubject(entity.recorded.number);
      observed.setReading(game_.name(one.stat));
      observed.setAmount(now);
    });
  }
}

}  // namespace docket::hearthstone
