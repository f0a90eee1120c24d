// A certificate recomputed with nothing but itself and the documents of its game.
// Invariant: a record that does not come to the head of the leaf is judged by nobody.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/game/documents.h"
#include "tools/verdict/certificate.h"
#include "tools/verdict/certified_ruling.h"

namespace docket {

struct CheckedCertificate {
  std::vector<std::string> reasons;        ///< against it; none where it holds. Of the log's proof nothing is looked at
  std::shared_ptr<const GameRules> rules;  ///< null where the record is not that of the leaf
  std::optional<CertifiedRuling> ruling;   ///< likewise, and where its event gives no ruling
};

/// `beside` are rulesets and catalogues that whoever checks has: those of the game's digests are taken from the
/// certificate, these, or those that ship. Throws BadInput where one is in none of them, cannot be used, or the game
/// was recorded with a newer version of the engine's semantics.
[[nodiscard]] CheckedCertificate recomputed(const Certificate& certificate, const std::vector<HeldDocument>& beside);

}  // namespace docket
