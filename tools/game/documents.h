// Rulesets and catalogues wherever they come from: shipped with the program, stored in an archive, in a file.
// Invariant: a document is held, stored and digested as its canonical words, so what it says decides its digest, and
// the digest that a game pins finds it again whatever file it came from.
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
inline constexpr std::size_t kMostDocumentBytes = 64U << 20;

/// A document in memory.
struct HeldDocument {
  std::string kind;  ///< kRulesetKind or kCatalogueKind
  std::string name;
  std::string version;
  std::string from;    ///< of a ruleset: the day from which it holds
  std::string origin;  ///< for people: "shipped", "stored", or the file
  Bytes32 digest{};
  std::string bytes;      ///< its canonical words
  std::string json;       ///< the text that it was read from, to say where something in it stands; empty: it has none
  bool of_facts = false;  ///< of a catalogue: it was made of facts of cards, and says so
  std::vector<std::string> notes{};  ///< of a catalogue: what people should know of how its files were read
  std::map<std::string, std::uint64_t> unknown_fields{};  ///< of one: those that were skipped, and how often
  std::shared_ptr<const WholeRuleset> whole{};  ///< of a ruleset that was read from a text: what it was made of
};

/// Where in the text of a document, or of one that it extends, the value at a path stands, and a place within it.
[[nodiscard]] WrittenAt placeIn(const HeldDocument& document, std::string_view path, TextPlace inner);

/// Says where in the text of a document the value stands that `bad` is about: throws BadInput with file, line, column.
[[noreturn]] void refuseIn(const HeldDocument& document, const BadDocument& bad);

/// A held document, to be read; it has a copy of the words.
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

/// The words of a stored document, aligned. Throws DamagedArchive where they are none.
[[nodiscard]] kj::Array<capnp::word> alignedWords(std::string_view bytes);

template <class Root>
kj::Array<capnp::word> DocumentReader<Root>::copied(std::string_view bytes) {
  return alignedWords(bytes);
}

/// A document that was made or amended, as documents are held; it has no text.
[[nodiscard]] HeldDocument heldRuleset(schema::Ruleset::Reader root, const std::string& origin);
[[nodiscard]] HeldDocument heldCatalogue(schema::Catalogue::Reader root, const std::string& origin);

/// Copies all that a catalogue says but its cards.
void copyHead(schema::Catalogue::Reader from, schema::Catalogue::Builder into);

/// A ruleset from its JSON. What it extends is looked for among the rulesets that ship, in the archive (if one is
/// given) and beside the file, as NAME-VERSION.json or NAME.json. Throws BadInput with file, line and column.
[[nodiscard]] HeldDocument readRuleset(std::string_view json, const std::string& file,
                                       const Archive* archive = nullptr);

/// The rulesets that ship and those in the archive (if one is given), each once, by name and by the day they hold from.
[[nodiscard]] std::vector<HeldDocument> knownRulesets(const Archive* archive);
/// The catalogues in the archive.
[[nodiscard]] std::vector<HeldDocument> knownCatalogues(const Archive& archive);

/// A document is called by a name that nothing ships under and the archive does not have.
class NoSuchDocument : public BadInput {
 public:
  using BadInput::BadInput;
};

/// The ruleset that NAME, NAME@VERSION or FILE names. Where no version is named it is the latest one that holds on
/// `date` (YYYY-MM-DD; empty: the latest of all). Throws NoSuchDocument with the nearest and all known names, and
/// BadInput where the archive has several contents of that name and version.
[[nodiscard]] HeldDocument chooseRuleset(const std::string& choice, std::string_view date, const Archive* archive);
/// Whether a choice names a file or a folder, and no document by its name.
[[nodiscard]] bool namesFile(const std::string& choice);
/// The catalogue of the archive that NAME or NAME@VERSION names.
[[nodiscard]] HeldDocument storedCatalogue(const std::string& choice, const Archive* archive);

/// The document of that digest, stored in the archive or shipped; nothing where neither has it.
[[nodiscard]] std::optional<HeldDocument> findDocument(std::string_view kind, const Bytes32& digest,
                                                       const Archive* archive);

/// Stores a document under its name and version, by which it can be asked for from then on. Throws BadInput where
/// another content has that name and version already; what has no version can be stored anew.
void publishDocument(Archive& archive, const HeldDocument& document);

/// Stores a document that a game is pinned to by its digest, where it is not there yet.
void storeDocument(Archive& archive, const HeldDocument& document);

/// The digest that a header's field holds; nothing where the field is empty. Throws BadInput where it is no digest.
[[nodiscard]] std::optional<Bytes32> digestIn(capnp::Data::Reader field);

}  // namespace docket
