#include "tools/notation/spoken_verbs.h"

#include <capnp/message.h>
#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/all_of.hpp>
#include <range/v3/algorithm/find.hpp>

#include "engine/fold/running_state.h"
#include "events/quoted.h"
#include "events/split.h"
#include "tools/notation/line_reader.h"
#include "tools/notation/spelling.h"

namespace docket::notation {
namespace {

/// Whether a word was typed, in the third or in the first person: "exhausts", "exhaust"; "banishes",
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

std::vector<std::string_view> spokenVerbs(const Rules& rules) {
  std::vector<std::string_view> verbs;
  eachVerb(rules, [&](const DeclaredVerb& verb) { verbs.push_back(verb.says); });
  return verbs;
}

std::optional<SpokenVerb> spokenVerbAt(const Cursor& line, const Rules& rules) {
  std::optional<SpokenVerb> found;
  if (!line.isLoose()) return found;
  eachVerb(rules, [&](const DeclaredVerb& verb) {
    const std::size_t words = wordsTyped(verb.says, line);
    if (words > (found ? found->words : 0)) found = {.meanings = meaningsIn(verb.means), .words = words};
  });
  return found;
}

std::vector<VerbMeaning> meaningsIn(std::string_view means) {
  const auto trimmed = [](std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return text.substr(0, text.find_last_not_of(' ') + 1);
  };
  std::vector<VerbMeaning> meanings;
  while (!means.empty()) {
    const std::size_t end = std::min(means.find('|'), means.size());
    VerbMeaning& meaning = meanings.emplace_back(VerbMeaning{.line = trimmed(means.substr(0, end))});
    means.remove_prefix(std::min(end + 1, means.size()));
    const std::size_t colon = meaning.line.find(':');
    if (colon == std::string_view::npos) continue;
    std::string_view types = meaning.line.substr(0, colon);
    meaning.line = trimmed(meaning.line.substr(colon + 1));
    while (!types.empty()) {
      const std::size_t comma = std::min(types.find(','), types.size());
      meaning.types.push_back(trimmed(types.substr(0, comma)));
      types.remove_prefix(std::min(comma + 1, types.size()));
    }
  }
  return meanings;
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
  const RunningState table(header.asReader(), rules);
  const Titles titles(rules.catalogue);
  const CardLabels labels(rules);
  for (std::size_t i = 0; i < verbs.size(); ++i) {
    const std::string path = fmt::format("vocabulary.verbs[{}]", i);
    const auto meanings = meaningsIn(verbs[i].means);
    const bool adds = ranges::all_of(meanings, [&](const VerbMeaning& meaning) {
      return !meaning.types.empty() && meaning.line.starts_with(verbs[i].says + " ");
    });
    if (isVerb(verbs[i].says) && !adds)
      remarks.error(path + ".says",
                    fmt::format("{} is already a verb of every transcript", docket::quoted(verbs[i].says)));
    Names names;
    const LineContext context{
        .state = table.state(), .rules = rules, .titles = titles, .labels = labels, .names = names};
    for (const VerbMeaning& meaning : meanings) {
      for (const std::string_view type : meaning.types) {
        if (ranges::find(rules.ruleset.types, type) == rules.ruleset.types.end())
          remarks.error(path + ".means", fmt::format("{} is not a type of the ruleset", docket::quoted(type)));
      }
      try {
        LineReader(context).meaning(meaning);
      } catch (const Mistake& mistake) {
        const auto before = static_cast<std::size_t>(meaning.line.data() - verbs[i].means.data());
        remarks.error(path + ".means", fmt::format("it is not a line of a transcript: {}", mistake.message()), 1,
                      before + mistake.column());
      }
    }
  }
  return remarks.take();
}

}  // namespace docket::notation
