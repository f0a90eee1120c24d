// Rulesets and catalogues from any source: shipped with the program, stored in an archive, or read from a file.
// Invariant: a document is held, stored and digested as its canonical words. Its content decides its digest, and the
// digest that a game pins finds it again whatever file it came from.
#pragma once

#include <capnp/serialize.h>

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/extension.h"
#include "events/errors.h"
#include "events/json/json_place.h"
#include "schemas/card.capnp.h"
#include "schemas/ruleset.capnp.h"
#include "store/archive.h"

namespace docket {

inline constexpr std::string_view kRulesetKind = "ruleset";
inline constexpr std::string_view kCatalogueKind = "catalogue";

/// The largest document file that is read, in bytes.
inline constexpr std::size_t kMaxDocumentBytes = 64U << 20;

/// A document in memory.
struct HeldDocument {
  std::string kind;  ///< kRulesetKind or kCatalogueKind
  std::string name;
  std::string version;
  std::string from;    ///< of a ruleset: the day from which it is in force
  std::string origin;  ///< for people: "shipped", "stored", or the file
  Digest digest{};
  std::string bytes;                 ///< its canonical words
  std::string json;                  ///< the text that it was read from, to locate values in it; empty if it has none
  bool of_facts = false;             ///< of a catalogue: it was made from card facts, and records that
  std::vector<std::string> notes{};  ///< of a catalogue: notes for the user on how its files were read
  /// The skipped fields of a catalogue, each with a count.
  std::map<std::string, std::uint64_t> unknown_fields{};
  std::shared_ptr<const WholeRuleset> whole{};  ///< of a ruleset that was read from a text: its parts
};

/// "NAME@VERSION"; "NAME" for a document without a version.
[[nodiscard]] std::string labelOf(const HeldDocument& document);
/// Locates the value at `path`, and a place within it, in the text of a document or of one that it extends.
[[nodiscard]] WrittenAt placeIn(const HeldDocument& document, std::string_view path, TextPlace inner);

/// Throws BadInput with the file, line and column of the value that `bad` is about.
[[noreturn]] void refuseIn(const HeldDocument& document, const BadDocument& bad);

/// Reads a held document. Has its own copy of the words.
template <class Root>
class DocumentReader {
 public:
  explicit DocumentReader(const HeldDocument& document)
      : words_(copied(document.bytes)),
        segment_(words_.asPtr()),
        message_(kj::arrayPtr(&segment_, 1), {.traversalLimitInWords = UINT64_MAX / 16, .nestingLimit = 64}) {}
  DocumentReader(const DocumentReader&) = delete;
  DocumentReader& operator=(const DocumentReader&) = delete;

  [[nodiscard]] typename Root::Reader root() { return message_.template getRoot<Root>(); }

 private:
  static kj::Array<capnp::word> copied(std::string_view bytes);

  kj::Array<capnp::word> words_;
  kj::ArrayPtr<const capnp::word> segment_;
  capnp::SegmentArrayMessageReader message_;
};

/// The words of a stored document, aligned. Throws DamagedArchive if the bytes are not words.
[[nodiscard]] kj::Array<capnp::word> alignedWords(std::string_view bytes);

template <class Root>
kj::Array<capnp::word> DocumentReader<Root>::copied(std::string_view bytes) {
  return alignedWords(bytes);
}

/// Holds a document that was made or amended in memory; it has no text.
[[nodiscard]] HeldDocument heldRuleset(schema::Ruleset::Reader root, const std::string& origin);
[[nodiscard]] HeldDocument heldCatalogue(schema::Catalogue::Reader root, const std::string& origin);

/// Copies everything in a catalogue except its cards.
void copyHead(schema::Catalogue::Reader from, schema::Catalogue::Builder into);

/// Reads a ruleset from its JSON. Looks for the ruleset that it extends among the shipped ones, in the archive (if
/// given) and beside the file, as NAME-VERSION.json or NAME.json. Throws BadInput with file, line and column.
[[nodiscard]] HeldDocument readRuleset(std::string_view json, const std::string& file,
                                       const Archive* archive = nullptr);

/// The shipped rulesets and those in the archive (if given), each once, ordered by name and by the day they are in
/// force from.
[[nodiscard]] std::vector<HeldDocument> knownRulesets(const Archive* archive);
/// The catalogues in the archive.
[[nodiscard]] std::vector<HeldDocument> knownCatalogues(const Archive& archive);

/// Thrown for a document name that is neither shipped nor in the archive.
class NoSuchDocument : public BadInput {
 public:
  using BadInput::BadInput;
};

/// The ruleset that NAME, NAME@VERSION or FILE names. Without a version, the latest one in force on `date` (YYYY-MM-DD;
/// empty: the latest of all). Throws NoSuchDocument with the nearest and all known names, and BadInput if the archive
/// has several contents with that name and version.
[[nodiscard]] HeldDocument chooseRuleset(const std::string& choice, std::string_view date, const Archive* archive);
/// True if a choice names a file or a folder rather than a document.
[[nodiscard]] bool namesFile(const std::string& choice);
/// The catalogue of the archive that NAME or NAME@VERSION names.
[[nodiscard]] HeldDocument storedCatalogue(const std::string& choice, const Archive* archive);

/// The document with that digest, stored in the archive or shipped; empty if neither has it.
[[nodiscard]] std::optional<HeldDocument> findDocument(std::string_view kind, const Digest& digest,
                                                       const Archive* archive);

/// Stores a document under its name and version, so that it can be chosen by them. Throws BadInput if another content
/// has that name and version; a document without a version can be stored again.
void publishDocument(Archive& archive, const HeldDocument& document);

/// Stores a document that a game is pinned to by its digest, unless it is already stored.
void storeDocument(Archive& archive, const HeldDocument& document);

/// The digest in a header field; empty if the field is empty. Throws BadInput if it is not a digest.
[[nodiscard]] std::optional<Digest> digestIn(capnp::Data::Reader field);

}  // namespace docket
