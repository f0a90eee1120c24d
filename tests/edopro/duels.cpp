#include "tests/edopro/duels.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "engine/rules/compile_ruleset.h"
#include "tests/places.h"
#include "tests/shipped_rulesets.h"
#include "tests/witness/lines.h"
#include "tools/game/wordings.h"
#include "tools/import/edopro/cards.h"
#include "tools/import/edopro/file_import.h"
#include "tools/import/read_catalogue.h"

namespace docket::edopro {

using witness::bytesOf;
using witness::flag;
using witness::forEachLine;
using witness::number;
using witness::numberIfThere;
using witness::unpacked;

namespace {

namespace dom = simdjson::dom;

std::uint32_t small(dom::object object, const char* key) { return static_cast<std::uint32_t>(number(object, key)); }

std::array<std::int64_t, 2> pair(dom::object object, const char* key) {
  const dom::array array = object[key];
  return {array.at(0).get_int64().value(), array.at(1).get_int64().value()};
}

TrueCard readCard(dom::object object) {
  TrueCard card;
  card.id = small(object, "id");
  card.code = small(object, "code");
  card.position = small(object, "pos");
  card.owner = small(object, "own");
  card.attack = numberIfThere(object, "atk");
  card.defense = numberIfThere(object, "def");
  card.base_attack = numberIfThere(object, "batk");
  card.base_defense = numberIfThere(object, "bdef");
  card.level = numberIfThere(object, "lv");
  card.rank = numberIfThere(object, "rk");
  card.attribute = numberIfThere(object, "att");
  card.race = numberIfThere(object, "race");
  if (dom::object counters; !object["cnt"].get(counters)) {
    for (const auto& [kind, amount] : counters) {
      card.counters[static_cast<std::uint32_t>(std::stoul(std::string(kind)))] =
          static_cast<std::uint32_t>(std::int64_t(amount));
    }
  }
  if (std::string_view slot; !object["eqk"].get(slot)) card.equipped_to = slot;
  if (dom::array materials; !object["mat"].get(materials)) {
    for (const dom::array material : materials) {
      card.materials.emplace_back(static_cast<std::uint32_t>(material.at(1).get_int64().value()),
                                  static_cast<std::uint32_t>(material.at(2).get_int64().value()));
    }
  }
  return card;
}

TrueStep readStep(dom::object object) {
  TrueStep step;
  step.packet = static_cast<std::size_t>(number(object, "i"));
  step.whole = !object["t"].error();
  if (step.whole) {
    step.turn = number(object, "t");
    step.turn_player = number(object, "tp");
    step.phase = number(object, "ph");
    step.life = pair(object, "lp");
    step.hand = pair(object, "hd");
    step.deck = pair(object, "dk");
    step.extra = pair(object, "ex");
  }
  if (dom::array set; !object["set"].get(set)) {
    for (const dom::object card : set) {
      step.set.emplace_back(std::string(std::string_view(card["k"])), readCard(card));
    }
  }
  if (dom::array gone; !object["del"].get(gone)) {
    for (const std::string_view slot : gone) step.gone.emplace_back(slot);
  }
  return step;
}

TrueActivation readActivation(dom::object object) {
  TrueActivation activation;
  activation.packet = static_cast<std::size_t>(number(object, "i"));
  activation.code = small(object, "code");
  activation.id = small(object, "id");
  activation.player = small(object, "pl");
  activation.effect = small(object, "eff");
  activation.turn = number(object, "t");
  activation.place = number(object, "loc");
  activation.kind = number(object, "etype");
  activation.negated = flag(object, "neg");
  activation.disabled = flag(object, "dis");
  if (dom::object limit; !object["lim"].get(limit)) {
    activation.limit = {.max = number(limit, "max"),
                        .code = number(limit, "code"),
                        .flag = number(limit, "flag"),
                        .slot = number(limit, "slot"),
                        .left = number(limit, "left"),
                        .used = number(limit, "used"),
                        .no_reset = number(limit, "noreset") != 0};
  }
  return activation;
}

}  // namespace

std::filesystem::path duelFolder(const std::string& set) { return witness::gamesFolder(set); }

namespace {

/// Why a duel of other data is skipped: the engine's data is missing, or a file is refused; empty if neither.
std::string problemOf(const std::string& set, const std::string& name) {
  if (!std::filesystem::exists(duelFolder(set) / (name + ".truth.jsonl.xz"))) return "its truth is missing";
  try {
    std::ignore = importReplay(replayFile(name), name, DuelRules::get(set).rules());
    std::ignore = readTruth(name);
  } catch (const std::exception& problem) {
    return problem.what();
  }
  return {};
}

std::vector<std::string> findDuels(const std::string& set) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(duelFolder(set))) {
    if (entry.path().extension() == ".yrpX") names.push_back(entry.path().stem());
  }
  std::sort(names.begin(), names.end());
  if (witness::isSharedData()) return names;
  std::erase_if(names, [&](const std::string& name) {
    const std::string problem = problemOf(set, name);
    if (!problem.empty()) fmt::print("duel {} is left out: {}\n", name, problem);
    return !problem.empty();
  });
  return names;
}

}  // namespace

