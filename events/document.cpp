#include "events/document.h"

#include "events/json/json.h"
#include "events/json/json_envelope.h"

namespace docket {
namespace {

constexpr std::size_t kMaxDocumentBytes = 64U << 20;

}  // namespace

void readDocumentInto(std::string_view text, const std::string& file, capnp::DynamicStruct::Builder into) {
  const JsonSource source{.text = text, .file = file};
  JsonEnvelope envelope{.wrapper = {}, .names_schema = true, .number = {}, .number_place = {}};
  readJson(source, into, nullptr, {.comments = true, .max_bytes = kMaxDocumentBytes}, envelope);
}

kj::Array<capnp::word> canonicalWords(capnp::AnyStruct::Reader from) { return from.canonicalize(); }

Digest digest(capnp::AnyStruct::Reader from) {
  const auto words = canonicalWords(from);
  const auto bytes = words.asBytes();
  return digest(std::span<const std::uint8_t>(bytes.begin(), bytes.size()));
}

}  // namespace docket
