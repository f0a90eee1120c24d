// Messages in Cap'n Proto's packed encoding, as texts of bytes: for data that the program stores for itself.
#pragma once

#include <capnp/message.h>
#include <capnp/serialize-packed.h>
#include <kj/exception.h>
#include <kj/io.h>

#include <optional>
#include <string>
#include <string_view>

namespace docket {

[[nodiscard]] inline std::string packed(capnp::MessageBuilder& message) {
  kj::VectorOutputStream out;
  capnp::writePackedMessage(out, message);
  const auto bytes = out.getArray().asChars();
  return {bytes.begin(), bytes.size()};
}

/// The result of `read`, an optional, for the root of packed bytes; empty if they are malformed.
template <class Root, class Read>
[[nodiscard]] auto readPacked(std::string_view bytes, const Read& read) -> decltype(read(typename Root::Reader())) {
  try {
    kj::ArrayInputStream in({reinterpret_cast<const kj::byte*>(bytes.data()), bytes.size()});
    capnp::PackedMessageReader message(in);
    return read(message.getRoot<Root>());
  } catch (const kj::Exception&) {
    return std::nullopt;
  }
}

}  // namespace docket
