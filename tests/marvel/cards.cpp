#include "tests/marvel/cards.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/find_if.hpp>

#include "schemas/card.capnp.h"
#include "tests/places.h"
#include "tests/shipped_rulesets.h"
#include "tests/witness/lines.h"

namespace docket::marvel {
namespace {

namespace dom = simdjson::dom;
using witness::Object;

/// The simulator's names of card types, and those of the ruleset.
constexpr std::array<std::pair<std::string_view, std::string_view>, 19> kTypes{
    {{"AlterEgo", "alter-ego"},
     {"Hero", "hero"},
     {"Ally", "ally"},
     {"Event", "event"},
     {"Upgrade", "upgrade"},
     {"Support", "support"},
     {"Resource", "resource"},
     {"Villain", "villain"},
     {"Minion", "minion"},
     {"Attachment", "attachment"},
     {"Treachery", "treachery"},
     {"Obligation", "obligation"},
     {"MainScheme", "main scheme"},
     {"SideScheme", "side scheme"},
     {"PlayerSideScheme", "player side scheme"},
     {"Environment", "environment"},
     {"Evidence", "evidence"},
     {"Leader", "leader"},
     {"Status", "status"}}};

/// Cards without a printed text, which the simulator makes when a status is given.
constexpr std::array<std::string_view, 3> kStatuses{"tough", "stunned", "confused"};

/// Printed numbers, by the source's names for them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kStats{{{"ATK", "attack"},
                                                                               {"THW", "thwart"},
                                                                               {"DEF", "defense"},
                                                                               {"REC", "recovery"},
                                                                               {"SCH", "scheme"},
                                                                               {"HP", "hit points"},
                                                                               {"HS", "hand size"},
                                                                               {"Cost", "cost"}}};

std::vector<std::string> texts(const Object& object, std::string_view field) {
  std::vector<std::string> all;
  dom::array list;
  if (object[field].get(list) == simdjson::SUCCESS) {
    for (const dom::element one : list) all.emplace_back(one.get_string().value());
  }
  return all;
}

FaceAbility readAbility(const Object& line) {
  const auto func = texts(line, "func");
  return {.key = witness::text(line, "ab"),
          .type = witness::text(line, "type"),
          .plays = ranges::contains(func, "Play"),
          .pays = ranges::contains(func, "DiscardPay"),
          .limits = {},
          .kinds = texts(line, "lim")};
}

/// Gives each phrase to the ability that it is printed on.
void giveLimits(Face& face) {
  for (PrintedLimit& limit : printedLimits(face.text)) {
    if (limit.limit.empty()) {
      face.unread.push_back(std::move(limit));
      continue;
    }
    if (limit.label.empty()) {
      face.limits.push_back(std::move(limit));
      continue;
    }
    std::size_t left = limit.which;
    const auto found = std::find_if(face.abilities.begin(), face.abilities.end(), [&](const FaceAbility& one) {
      return one.type != "CheckResource" && isLabelOf(limit.label, one.type) && left-- == 0;
    });
    if (found == face.abilities.end()) {
      face.unread.push_back(std::move(limit));
    } else {
      found->limits.push_back(std::move(limit));
    }
  }
}

Face readFace(const Object& line) {
  Face face{.code = witness::text(line, "code"),
            .name = witness::text(line, "name"),
            .type = witness::text(line, "type"),
            .unique = witness::number(line, "unique") != 0,
            .deck_limit = std::atoi(witness::text(line, "deck_limit").c_str()),
            .max_per_unit = std::atoi(witness::text(line, "max_per_unit").c_str()),
            .same_as = witness::text(line, "same_as"),
            .traits = texts(line, "traits"),
            .phrases = texts(line, "limits"),
            .text = witness::text(line, "text")};
  dom::array abilities;
  if (line["abilities"].get(abilities) == simdjson::SUCCESS) {
    for (const Object one : abilities) face.abilities.push_back(readAbility(one));
  }
  dom::object values;
  if (line["desc"].get(values) == simdjson::SUCCESS) {
    for (const auto& [name, value] : values) {
      std::string_view text;
      if (value.get(text) == simdjson::SUCCESS) face.values.emplace_back(name, text);
    }
  }
  giveLimits(face);
  return face;
}

std::string_view typeOf(const Face& face) {
  const auto found = ranges::find(kTypes, face.type, [](const auto& one) { return one.first; });
  return found == kTypes.end() ? std::string_view("event") : found->second;
}

void writeLimits(const std::vector<PrintedLimit>& limits, auto&& init) {
  auto list = init(static_cast<unsigned>(limits.size()));
  for (unsigned i = 0; i < limits.size(); ++i) {
    list[i].setLimit(limits[i].limit);
    list[i].setMax(limits[i].most);
  }
}

void writeAbility(const Face& face, const FaceAbility& from, schema::Ability::Builder into) {
  into.setName(from.type);
  // Forced triggers are abilities too: a triggered trait would need its trigger, which is not typed here.
  if (!from.isUsed()) into.setKind(schema::Ability::Kind::CONTINUOUS);
  writeLimits(from.limits, [&](unsigned size) { return into.initLimits(size); });
  // It is unknown which ability words that are not understood are about.
  if (from.isUsed()) into.setDoubtful(!face.unread.empty());
}

