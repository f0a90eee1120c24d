// Positions and cases of a public engine of Grand Archive, folded and compared with that engine's result for each
// object: its place, owner, counters, types and stats. Each difference has a known cause, or the test fails.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/count_if.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/sort.hpp>

#include "engine/fold/reduce.h"
#include "engine/query/cards/characteristics.h"
#include "engine/query/limits/applicable_limits.h"
#include "engine/query/stats/amounts.h"
#include "engine/query/stats/stats.h"
#include "tests/grand_archive/engine_cards.h"
#include "tests/grand_archive/engine_record.h"
#include "tests/witness/comparison.h"

namespace docket::grand_archive {

using witness::Comparison;
using witness::number;
using witness::Object;
using witness::text;

namespace {

std::string told(const std::map<std::string, std::int64_t>& counters) {
  std::string all;
  for (const auto& [name, amount] : counters) all += fmt::format("{} {}; ", name, amount);
  return all;
}

/// Overrides by effects that the record has, and entries that are not characteristics.
constexpr std::array<std::string_view, 6> kTypedOverrides{"type",         "subtypes",         "classes",
                                                          "NO_ABILITIES", "granted_keywords", "FRACTURIZED"};

/// The tables of one position or case as they are folded, compared with those of the engine.
class CaseReplay {
 public:
  CaseReplay(std::string name, Comparison& comparison)
      : name_(std::move(name)),
        rules_(EngineCards::get().rules()),
        comparison_(comparison),
        state_(initialState(record_.recording().header(), rules_)) {}

  void line(const Object& line) {
    const std::string kind = text(line, "e");
    if (kind == "truth" || kind == "expected" || kind == "position") {
      if (record_.recording().size() == 0) record_.table(line);
      where_ = fmt::format("{} {} {}", name_, kind, number(line, "step"));
      fold();
      compare(line);
    } else {
      if (text(line, "k") == "turnPlayer") before_.clear();
      if (text(line, "src") == "reconcile") uses_are_told_ = false;  // acts of a reconciliation are not in the tally
      record_.line(line);
    }
  }

 private:
  void fold() {
    Step step;
    while (event_ < record_.recording().size()) {
      ++event_;
      reduce(state_, rules_, event_, *record_.recording().event(event_), step);
    }
  }

  void compare(const Object& truth) {
    const Object objects = truth["objects"].get_object();
    std::size_t there = 0;
    for (const auto [zone, ids] : truth["zones"].get_object()) {
      std::vector<std::uint32_t> lie;
      for (const auto id : ids.get_array()) {
        lie.push_back(record_.numberOf(std::string_view(id)));
        compareObject(zoneOf(zone), lie.back(), objects[std::string_view(id)].get_object());
      }
      there += lie.size();
      compareOrder(zoneOf(zone), lie);
    }
    const auto ours = ranges::count_if(state_.cards, [](const Card& card) { return card.exists(); });
    comparison_.equal("cards that there are", where_, static_cast<std::size_t>(ours), there);
    compareUses(truth);
  }

  void compareOrder(const ZoneOf& zone, const std::vector<std::uint32_t>& lie) {
    const ZoneIndex index = rules_.ruleset.zone(zone.name);
    if (rules_.ruleset.zones[index].kind != schema::Zone::Kind::PILE) return;
    std::vector<std::uint32_t> ours;
    for (const CardIndex card : state_.piles[state_.pile(index, zone.player)])
      ours.push_back(state_.cards[card].number);
    comparison_.equal("order of a pile", where_ + " " + std::string(zone.name), fmt::format("{}", fmt::join(ours, " ")),
                      fmt::format("{}", fmt::join(lie, " ")));
  }

