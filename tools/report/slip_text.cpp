#include "tools/report/slip_text.h"

#include <fmt/format.h>

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/max_element.hpp>

#include "events/text/characters.h"
#include "events/text/split.h"
#include "tools/render/verdict_text.h"
#include "tools/verdict/ruling_verdict.h"
#include "tools/words/text.h"

namespace docket::report {
namespace {

constexpr std::size_t kLabelColumns = 13;
constexpr std::size_t kTextColumns = kSlipColumns - kLabelColumns;
constexpr std::size_t kMaxSigners = 9;  // the judge and a player of each seat
/// The heading, its rule and a blank line; a blank line before the signatures and a line for when they were given.
constexpr std::size_t kOtherLines = 6;

/// The text with blanks in words that are wider than a line, so that each fits.
std::string withWordsBroken(std::string_view text) {
  std::string made;
  std::size_t columns = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    while (end < text.size() && continuesCharacter(text[end])) ++end;
    const std::string_view character = text.substr(at, end - at);
    const std::size_t wide = columnsOf(character);
    columns = character == " " ? 0 : columns + wide;
    if (columns > kTextColumns) {
      made += ' ';
      columns = wide;
    }
    made += character;
    at = end;
  }
  return made;
}

/// Adds a paragraph to the lines of a row; they are as wide on every terminal.
void addTo(SlipRow& row, std::string_view text) {
  row.lines.push_back({.text = {}, .begins = true});
  eachWord(withWordsBroken(text), [&](std::string_view word) {
    std::string& line = row.lines.back().text;
    if (line.empty()) {
      line = word;
    } else if (columnsOf(line) + 1 + columnsOf(word) <= kTextColumns) {
      (line += ' ') += word;
    } else {
      row.lines.push_back({.text = std::string(word)});
    }
  });
}

std::string joined(const std::vector<std::string>& parts) {
  std::string all;
  for (const std::string& part : parts) all += (all.empty() ? "" : ", ") + part;
  return all;
}

SlipRow row(std::string_view label, const std::vector<std::string>& paragraphs) {
  SlipRow made{.label = label};
  for (const std::string& text : paragraphs) addTo(made, text);
  return made;
}

std::vector<std::string> questionTexts(const Slip& slip) {
  std::vector<std::string> texts;
  const std::string moment =
      slip.about == 0 ? std::string()
                      : fmt::format("After event {}{}{}", slip.about, slip.when.empty() ? "" : ", ", slip.when);
  // A claim and a rewind name the acts that they are about.
  const bool is_named = (slip.ruling ? slip.claim : slip.decided).find(slip.act) != std::string::npos;
  if (!slip.act.empty() && !is_named) texts.push_back(fmt::format("Event {}: {}", slip.about, slip.act));
  if (slip.ruling) {
    texts.push_back(slip.question);
    if (slip.question.find(slip.claim) == std::string::npos) texts.push_back(slip.claim);
    if (!moment.empty()) texts.push_back(moment);
  } else if (texts.empty() && !moment.empty()) {
    texts.push_back(moment);
  }
  return texts;
}

std::vector<std::string> decisionOf(const Slip& slip) {
  std::vector<std::string> texts{slip.ruling ? slip.answer : slip.decided};
  if (!slip.note.empty()) texts.push_back(fmt::format("\"{}\"", clipped(slip.note, 1000)));
  if (!slip.supersedes.empty())
    texts.push_back(fmt::format("On appeal. It replaces an earlier ruling: {}.", slip.supersedes));
  return texts;
}

std::vector<std::string> clausesOf(const Slip& slip) {
  std::vector<std::string> texts;
  for (const auto& [id, says] : slip.clauses)
    texts.push_back(fmt::format("[{}] {}", id, says.empty() ? kOwnClause : says));
  if (texts.empty()) texts.emplace_back("none is cited");
  return texts;
}

std::vector<std::string> computedOf(const Slip& slip) {
  if (!slip.ruling) return {"A matter of discretion: it is recorded and not judged."};
  // The rule that decides is said in full; the values of other parts follow in words.
  const bool by_rule = ranges::any_of(slip.ruling->derivation.root.children,
                                      [](const Explanation& part) { return !part.clause.empty(); });
  const std::string why = by_rule ? whyWithParts(*slip.ruling) : slip.ruling->why;
  std::vector<std::string> texts{fmt::format("{}: {}", rightOrWrong(slip.ruling->outcome), why)};
  for (const auto& [what, value] : slip.gives) texts.push_back(fmt::format("{}: {}", what, value));
  return texts;
}

/// Takes lines off the longest rows until all is within a page.
void fit(std::vector<SlipRow>& rows, std::size_t others) {
  while (true) {
    std::size_t lines = others;
    for (const SlipRow& one : rows) lines += one.lines.size();
    if (lines <= kSlipLines) return;
    auto& longest = ranges::max_element(rows, {}, [](const SlipRow& one) { return one.lines.size(); })->lines;
    longest.pop_back();
    longest.back() = {.text = "(cut here: docket rulings and docket verify have the rest)", .begins = true};
  }
}

/// The lines for a signature: with space to write above it, if there is room.
std::size_t linesOfSignature(std::size_t signers) { return signers <= 5 ? 2 : 1; }

}  // namespace

