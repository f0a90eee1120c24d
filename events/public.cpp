#include "events/public.h"

#include <capnp/any.h>
#include <capnp/message.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <boost/container/small_vector.hpp>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "events/canonical_bytes.h"
#include "events/errors.h"
#include "events/hidden.h"
#include "events/seats.h"

namespace docket {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// The placeholder of a hidden field.
struct Sealed {
  std::uint16_t place = 0;
  Digest commitment{};
  std::optional<Salt> salt;  // present if the value is
  bool visible = false;      // true: the seat that it is redacted for may see it
};

template <class Array>
Array arrayOf(capnp::Data::Reader data) {
  Array array{};
  std::copy_n(data.begin(), std::min(data.size(), array.size()), array.begin());
  return array;
}

/// A buffer for a message that is built and read at once. The builder leaves the buffer zeroed again.
kj::ArrayPtr<capnp::word> placeForCopy() {
  constexpr std::size_t kUsualWords = 2048;
  thread_local std::array<capnp::word, kUsualWords> words{};
  return {words.data(), words.size()};
}

/// The canonical words of a struct that has the value as its only pointer: one form for texts, lists and structs.
kj::Array<capnp::word> canonicalValue(capnp::DynamicStruct::Reader holder, capnp::StructSchema::Field field) {
  constexpr unsigned kUsualWords = 64;  // the library would clear a thousand
  capnp::MallocMessageBuilder message(kUsualWords);
  auto root = message.initRoot<capnp::AnyPointer>().initAsAnyStruct(0, 1);
  auto pointer = root.getPointerSection()[0];
  const auto value = holder.get(field);
  switch (value.getType()) {
    case capnp::DynamicValue::TEXT:
      pointer.setAs<capnp::Text>(value.as<capnp::Text>());
      break;
    case capnp::DynamicValue::DATA:
      pointer.setAs<capnp::Data>(value.as<capnp::Data>());
      break;
    case capnp::DynamicValue::LIST:
      pointer.setAs<capnp::DynamicList>(value.as<capnp::DynamicList>());
      break;
    case capnp::DynamicValue::STRUCT:
      pointer.setAs<capnp::DynamicStruct>(value.as<capnp::DynamicStruct>());
      break;
    default:
      KJ_FAIL_REQUIRE("a hidden field is a text, bytes, a list or a struct");
  }
  return root.asReader().canonicalize();
}

Digest commit(const Salt& salt, std::span<const std::uint8_t> value) {
  Hash hash;
  hash.update(salt);
  hash.update(value);
  return hash.value();
}

Digest commit(const Salt& salt, capnp::DynamicStruct::Reader holder, capnp::StructSchema::Field field) {
  const auto words = canonicalValue(holder, field);
  const auto bytes = words.asBytes();
  return commit(salt, std::span<const std::uint8_t>(bytes.begin(), bytes.size()));
}

/// The commitment to a list of plain values, such as a text: its canonical words are its bytes after two pointers.
/// Nearly all hidden values are of this kind. One hash call is twice as fast as several.
Digest commitList(const Salt& salt, capnp::ElementSize each, std::uint64_t count,
                  std::span<const std::uint8_t> values) {
  constexpr std::uint64_t kStructOfOnePointer = std::uint64_t{1} << 48U;
  constexpr std::uint64_t kListAfterIt = 1;
  constexpr std::size_t kUsualBytes = 256;
  static_assert(std::endian::native == std::endian::little);
  const std::array<std::uint64_t, 2> pointers{kStructOfOnePointer,
                                              kListAfterIt | static_cast<std::uint64_t>(each) << 32U | count << 35U};
  const std::size_t words = (values.size() + sizeof(capnp::word) - 1) / sizeof(capnp::word);
  const std::size_t front = salt.size() + sizeof pointers;
  boost::container::small_vector<std::uint8_t, kUsualBytes> hashed(front + words * sizeof(capnp::word));  // zeros
  std::memcpy(hashed.data(), salt.data(), salt.size());
  std::memcpy(hashed.data() + salt.size(), pointers.data(), sizeof pointers);
  if (!values.empty()) std::memcpy(hashed.data() + front, values.data(), values.size());
  return digest(std::span<const std::uint8_t>(hashed.data(), hashed.size()));
}

Digest commitText(const Salt& salt, capnp::Text::Reader text) {
  // With the byte that ends it, which is zero.
  const std::span values(reinterpret_cast<const std::uint8_t*>(text.begin()), text.size() + 1);
  return commitList(salt, capnp::ElementSize::BYTE, values.size(), values);
}

[[noreturn]] void refuseSeal(std::uint32_t number, std::size_t place, const char* message) {
  throw BadInput(fmt::format("event {}, seal of place {}: {}", number, place, message));
}

/// The content of a redacted event's seals, by place. The field of each is emptied if it may not be seen.
std::vector<std::optional<schema::Seal::Reader>> givenSeals(schema::Event::Reader event, std::uint32_t number,
                                                            std::size_t places) {
  std::vector<std::optional<schema::Seal::Reader>> given(places);
  if (!event.hasContext()) return given;
  for (auto seal : event.getContext().getSeals()) {
    const auto place = seal.getPlace();
    if (place >= places) refuseSeal(number, place, "the event has no such hidden field");
    if (given[place]) refuseSeal(number, place, "it appears there twice");
    const bool opened = seal.getSalt().size() == Salt{}.size() && seal.getCommitment().size() == 0;
    const bool closed = seal.getSalt().size() == 0 && seal.getCommitment().size() == Digest{}.size();
    if (!opened && !closed) refuseSeal(number, place, "it needs a salt of 16 bytes or a commitment of 32");
    given[place] = seal;
  }
  return given;
}

std::vector<Sealed> sealsOf(schema::Event::Reader event, std::uint32_t number, const Secret& secret,
                            std::vector<HiddenField>& hidden) {
  if (hidden.size() > std::numeric_limits<std::uint16_t>::max()) {
    throw BadInput(fmt::format("event {} has more than 65535 hidden fields", number));
  }
  const auto given = givenSeals(event, number, hidden.size());
  std::vector<Sealed> seals;
  for (std::size_t i = 0; i < hidden.size(); ++i) {
    const bool holds = hidden[i].holder.has(hidden[i].field);
    Sealed sealed;
    sealed.place = static_cast<std::uint16_t>(i);
    if (given[i] && hidden[i].seats == kEveryone) refuseSeal(number, i, "that field is public");
    if (given[i] && given[i]->getCommitment().size() != 0) {
      if (holds) refuseSeal(number, i, "the field that it stands for is there");
      sealed.commitment = arrayOf<Digest>(given[i]->getCommitment());
    } else if (given[i]) {
      if (!holds) refuseSeal(number, i, "the field that it opens is not there");
      sealed.salt = arrayOf<Salt>(given[i]->getSalt());
    } else if (holds && hidden[i].seats != kEveryone) {
      sealed.salt = deriveSalt(secret, number, sealed.place);
    } else {
      continue;
    }
    if (sealed.salt) sealed.commitment = commit(*sealed.salt, hidden[i].holder.asReader(), hidden[i].field);
    seals.push_back(sealed);
  }
  return seals;
}

void appendEvent(schema::Event::Reader event, std::uint32_t number, const std::vector<Sealed>& seals,
                 const OmittedPointers& left_out, WalkedWords walked, Bytes& bytes) {
  // Little-endian: the number, how many words, how many seals.
  static_assert(std::endian::native == std::endian::little);
  std::array<std::uint32_t, 3> front{number, 0, static_cast<std::uint32_t>(seals.size())};
  const std::size_t content = bytes.size() + sizeof front;
  bytes.resize(content);
  appendCanonicalWords(event, bytes, left_out, walked);
  front[1] = static_cast<std::uint32_t>((bytes.size() - content) / sizeof(capnp::word));
  std::memcpy(bytes.data() + content - sizeof front, front.data(), sizeof front);
  // The place and the commitment of each seal.
  constexpr std::size_t kSeal = sizeof(std::uint16_t) + sizeof(Digest);
  std::size_t end = bytes.size();
  bytes.resize(end + seals.size() * kSeal);
  for (const Sealed& sealed : seals) {
    std::memcpy(bytes.data() + end, &sealed.place, sizeof sealed.place);
    std::memcpy(bytes.data() + end + sizeof sealed.place, sealed.commitment.data(), sizeof(Digest));
    end += kSeal;
  }
}

/// The number of a field among the pointers of its struct.
std::size_t pointerOf(capnp::StructSchema schema, kj::StringPtr field) {
  return schema.getFieldByName(field).getProto().getSlot().getOffset();
}

/// Seals what is in a context of cards, and leaves it out: what sealsOf() does with a list of hidden fields.
std::vector<Sealed> sealIdentities(schema::Context::Reader context, std::uint32_t number, const Secret& secret,
                                   OmittedPointers& left_out) {
  static const capnp::StructSchema kIdentity = capnp::Schema::from<schema::Identity>();
  static const std::size_t kDefinition = pointerOf(kIdentity, "definition");
  static const std::size_t kPrinted = pointerOf(kIdentity, "printed");
  std::vector<Sealed> seals;
  seals.reserve(context.getIdentities().size());
  const SaltsOf salts(secret);
  std::uint32_t place = 0;
  const auto seal = [&](schema::Identity::Reader identity, std::size_t pointer, const auto& commit_to) {
    Sealed sealed{.place = static_cast<std::uint16_t>(place)};
    sealed.salt = salts.at(number, sealed.place);
    sealed.commitment = commit_to(*sealed.salt);
    seals.push_back(sealed);
    left_out.add(identity, pointer);
  };
  for (const auto identity : context.getIdentities()) {
    const bool hides = identity.getSeats() != kEveryone;
    if (hides && identity.hasDefinition()) {
      seal(identity, kDefinition, [&](const Salt& salt) { return commitText(salt, identity.getDefinition()); });
    }
    ++place;
    if (hides && identity.hasPrinted()) {
      static const auto kField = kIdentity.getFieldByName("printed");
      seal(identity, kPrinted, [&](const Salt& salt) { return commit(salt, identity, kField); });
    }
    ++place;
  }
  return seals;
}

/// Seals the order of a shuffle that has one, and leaves it out: its only hidden field.
std::vector<Sealed> sealOrder(schema::Event::Reader event, std::uint32_t number, const Secret& secret,
                              OmittedPointers& left_out) {
  static const std::size_t kOrder = pointerOf(capnp::Schema::from<schema::Event::Shuffled>(), "order");
  const auto shuffled = event.getShuffled();
  if (event.getContext().getSeats() == kEveryone || !shuffled.hasOrder()) return {};
  Sealed sealed{.place = 0, .salt = deriveSalt(secret, number, 0)};
  const auto order = shuffled.getOrder();
  std::vector<std::uint32_t> numbers;
  numbers.reserve(order.size());
  for (const std::uint32_t one : order) numbers.push_back(one);
  const std::span values(reinterpret_cast<const std::uint8_t*>(numbers.data()), numbers.size() * sizeof(std::uint32_t));
  sealed.commitment = commitList(*sealed.salt, capnp::ElementSize::FOUR_BYTES, numbers.size(), values);
  left_out.add(event, kOrder);
  return {sealed};
}

}  // namespace