  void compareObject(const ZoneOf& zone, std::uint32_t id, const Object& facts) {
    const CardIndex index = state_.cardOf(id);
    const std::string where = fmt::format("{} o{} {}", where_, id, text(facts, "name"));
    comparison_.equal("object is there", where, index != kNone, true);
    if (index == kNone) return;
    const Card& card = state_.cards[index];
    comparison_.equal("zone", where, rules_.ruleset.zones[card.zone].name, zone.name);
    if (zone.name == "field") {
      comparison_.equal("controller", where, std::int64_t{card.controller}, number(facts, "controller"));
      comparison_.equal("owner", where, std::int64_t{card.owner}, number(facts, "owner"));
      comparison_.equal("awake", where, rules_.ruleset.orientations[card.orientation] == "awake",
                        witness::flag(facts, "awake"));
      compareCounters(where, index, facts);
    }
    if (state_.definitionOf(card) == nullptr) return comparison_.leave("all of these", "the facts lack the card");
    Object now;
    if (facts["now"].get(now) == simdjson::SUCCESS) compareNow(where, index, facts, now);
    if (zone.name == "hand") compareCost(where, index, facts);
  }

  void compareCounters(const std::string& where, CardIndex index, const Object& facts) {
    std::map<std::string, std::int64_t> are;
    for (const Counter& counter : state_.counters) {
      if (counter.subject == index && counter.amount != 0)
        are[std::string(state_.vocabulary->names.text(counter.name))] = counter.amount;
    }
    auto should = countersOf(facts["counters"].get_object());
    if (const std::int64_t damage = number(facts, "damage"); damage != 0) should["damage"] = damage;
    comparison_.equal("counters and damage", where, told(are), told(should));
  }

  [[nodiscard]] std::string namesOf(CardIndex index, std::initializer_list<Characteristic> of) const {
    std::vector<std::string> names;
    for (const Characteristic one : of) {
      for (const std::string_view name : namesThatHold(readCharacteristics(state_, rules_, index, one)))
        names.emplace_back(name);
    }
    ranges::sort(names);
    return fmt::format("{}", fmt::join(names, " "));
  }
  static std::string wordsOf(const Object& facts, const char* field) {
    std::vector<std::string> words;
    for (const auto one : facts[field].get_array()) words.push_back(wordOf(std::string_view(one)));
    ranges::sort(words);
    return fmt::format("{}", fmt::join(words, " "));
  }

  [[nodiscard]] std::string classesOf(CardIndex index) const {
    std::vector<std::string> names;
    for (const auto name : namesThatHold(readCharacteristics(state_, rules_, index, Characteristic::keyword))) {
      if (ranges::contains(classNames(), name)) names.emplace_back(name);
    }
    ranges::sort(names);
    return fmt::format("{}", fmt::join(names, " "));
  }
  [[nodiscard]] std::string elementsOf(CardIndex index) const {
    const Definition& definition = *state_.definitionOf(state_.cards[index]);
    const auto found = ranges::find(definition.characteristics, "element", [](const auto& one) { return one.first; });
    return found == definition.characteristics.end() ? std::string() : found->second;
  }

  void comparePrinted(const std::string& where, CardIndex index, const Object& printed) {
    const Definition& definition = *state_.definitionOf(state_.cards[index]);
    for (const char* stat : {"power", "life", "level", "durability"}) {
      const PrintedStat is = definition.stats[rules_.ruleset.stat(stat)];
      comparison_.equal("printed", where + " " + stat, is.kind == schema::PrintedStat::Kind::NUMBER ? is.amount : 0,
                        number(printed, stat));
    }
  }

  void compareNow(const std::string& where, CardIndex index, const Object& facts, const Object& now) {
    comparison_.equal("types and supertypes", where, namesOf(index, {Characteristic::type, Characteristic::supertype}),
                      wordsOf(facts, "types"), [&] { return overriddenBy(facts); });
    comparison_.equal("classes", where, classesOf(index), wordsOf(facts, "classes"),
                      [&] { return overriddenBy(facts); });
    comparison_.equal("elements", where, elementsOf(index), wordsOf(facts, "elements"),
                      [&] { return overriddenBy(facts); });
    comparison_.equal("durability", where, state_.countersOn(index, state_.vocabulary->names.find("durability")),
                      number(now, "durability"));
    comparePrinted(where, index, facts["printed"].get_object());
    comparison_.equal("subtypes", where, namesOf(index, {Characteristic::subtype}), wordsOf(facts, "subtypes"),
                      [&] { return overriddenBy(facts); });
    for (const char* stat : {"power", "life", "level"}) compareStat(where, index, stat, facts, number(now, stat));
    // An ally whose damage is as much as its life has left the field by the time of the next input.
    const StatReading left = readStat(state_, rules_, index, rules_.ruleset.stat("life left"));
    const bool ally = hasCharacteristic(state_, rules_, index, Characteristic::type, "Ally").has;
    if (ally && left.kind == StatReading::Kind::known)
      comparison_.equal("an ally on the field has life left", where, left.amount > 0, true,
                        [&] { return causeOf(index, "life", facts); });
  }

