// A certificate: a file of text by which a stranger recomputes a ruling, with nothing of the archive.
//
//   docket certificate v1
//   ruling N               the number of its event, then what is claimed of it (certified_ruling.h), a line each:
//   about N                the event after which the table is meant
//   claim "TEXT"
//   cites "CLAUSE"         for each clause that the judge cites
//   superseded by N        if a later ruling of the record supersedes it
//   verdict WORD           upheld, overturned, undecided
//   value WORD             true, false, unknown, absent; unreadable
//   grade WORD             EXACT, UNVERIFIED, DIVERGED
//   opened N of M          how many of the hidden values of the record are opened
//   semantics N            the version of the engine's semantics that it was computed with
//   ruleset HEX            digests of the documents
//   catalogue HEX          if the game has one
//   (an empty line)
//   the record as JSON Lines, as a spectator may see it except for the values that are opened, with its end
//   (an empty line)
//   ruleset JSON           if the documents are in the file: each in a line
//   catalogue JSON         if the game has one
//   (an empty line)        if the documents are in the file
//   the inclusion proof of the leaf that has the head of the record (events/log/proof_file.h), without the game's id
//
// Invariant: a certificate that is read is written back byte for byte. That it is read does not mean that it proves
// anything: certificate_check.h says that.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/ids.h"
#include "events/document.h"
#include "events/json/jsonl.h"
#include "events/log/proof_file.h"
#include "events/recording.h"
#include "schemas/card.capnp.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

struct Certificate {
  EventNumber ruling = 0;
  std::vector<std::string> statement;  ///< its lines, the ruling first
  std::shared_ptr<const Recording> record;
  Digest head{};  ///< as its end states it
  std::optional<Document<schema::Ruleset>> ruleset{};
  std::optional<Document<schema::Catalogue>> catalogue{};  ///< only together with a ruleset
  InclusionProof proof;                                    ///< without what opens the id: the record does that
};

/// The most bytes that a certificate has without documents, and with them.
inline constexpr std::size_t kMaxCertificateBytes = 16U << 20;
inline constexpr std::size_t kMaxCertificateBytesWithDocuments = 64U << 20;

/// True if a file's text begins like a certificate.
[[nodiscard]] bool isCertificate(std::string_view text);

[[nodiscard]] std::string textOf(const Certificate& certificate);

/// The certificate of a file's text. Throws BadInput with file, line and column.
[[nodiscard]] Certificate certificateOf(std::string_view text, const std::string& file);

/// The opening of the leaf's commitment to the id, from the record.
[[nodiscard]] IdOpening idOpeningOf(const Certificate& certificate);

}  // namespace docket
