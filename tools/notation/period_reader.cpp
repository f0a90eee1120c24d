#include "tools/notation/period_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/view/reverse.hpp>

#include "events/text/quoted.h"
#include "tools/notation/line_subject.h"
#include "tools/notation/spelling.h"
#include "tools/notation/transcript.h"

namespace docket::notation {
namespace {

/// The spellings of a period of a kind: "battle phase", "main phase 1".
std::vector<std::string> spellings(const Period& kind, std::string_view name) {
  std::vector<std::string> all{std::string(name), fmt::format("{} {}", name, kind.name),
                               fmt::format("{} {}", kind.name, name)};
  const auto last = name.rfind(' ');
  const bool numbered = last != std::string_view::npos && last + 1 < name.size() &&
                        name.find_first_not_of("0123456789", last + 1) == std::string_view::npos;
  if (numbered) all.push_back(fmt::format("{} {} {}", name.substr(0, last), kind.name, name.substr(last + 1)));
  return all;
}

}  // namespace

std::vector<PeriodReader::Meaning> PeriodReader::meantBy(std::string_view words) const {
  const std::string typed = folded(words), bare = foldedWithoutArticle(words);
  std::vector<Meaning> meanings;
  for (const Period& kind : attempt_.ruleset().periods) {
    if (folded(kind.name) == bare) {
      if (bare != typed) return {{.kind = &kind, .name = {}}};  // "a battle" is none of the phases
      meanings.push_back({.kind = &kind, .name = {}});
    }
    for (const std::string& name : kind.names) {
      const auto all = spellings(kind, name);
      if (std::any_of(all.begin(), all.end(), [&](const std::string& one) { return folded(one) == bare; }))
        meanings.push_back({.kind = &kind, .name = name});
    }
  }
  return meanings;
}

std::vector<Choice> PeriodReader::choices(const std::vector<Meaning>& meanings) const {
  std::vector<Choice> made;
  for (const Meaning& one : meanings) {
    made.push_back(one.name.empty() ? Choice{.text = "a " + one.kind->name}
                                    : Choice{.text = fmt::format("{} {}", one.kind->name, notedName(one.name))});
  }
  return made;
}

std::vector<Choice> PeriodReader::nearest(std::string_view words) const {
  std::vector<std::string_view> known;
  for (const Period& kind : attempt_.ruleset().periods) {
    known.push_back(kind.name);
    known.insert(known.end(), kind.names.begin(), kind.names.end());
  }
  const KnownNames names(known);
  const std::string_view near = names.nearest(words);
  std::vector<Choice> made;
  for (const std::string_view one : near.empty() ? names.all() : std::vector<std::string_view>{near})
    made.push_back({.text = meantBy(one).size() == 1 ? notedName(one) : choices(meantBy(one)).front().text});
  return made;
}

NameNumber PeriodReader::began() {
  std::string taken;
  if (isSeat(line_, line_.peek()) && !isPeriodOfThatName()) {
    const Token name = line_.peek();
    const Seat seat = takeSeat(line_);
    attempt_.event.getBegan().setPlayer(seat);
    if (seatOfWord(name.text) == 0 && seat != 0) taken = fmt::format(" ({} is read as P{})", found(name), seat);
  }
  Token at = line_.peek();
  const auto run = longestRun(line_, [&](std::string_view words) { return !meantBy(words).empty(); });
  if (!run) {
    if (at.kind != Token::Kind::word && at.kind != Token::Kind::string)
      line_.failExpected(at, "a period, such as turn" + taken);
    failUnknown(at);
  }
  at.text = line_.between(at.at, run->end);
  auto meanings = meantBy(run->text);
  line_.skipTo(run->end);
  // Only a period without a name takes place somewhere, or between players.
  if (meanings.size() > 1 && (line_.peek().is("at") || line_.peek().is("between"))) {
    meanings.erase(
        std::remove_if(meanings.begin(), meanings.end(), [](const Meaning& one) { return !one.name.empty(); }),
        meanings.end());
  }
  if (meanings.size() != 1)
    line_.fail(at, fmt::format("which {}", docket::quoted(run->text)), choices(meantBy(run->text)));
  const Meaning& meant = meanings.front();
  if (folded(run->text) == "end " + folded(meant.kind->name) && canEnd(*meant.kind)) {
    line_.failAtTable(at, fmt::format("does the {} end, or does the period called \"end\" begin", meant.kind->name),
                      {{.text = fmt::format("{} \"end\"", meant.kind->name), .about = "it begins"},
                       {.text = fmt::format("end the {}", meant.kind->name)}});
  }
  const std::string_view name = meant.name.empty() ? nameAfter(*meant.kind) : meant.name;
  if (!name.empty()) attempt_.event.getBegan().setName(attempt_.context.names.number(name));
  return attempt_.context.names.number(meant.kind->name);
}

/// A player can have the name of a phase: "-- player" is the phase, and "-- player turn" the turn of that player.
bool PeriodReader::isPeriodOfThatName() const {
  const auto is_period = [&](std::string_view words) { return !meantBy(words).empty(); };
  const Token name = line_.peek();
  const auto run = longestRun(line_, is_period);
  if (!run) return false;
  Cursor rest = line_;
  rest.take();
  return run->end > name.end() || !longestRun(rest, is_period);
}

/// Reads the name of a period in a line such as `-- phase "Main 1"`.
std::string_view PeriodReader::nameAfter(const Period& kind) {
  const auto named = [&](std::string_view words) {
    return std::find_if(kind.names.begin(), kind.names.end(),
                        [of = folded(words)](const std::string& name) { return folded(name) == of; });
  };
  const auto run = longestRun(line_, [&](std::string_view words) { return named(words) != kind.names.end(); });
  if (!run && kind.names.empty() && line_.peek().kind == Token::Kind::number) {  // == turn 3: Gus
    const std::string_view number = line_.take().text;
    line_.takeIf(":");
    return number;
  }
  if (!run) return {};
  line_.skipTo(run->end);
  return *named(run->text);
}

void PeriodReader::failUnknown(Token at) const {
  constexpr std::size_t kMaxTokens = 3;
  std::vector<Token> tokens;
  Cursor ahead = line_;
  while (tokens.size() < kMaxTokens && !ahead.peek().isEnd()) tokens.push_back(ahead.take());
  for (const Token& last : tokens | ranges::views::reverse) {
    const std::string_view typed = line_.between(at.at, last.end());
    const auto near = nearest(typed);
    if (near.size() != 1) continue;
    at.text = typed;
    line_.fail(at, fmt::format("{} is not a period of the ruleset", docket::quoted(typed)), near);
  }
  const std::string_view typed = at.kind == Token::Kind::string ? at.inside() : at.text;
  line_.fail(at, fmt::format("{} is not a period of the ruleset", docket::quoted(typed)), nearest(typed));
}

bool PeriodReader::canEnd(const Period& kind) const {
  const PeriodNow& now = attempt_.state().periods[attempt_.ruleset().period(kind.name)];
  return now.open && attempt_.state().vocabulary->names.text(now.name) != "end";
}

void PeriodReader::requireEnd() const {
  const Token at = line_.peek();
  for (const Period& kind : attempt_.ruleset().periods) {
    const bool called_end = std::find(kind.names.begin(), kind.names.end(), "end") != kind.names.end();
    if (at.kind != Token::Kind::word || folded(kind.name) != folded(at.text) || !called_end) continue;
    const PeriodNow& now = attempt_.state().periods[attempt_.ruleset().period(kind.name)];
    if (now.open && !canEnd(kind)) return;  // the period called "end" is the one that ends
    line_.fail({}, "this is the beginning of a period, or ambiguous");
  }
}

}  // namespace docket::notation