  void compareStat(const std::string& where, CardIndex index, const std::string& stat, const Object& facts,
                   std::int64_t should) {
    const StatIndex which = rules_.ruleset.stat(stat);
    const StatReading reading = readStat(state_, rules_, index, which);
    const bool absent = reading.kind == StatReading::Kind::absent;
    const auto is =
        reading.kind == StatReading::Kind::unknown ? std::nullopt : std::optional(absent ? 0 : reading.amount);
    const Object printed = facts["printed"].get_object();
    const bool plain = is && absent == printed[stat].is_null() && should == number(printed, stat);
    const std::string field = stat + (absent ? " of what has none" : plain ? ", as printed" : ", changed");
    comparison_.number(field, where, is, should, [&] {
      Object counters;
      if (absent && facts["counters"].get(counters) == simdjson::SUCCESS && number(counters, "buff") == should)
        return std::string(
            "the engine: buff counters count for what is no ally, and the cards say that they do for allies");
      return causeOf(index, stat, facts);
    });
    const AmountReading answer = readAmount(state_, rules_, {.subject = index, .stat = which});
    if (answer.value.isKnown() && answer.value.grade == expression::Grade::exact)
      comparison_.equal(stat + ", answered EXACT", where, answer.amount(), should);
  }

  /// The untyped text that may have overridden a characteristic.
  static std::string overriddenBy(const Object& facts) {
    Object counters;
    Object overrides;
    if (facts["counters"].get(counters) != simdjson::SUCCESS ||
        counters["_overrides"].get(overrides) != simdjson::SUCCESS)
      return {};
    for (const auto [key, value] : overrides) {
      if (!ranges::contains(kTypedOverrides, key)) return "not typed: an effect that says " + std::string(key);
    }
    return {};
  }

  /// The untyped text that may have changed a stat: the card's own, one named by a marker, or one in play.
  [[nodiscard]] std::string causeOf(CardIndex index, const std::string& stat, const Object& facts) const {
    const EngineCards& cards = EngineCards::get();
    const std::string own = text(facts, "name");
    if (!cards.isTyped(own) && cards.maySpeakOf(own, stat)) return "not typed: its own text";
    if (simdjson::dom::array markers; facts["effects"].get(markers) == simdjson::SUCCESS) {
      for (const std::string_view marker : markers) {
        const std::string_view name = marker.substr(0, marker.find_first_of("_-"));
        if (rules_.catalogue.find(name) != nullptr) return "not typed: the effect of another card that is marked on it";
      }
    }
    for (const Card& card : state_.cards) {
      const Definition* definition = card.exists() ? state_.definitionOf(card) : nullptr;
      if (definition == nullptr || !rules_.ruleset.zones[card.zone].in_play) continue;
      const std::string title(definition->title);
      if (&card != &state_.cards[index] && !cards.isTyped(title) && cards.maySpeakOf(title, stat))
        return "not typed: a text of another card in play";
    }
    return {};
  }

  void compareCost(const std::string& where, CardIndex index, const Object& facts) {
    const auto should = witness::numberIfThere(facts, "cost_now");
    if (!should) return;
    const StatReading reading = readStat(state_, rules_, index, rules_.ruleset.stat("reserve cost"));
    const bool known = reading.kind == StatReading::Kind::known;
    const Definition& definition = *state_.definitionOf(state_.cards[index]);
    comparison_.number("reserve cost in hand", where, known ? std::optional(reading.amount) : std::nullopt, *should,
                       [&] {
                         return EngineCards::get().maySpeakOf(std::string(definition.title), "cost")
                                    ? std::string("not typed: its own text")
                                    : causeOf(index, "cost", facts);
                       });
  }

