#include "tools/verdict/certificate_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/find_if.hpp>

#include "engine/fold/reduce.h"
#include "events/errors.h"
#include "events/text/printable.h"
#include "tools/words/text.h"

namespace docket {
namespace {

using Reasons = std::vector<std::string>;

Digest pinned(capnp::Data::Reader field) { return digestIn(field).value_or(Digest{}); }

/// The differences between the record and documents of the file and the leaf.
Reasons againstLeaf(const Certificate& certificate) {
  Reasons reasons;
  const auto add = [&](bool holds, std::string reason) {
    if (!holds) reasons.push_back(std::move(reason));
  };
  const auto& leaf = std::get<GameLeaf>(certificate.proof.leaf);
  const Recording& record = *certificate.record;
  const Digest head = headOf(record, Secrets{});
  add(head == leaf.head, "the events of the record give a different head than the leaf");
  add(head == certificate.head, "the end of the record has a different head than its events");
  add(record.size() == leaf.count,
      fmt::format("the record has {}, and the leaf is of {}", counted(record.size(), "event"), leaf.count));
  add(opens(idOpeningOf(certificate), leaf), "the id of the record does not match the leaf");
  add(pinned(record.header().getRulesetDigest()) == leaf.ruleset, "the leaf is of a game under another ruleset");
  add(pinned(record.header().getCatalogueDigest()) == leaf.catalogue, "the leaf is of a game with another catalogue");
  add(!certificate.ruleset || digest(certificate.ruleset->root()) == leaf.ruleset,
      "the ruleset in the file does not match the leaf");
  add(!certificate.catalogue || digest(certificate.catalogue->root()) == leaf.catalogue,
      "the catalogue in the file does not match the leaf");
  return reasons;
}

/// The document of that digest, without the text that it was read from: as games are pinned to it.
HeldDocument documentOf(std::string_view kind, const Digest& digest, std::optional<HeldDocument> within,
                        const std::vector<HeldDocument>& beside, std::string_view option) {
  const auto matching = ranges::find_if(
      beside, [&](const HeldDocument& document) { return document.kind == kind && document.digest == digest; });
  std::optional<HeldDocument> found = std::move(within);
  if (!found && matching != beside.end()) found = *matching;
  if (!found) found = findDocument(kind, digest, nullptr);
  if (!found)
    throw BadInput(fmt::format("the {} of this game is not in the file: give it with {} (its digest is {})", kind,
                               option, hex(digest)));
  found->json.clear();
  found->whole = nullptr;
  return std::move(*found);
}

std::shared_ptr<const GameRules> rulesOf(const Certificate& certificate, const std::vector<HeldDocument>& beside) {
  const auto& leaf = std::get<GameLeaf>(certificate.proof.leaf);
  const std::string origin = "the certificate";
  std::optional<HeldDocument> ruleset_within, cards_within;
  if (certificate.ruleset) ruleset_within = heldRuleset(certificate.ruleset->root(), origin);
  if (certificate.catalogue) cards_within = heldCatalogue(certificate.catalogue->root(), origin);
  const HeldDocument ruleset =
      documentOf(kRulesetKind, leaf.ruleset, std::move(ruleset_within), beside, "--rules FILE");
  if (leaf.catalogue == Digest{}) return compileRules(ruleset, nullptr);
  const HeldDocument cards =
      documentOf(kCatalogueKind, leaf.catalogue, std::move(cards_within), beside, "--cards FILE");
  return compileRules(ruleset, &cards);
}

void compareStatements(const std::vector<std::string>& says, const std::vector<std::string>& computed,
                       Reasons& reasons) {
  constexpr std::size_t kMaxShown = 200;
  for (std::size_t i = 0; i < std::max(says.size(), computed.size()); ++i) {
    const auto line = [&](const std::vector<std::string>& lines) {
      return i < lines.size() ? fmt::format("\"{}\"", printable(lines[i].substr(0, kMaxShown))) : "nothing more";
    };
    if (i < says.size() && i < computed.size() && says[i] == computed[i]) continue;
    reasons.push_back(fmt::format("it says {}, but the record gives {}", line(says), line(computed)));
    return;  // what follows may only have moved
  }
}

}  // namespace

CheckedCertificate recomputed(const Certificate& certificate, const std::vector<HeldDocument>& beside) {
  CheckedCertificate checked{.reasons = againstLeaf(certificate), .rules = nullptr, .ruling = {}};
  if (!checked.reasons.empty()) return checked;
  const auto semantics = certificate.record->header().getSemantics();
  if (semantics > kSemantics)
    throw BadInput(fmt::format(
        "the game was recorded with version {} of the rules engine; this program knows versions up to {}: use a newer "
        "docket",
        semantics, kSemantics));
  checked.rules = rulesOf(certificate, beside);
  const auto number = certificate.ruling;
  if (!givesRuling(*certificate.record, number)) {
    checked.reasons.push_back(fmt::format("event {} of the record is not a ruling", number));
    return checked;
  }
  try {
    checked.ruling = judgedFrom(certificate.record, checked.rules, number);
    compareStatements(certificate.statement, checked.ruling->statement, checked.reasons);
  } catch (const DamagedArchive& impossible) {  // no archive is damaged: the certificate's author logged this record
    checked.reasons.push_back(fmt::format("the record is not a game under its rules: {}", impossible.what()));
  }
  return checked;
}

}  // namespace docket