std::vector<std::string> SlipRow::paragraphs() const {
  std::vector<std::string> made;
  for (const Line& line : lines) {
    if (line.begins)
      made.push_back(line.text);
    else
      made.back() += ' ' + line.text;
  }
  return made;
}

std::string slipTitle(const Slip& slip) {
  const std::string_view what = slip.ruling ? "RULING" : "DECISION";
  return fmt::format("{}{}", slip.superseded_by.empty() ? "" : "REPLACED ", what);
}

std::vector<std::string> signersOf(const Slip& slip) {
  std::vector<std::string> signers{slip.judge.empty() ? "Judge" : fmt::format("Judge {}", clipped(slip.judge, 30))};
  for (const std::string& player : slip.players) {
    if (signers.size() < kMaxSigners) signers.push_back(clipped(player, 36));
  }
  return signers;
}

std::vector<SlipRow> rowsOf(const Slip& slip) {
  std::vector<SlipRow> rows;
  const auto add = [&](std::string_view label, const std::vector<std::string>& texts) {
    if (!texts.empty()) rows.push_back(row(label, texts));
  };
  if (!slip.superseded_by.empty())
    add("No longer", {fmt::format("This ruling was replaced on appeal: {}.", slip.superseded_by)});
  if (!slip.occasion.empty()) add("Table", {joined(slip.occasion)});
  add("Game", {fmt::format("{}, event {}", clipped(slip.game, 120), slip.event)});
  add("Players", slip.players);
  add("Question", questionTexts(slip));
  add("Decision", decisionOf(slip));
  if (slip.ruling) add("Clauses", clausesOf(slip));
  add("Penalties", slip.penalties.empty() ? std::vector<std::string>{"none in this game"} : slip.penalties);
  add("Judge", {slip.judge.empty() ? "not recorded" : clipped(slip.judge)});
  add("Computed", computedOf(slip));
  add("In effect", slip.changes);
  add("Scope", {slip.ruleset, fmt::format("of the game, {}", slip.scope)});
  add("Head", {slip.head});
  const std::size_t signers = signersOf(slip).size();
  fit(rows, kOtherLines + signers * linesOfSignature(signers));
  return rows;
}

std::string slipText(const Slip& slip) {
  std::string text = slipTitle(slip) + '\n' + std::string(kSlipColumns, '-') + "\n\n";
  for (const SlipRow& one : rowsOf(slip)) {
    for (std::size_t i = 0; i < one.lines.size(); ++i) {
      text += padded(i == 0 ? one.label : "", kLabelColumns) + one.lines[i].text + '\n';
    }
  }
  const auto signers = signersOf(slip);
  text += '\n';
  for (const std::string& signer : signers) {
    if (linesOfSignature(signers.size()) == 2) text += '\n';
    text += padded(signer, 38) + std::string(kSlipColumns - 38, '_') + '\n';
  }
  return text + '\n' + padded("Day and time", 38) + std::string(kSlipColumns - 38, '_') + '\n';
}

}  // namespace docket::report