  /// Compares how often each player has activated and materialized each card in this turn with the engine's tally. Only
  /// acts since the beginning of the record are known here.
  void compareUses(const Object& truth) {
    Object uses;
    if (!uses_are_told_ || truth["global"].get_object()["uses"].get(uses) != simdjson::SUCCESS) return;
    std::map<std::pair<std::string, std::string>, std::int64_t> now;
    for (const char* act : {"Materialize", "ActivateCard"}) {
      Object tally;
      if (uses[act].get(tally) != simdjson::SUCCESS) continue;
      for (const auto [seat, cards] : tally) {
        for (const auto [card, times] : cards.get_object())
          now[{std::string(seat), std::string(card)}] += std::int64_t(times);
      }
    }
    if (!began_) before_ = now;
    began_ = true;
    for (const auto& [whose, times] : now) {
      const auto& [seat, card] = whose;
      const auto before = before_.find(whose);
      const std::int64_t since = before == before_.end() || times < before->second ? times : times - before->second;
      comparison_.equal("played this turn", where_ + " " + card,
                        std::int64_t{usesOf(static_cast<Seat>(seat[0] - '0'), card)}, since);
    }
  }

  [[nodiscard]] std::int32_t usesOf(Seat player, const std::string& key) const {
    for (CardIndex index = 0; index < state_.cards.size(); ++index) {
      const Definition* definition = state_.definitionOf(state_.cards[index]);
      if (definition == nullptr || definition->key != key) continue;
      const UseQuestion question{.card = index,
                                 .definition = state_.cards[index].definition,
                                 .player = player,
                                 .counted = schema::Limit::Counted::PLAYS};
      for (const ApplicableLimit& limit : limitsOf(state_, rules_, question).limits) {
        if (limit.limit->name == "played this turn") return countUses(state_, rules_, limit, question);
      }
    }
    return 0;
  }

  std::string name_;
  Rules rules_;
  Comparison& comparison_;
  EngineRecord record_;
  State state_;
  EventNumber event_ = 0;
  bool began_ = false;
  bool uses_are_told_ = true;
  std::map<std::pair<std::string, std::string>, std::int64_t> before_;
  std::string where_;
};

void expectNothingWithoutCause(const Comparison& comparison) {
  comparison.print();
  for (const auto& [field, tally] : comparison.fields()) EXPECT_EQ(tally.without_cause, 0U) << field;
  for (const char* field :
       {"zone", "types and supertypes", "power, as printed", "life, as printed", "level, as printed"})
    EXPECT_GT(comparison.fields().at(field).equal, 0U) << field;
}

void replay(const char* file, Comparison& comparison) {
  std::optional<CaseReplay> replay;
  witness::forEachLine(witness::unpacked(witness::bytesOf(dataFolder() / file)), [&](const Object& line) {
    const std::string kind = text(line, "e");
    if (kind == "case" || kind == "position") replay.emplace(text(line, "slug"), comparison);
    if (kind != "case") replay->line(line);
  });
}

TEST(EnginePositions, HaveTheTypesAndStatsThatTheEngineComputed) {
  SKIP_WITHOUT_CASES();
  Comparison comparison;
  replay("positions.jsonl.xz", comparison);
  expectNothingWithoutCause(comparison);
}

/// The public engine lacks some scripts. Their results are not compared; everything else on the table is.
TEST(EngineCases, WithExtraEventsHaveTheEnginesTypesAndStats) {
  SKIP_WITHOUT_CASES();
  Comparison comparison;
  replay("reconciled.jsonl.xz", comparison);
  expectNothingWithoutCause(comparison);
}

TEST(EngineCases, EqualTheEngineAfterEveryInput) {
  SKIP_WITHOUT_CASES();
  Comparison comparison;
  replay("verified.jsonl.xz", comparison);
  expectNothingWithoutCause(comparison);
}

}  // namespace
}  // namespace docket::grand_archive
