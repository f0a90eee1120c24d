// Makes a certificate of a ruling for a third party: it opens only the hidden values that the verdict rests on.
// Invariant: each certificate was recomputed as a third party would recompute it, with the same verdict as the whole
// record.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "store/archive.h"
#include "tools/game/hidden_values.h"
#include "tools/verdict/certificate.h"
#include "tools/verdict/certified_ruling.h"

namespace docket {

/// Options of a certificate.
struct CertificateOptions {
  std::optional<EventNumber> ruling{};  ///< its event; empty: the last ruling that stands
  bool without_names = false;           ///< players appear only as commitments
  bool with_documents = false;          ///< the file includes the ruleset and the catalogue
};

struct Certification {
  Certificate certificate;
  CertifiedRuling ruling;
  std::vector<HiddenValue> opened;  ///< the hidden values that it reveals
  std::size_t closed = 0;           ///< the number of values that stay hidden
  unsigned trials = 0;              ///< the number of times that the ruling was judged to find them
  bool was_tried_out = true;        ///< false: there were too many to try them all, so fewer might do
  bool is_newest = false;           ///< the leaf covers the game's last event
  std::string replaced_by{};        ///< the id of the record that replaces it; empty if none does
};

/// Certifies against the game's newest leaf in the log of the newest checkpoint. Throws BadInput if there is no such
/// leaf or ruling, or a name cannot be left out; DamagedArchive if the record's head differs from the leaf's head.
[[nodiscard]] Certification certify(GameLoader& loader, const std::string& id, const CertificateOptions& wished);

}  // namespace docket
