#include "tools/lab/case_file.h"

#include <capnp/message.h>
#include <capnp/orphan.h>
#include <fmt/format.h>

#include <range/v3/algorithm/contains.hpp>
#include <string>
#include <vector>

#include "events/errors.h"
#include "events/json/json.h"
#include "events/json/json_struct_writer.h"
#include "events/text/text_view.h"
#include "tools/io/output.h"
#include "tools/lab/fewer_cards.h"

namespace docket::lab {
namespace {

namespace fs = std::filesystem;

/// Keeps only the identities with one of these keys, or with printed facts.
void keepKnown(schema::Context::Builder context, const CardKeys& keys) {
  const auto all = context.getIdentities().asReader();
  std::vector<unsigned> kept;
  for (unsigned i = 0; i < all.size(); ++i) {
    if (all[i].hasPrinted() || keys.contains(view(all[i].getDefinition()))) kept.push_back(i);
  }
  auto fewer = capnp::Orphanage::getForMessageContaining(context).newOrphan<capnp::List<schema::Identity>>(
      static_cast<unsigned>(kept.size()));
  for (unsigned i = 0; i < kept.size(); ++i) fewer.get().setWithCaveats(i, all[kept[i]]);
  context.adoptIdentities(std::move(fewer));
}

/// The documents with those cards only that the record names.
Documents forRecord(const Documents& documents, const Recording& game) {
  if (!documents.cards) return documents;
  CardKeys keys;
  for (EventNumber number = 1; number <= game.size(); ++number) {
    const HeldEvent event = game.event(number);
    addCardsOf(event, keys);
  }
  return {.ruleset = documents.ruleset, .cards = cardsOnly(*documents.cards, keys)};
}

/// The record, with cards that the catalogue lacks as unknown cards: a case cannot name them.
Recording withKnownCards(const Recording& game, const HeldDocument& cards) {
  DocumentReader<schema::Catalogue> catalogue(cards);
  CardKeys keys;
  for (const auto card : catalogue.root().getCards()) keys.emplace(view(card.getKey()));
  Recording made;
  made.setHeader(game.header());
  for (EventNumber number = 1; number <= game.size(); ++number) {
    const HeldEvent event = game.event(number);
    capnp::MallocMessageBuilder message;
    message.setRoot(*event);
    auto copy = message.getRoot<schema::Event>();
    if (copy.hasContext()) keepKnown(copy.getContext(), keys);
    made.add(copy.asReader());
  }
  return made;
}

template <class Root>
std::string documentJson(const HeldDocument& held) {
  if (!held.json.empty()) return held.json;
  DocumentReader<Root> document(held);
  return writeJson(capnp::DynamicStruct::Reader(document.root())) + "\n";
}

/// Writes a document beside the cases and gives the name that it has there.
std::string written(const fs::path& file, std::string_view ending, const std::string& json) {
  const fs::path beside = file.string() + std::string(ending);
  writeOutputFile(beside, json);
  return beside.filename().string();
}

/// A path as a line of cases names it.
std::string quotedPath(const std::string& path) {
  return path.find_first_of(" \t#\"") == std::string::npos ? path : '"' + path + '"';
}

/// The name of a ruleset in a case file, relative to the folder of the cases.
std::string rulesOf(const fs::path& file, const HeldDocument& ruleset) {
  if (ruleset.origin != "shipped" && ruleset.origin != "stored")
    return quotedPath(fs::relative(ruleset.origin, fs::absolute(file).parent_path()).string());
  const auto shipped = knownRulesets(nullptr);
  if (ranges::contains(shipped, ruleset.digest, &HeldDocument::digest))
    return fmt::format("{} {}", ruleset.name, ruleset.version);
  return quotedPath(written(file, ".rules.json", documentJson<schema::Ruleset>(ruleset)));
}

}  // namespace

std::vector<CaseLine> writeCaseFile(const fs::path& file, const Recording& whole, const CaseTopic& topic,
                                    const Documents& documents, const std::optional<Documents>& from) {
  CaseRules rules(forRecord(documents, whole));
  std::optional<CaseRules> other;
  if (from) other.emplace(forRecord(*from, whole));
  std::optional<Recording> known;
  if (const auto& cards = rules.documents().cards) known.emplace(withKnownCards(whole, *cards));
  const Recording& game = known ? *known : whole;
  const CaseRules* under = &rules;
  CaseText text{.rules = {},
                .cards = {},
                .source = topic.source,
                .date = topic.date,
                .lines = caseLines(game, topic, rules, other ? &*other : nullptr)};
  if (text.lines.empty() && other) {
    text.lines = caseLines(game, topic, *other, &rules);
    under = &*other;
  }
  if (text.lines.empty())
    throw BadInput("a case cannot express this, or it belongs to no clause of the ruleset: leave out --case");
  under->requireGood();
  text.rules = rulesOf(file, under->documents().ruleset);
  if (const auto& cards = under->documents().cards)
    text.cards = quotedPath(written(file, ".cards.json", documentJson<schema::Catalogue>(*cards)));
  OutputFile out(file);
  writeCases(out.stream(), game, text);
  out.keep();
  return std::move(text.lines);
}

}  // namespace docket::lab
