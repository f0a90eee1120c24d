#include "tools/game/document_remarks.h"
#include "engine/rules/compile_ruleset.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "engine/rules/check/document_check.h"
#include "events/json/json.h"
#include "tools/game/game_loader.h"
#include "tools/notation/declared_verbs.h"
#include "tools/words/text.h"

namespace docket {
namespace {

std::string documentName(const HeldDocument& document) {
  if (!document.json.empty()) return document.origin;
  return document.version.empty() ? document.name : fmt::format("{} {}", document.name, document.version);
}

PlacedRemark placed(const HeldDocument& document, const Remark& remark) {
  PlacedRemark made{.document = documentName(document),
                    .path = remark.path,
                    .message = remark.message,
                    .is_error = remark.isError(),
                    .card = remark.of};
  if (document.json.empty()) return made;
  const auto [file, place] = placeIn(document, remark.path, {.line = remark.line, .column = remark.column});
  made.document = file;
  made.line = place.line;
  made.column = place.column;
  return made;
}

/// In the order of the text; of a document without one in the order in which they were found.
std::vector<PlacedRemark> placed(const HeldDocument& document, const std::vector<Remark>& remarks) {
  std::vector<PlacedRemark> all;
  for (const Remark& remark : remarks) all.push_back(placed(document, remark));
  std::stable_sort(all.begin(), all.end(), [](const PlacedRemark& one, const PlacedRemark& other) {
    return std::tie(one.document, one.line, one.column) < std::tie(other.document, other.line, other.column);
  });
  return all;
}

/// Merges equal remarks on several cards into one at the first of them.
std::vector<PlacedRemark> grouped(std::vector<PlacedRemark> remarks) {
  std::vector<PlacedRemark> all;
  std::map<std::string, std::size_t> places;
  for (PlacedRemark& remark : remarks) {
    if (const auto known = places.find(remark.message); known != places.end() && !remark.card.empty()) {
      ++all[known->second].cards;
      continue;
    }
    places.emplace(remark.message, all.size());
    all.push_back(std::move(remark));
  }
  return all;
}

/// Remarks with their places, without repetitions: finding a place in a long text takes reading it.
std::vector<PlacedRemark> placedOnce(const HeldDocument& document, const std::vector<Remark>& remarks) {
  std::vector<Remark> first;
  std::map<std::string, std::size_t> cards;  // by message
  for (const Remark& remark : remarks) {
    if (++cards[remark.message] == 1 || remark.of.empty()) first.push_back(remark);
  }
  auto all = placed(document, first);
  for (PlacedRemark& remark : all) {
    if (!remark.card.empty()) remark.cards = cards[remark.message];
  }
  return all;
}

template <class Root, class Compile>
auto compiledOrRefused(const HeldDocument& document, Compile&& compile) {
  try {
    return compile(DocumentReader<Root>(document).root());
  } catch (const BadDocument& bad) {
    refuseIn(document, bad);
  }
}

}  // namespace

Ruleset compiledRuleset(const HeldDocument& ruleset, Consulted* consulted) {
  return compiledOrRefused<schema::Ruleset>(
      ruleset, [&](schema::Ruleset::Reader document) { return compile(document, ruleset.origin, consulted); });
}
Catalogue compiledCards(const HeldDocument& catalogue, const Ruleset& ruleset) {
  return compiledOrRefused<schema::Catalogue>(
      catalogue, [&](schema::Catalogue::Reader document) { return compile(document, ruleset, catalogue.origin); });
}

namespace {

/// Whether the verbs of a document are read too. They matter only for typing: a stored record does not use them.
enum class Verbs : bool { passed_by, read };

void addVerbs(const DeclaredWords& declared, const Rules& rules, std::vector<Remark>& remarks) {
  for (Remark& remark : notation::mistakesIn(declared.verbs, rules)) remarks.push_back(std::move(remark));
}

std::vector<PlacedRemark> remarksOnRuleset(const HeldDocument& ruleset, const Ruleset& compiled, bool switches,
                                           Verbs verbs) {
  DocumentReader<schema::Ruleset> document(ruleset);
  std::vector<Remark> remarks = checkRuleset(document.root(), compiled);
  const Catalogue no_cards;
  if (verbs == Verbs::read) addVerbs(compiled.declared, {.ruleset = compiled, .catalogue = no_cards}, remarks);
  if (switches) {
    for (Remark& remark : checkSwitches(document.root(), ruleset.origin)) remarks.push_back(std::move(remark));
  }
  return placed(ruleset, remarks);
}

std::vector<PlacedRemark> remarksOnCatalogue(const HeldDocument& catalogue, const HeldDocument& ruleset,
                                             const Ruleset& rules, const Catalogue& compiled, Verbs verbs) {
  DocumentReader<schema::Catalogue> document(catalogue);
  DocumentReader<schema::Ruleset> of_rules(ruleset);
  std::vector<Remark> of_cards = checkCatalogue(document.root(), of_rules.root(), rules, compiled);
  if (verbs == Verbs::read) addVerbs(compiled.declared, {.ruleset = rules, .catalogue = compiled}, of_cards);
  if (!catalogue.of_facts) return placed(catalogue, of_cards);
  auto remarks = placedOnce(catalogue, of_cards);
  for (PlacedRemark& remark : remarks) remark.is_error = false;
  return remarks;
}

}  // namespace

std::vector<PlacedRemark> remarksOn(const HeldDocument& ruleset, const Ruleset& compiled, bool switches) {
  return remarksOnRuleset(ruleset, compiled, switches, Verbs::read);
}

std::vector<PlacedRemark> remarksOnCards(const HeldDocument& catalogue, const HeldDocument& ruleset,
                                         const Ruleset& rules, const Catalogue& compiled) {
  return remarksOnCatalogue(catalogue, ruleset, rules, compiled, Verbs::read);
}

std::vector<PlacedRemark> remarksOnPinned(schema::Header::Reader header, const Archive& archive,
                                          const GameRules& compiled) {
  const auto ruleset_digest = digestIn(header.getRulesetDigest());
  const auto ruleset = ruleset_digest ? findDocument(kRulesetKind, *ruleset_digest, &archive) : std::nullopt;
  if (!ruleset) return {};
  const bool is_same = *ruleset_digest == compiled.ruleset_digest;
  const auto own_rules = is_same ? std::nullopt : std::optional(compiledRuleset(*ruleset));
  const Ruleset& rules = is_same ? compiled.ruleset : *own_rules;
  auto all = remarksOnRuleset(*ruleset, rules, false, Verbs::passed_by);
  const auto cards_digest = digestIn(header.getCatalogueDigest());
  if (const auto cards = cards_digest ? findDocument(kCatalogueKind, *cards_digest, &archive) : std::nullopt) {
    const auto own_cards = is_same ? std::nullopt : std::optional(compiledCards(*cards, rules));
    auto of_cards =
        remarksOnCatalogue(*cards, *ruleset, rules, is_same ? compiled.catalogue : *own_cards, Verbs::passed_by);
    for (PlacedRemark& remark : grouped(std::move(of_cards))) all.push_back(std::move(remark));
  }
  for (PlacedRemark& remark : all) remark.is_error = false;
  return all;
}

void refuseMistakes(const std::vector<PlacedRemark>& remarks) {
  for (const PlacedRemark& remark : remarks) {
    if (!remark.is_error) continue;
    if (remark.line != 0) throw BadInput(remark.document, remark.line, remark.column, textOf(remark));
    throw BadInput(
        fmt::format("{}{}{}: {}", remark.document, remark.path.empty() ? "" : ", ", remark.path, textOf(remark)));
  }
}

std::string textOf(const PlacedRemark& remark) {
  if (remark.card.empty()) return remark.message;
  if (remark.cards == 1) return fmt::format("{}: {}", remark.card, remark.message);
  return fmt::format("{} (and {}): {}", remark.card, counted(remark.cards - 1, "card more", "cards more"),
                     remark.message);
}

std::string lineOf(const PlacedRemark& remark) {
  std::string where = remark.document;
  if (remark.line != 0) {
    where += fmt::format(":{}:{}", remark.line, remark.column);
  } else if (!remark.path.empty()) {
    where += ", " + remark.path;
  }
  return fmt::format("{}: {}{}", printable(where),
                     remark.is_error ? "" : "note: ", printable(textOf(remark), LineBreaks::kept));
}

void printNotes(const std::vector<PlacedRemark>& remarks, std::ostream& out, std::size_t most) {
  std::size_t shown = 0;
  for (const PlacedRemark& remark : remarks) {
    if (remark.is_error) continue;
    if (++shown <= most) out << lineOf(remark) << '\n';
  }
  if (shown > most) out << fmt::format("... and {} more\n", counted(shown - most, "note"));
}

}  // namespace docket
