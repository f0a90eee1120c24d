#include "engine/rules/check/document_check.h"

#include <fmt/format.h>

#include "engine/rules/amendments.h"
#include "engine/rules/check/card_check.h"
#include "engine/rules/check/document_words.h"
#include "engine/rules/check/limit_check.h"
#include "engine/rules/check/play_check.h"
#include "engine/rules/check/vocabulary_check.h"
#include "engine/rules/compile_ruleset.h"
#include "events/document.h"
#include "events/errors.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

using capnp::DynamicStruct;

/// Tries the switches of one clause.
class ClauseTrial {
 public:
  ClauseTrial(schema::Ruleset::Reader document, const std::string& file, Remarks& remarks)
      : document_(document), file_(file), whole_(digest(document)), remarks_(remarks) {}

  void clause(unsigned i) {
    const auto clause = document_.getClauses()[i];
    const std::string id = textOf(clause.getId()), at = fmt::format("clauses[{}]", i);
    attempt(at + ".id", id, [&] {
      const auto off = withClauseOff(document_, id);
      if (digest(off.root()) == whole_) {
        remarks_.note(at + ".id",
                      fmt::format("nothing in the document carries out the clause {}: the rules are the same "
                                  "without it",
                                  docket::quoted(id)));
      }
      compile(off.root(), file_);
    });
    for (unsigned j = 0; j < clause.getVariants().size(); ++j) {
      const auto variant = clause.getVariants()[j];
      const std::string name_path = fmt::format("{}.variants[{}].name", at, j);
      attempt(name_path, id, [&] {
        const auto varied = withVariant(document_, id, view(variant.getName()));
        if (digest(varied.root()) == whole_) {
          remarks_.note(name_path,
                        fmt::format("the variant {} changes nothing", docket::quoted(view(variant.getName()))));
        }
        compile(varied.root(), file_);
      });
    }
  }

 private:
  template <class Attempt>
  void attempt(const std::string& at, const std::string& id, Attempt&& attempt) {
    try {
      attempt();
    } catch (const BadDocument& bad) {
      remarks_.error(at, fmt::format("{} as it is switched: {}: {}", id, bad.path(), bad.reason()));
    } catch (const BadInput& bad) {
      remarks_.error(at, bad.message());
    }
  }

  schema::Ruleset::Reader document_;
  const std::string& file_;
  Digest whole_;
  Remarks& remarks_;
};

}  // namespace

std::vector<Remark> checkRuleset(schema::Ruleset::Reader document, const Ruleset& compiled) {
  DocumentNames names;
  names.add(DynamicStruct::Reader(document));
  Remarks remarks;
  checkWords(DynamicStruct::Reader(document), compiled, names, remarks);
  checkVocabulary(document, compiled, remarks);
  checkLimits(document, compiled, remarks);
  checkRulesOfPlay(document, compiled, remarks);
  return remarks.take();
}

std::vector<Remark> checkSwitches(schema::Ruleset::Reader document, const std::string& file) {
  Remarks remarks;
  ClauseTrial trial(document, file, remarks);
  for (unsigned i = 0; i < document.getClauses().size(); ++i) trial.clause(i);
  return remarks.take();
}

std::vector<Remark> checkCatalogue(schema::Catalogue::Reader document, schema::Ruleset::Reader rules,
                                   const Ruleset& ruleset, const Catalogue& compiled) {
  DocumentNames names;
  names.add(DynamicStruct::Reader(rules));
  names.add(DynamicStruct::Reader(document));
  for (const auto& card : compiled.definitions()) {  // text boxes print keywords and give them
    for (const std::string& keyword : card->box.keywords) names.add(NameKind::KEYWORD, keyword);
    for (const std::string& keyword : card->box.granted) names.add(NameKind::KEYWORD, keyword);
  }
  Remarks remarks;
  checkWords(DynamicStruct::Reader(document), ruleset, names, remarks);
  checkCards(document, ruleset, remarks);
  return remarks.take();
}

void refuseMistakes(const std::vector<Remark>& remarks, const std::string& file) {
  for (const Remark& remark : remarks) {
    if (remark.isError()) throw BadDocument(file, remark.path, remark.line, remark.column, remark.text());
  }
}

}  // namespace docket
