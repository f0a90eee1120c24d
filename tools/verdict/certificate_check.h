// Recomputes a certificate from the certificate itself and the documents of its game.
// Invariant: a record whose head differs from the leaf's head is not judged.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/game/documents.h"
#include "tools/verdict/certificate.h"
#include "tools/verdict/certified_ruling.h"

namespace docket {

struct CheckedCertificate {
  std::vector<std::string> reasons;        ///< against it; empty if it holds. Does not check the log's proof
  std::shared_ptr<const GameRules> rules;  ///< null if the record is not that of the leaf
  std::optional<CertifiedRuling> ruling;   ///< empty also if its event gives no ruling
};

/// `beside` are the checker's own rulesets and catalogues. The game's documents are taken by digest from the
/// certificate, from these, or from the shipped ones. Throws BadInput if a document is in none of them or is unusable,
/// or if the game was recorded with a newer semantics version.
[[nodiscard]] CheckedCertificate recomputed(const Certificate& certificate, const std::vector<HeldDocument>& beside);

}  // namespace docket
