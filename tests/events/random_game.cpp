#include "tests/events/random_game.h"

#include <capnp/dynamic.h>

#include <random>
#include <string>
#include <string_view>

#include "events/entity.h"
#include "events/json/json_number.h"
#include "events/shape.h"
#include "events/validate.h"

namespace docket {
namespace {

using capnp::DynamicStruct;
using capnp::DynamicValue;

class RandomGame {
 public:
  explicit RandomGame(std::uint64_t seed) : random_(seed) {}

  Recording make(std::uint32_t events) {
    auto header = recording_.header();
    structure(header, shapeOf(capnp::Schema::from<schema::Header>()));
    header.setId("random/1");
    header.setDate("2024-02-29");
    for (auto player : header.initPlayers(kSeats)) player.setName("Ayaka \"Ren\" \xE2\x98\x83");
    for (auto value : header.getStartingValues()) value.setPlayer(1);
    header.setViewer(0);
    header.disownRulesetDigest();
    header.disownCatalogueDigest();
    header.setRecordFormat(kRecordFormat);
    header.initSourceDigest(32);
    header.initSourceSalt(16);
    header.initIdSalt(16);
    header.disownSourceCommitment();
    recording_.add([&](schema::Event::Builder event) {
      auto deck = event.initDeckRegistered();
      deck.setZone(recording_.name("deck"));
      deck.setFirst(1);
      deck.setCount(cards_ = 20);
    });
    while (recording_.size() < events) add();
    return std::move(recording_);
  }

 private:
  static constexpr unsigned kSeats = 3;

  std::uint64_t below(std::uint64_t bound) {
    return std::uniform_int_distribution<std::uint64_t>(0, bound - 1)(random_);
  }
  bool chance(unsigned in) { return below(in) == 0; }

  void add() {
    const auto cards = cards_;
    recording_.add([&](schema::Event::Builder event) {
      number_ = recording_.size() + 1;
      structure(event, shapeOf(capnp::Schema::from<schema::Event>()));
      if (event.isNothing()) event.setChangeBegan();
      event.setGroup(0);
      if (event.isDeckRegistered()) introduce(event.getDeckRegistered());
      if (event.isShuffled()) introduce(event.getShuffled());
      if (event.isShuffled() && event.getShuffled().hasCards()) fill(event.getShuffled().initCards(count_), cards);
      if (event.isShuffled() && event.getShuffled().hasOrder()) fill(event.getShuffled().initOrder(count_), cards);
      if (event.isCardCreated()) event.getCardCreated().setCard(++cards_);
      if (event.isCorrected()) event.getCorrected().disownReplacement();
      if (event.isTold() && event.getTold().getCards().size() == 0) fill(event.getTold().initCards(1), cards);
      if (event.isGameEnded()) end(event.getGameEnded());
      if (event.isValueChanged()) event.getValueChanged().setHow(schema::How::SET);
      if (event.hasContext()) {
        event.getContext().disownSeals();
        event.getContext().disownNames();
      }
    });
  }

  // Either some of the players win, or everybody wins or loses.
  void end(schema::Event::GameEnded::Builder ended) {
    const std::uint8_t winner = ended.getWinner();
    if (winner != 0) ended.setEverybody(schema::Everybody::NO);
    ended.disownAlongside();
    if (winner == 0 || chance(2)) return;
    ended.initAlongside(1).set(0, entity(EntityKind::player, winner % kSeats + 1));
  }

  template <class Group>
  void introduce(Group group) {
    count_ = static_cast<std::uint32_t>(1 + below(6));
    group.setFirst(cards_ + 1);
    group.setCount(count_);
    cards_ += count_;
  }

  void fill(capnp::List<std::uint32_t>::Builder list, std::uint32_t cards) {
    for (unsigned i = 0; i < list.size(); ++i) list.set(i, static_cast<std::uint32_t>(1 + below(cards)));
  }

