// docket rules check, docket cards check: reports the mistakes in the file of a ruleset or a catalogue, and notes on
// doubtful parts, each with its place.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "events/text/text_view.h"
#include "tools/commands/rules_commands.h"
#include "tools/game/document_remarks.h"
#include "tools/game/wordings.h"
#include "tools/import/chosen_catalogues.h"
#include "tools/import/texts_check.h"
#include "tools/io/files.h"
#include "tools/io/json_answer.h"
#include "tools/words/text.h"

namespace docket {
namespace {

/// The remarks of `remark` on a file; if it cannot be read or compiled, the error.
template <class Remarking>
std::vector<PlacedRemark> remarksOr(const std::string& file, Remarking&& remark) {
  try {
    return remark();
  } catch (const BadInput& bad) {
    return {{.document = file, .line = bad.line(), .column = bad.column(), .message = bad.message(), .is_error = true}};
  }
}

/// Cards of a catalogue that disagree with their texts; empty if no wordings ship for their game.
std::vector<PlacedRemark> remarksOnTexts(const HeldDocument& catalogue, const HeldDocument& ruleset,
                                         const Ruleset& rules) {
  if (!shipsWordings(ruleset.name)) return {};
  DocumentReader<schema::Catalogue> document(catalogue);
  const HeldWordings wordings = chooseWordings(ruleset.name, {}, {});
  std::vector<PlacedRemark> remarks;
  for (const TextDisagreement& one : checkTexts(document.root(), *wordings.compiled, rules).disagreements) {
    const WrittenAt at = placeIn(catalogue, fmt::format("cards[{}]", one.card), {});
    const auto title = view(document.root().getCards()[one.card].getTitle());
    remarks.push_back({.document = catalogue.origin,
                       .line = at.place.line,
                       .column = at.place.column,
                       .message = one.message,
                       .card = fmt::format("card \"{}\"", title)});
  }
  return remarks;
}

int printRemarks(std::string_view command, const std::string& file, const std::vector<PlacedRemark>& remarks,
                 const Arguments& arguments, Streams& streams) {
  const bool good = std::none_of(remarks.begin(), remarks.end(), [](const auto& remark) { return remark.is_error; });
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("file", file).member("good", good).list("findings");
    for (const PlacedRemark& remark : remarks) {
      json.object().member("file", remark.document).member("line", remark.line).member("column", remark.column);
      json.member("grade", remark.is_error ? "error" : "note").member("message", textOf(remark)).end();
    }
    writeAnswer(streams.out, command, json.end().end().text());
  } else {
    for (const PlacedRemark& remark : remarks) streams.out << lineOf(remark) << '\n';
    if (good) {
      streams.out << fmt::format("{}: good{}\n", printable(file),
                                 remarks.empty() ? "" : ", with " + counted(remarks.size(), "note"));
    }
  }
  return good ? kAgrees : kBadInput;
}

}  // namespace

int checkRules(const Arguments& arguments, Streams& streams) {
  const auto& words = arguments.words();
  if (words.size() != 2) throw BadInput("docket rules check: expected one file");
  const std::string text = readText(words[1], kMaxDocumentBytes);
  const auto archive = archiveIfPresent(arguments);
  const auto remarks = remarksOr(words[1], [&] {
    const HeldDocument held = readRuleset(text, words[1], archive ? &*archive : nullptr);
    return remarksOn(held, compiledRuleset(held), true);
  });
  return printRemarks("rules check", words[1], remarks, arguments, streams);
}

int checkCards(const Arguments& arguments, const std::function<HeldDocument(schema::Catalogue::Reader)>& rules_for,
               Streams& streams) {
  const auto& words = arguments.words();
  if (words.size() != 2) throw BadInput("docket cards check: expected one file");
  const std::string text = readText(words[1], kMaxDocumentBytes);
  bool agrees = true;
  const auto remarks = remarksOr(words[1], [&] {
    const HeldDocument held = readCatalogue(text, words[1]);
    const HeldDocument ruleset = rules_for(DocumentReader<schema::Catalogue>(held).root());
    const Ruleset rules = compiledRuleset(ruleset);
    auto all = remarksOnCards(held, ruleset, rules, compiledCards(held, rules));
    const auto of_texts = remarksOnTexts(held, ruleset, rules);
    agrees = of_texts.empty();
    all.insert(all.end(), of_texts.begin(), of_texts.end());
    return all;
  });
  const int status = printRemarks("cards check", words[1], remarks, arguments, streams);
  return status == kAgrees && !agrees ? int{kDiffers} : status;
}

}  // namespace docket
