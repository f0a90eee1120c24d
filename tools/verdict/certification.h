// A certificate of a ruling of an archive's game, made for a stranger: it opens those hidden values that the verdict
// rests on, and no others.
// Invariant: what is made was recomputed as a stranger recomputes it, and its verdict is that of the whole record.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "store/archive.h"
#include "tools/game/hidden_values.h"
#include "tools/verdict/certificate.h"
#include "tools/verdict/certified_ruling.h"

namespace docket {

/// What is wished of a certificate.
struct Certifying {
  std::optional<EventNumber> ruling{};  ///< its event; none: the last ruling that stands
  bool without_names = false;           ///< of the players only commitments
  bool with_documents = false;          ///< ruleset and catalogue are in the file
};

struct Certification {
  Certificate certificate;
  CertifiedRuling ruling;
  std::vector<HiddenValue> opened;  ///< what it gives away
  std::size_t closed = 0;           ///< hidden values that stay so
  unsigned trials = 0;              ///< how often the ruling was judged to find that out
  bool was_tried_out = true;        ///< false: there were too many to try all, so fewer might do
  bool is_newest = false;           ///< nothing was recorded of the game after what the leaf is of
  std::string replaced_by{};        ///< the id of the record that replaces it; empty where none does
};

/// Of the game's newest leaf in the log of the newest checkpoint. Throws BadInput where there is no such leaf or
/// ruling, or a name cannot be left out; DamagedArchive where the record does not come to the head of its leaf.
[[nodiscard]] Certification certify(GameLoader& loader, const std::string& id, const Certifying& wished);

}  // namespace docket
