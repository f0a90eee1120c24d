#include "tests/edopro/options.h"

#include "tests/witness/lines.h"

namespace docket::edopro {
namespace {

namespace dom = simdjson::dom;
using witness::flag;
using witness::number;

std::uint32_t codeOf(const dom::element& element) { return static_cast<std::uint32_t>(std::int64_t(element)); }

OfferedCard readOffered(const dom::array& card) {
  return {.code = codeOf(card.at(0)),
          .place = std::string(std::string_view(card.at(1))),
          .id = card.at(2).get_int64().value()};
}

std::vector<OfferedCard> readCards(const dom::object& line, const char* field) {
  std::vector<OfferedCard> cards;
  dom::array list;
  if (line[field].get(list) != simdjson::SUCCESS) return cards;
  for (const dom::array card : list) cards.push_back(readOffered(card));
  return cards;
}

/// Reads a player's cards in a zone; false if the line does not have them.
bool readThere(const dom::object& line, const char* field, std::vector<OfferedCard>& cards) {
  dom::array list;
  if (line[field].get(list) != simdjson::SUCCESS) return false;
  cards.clear();
  for (const dom::array card : list) {
    if (card.size() == 2) {
      cards.push_back({.code = codeOf(card.at(0)), .id = card.at(1).get_int64().value()});
    } else {
      cards.push_back(readOffered(card));
      cards.back().position = codeOf(card.at(3));
    }
  }
  return true;
}

std::vector<OfferedEffect> readEffects(const dom::object& line) {
  std::vector<OfferedEffect> effects;
  dom::array list;
  if (line["act"].get(list) != simdjson::SUCCESS) return effects;
  for (const dom::array one : list) {
    effects.push_back({.card = readOffered(one),
                       .description = one.at(3).get_uint64().value(),
                       .mode = one.at(4).get_int64().value(),
                       .kind = codeOf(one.at(6))});
  }
  return effects;
}

std::vector<OfferedAttack> readAttacks(const dom::object& line) {
  std::vector<OfferedAttack> attacks;
  dom::array list;
  if (line["attack"].get(list) != simdjson::SUCCESS) return attacks;
  for (const dom::array one : list) {
    OfferedAttack attack{.card = readOffered(one), .direct = one.at(3).get_int64().value() != 0, .targets = {}};
    for (const std::string_view place : dom::array(one.at(4))) attack.targets.emplace_back(place);
    attacks.push_back(std::move(attack));
  }
  return attacks;
}

std::optional<std::pair<std::string, std::size_t>> readAnswer(const dom::object& line) {
  dom::array answer;
  if (line["ans"].get(answer) != simdjson::SUCCESS || answer.size() == 0) return std::nullopt;
  std::int64_t place = 0;
  if (answer.size() > 1 && answer.at(1).get(place) != simdjson::SUCCESS) return std::nullopt;
  return std::pair(std::string(std::string_view(answer.at(0))), static_cast<std::size_t>(place));
}

Request readRequest(const dom::object& line) {
  Request request;
  request.kind = static_cast<Request::Kind>(number(line, "m"));
  request.packet = static_cast<std::size_t>(number(line, "i"));
  request.turn = number(line, "t");
  request.turn_player = static_cast<std::uint8_t>(number(line, "tp"));
  request.player = static_cast<std::uint8_t>(number(line, "p"));
  request.phase = number(line, "ph");
  request.links = number(line, "ch");
  request.summon = readCards(line, "summon");
  request.special = readCards(line, "spsummon");
  request.reposition = readCards(line, "repos");
  request.set_monster = readCards(line, "mset");
  request.set_spell = readCards(line, "sset");
  request.effects = readEffects(line);
  request.attacks = readAttacks(line);
  request.to_battle = flag(line, "bp") || number(line, "bp") != 0;
  request.to_main_2 = number(line, "m2") != 0;
  request.to_end = number(line, "ep") != 0;
  if (dom::array used; line["ns"].get(used) == simdjson::SUCCESS)
    request.normal_summons = {used.at(0).get_int64().value(), used.at(1).get_int64().value()};
  request.answer = readAnswer(line);
  return request;
}

bool isOfActs(std::int64_t message) { return message == 10 || message == 11 || message == 16; }

}  // namespace

std::vector<Request> readRequests(const std::filesystem::path& file) {
  std::vector<Request> requests;
  struct There {
    std::vector<OfferedCard> hand, monsters, spells;
  };
  std::array<There, 2> there;
  witness::forEachLine(witness::unpacked(witness::bytesOf(file)), [&](const dom::object& line) {
    if (line["m"].error() != simdjson::SUCCESS) return;
    There& own = there.at(static_cast<std::size_t>(number(line, "p")));
    readThere(line, "hand", own.hand);
    readThere(line, "mz", own.monsters);
    readThere(line, "sz", own.spells);
    if (!isOfActs(number(line, "m"))) return;
    requests.push_back(readRequest(line));
    requests.back().hand = own.hand;
    requests.back().monsters = own.monsters;
    requests.back().spells = own.spells;
  });
  return requests;
}

}  // namespace docket::edopro