void appendPublicBytes(schema::Event::Reader event, std::uint32_t number, const Secret& secret, Bytes& bytes,
                       WalkedWords walked) {
  OmittedPointers left_out;
  if (!mayHide(event)) return appendEvent(event, number, {}, left_out, walked, bytes);
  if (hidesIdentitiesOnly(event)) {
    const auto seals = sealIdentities(event.getContext(), number, secret, left_out);
    return appendEvent(event, number, seals, left_out, walked, bytes);
  }
  if (hidesOrderOnly(event)) {
    const auto seals = sealOrder(event, number, secret, left_out);
    return appendEvent(event, number, seals, left_out, walked, bytes);
  }
  capnp::MallocMessageBuilder message(placeForCopy());
  message.setRoot(event);
  auto copy = message.getRoot<schema::Event>();
  auto hidden = hiddenFields(copy);
  const auto seals = sealsOf(event, number, secret, hidden);
  for (const Sealed& sealed : seals) hidden[sealed.place].holder.clear(hidden[sealed.place].field);
  // If there are seals a redacted event has a context to hold them, so this one has one too.
  if (copy.hasContext() || !seals.empty()) copy.getContext().disownSeals();
  appendEvent(copy.asReader(), number, seals, left_out, {}, bytes);
}

Bytes publicBytes(schema::Event::Reader event, std::uint32_t number, const Secret& secret) {
  Bytes bytes;
  appendPublicBytes(event, number, secret, bytes);
  return bytes;
}

