#include "tools/notation/declared_verbs.h"

#include <capnp/message.h>
#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/all_of.hpp>

#include "engine/fold/running_state.h"
#include "events/text/quoted.h"
#include "events/text/split.h"
#include "tools/notation/line_reader.h"
#include "tools/notation/spelling.h"

namespace docket::notation {
namespace {

/// True if a word was typed, in the third or in the first person: "exhausts", "exhaust"; "banishes",
/// "banish"; "readies", "ready".
bool isTyped(std::string_view word, const Token& token) {
  if (token.kind != Token::Kind::word) return false;
  const std::string typed = folded(token.text), said = folded(word);
  const auto ends = [&](std::string_view end, std::string_view own) {
    return said.ends_with(end) && typed == said.substr(0, said.size() - end.size()) + std::string(own);
  };
  return typed == said || ends("s", "") || ends("es", "") || ends("ies", "y");
}

/// The number of tokens of a verb at this place of the line; 0 if it is not there.
std::size_t wordsTyped(std::string_view says, Cursor line) {
  std::size_t words = 0;
  bool matches = true;
  eachWord(says, [&](std::string_view word) {
    matches = matches && isTyped(word, line.take());
    ++words;
  });
  return matches ? words : 0;
}

template <class Each>
void eachVerb(const Rules& rules, Each&& each) {
  for (const DeclaredWords* declared : {&rules.ruleset.declared, &rules.catalogue.declared}) {
    for (const DeclaredVerb& verb : declared->verbs) each(verb);
  }
}

}  // namespace

std::vector<std::string_view> declaredVerbs(const Rules& rules) {
  std::vector<std::string_view> verbs;
  eachVerb(rules, [&](const DeclaredVerb& verb) { verbs.push_back(verb.says); });
  return verbs;
}

std::optional<DeclaredVerbInLine> declaredVerbAt(const Cursor& line, const Rules& rules) {
  std::optional<DeclaredVerbInLine> found;
  if (!line.isLoose()) return found;
  eachVerb(rules, [&](const DeclaredVerb& verb) {
    const std::size_t words = wordsTyped(verb.says, line);
    if (words > (found ? found->words : 0)) found = {.verb = &verb, .words = words};
  });
  return found;
}

Cursor meaningOf(const VerbMeaning& meaning) {
  Cursor line(meaning.line, "the meaning of a verb in the rules", 1);
  line.loosen();
  return line;
}

std::vector<Remark> mistakesIn(const std::vector<DeclaredVerb>& verbs, const Rules& rules) {
  Remarks remarks;
  if (verbs.empty()) return remarks.take();
  capnp::MallocMessageBuilder message;
  auto header = message.initRoot<schema::Header>();
  header.initPlayers(2);
  const RunningState running(header.asReader(), rules);
  const Titles titles(rules.catalogue);
  const CardLabels labels(rules);
  for (std::size_t i = 0; i < verbs.size(); ++i) {
    const std::string path = fmt::format("vocabulary.verbs[{}]", i);
    if (verbs[i].meanings.empty()) remarks.error(path, "it needs \"means\" or \"byType\"");
    const bool adds = ranges::all_of(verbs[i].meanings, [&](const VerbMeaning& meaning) {
      return !meaning.types.empty() && meaning.line.starts_with(verbs[i].says + " ");
    });
    if (isVerb(verbs[i].says) && !adds)
      remarks.error(path + ".says",
                    fmt::format("{} is already a verb of every transcript", docket::quoted(verbs[i].says)));
    Names names;
    const LineContext context{
        .state = running.state(), .rules = rules, .titles = titles, .labels = labels, .names = names};
    for (std::size_t k = 0; k < verbs[i].meanings.size(); ++k) {
      const VerbMeaning& meaning = verbs[i].meanings[k];
      try {
        LineReader(context).checkMeaning(meaning);
      } catch (const Mistake& mistake) {
        const std::string type_path = meaning.types.empty() ? std::string() : fmt::format(".byType[{}]", k);
        remarks.error(path + type_path + ".means",
                      fmt::format("it is not a line of a transcript: {}", mistake.message()), 1, mistake.column());
      }
    }
  }
  return remarks.take();
}

}  // namespace docket::notation
