#include "tools/game/wordings.h"

#include <fmt/format.h>

#include <algorithm>

#include "events/errors.h"
#include "events/json_place.h"
#include "events/nearest.h"
#include "events/quoted.h"
#include "events/text_view.h"
#include "tools/game/documents.h"
#include "tools/io/files.h"

namespace docket {
namespace {

constexpr std::size_t kMostDocumentBytes = 16U << 20;

std::unique_ptr<const Document<schema::Wordings>> documentFor(std::string_view ruleset) {
  std::vector<std::string> known;
  for (const ShippedWordings& shipped : shippedWordings()) {
    auto document = std::make_unique<const Document<schema::Wordings>>(
        readDocument<schema::Wordings>(shipped.text, std::string(shipped.file)));
    if (view(document->root().getRuleset()) == ruleset) return document;
    known.push_back(textOf(document->root().getRuleset()));
  }
  throw BadInput(
      fmt::format("no wordings ship for the ruleset {}{}; --wordings names a file of them (they ship for {})",
                  quoted(ruleset), didYouMean(ruleset, known), fmt::join(known, ", ")));
}

}  // namespace

bool shipsWordings(std::string_view ruleset) {
  const auto shipped = shippedWordings();
  return std::any_of(shipped.begin(), shipped.end(), [&](const ShippedWordings& one) {
    const auto document = readDocument<schema::Wordings>(one.text, std::string(one.file));
    return view(document.root().getRuleset()) == ruleset;
  });
}

HeldWordings chooseWordings(std::string_view ruleset, const std::string& file, const std::string& corrections_file) {
  HeldWordings held;
  std::string text;
  if (file.empty()) {
    held.document = documentFor(ruleset);
  } else {
    text = readFile(file, kMostDocumentBytes);
    held.document = std::make_unique<const Document<schema::Wordings>>(readDocument<schema::Wordings>(text, file));
  }
  std::vector<schema::Corrections::Reader> corrections;
  if (!corrections_file.empty()) {
    held.corrections.push_back(std::make_unique<const Document<schema::Corrections>>(
        readDocument<schema::Corrections>(readFile(corrections_file, kMostDocumentBytes), corrections_file)));
    corrections.push_back(held.corrections.back()->root());
  }
  try {
    held.compiled = std::make_unique<const wordings::Wordings>(held.document->root(), file, corrections);
  } catch (const BadDocument& bad) {
    if (file.empty()) throw;
    refuseIn({.kind = "wordings", .name = {}, .version = {}, .from = {}, .origin = file, .bytes = {}, .json = text},
             bad);
  }
  return held;
}

}  // namespace docket