void redact(schema::Event::Reader event, std::uint32_t number, const Secret& secret, const Sees& sees,
            schema::Event::Builder into) {
  // Removing a value from a message does not free its bytes, so the result is copied once more.
  capnp::MallocMessageBuilder message;
  message.setRoot(event);
  auto copy = message.getRoot<schema::Event>();
  auto hidden = hiddenFields(copy);
  auto seals = sealsOf(event, number, secret, hidden);
  for (Sealed& sealed : seals) {
    const HiddenField& field = hidden[sealed.place];
    sealed.visible = sealed.salt.has_value() && sees(sealed.place, field.seats);
    if (!sealed.visible) hidden[sealed.place].holder.clear(field.field);
  }
  if (copy.hasContext()) copy.getContext().disownSeals();
  if (!seals.empty()) {
    auto list = copy.getContext().initSeals(static_cast<capnp::uint>(seals.size()));
    for (capnp::uint i = 0; i < list.size(); ++i) {
      list[i].setPlace(seals[i].place);
      if (seals[i].visible) {
        list[i].setSalt(capnp::Data::Reader(seals[i].salt->data(), seals[i].salt->size()));
      } else {
        list[i].setCommitment(capnp::Data::Reader(seals[i].commitment.data(), seals[i].commitment.size()));
      }
    }
  }
  // NOLINTNEXTLINE(performance-move-const-arg): AnyStruct::Builder takes nothing but an rvalue
  capnp::AnyStruct::Builder target(std::move(into));
  const capnp::AnyStruct::Reader source(copy.asReader());
  auto pointers = target.getPointerSection();
  if (source.getDataSection().size() > target.getDataSection().size() ||
      source.getPointerSection().size() > pointers.size()) {
    throw BadInput(fmt::format("event {} has fields of a newer version of docket: use that version", number));
  }
  std::copy(source.getDataSection().begin(), source.getDataSection().end(), target.getDataSection().begin());
  for (capnp::uint i = 0; i < pointers.size(); ++i) pointers[i].set(source.getPointerSection()[i]);
}

void redact(schema::Event::Reader event, std::uint32_t number, const Secret& secret, std::uint8_t seat,
            schema::Event::Builder into) {
  redact(
      event, number, secret, [seat](std::uint16_t, std::uint8_t seats) { return hasSeat(seats, seat); }, into);
}

}  // namespace docket