std::vector<std::string> duelNames(const std::string& set) {
  static std::map<std::string, std::vector<std::string>> found;
  const auto [place, is_new] = found.try_emplace(set);
  if (is_new) place->second = findDuels(set);
  return place->second;
}

std::vector<std::byte> readFile(const std::filesystem::path& path) {
  const std::string text = bytesOf(path);
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

namespace {

std::filesystem::path fileOf(const std::string& duel, const char* kind) {
  const auto path = duelFolder() / (duel + kind);
  return std::filesystem::exists(path) ? path : duelFolder(kFurtherDuels) / (duel + kind);
}

}  // namespace

std::vector<std::byte> replayFile(const std::string& duel) { return readFile(fileOf(duel, ".yrpX")); }

TrueDuel readTruth(const std::string& duel) {
  const std::string text = unpacked(bytesOf(fileOf(duel, ".truth.jsonl.xz")));
  TrueDuel truth{.name = duel, .steps = {}, .activations = {}};
  forEachLine(text, [&](const dom::object& line) {
    if (!line["act"].error()) {
      truth.activations.push_back(readActivation(line));
    } else if (!line["i"].error()) {
      truth.steps.push_back(readStep(line));
    }
  });
  return truth;
}

namespace {

/// The facts of cards without what comes from their scripts.
std::string withoutScripts(const std::string& cards) {
  std::string lines;
  forEachLine(cards, [&](const dom::object& card) {
    lines += '{';
    for (const auto& [field, value] : card) {
      if (field == "flag_limit_hint") continue;
      const bool scripted = field == "effects" || field == "limits";
      lines += fmt::format("{}\"{}\":{}", lines.back() == '{' ? "" : ",", field,
                           scripted ? std::string("[]") : simdjson::minify(value));
    }
    lines += "}\n";
  });
  return lines;
}

}  // namespace

DuelRules::DuelRules(const std::filesystem::path& cards, CardsFrom from, const std::string& ruleset) {
  const std::filesystem::path document =
      std::filesystem::path(docket::test::sourceDir()) / "engine/rulesets" / (ruleset + ".json");
  ruleset_ = compile(test::readWholeRuleset(bytesOf(document), document).root(), document);
  std::string facts = bytesOf(cards);
  if (from == CardsFrom::scripts) {
    catalogue_ = compile(readCards(facts, cards).root(), ruleset_, cards);
    return;
  }
  if (from == CardsFrom::texts_alone) facts = withoutScripts(facts);
  const HeldWordings wordings = chooseWordings("yugioh", {}, {});
  const PrintedCards printed = readPrintedCards(facts, cards);
  catalogue_ = compile(readCatalogueFrom(printed, *wordings.compiled, ruleset_).root(), ruleset_, cards);
}

const DuelRules& DuelRules::get(const std::string& set, CardsFrom from, const std::string& ruleset) {
  static std::map<std::tuple<std::string, CardsFrom, std::string>, std::unique_ptr<const DuelRules>> rules;
  auto& of_set = rules[{set, from, ruleset}];
  if (!of_set) of_set = std::make_unique<const DuelRules>(duelFolder(set) / "cards.jsonl", from, ruleset);
  return *of_set;
}

}  // namespace docket::edopro
