// Documents: rulesets and catalogues, written as JSON with // comments, held as Cap'n Proto in memory, identified by
// digest.
// Invariant: the digest of a document depends on its content, not on its layout, comments or explicit defaults.
#pragma once

#include <capnp/any.h>
#include <capnp/dynamic.h>
#include <capnp/message.h>

#include <memory>
#include <string>
#include <string_view>

#include "events/digest.h"

namespace docket {

/// A document with the message that holds it.
template <class Root>
class Document {
 public:
  explicit Document(std::unique_ptr<capnp::MallocMessageBuilder> message) : message_(std::move(message)) {}

  [[nodiscard]] typename Root::Reader root() const { return message_->getRoot<Root>().asReader(); }

 private:
  std::unique_ptr<capnp::MallocMessageBuilder> message_;
};

/// Reads a document's JSON into `into`; at most 64 MiB. Throws BadInput with file, line and column.
void readDocumentInto(std::string_view text, const std::string& file, capnp::DynamicStruct::Builder into);

/// Reads a ruleset (schema::Ruleset) or a catalogue (schema::Catalogue). Throws BadInput with file, line and column.
template <class Root>
[[nodiscard]] Document<Root> readDocument(std::string_view text, const std::string& file) {
  auto message = std::make_unique<capnp::MallocMessageBuilder>();
  readDocumentInto(text, file, message->initRoot<Root>());
  return Document<Root>(std::move(message));
}

/// The canonical Cap'n Proto words of a struct: equal for structs with equal content, whatever wrote them.
[[nodiscard]] kj::Array<capnp::word> canonicalWords(capnp::AnyStruct::Reader from);

/// The digest of a document: BLAKE2b-256 of its canonical words.
[[nodiscard]] Digest digest(capnp::AnyStruct::Reader from);

}  // namespace docket
