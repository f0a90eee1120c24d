// The documents that games are played under, rulesets and catalogues, each stored once by its digest.
// Invariant: a document's key is the BLAKE2b-256 of its bytes; it is checked whenever the document is read.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/digest.h"

namespace docket {

namespace detail {
class Database;
}

struct DocumentEntry {
  std::string kind;  ///< "ruleset", "catalogue"
  std::string name;
  std::string version;
  Digest digest{};
};

struct StoredDocument {
  DocumentEntry entry;
  std::string text;
};

/// The digest of a document: BLAKE2b-256 of its bytes.
[[nodiscard]] Digest documentDigest(std::string_view text);

class Documents {
 public:
  /// Stores a document and returns its digest; durable on return. An existing document is not changed, but may get a
  /// further entry with another kind, name or version.
  Digest put(std::string_view kind, std::string_view name, std::string_view version, std::string_view text);
  /// The document with a digest, with the first entry under which it was stored, or nothing.
  [[nodiscard]] std::optional<StoredDocument> get(const Digest& digest) const;
  /// The documents of a kind (all kinds if empty), by kind, name, version and digest.
  [[nodiscard]] std::vector<DocumentEntry> list(std::string_view kind = {}) const;

 private:
  friend class Archive;
  explicit Documents(std::shared_ptr<detail::Database> database) : database_(std::move(database)) {}
  std::shared_ptr<detail::Database> database_;
};

}  // namespace docket