  void structure(DynamicStruct::Builder into, const Shape& shape) {
    std::vector<const FieldShape*> payloads;
    for (const FieldShape& field : shape.fields) {
      if (field.chosen) {
        payloads.push_back(&field);
      } else if (field.value.group || field.value.mark == Mark::card || !chance(3)) {
        this->field(into, field);
      }
    }
    if (!payloads.empty()) field(into, *payloads[below(payloads.size())]);
  }

  void field(DynamicStruct::Builder into, const FieldShape& field) {
    if (field.name == "replacement") return;
    if (field.list) {
      auto list = into.init(field.field, static_cast<unsigned>(below(4))).as<capnp::DynamicList>();
      for (unsigned i = 0; i < list.size(); ++i) {
        if (field.value.kind == Kind::structure) {
          structure(list[i].as<DynamicStruct>(), *field.value.shape);
        } else {
          list.set(i, value(field));
        }
      }
    } else if (field.value.kind == Kind::structure) {
      structure(into.init(field.field).as<DynamicStruct>(), *field.value.shape);
    } else {
      into.set(field.field, value(field));
    }
  }

  DynamicValue::Reader value(const FieldShape& field) {
    switch (field.value.kind) {
      case Kind::boolean:
        return chance(2);
      case Kind::integer:
        return integer(field);
      case Kind::text:
        text_ = text();
        return capnp::Text::Reader(text_.c_str(), text_.size());
      case Kind::data:
        text_ = text();
        return capnp::Data::Reader(reinterpret_cast<const kj::byte*>(text_.data()), text_.size());
      case Kind::enumerant: {
        auto all = field.value.enumerants.getEnumerants();
        return capnp::DynamicEnum(all[static_cast<unsigned>(below(all.size()))]);
      }
      default:
        return capnp::VOID;
    }
  }

  DynamicValue::Reader integer(const FieldShape& field) {
    switch (field.value.mark) {
      case Mark::name:
        return recording_.name(text() + std::to_string(below(40)));
      case Mark::card:
        return card();
      case Mark::seat:
        return below(kSeats + 1);
      case Mark::event:
        return 1 + below(number_ - 1);
      case Mark::entity:
        if (chance(2)) return card();
        if (chance(2)) return entity(EntityKind::player, static_cast<std::uint32_t>(1 + below(kSeats)));
        return chance(2) ? entity(EntityKind::game, 0)
                         : entity(EntityKind::place, static_cast<std::uint32_t>(below(9)));
      default:
        break;
    }
    if (field.value.bits == 64) {
      const auto positive = below(static_cast<std::uint64_t>(kMaxJsonInteger) + 1);
      if (!field.value.is_signed) return positive;
      return chance(2) ? static_cast<std::int64_t>(positive) : -static_cast<std::int64_t>(positive);
    }
    const auto range = std::uint64_t{1} << (field.value.bits - (field.value.is_signed ? 1U : 0U));
    const auto positive = static_cast<std::int64_t>(below(range));
    return field.value.is_signed && chance(2) ? -positive - 1 : positive;
  }

  std::uint64_t card() { return 1 + below(cards_); }

  // Texts with what JSON has to escape, what UTF-8 spells in one to four bytes, and nothing.
  std::string text() {
    constexpr std::string_view kPieces[] = {"hand", "\"",    "\\", "/", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x82\xA1",
                                            " ",    "Force", "{",  "0"};
    std::string result;
    for (auto pieces = below(5); pieces > 0; --pieces) result += kPieces[below(std::size(kPieces))];
    return result;
  }

  std::mt19937_64 random_;
  Recording recording_;
  std::uint32_t number_ = 2;
  std::uint32_t cards_ = 0;
  std::uint32_t count_ = 0;
  std::string text_;
};

}  // namespace

Recording randomGame(std::uint64_t seed, std::uint32_t events) { return RandomGame(seed).make(events); }

Secret testSecret(std::uint8_t seed) {
  Secret secret{};
  secret.fill(seed);
  return secret;
}

}  // namespace docket