void writeStats(const Face& face, const Ruleset& ruleset, schema::Card::Builder card) {
  std::vector<std::pair<std::string_view, std::string>> printed;
  for (const auto& [name, value] : face.values) {
    const auto stat = ranges::find(kStats, name, [](const auto& one) { return one.first; });
    if (stat == kStats.end()) continue;
    const auto type = static_cast<std::size_t>(ranges::find(ruleset.types, typeOf(face)) - ruleset.types.begin());
    const bool has = (ruleset.type_stats.at(type) >> ruleset.stat(stat->second) & 1U) != 0;
    if (has) printed.emplace_back(stat->second, value);
  }
  auto stats = card.initStats(static_cast<unsigned>(printed.size()));
  for (unsigned i = 0; i < printed.size(); ++i) {
    stats[i].setStat(std::string(printed[i].first));
    std::int32_t amount = 0;
    const std::string& text = printed[i].second;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), amount);
    // "14" for each player, "X": the print alone does not give the number. A star stands for a consequence.
    const bool number =
        read.ec == std::errc() && std::string_view(read.ptr).find_first_not_of('*') == std::string::npos;
    stats[i].setKind(number ? schema::PrintedStat::Kind::NUMBER : schema::PrintedStat::Kind::ASTERISK);
    if (number) stats[i].setAmount(amount);
  }
}

void writeCard(const Face& face, const Ruleset& ruleset, schema::Card::Builder card) {
  card.setKey(face.code);
  card.setTitle(face.name);
  card.initTypes(1).set(0, std::string(typeOf(face)));
  auto keywords = card.initKeywords(static_cast<unsigned>(face.traits.size()) + (face.unique ? 1U : 0U));
  for (unsigned i = 0; i < face.traits.size(); ++i) keywords.set(i, face.traits[i]);
  if (face.unique) keywords.set(keywords.size() - 1, "Unique");
  writeStats(face, ruleset, card);
  writeLimits(face.limits, [&](unsigned size) { return card.initLimits(size); });
  auto abilities = card.initAbilities(static_cast<unsigned>(face.abilities.size()));
  for (unsigned i = 0; i < face.abilities.size(); ++i) writeAbility(face, face.abilities[i], abilities[i]);
}

}  // namespace

bool FaceAbility::isUsed() const {
  constexpr std::array<std::string_view, 5> kByPlayers{"Action", "Response", "Interrupt", "Resource", "Basic Power"};
  constexpr std::array<std::string_view, 4> kForced{"Boost", "Setup", "Special", "Delay Ability"};
  const std::size_t word = type.rfind(' ');
  return ranges::contains(kByPlayers, type) || ranges::contains(kForced, type) || type.starts_with("When ") ||
         type.starts_with("Forced ") ||
         (word != std::string::npos && ranges::contains(kByPlayers, std::string_view(type).substr(word + 1)));
}

bool Face::hasWords() const {
  const auto has = [](const FaceAbility& one) { return !one.limits.empty(); };
  const auto is = [](const PrintedLimit& one) { return one.limit != "max-per-deck"; };
  return !unread.empty() || ranges::any_of(limits, is) || ranges::any_of(abilities, has);
}

std::string periodOf(std::string_view kind) {
  if (kind.find("PerRound") != std::string_view::npos) return "round";
  return kind.find("PerPhase") != std::string_view::npos ? "phase" : "";
}

bool Face::isEnforced(const std::string& period) const {
  return ranges::any_of(abilities, [&](const FaceAbility& one) {
    return ranges::any_of(one.kinds,
                          [&](const std::string& kind) { return period.empty() || periodOf(kind) == period; });
  });
}

std::size_t Face::ability(const std::string& key) const {
  return static_cast<std::size_t>(ranges::find(abilities, key, &FaceAbility::key) - abilities.begin());
}

std::size_t Face::limitedAbility(const std::string& key) const {
  const std::size_t place = ability(key);
  if (place == abilities.size() || abilities[place].type != "CheckResource") return place;
  const auto found = ranges::find_if(abilities, [](const FaceAbility& one) { return !one.limits.empty(); });
  return found == abilities.end() ? place : static_cast<std::size_t>(found - abilities.begin());
}

const Face* GameRules::face(const std::string& code) const {
  const auto found = faces_.find(code);
  return found == faces_.end() ? nullptr : &found->second;
}

GameRules::GameRules() {
  const std::string file = docket::test::sourceDir() + "/tests/marvel/ruleset.json";
  ruleset_ = compile(test::readWholeRuleset(witness::bytesOf(file), file).root(), file);
  witness::forEachLine(witness::bytesOf(gamesFolder() / "cards.jsonl"), [&](const Object& line) {
    Face face = readFace(line);
    faces_.emplace(face.code, std::move(face));
  });
  for (const std::string_view status : kStatuses) {
    Face face{.code = std::string(status), .name = std::string(status), .type = "Status"};
    faces_.emplace(face.code, std::move(face));
  }
  capnp::MallocMessageBuilder message;
  auto catalogue = message.initRoot<schema::Catalogue>();
  catalogue.setName("marvel-champions-simulated");
  catalogue.setRuleset("marvel-champions-simulated");
  auto cards = catalogue.initCards(static_cast<unsigned>(faces_.size()));
  unsigned at = 0;
  for (const auto& [code, face] : faces_) writeCard(face, ruleset_, cards[at++]);
  catalogue_ = compile(catalogue.asReader(), ruleset_, "cards.jsonl");
}

const GameRules& GameRules::get() {
  static const GameRules kRules;
  return kRules;
}

std::filesystem::path gamesFolder() { return witness::gamesFolder("marvel"); }

}  // namespace docket::marvel
