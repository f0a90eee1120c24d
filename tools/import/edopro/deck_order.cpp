#include "tools/import/edopro/deck_order.h"

#include "tools/import/edopro/messages.h"

namespace docket::edopro {
namespace {

constexpr std::size_t kForeign = static_cast<std::size_t>(-1);  // a card that came into the deck since

class Foresight {
 public:
  Foresight(std::uint8_t player, Place place, std::size_t count) : player_(player), place_(place), codes_(count, 0) {
    for (std::size_t i = 0; i < count; ++i) deck_.push_back(i);
  }

  /// Adds what a packet shows; false if no later packet can show more.
  bool look(const Packet& packet, const std::string& file_name) {
    Bytes bytes(packet.body, file_name, "the body", packet.offset);
    switch (static_cast<Message>(packet.message)) {
      case Message::update_data:
        return !refreshed(bytes);
      case Message::draw:
        drawn(readDraw(bytes));
        return true;
      case Message::move:
        moved(readMove(bytes));
        return true;
      case Message::shuffle_deck:
        return place_ != kDeck || readPlayer(bytes) != player_;
      default:
        return true;
    }
  }

  [[nodiscard]] std::vector<std::uint32_t> codes() && { return std::move(codes_); }

 private:
  void learn(std::size_t card, std::uint32_t code) {
    if (card != kForeign) codes_[card] = code;
  }

  bool refreshed(Bytes& bytes) {
    const Refresh refresh = readRefresh(bytes, Message::update_data);
    if (refresh.player != player_ || refresh.place != place_) return false;
    Query query;
    for (std::size_t i = 0; !bytes.done() && i < deck_.size(); ++i) {
      readQuery(bytes, query);
      if (query.has(Query::code)) learn(deck_[i], query.number(Query::code));
    }
    return true;
  }

  void drawn(const PlayerCodes& draw) {
    if (draw.player != player_ || place_ != kDeck) return;
    for (const std::uint32_t code : draw.codes) {
      if (deck_.empty()) return;
      learn(deck_.back(), code);
      deck_.pop_back();
    }
  }

  void moved(const Move& move) {
    if (move.from.player == player_ && move.from.place == place_ && move.from.sequence < deck_.size()) {
      learn(deck_[move.from.sequence], move.code);
      deck_.erase(deck_.begin() + static_cast<std::ptrdiff_t>(move.from.sequence));
    }
    if (move.to.player == player_ && move.to.place == place_ && move.to.sequence <= deck_.size()) {
      deck_.insert(deck_.begin() + static_cast<std::ptrdiff_t>(move.to.sequence), kForeign);
    }
  }

  std::uint8_t player_;
  Place place_;
  std::vector<std::uint32_t> codes_;
  std::vector<std::size_t> deck_;  ///< by place in the deck: the card there
};

}  // namespace

std::vector<std::uint32_t> foreseePile(std::span<const Packet> packets, std::uint8_t player, Place place,
                                       std::size_t count, const std::string& file_name) {
  Foresight foresight(player, place, count);
  for (const Packet& packet : packets) {
    if (!foresight.look(packet, file_name)) break;
  }
  return std::move(foresight).codes();
}

std::vector<std::uint32_t> foreseeSlots(std::span<const Packet> packets, std::uint8_t player, std::uint8_t place,
                                        const std::string& file_name) {
  for (const Packet& packet : packets) {
    const auto message = static_cast<Message>(packet.message);
    if (message == Message::move) break;
    if (message != Message::update_data) continue;
    Bytes bytes(packet.body, file_name, "the body", packet.offset);
    const Refresh refresh = readRefresh(bytes, message);
    if (refresh.player != player || refresh.place != place) continue;
    std::vector<std::uint32_t> codes;
    for (Query query; !bytes.done();) {
      readQuery(bytes, query);
      codes.push_back(query.has(Query::code) ? query.number(Query::code) : 0);
    }
    return codes;
  }
  return {};
}

}  // namespace docket::edopro
