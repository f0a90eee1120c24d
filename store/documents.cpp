// Rows of the column family `documents`:
//
//   'c' digest                      kind, name and version (each a length of four bytes and a text), then the document
//   'n' kind name version digest    nothing: the list
#include "store/documents.h"

#include <fmt/format.h>

#include "events/errors.h"
#include "store/database.h"
#include "store/recorder.h"

namespace docket {

using detail::Family;

namespace {

std::string contentKey(const Bytes32& digest) {
  return std::string(1, 'c').append(detail::slice(digest).ToStringView());
}

std::string listKey(const DocumentEntry& entry) {
  std::string key(1, 'n');
  for (const auto* part : {&entry.kind, &entry.name, &entry.version}) key += detail::keyPart(*part);
  return key.append(detail::slice(entry.digest).ToStringView());
}

void putText(std::string& to, std::string_view text) {
  detail::putBig(to, static_cast<std::uint32_t>(text.size()));
  to.append(text);
}

bool takeText(std::string_view& from, std::string& text) {
  if (from.size() < 4) return false;
  const std::size_t length = detail::big(from);
  from.remove_prefix(4);
  if (length > from.size()) return false;
  text.assign(from.data(), length);
  from.remove_prefix(length);
  return true;
}

bool takePart(std::string_view& from, std::string& text) {
  text.clear();
  while (from.size() >= 2 && !(from[0] == 0 && from[1] == 1)) {
    text.push_back(from[0]);
    from.remove_prefix(from[0] == 0 ? 2 : 1);
  }
  if (from.size() < 2) return false;
  from.remove_prefix(2);
  return true;
}

}  // namespace

Bytes32 documentDigest(std::string_view text) { return docket::digest(text); }

Bytes32 Documents::put(std::string_view kind, std::string_view name, std::string_view version, std::string_view text) {
  constexpr std::size_t kMaxBytes = 256U << 20;
  if (text.size() > kMaxBytes)
    throw BadInput(fmt::format("the document {} has {} bytes; the maximum is {}", name, text.size(), kMaxBytes));
  const DocumentEntry entry{.kind = std::string(kind),
                            .name = std::string(name),
                            .version = std::string(version),
                            .digest = documentDigest(text)};
  auto& recorder = database_->requireRecorder();
  const bool stored = database_->get(Family::documents, contentKey(entry.digest), "looking a document up").has_value();
  const bool listed = database_->get(Family::documents, listKey(entry), "looking a document up").has_value();
  if (stored && listed) return entry.digest;
  recorder.write([&](rocksdb::WriteBatch& batch) {
    auto* documents = database_->family(Family::documents);
    std::string row;
    for (const auto* part : {&entry.kind, &entry.name, &entry.version}) putText(row, *part);
    row.append(text);
    if (!stored) (void)batch.Put(documents, contentKey(entry.digest), row);
    (void)batch.Put(documents, listKey(entry), "");
  });
  return entry.digest;
}

std::optional<StoredDocument> Documents::get(const Bytes32& digest) const {
  const auto row = database_->get(Family::documents, contentKey(digest), "reading a document");
  if (!row) return std::nullopt;
  StoredDocument document;
  document.entry.digest = digest;
  std::string_view rest = *row;
  auto& entry = document.entry;
  const bool formed = takeText(rest, entry.kind) && takeText(rest, entry.name) && takeText(rest, entry.version);
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
    if (!takePart(key, entry.kind) || !takePart(key, entry.name) || !takePart(key, entry.version) ||
        key.size() != entry.digest.size())
      throw DamagedArchive(database_->path().string() + ": a row of the list of documents is malformed");
    entry.digest = detail::bytes32(key);
    return true;
  });
  database_->requireNothingMissing();
  return entries;
}

}  // namespace docket
