// Rows of the column family `documents`:
//
//   'c' digest                      kind, name and version (each a length of four bytes and a text), then the document
//   'n' kind name version digest    nothing: the list
#include "store/documents.h"

#include <fmt/format.h>

#include <utility>

#include "events/errors.h"
#include "store/database.h"
#include "store/recorder.h"

namespace docket {

using detail::Family;

namespace {

std::string contentKey(const Digest& digest) {
  return std::string(1, 'c').append(detail::slice(digest).ToStringView());
}

std::string listKey(const DocumentEntry& entry) {
  std::string key(1, 'n');
  for (const auto* part : {&entry.kind, &entry.name, &entry.version}) key += detail::keyPart(*part);
  return key.append(detail::slice(entry.digest).ToStringView());
}

}  // namespace

Digest documentDigest(std::string_view text) { return docket::digest(text); }

Digest Documents::put(std::string_view kind, std::string_view name, std::string_view version, std::string_view text) {
  constexpr std::size_t kMaxBytes = 256U << 20;
  if (text.size() > kMaxBytes)
    throw BadInput(fmt::format("the document {} has {} bytes; the maximum is {}", name, text.size(), kMaxBytes));
  const DocumentEntry entry{.kind = std::string(kind),
                            .name = std::string(name),
                            .version = std::string(version),
                            .digest = documentDigest(text)};
  auto& recorder = database_->requireRecorder();
  const bool stored = database_->get(Family::documents, contentKey(entry.digest), "looking up a document").has_value();
  const bool listed = database_->get(Family::documents, listKey(entry), "looking up a document").has_value();
  if (stored && listed) return entry.digest;
  recorder.write([&](rocksdb::WriteBatch& batch) {
    auto* documents = database_->family(Family::documents);
    std::string row;
    for (const auto* part : {&entry.kind, &entry.name, &entry.version}) detail::putText(row, *part);
    row.append(text);
    if (!stored) (void)batch.Put(documents, contentKey(entry.digest), row);
    (void)batch.Put(documents, listKey(entry), "");
  });
  return entry.digest;
}

std::optional<StoredDocument> Documents::get(const Digest& digest) const {
  const auto row = database_->get(Family::documents, contentKey(digest), "reading a document");
  if (!row) return std::nullopt;
  StoredDocument document;
  document.entry.digest = digest;
  std::string_view rest = *row;
  auto& entry = document.entry;
  const bool formed =
      detail::takeText(rest, entry.kind) && detail::takeText(rest, entry.name) && detail::takeText(rest, entry.version);
  if (!formed || documentDigest(rest) != digest)
    throw DamagedArchive(fmt::format("{}: the document {} does not match its digest; restore it from a backup",
                                     database_->path().string(), hex(digest)));
  document.text = rest;
  return document;
}

std::vector<DocumentEntry> Documents::list(std::string_view kind) const {
  std::vector<DocumentEntry> entries;
  std::string prefix(1, 'n');
  if (!kind.empty()) prefix += detail::keyPart(kind);
  database_->forEach(Family::documents, prefix, "listing documents", [&](std::string_view key, std::string_view) {
    key.remove_prefix(1);
    auto& entry = entries.emplace_back();
    bool formed = true;
    for (auto* part : {&entry.kind, &entry.name, &entry.version}) {
      auto text = detail::takeKeyPart(key);
      formed = formed && text;
      if (formed) *part = std::move(*text);
    }
    if (!formed || key.size() != entry.digest.size())
      throw DamagedArchive(database_->path().string() + ": a row of the list of documents is malformed");
    entry.digest = detail::bytes32(key);
    return true;
  });
  database_->requireNothingMissing();
  return entries;
}

}  // namespace docket
