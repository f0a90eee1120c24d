#include "tools/import/pinning.h"

#include <fmt/format.h>

#include <utility>

#include "events/digest.h"
#include "events/errors.h"
#include "events/text/text_view.h"
#include "events/validate.h"
#include "events/validate_header.h"
#include "tools/import/chosen_catalogues.h"

namespace docket {
namespace {

capnp::Data::Reader dataOf(const Digest& digest) { return {digest.data(), digest.size()}; }

[[noreturn]] void refuseOther(const std::string& name, const Digest& pinned, const HeldDocument& other) {
  throw BadInput(fmt::format("{}: the game is pinned to the {} with the digest {}; {} has {}", name, other.kind,
                             hex(pinned), other.origin, hex(other.digest)));
}

/// `name`: of the file whose header names the ruleset.
HeldDocument rulesetOfHeader(const std::string& ruleset, std::string_view date, const Archive* archive,
                             const std::string& name) {
  try {
    return chooseRuleset(ruleset, date, archive);
  } catch (const NoSuchDocument& unknown) {
    throw BadInput(
        fmt::format("{}: {}; give the file of your own ruleset with --ruleset FILE", name, unknown.message()));
  }
}

}  // namespace

void GameDocuments::pinIn(schema::Header::Builder header, const std::string& name) const {
  header.setRuleset(ruleset->name);
  header.setRulesetVersion(ruleset->version);
  header.setRulesetDigest(dataOf(ruleset->digest));
  if (catalogue) header.setCatalogueDigest(dataOf(catalogue->digest));
  header.setRecordFormat(kRecordFormat);
  if (header.getSemantics() == 0) header.setSemantics(kSemantics);
  if (header.getSemantics() > kSemantics)
    throw BadInput(
        fmt::format("{}: it was recorded with version {} of the rules engine; this program knows versions up to {}: "
                    "use a newer docket",
                    name, header.getSemantics(), kSemantics));
  if (const auto fault = validate(header.asReader()))
    throw BadInput(fmt::format("{}: its header: {}: {}", name, fault->path, fault->message));
}

void GameDocuments::storeIn(Archive& archive) const {
  storeDocument(archive, *ruleset);
  if (catalogue) storeDocument(archive, *catalogue);
}

Pinning::Pinning(std::optional<std::string> ruleset, std::vector<std::string> cards, OtherCards others)
    : ruleset_(std::move(ruleset)), cards_(std::move(cards)), others_(others) {}

GameDocuments Pinning::documentsFor(schema::Header::Reader header, const std::string& name, const Archive* archive) {
  const std::lock_guard lock(pinning_);
  readCards(archive);
  GameDocuments documents{.ruleset = rulesetFor(header, name, archive), .catalogue = {}};
  documents.catalogue = catalogueFor(header, *documents.ruleset, name, archive);
  return documents;
}

void Pinning::readCards(const Archive* archive) {
  if (bad_cards_) std::rethrow_exception(bad_cards_);
  if (std::exchange(cards_are_read_, true)) return;
  try {
    keepCards(archive);
  } catch (const BadInput&) {
    bad_cards_ = std::current_exception();  // no game is imported without them
    throw;
  }
}

void Pinning::keepCards(const Archive* archive) {
  for (HeldDocument& one : chooseCatalogues(cards_, archive)) {
    notes_.insert(notes_.end(), one.notes.begin(), one.notes.end());
    const bool is_stored = isStored(one);
    catalogues_.push_back({.ruleset = textOf(DocumentReader<schema::Catalogue>(one).root().getRuleset()),
                           .origin = is_stored ? labelOf(one) : one.origin,
                           .is_stored = is_stored,
                           .catalogue = CatalogueByDay(std::make_shared<HeldDocument>(std::move(one)))});
  }
}

std::vector<std::string> Pinning::notes() {
  const std::lock_guard lock(pinning_);
  std::vector<std::string> notes = notes_;
  for (const Cards& cards : catalogues_) {
    if (others_ == OtherCards::left_out && !cards.is_used)
      notes.push_back(
          fmt::format("{}: left out: no game is played under their ruleset, {}", cards.origin, cards.ruleset));
  }
  return notes;
}

std::shared_ptr<const GameRules> Pinning::rulesFor(const GameDocuments& documents) {
  const std::lock_guard lock(pinning_);  // while it compiles, too: others want the same rules
  auto& rules = rules_[{documents.ruleset->digest, documents.catalogue ? documents.catalogue->digest : Digest{}}];
  if (!rules) rules = compileRules(*documents.ruleset, documents.catalogue.get());
  return rules;
}

Pinning::Held Pinning::rulesetFor(schema::Header::Reader header, const std::string& name, const Archive* archive) {
  const auto pinned = digestIn(header.getRulesetDigest());
  if (pinned && !ruleset_) {
    auto found = findDocument(kRulesetKind, *pinned, archive);
    if (!found)
      throw BadInput(
          fmt::format("{}: the game is pinned to the ruleset {} {} with the digest {}, which is neither "
                      "shipped nor in the archive: give its file with --ruleset",
                      name, textOf(header.getRuleset()), textOf(header.getRulesetVersion()), hex(*pinned)));
    return std::make_shared<HeldDocument>(std::move(*found));
  }
  std::string choice = ruleset_.value_or(textOf(header.getRuleset()));
  if (choice.empty())
    throw BadInput(
        fmt::format("{}: its header has no ruleset: give one with --ruleset (docket rules lists them)", name));
  if (const auto version = textOf(header.getRulesetVersion()); !ruleset_ && !version.empty()) choice += '@' + version;
  const auto date = textOf(header.getDate());
  auto& held = rulesets_[choice + '\n' + date];
  if (!held)
    held = std::make_shared<HeldDocument>(ruleset_ ? chooseRuleset(choice, date, archive)
                                                   : rulesetOfHeader(choice, date, archive, name));
  if (pinned && held->digest != *pinned) refuseOther(name, *pinned, *held);
  return held;
}

Pinning::Held Pinning::askedFor(const HeldDocument& ruleset, std::string_view day, const std::string& name) {
  if (catalogues_.empty()) return {};
  DocumentReader<schema::Ruleset> document(ruleset);
  const auto cards_of = view(document.root().getCardsOf());
  for (Cards& cards : catalogues_) {
    if (!cards.ruleset.empty() && cards.ruleset != ruleset.name && cards.ruleset != cards_of) continue;
    cards.is_used = true;
    return cards.catalogue.on(day);
  }
  const Cards& first = catalogues_.front();
  const bool is_only_file = catalogues_.size() == 1 && !first.is_stored;
  if (others_ == OtherCards::left_out && !is_only_file) return {};
  throw BadInput(fmt::format("{}: the cards of {} are for the ruleset {}, the game is played under {}", name,
                             first.origin, first.ruleset, ruleset.name));
}

Pinning::Held Pinning::catalogueFor(schema::Header::Reader header, const HeldDocument& ruleset, const std::string& name,
                                    const Archive* archive) {
  const auto pinned = digestIn(header.getCatalogueDigest());
  auto named = askedFor(ruleset, view(header.getDate()), name);
  if (named && pinned && named->digest != *pinned) refuseOther(name, *pinned, *named);
  if (named || !pinned) return named;
  auto found = findDocument(kCatalogueKind, *pinned, archive);
  if (!found)
    throw BadInput(
        fmt::format("{}: the game is pinned to a catalogue with the digest {}, which is not in the archive: "
                    "give its file with --cards",
                    name, hex(*pinned)));
  return std::make_shared<HeldDocument>(std::move(*found));
}

}  // namespace docket
