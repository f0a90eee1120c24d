#include "tools/game/documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <range/v3/algorithm/find_if.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>
#include <range/v3/view/unique.hpp>

#include "events/digest.h"
#include "events/document.h"
#include "events/errors.h"
#include "events/json/json.h"
#include "events/json/json_place.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "tools/game/rulesets.h"
#include "tools/io/files.h"

namespace docket {
namespace {

constexpr std::string_view kShipped = "shipped";

template <class Root>
HeldDocument held(typename Root::Reader root, std::string_view kind, const std::string& origin) {
  const auto words = canonicalWords(root);
  const auto bytes = words.asChars();
  HeldDocument document{.kind = std::string(kind),
                        .name = textOf(root.getName()),
                        .version = textOf(root.getVersion()),
                        .from = {},
                        .origin = origin,
                        .digest = {},
                        .bytes = std::string(bytes.begin(), bytes.size())};
  document.digest = documentDigest(document.bytes);
  return document;
}

HeldDocument ofStored(const StoredDocument& stored) {
  HeldDocument document{.kind = stored.entry.kind,
                        .name = stored.entry.name,
                        .version = stored.entry.version,
                        .from = {},
                        .origin = "stored",
                        .digest = stored.entry.digest,
                        .bytes = stored.text};
  if (document.kind == kRulesetKind) document.from = textOf(DocumentReader<schema::Ruleset>(document).root().getFrom());
  return document;
}

std::vector<HeldDocument> storedDocuments(const Archive& archive, std::string_view kind) {
  std::vector<HeldDocument> all;
  const auto documents = archive.documents();
  for (const auto& entry : documents.list(kind)) {
    if (const auto stored = documents.get(entry.digest)) all.push_back(ofStored(*stored));
  }
  return all;
}

[[noreturn]] void refuseChoice(std::string_view kind, std::string_view choice, const std::vector<HeldDocument>& known) {
  // Those of one name and version are next to each other.
  const auto labels = known | ranges::views::transform(labelOf) | ranges::views::unique | ranges::to_vector;
  const auto names = known | ranges::views::transform(&HeldDocument::name) | ranges::to_vector;
  std::vector<std::string_view> wanted(labels.begin(), labels.end());
  wanted.insert(wanted.end(), names.begin(), names.end());
  std::string message = fmt::format("there is no {} {}{}", kind, docket::quoted(choice), didYouMean(choice, wanted));
  if (known.empty()) {
    message += fmt::format("; none is known: give a file");
  } else {
    message += fmt::format("; known: {}", fmt::join(labels, ", "));
  }
  throw NoSuchDocument(message);
}

/// The document of that name and version if there is one content of it. What ships goes before what games brought.
const HeldDocument& onlyContent(std::string_view kind, const HeldDocument& found,
                                const std::vector<HeldDocument>& known) {
  std::vector<std::string> contents;
  for (const auto& one : known) {
    if (one.name != found.name || one.version != found.version) continue;
    if (one.origin == kShipped) return one;
    contents.push_back(hex(one.digest).substr(0, 16));
  }
  if (contents.size() < 2) return found;
  throw BadInput(fmt::format("there are several {}s {} that differ (digests {}): give the file that you mean", kind,
                             labelOf(found), fmt::join(contents, ", ")));
}

/// Candidates for the ruleset that the one in `file` extends.
std::vector<WrittenRuleset> candidates(schema::Extends::Reader base, const std::string& file, const Archive* archive) {
  std::vector<WrittenRuleset> all;
  const std::string name = textOf(base.getName()), version = textOf(base.getVersion());
  const auto versioned = fmt::format("{}-{}.json", name, version), plain = name + ".json";
  for (const auto& shipped : shippedRulesets()) {
    if (shipped.file == versioned || shipped.file == plain)
      all.push_back({.file = std::string(shipped.file), .text = std::string(shipped.text), .own = {}});
  }
  if (archive != nullptr) {
    for (const auto& entry : archive->documents().list(kRulesetKind)) {
      if (entry.name != name || entry.version != version) continue;
      const auto stored = archive->documents().get(entry.digest);
      if (!stored) continue;
      auto message = std::make_unique<capnp::MallocMessageBuilder>();
      message->setRoot(DocumentReader<schema::Ruleset>(ofStored(*stored)).root());
      all.push_back({.file = labelOf(ofStored(*stored)) + " (stored)",
                     .text = {},
                     .own = std::make_shared<const Document<schema::Ruleset>>(std::move(message))});
    }
  }
  for (const auto& beside : {versioned, plain}) {
    const auto path = std::filesystem::path(file).parent_path() / beside;
    std::error_code ignored;
    if (beside.find('/') != std::string::npos || !std::filesystem::is_regular_file(path, ignored)) continue;
    if (std::filesystem::equivalent(path, file, ignored)) continue;
    all.push_back({.file = path.string(), .text = readText(path.string(), kMaxDocumentBytes), .own = {}});
  }
  return all;
}

/// The newest known document with this name (and version, if given) that is valid on the date. `known`: sorted by date.
HeldDocument chooseKnown(std::string_view kind, std::string_view choice, std::string_view date,
                         const std::vector<HeldDocument>& known) {
  const auto at = choice.find('@');
  const auto name = choice.substr(0, at);
  const HeldDocument* found = nullptr;
  const HeldDocument* later = nullptr;
  for (const auto& one : known) {
    if (one.name != name) continue;
    if (at != std::string_view::npos) {
      if (one.version == choice.substr(at + 1)) found = &one;
    } else if (!date.empty() && one.from > date) {
      if (later == nullptr) later = &one;
    } else {
      found = &one;
    }
  }
  if (found != nullptr) return onlyContent(kind, *found, known);
  if (later != nullptr)
    throw BadInput(fmt::format("no version of {} {} was valid on {}: the first is from {}; name one as {}", kind, name,
                               date, later->from, labelOf(*later)));
  refuseChoice(kind, choice, known);
}

}  // namespace

bool namesFile(const std::string& choice) {
  return choice.find('/') != std::string::npos || choice.ends_with(".json") || choice.ends_with(".jsonl") ||
         choice.ends_with(".cdb") || std::filesystem::exists(choice);
}

kj::Array<capnp::word> alignedWords(std::string_view bytes) {
  if (bytes.empty() || bytes.size() % sizeof(capnp::word) != 0)
    throw DamagedArchive("a stored document is damaged: its length is not a whole number of words");
  auto words = kj::heapArray<capnp::word>(bytes.size() / sizeof(capnp::word));
  std::memcpy(words.begin(), bytes.data(), bytes.size());
  return words;
}

HeldDocument heldRuleset(schema::Ruleset::Reader root, const std::string& origin) {
  auto result = held<schema::Ruleset>(root, kRulesetKind, origin);
  result.from = textOf(root.getFrom());
  return result;
}

HeldDocument heldCatalogue(schema::Catalogue::Reader root, const std::string& origin) {
  auto result = held<schema::Catalogue>(root, kCatalogueKind, origin);
  result.of_facts = root.getOfFacts();
  return result;
}

void copyHead(schema::Catalogue::Reader from, schema::Catalogue::Builder into) {
  const capnp::DynamicStruct::Reader all(from);
  capnp::DynamicStruct::Builder head(into);
  for (const auto field : all.getSchema().getFields()) {
    if (field.getProto().getName() != "cards" && all.has(field)) head.set(field, all.get(field));
  }
}

HeldDocument readRuleset(std::string_view json, const std::string& file, const Archive* archive) {
  const FindRulesets find = [&](schema::Extends::Reader base) { return candidates(base, file, archive); };
  auto whole = std::make_shared<const WholeRuleset>(readRulesetText(json, file, find));
  auto result = heldRuleset(whole->root(), file);
  if (result.name.empty()) throw BadInput(file, 0, 0, "the ruleset has no \"name\"");
  result.json = json;
  result.whole = std::move(whole);
  return result;
}

WrittenAt placeIn(const HeldDocument& document, std::string_view path, TextPlace inner) {
  if (document.whole) return writtenAt(*document.whole, path, inner);
  return {.file = document.origin, .place = placeWithin({.text = document.json, .file = document.origin}, path, inner)};
}

void refuseIn(const HeldDocument& document, const BadDocument& bad) {
  if (document.json.empty()) throw BadInput(bad.what());
  const auto [file, place] = placeIn(document, bad.path(), {.line = bad.lineWithin(), .column = bad.columnWithin()});
  throw BadInput(file, place.line, place.column, bad.reason());
}

namespace {

/// The rulesets that the program brings, read once.
const std::vector<HeldDocument>& shippedDocuments() {
  static const std::vector<HeldDocument> kAll = [] {
    std::vector<HeldDocument> read;
    for (const auto& shipped : shippedRulesets()) {
      read.push_back(readRuleset(shipped.text, std::string(shipped.file)));
      read.back().origin = kShipped;
    }
    return read;
  }();
  return kAll;
}

}  // namespace

std::vector<HeldDocument> knownRulesets(const Archive* archive) {
  std::vector<HeldDocument> all = shippedDocuments();
  if (archive != nullptr) {
    for (auto& stored : storedDocuments(*archive, kRulesetKind)) {
      const auto same = [&](const HeldDocument& other) { return other.digest == stored.digest; };
      if (ranges::find_if(all, same) == all.end()) all.push_back(std::move(stored));
    }
  }
  std::sort(all.begin(), all.end(), [](const HeldDocument& a, const HeldDocument& b) {
    return std::tie(a.name, a.from, a.version, a.digest) < std::tie(b.name, b.from, b.version, b.digest);
  });
  return all;
}

std::string labelOf(const HeldDocument& document) {
  return document.version.empty() ? document.name : fmt::format("{}@{}", document.name, document.version);
}

std::vector<HeldDocument> knownCatalogues(const Archive& archive) { return storedDocuments(archive, kCatalogueKind); }

HeldDocument chooseRuleset(const std::string& choice, std::string_view date, const Archive* archive) {
  const auto known = knownRulesets(archive);
  const auto name = choice.substr(0, choice.find('@'));
  const bool is_known = ranges::find_if(known, [&](const auto& one) { return one.name == name; }) != known.end();
  if (!is_known && namesFile(choice)) return readRuleset(readText(choice, kMaxDocumentBytes), choice, archive);
  return chooseKnown(kRulesetKind, choice, date, known);
}

HeldDocument storedCatalogue(const std::string& choice, const Archive* archive) {
  return chooseKnown(kCatalogueKind, choice, {},
                     archive == nullptr ? std::vector<HeldDocument>{} : knownCatalogues(*archive));
}

std::optional<HeldDocument> findDocument(std::string_view kind, const Digest& digest, const Archive* archive) {
  if (archive != nullptr) {
    if (const auto stored = archive->documents().get(digest)) return ofStored(*stored);
  }
  if (kind != kRulesetKind) return std::nullopt;
  for (const auto& known : knownRulesets(nullptr)) {
    if (known.digest == digest) return known;
  }
  return std::nullopt;
}

void publishDocument(Archive& archive, const HeldDocument& document) {
  const auto known = document.kind == kRulesetKind ? knownRulesets(&archive) : knownCatalogues(archive);
  for (const auto& one : known) {
    const bool same_name = !document.version.empty() && one.name == document.name && one.version == document.version;
    if (!same_name || one.digest == document.digest) continue;
    throw BadInput(
        fmt::format("{}: {} {} already exists with different contents (digest {}; this one has {}): raise the version",
                    document.origin, document.name, document.version, hex(one.digest).substr(0, 16),
                    hex(document.digest).substr(0, 16)));
  }
  storeDocument(archive, document);
}

void storeDocument(Archive& archive, const HeldDocument& document) {
  archive.documents().put(document.kind, document.name, document.version, document.bytes);
}

std::optional<Digest> digestIn(capnp::Data::Reader field) {
  if (field.size() == 0) return std::nullopt;
  Digest result{};
  if (field.size() != result.size())
    throw BadInput(fmt::format("a digest has 32 bytes, this one has {}", field.size()));
  std::copy(field.begin(), field.end(), result.begin());
  return result;
}

}  // namespace docket
