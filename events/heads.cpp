#include "events/heads.h"

#include <kj/debug.h>

#include <utility>

#include "events/public.h"
#include "events/public_header.h"

namespace docket {

Head::Head(schema::Header::Reader header, Secrets secrets)
    : secrets_(std::move(secrets)), block_(digest(std::span<const std::uint8_t>(publicBytes(header)))) {
  hash_.update(block_);
}

Head::Head(const Digest& at_block, std::uint32_t number, Secrets secrets)
    : secrets_(std::move(secrets)), number_(number), block_(at_block) {
  KJ_REQUIRE(number % kBlockEvents == 0, "a head can only be resumed at a block boundary", number);
  hash_.update(block_);
}

void Head::append(schema::Event::Reader event, std::uint32_t number, WalkedWords walked) {
  KJ_REQUIRE(number == number_ + 1, "events must be appended in order", number, number_);
  bytes_.clear();
  appendPublicBytes(event, number, secrets_.of(number), bytes_, walked);
  hash_.update(bytes_);
  number_ = number;
  if (number_ % kBlockEvents != 0) return;
  block_ = hash_.value();
  hash_ = Hash();
  hash_.update(block_);
}

Digest Head::value() const { return number_ % kBlockEvents == 0 ? block_ : hash_.value(); }

}  // namespace docket
