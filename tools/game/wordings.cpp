#include "tools/game/wordings.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>
#include <utility>

#include "events/errors.h"
#include "events/json/json_place.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "tools/game/documents.h"
#include "tools/io/files.h"

namespace docket {
namespace {

constexpr std::size_t kMaxWordingsBytes = 16U << 20;

std::unique_ptr<const Document<schema::Wordings>> documentFor(std::string_view ruleset) {
  std::vector<std::string> known;
  for (const EmbeddedFile& shipped : shippedWordings()) {
    auto document = std::make_unique<const Document<schema::Wordings>>(
        readDocument<schema::Wordings>(shipped.text, std::string(shipped.file)));
    if (view(document->root().getRuleset()) == ruleset) return document;
    known.push_back(textOf(document->root().getRuleset()));
  }
  throw BadInput(
      fmt::format("there are no shipped wordings for the ruleset {}{}; give a file with --wordings (shipped: {})",
                  docket::quoted(ruleset), didYouMean(ruleset, known), fmt::join(known, ", ")));
}

/// The contents of a file while wordings are checked, to find the place of a mistake.
HeldDocument heldFile(const std::string& file, std::string text) {
  return {
      .kind = "wordings", .name = {}, .version = {}, .from = {}, .origin = file, .bytes = {}, .json = std::move(text)};
}

/// Refuses a file that is for another game.
void refuseOtherGame(const HeldDocument& file, std::string_view file_ruleset, std::string_view ruleset) {
  if (file_ruleset.empty() || file_ruleset == ruleset) return;
  refuseIn(file, BadDocument(file.origin, "ruleset", 0, 0,
                             fmt::format("it is for the ruleset {}, and the cards are of {}",
                                         docket::quoted(file_ruleset), docket::quoted(ruleset))));
}

/// Refuses a limit or a clause that the ruleset lacks, which would otherwise be ignored silently.
void refuseUnknownNames(const HeldDocument& file, const std::string& path, schema::Wording::Reader wording,
                        const Ruleset& ruleset) {
  const auto known_limits = ruleset.limits | ranges::views::transform(&Limit::name) | ranges::to<std::vector>;
  const auto refuse = [&](const std::string& within, std::string_view what, std::string_view name,
                          const std::vector<std::string>& known) {
    refuseIn(file,
             BadDocument(file.origin, path + within, 0, 0,
                         fmt::format("wording {}: the ruleset has no {} {}{}", docket::quoted(view(wording.getName())),
                                     what, docket::quoted(name), didYouMean(name, known))));
  };
  for (unsigned i = 0; i < wording.getLimits().size(); ++i) {
    const auto name = view(wording.getLimits()[i].getLimit());
    if (name.find('<') != std::string_view::npos) continue;  // the words of the text say which
    if (!ranges::contains(known_limits, name)) refuse(fmt::format(".limits[{}].limit", i), "limit", name, known_limits);
  }
  const auto clause = view(wording.getClause());
  if (clause.empty() || ruleset.clause(clause) != nullptr) return;
  refuse(".clause", "clause", clause,
         ruleset.clauses | ranges::views::transform(&Clause::id) | ranges::to<std::vector>);
}

}  // namespace

bool shipsWordings(std::string_view ruleset) {
  const auto shipped = shippedWordings();
  return std::any_of(shipped.begin(), shipped.end(), [&](const EmbeddedFile& one) {
    const auto document = readDocument<schema::Wordings>(one.text, std::string(one.file));
    return view(document.root().getRuleset()) == ruleset;
  });
}

HeldWordings chooseWordings(std::string_view ruleset, const std::string& file, const std::string& corrections_file,
                            const Ruleset* rules) {
  HeldWordings held;
  const HeldDocument written = heldFile(file, file.empty() ? std::string{} : readText(file, kMaxWordingsBytes));
  held.document =
      file.empty()
          ? documentFor(ruleset)
          : std::make_unique<const Document<schema::Wordings>>(readDocument<schema::Wordings>(written.json, file));
  if (!file.empty()) refuseOtherGame(written, view(held.document->root().getRuleset()), ruleset);
  std::vector<schema::Corrections::Reader> corrections;
  const HeldDocument decided = heldFile(
      corrections_file, corrections_file.empty() ? std::string{} : readText(corrections_file, kMaxWordingsBytes));
  if (!corrections_file.empty()) {
    held.corrections.push_back(std::make_unique<const Document<schema::Corrections>>(
        readDocument<schema::Corrections>(decided.json, corrections_file)));
    corrections.push_back(held.corrections.back()->root());
    refuseOtherGame(decided, view(corrections.back().getRuleset()), ruleset);
  }
  try {
    held.compiled = std::make_unique<const wordings::Wordings>(held.document->root(), file, corrections);
  } catch (const BadDocument& bad) {
    const bool is_decided = bad.path().starts_with("corrections");
    if (file.empty() && corrections.empty()) throw;
    // Those that ship are right by themselves: it is what was decided that does not go with them.
    if (file.empty() && !is_decided) throw BadInput(fmt::format("{}: {}", corrections_file, bad.reason()));
    refuseIn(is_decided ? decided : written, bad);
  }
  if (rules == nullptr) return held;
  const auto all = held.document->root().getWordings();
  for (unsigned i = 0; !file.empty() && i < all.size(); ++i)
    refuseUnknownNames(written, fmt::format("wordings[{}]", i), all[i], *rules);
  for (const auto& from : corrections) {
    for (unsigned i = 0; i < from.getCorrections().size(); ++i)
      refuseUnknownNames(decided, fmt::format("corrections[{}].wording", i), from.getCorrections()[i].getWording(),
                         *rules);
  }
  return held;
}

}  // namespace docket
