#include "tools/lab/rules_difference_text.h"

#include <fmt/format.h>

#include <ostream>

#include "tools/lab/rules_difference.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"
#include "tools/words/words.h"

namespace docket::lab {
namespace {

constexpr std::size_t kMaxColumns = 600;  // of a value that is shown

std::string_view wordOf(Fate fate) {
  return fate == Fate::added ? "added" : fate == Fate::removed ? "removed" : "changed";
}

std::string beforeAfterWords(const std::string& before, const std::string& after) {
  const auto shown = [](const std::string& value) { return clipped(value, kMaxColumns); };
  if (before.empty() && after.empty()) return "nothing";
  if (before.empty()) return "added: " + shown(after);
  if (after.empty()) return "removed: " + shown(before);
  return fmt::format("{} -> {}", shown(before), shown(after));
}

void printClause(std::ostream& out, const ChangedClause& clause, const RulesDifference& difference, bool colour) {
  out << fmt::format("{}  {}\n", styled(colour, Style::name, printable(clause.id)), wordOf(clause.fate));
  for (const ChangedText& text : clause.texts)
    out << paragraph(fmt::format("{}: {}", text.field, beforeAfterWords(text.before, text.after)), 2, 4);
  for (const ChangedVariant& variant : clause.variants)
    out << paragraph(fmt::format("variant {} {}", printable(variant.name), wordOf(variant.fate)), 2, 4);
  for (const std::size_t piece : clause.pieces) out << paragraph(pieceWords(difference.pieces[piece].piece), 2, 4);
}

void writePiece(JsonWriter& json, const Piece& piece) {
  json.object().member("path", piece.path);
  piece.before.empty() ? json.memberNull("before") : json.memberJson("before", piece.before);
  piece.after.empty() ? json.memberNull("after") : json.memberJson("after", piece.after);
  json.end();
}

void writeClause(JsonWriter& json, const ChangedClause& clause, const RulesDifference& difference) {
  json.object().member("clause", clause.id).member("change", wordOf(clause.fate)).list("texts");
  for (const ChangedText& text : clause.texts)
    json.object().member("field", text.field).member("before", text.before).member("after", text.after).end();
  json.end().list("variants");
  for (const ChangedVariant& variant : clause.variants)
    json.object().member("variant", variant.name).member("change", wordOf(variant.fate)).end();
  json.end().list("pieces");
  for (const std::size_t piece : clause.pieces) writePiece(json, difference.pieces[piece].piece);
  json.end().end();
}

}  // namespace

std::string pieceWords(const Piece& piece) {
  return fmt::format("{}: {}", printable(piece.path), beforeAfterWords(piece.before, piece.after));
}

void printDifference(std::ostream& out, const RulesDifference& difference, bool colour) {
  if (difference.equal()) {
    out << "They say the same.\n";
    return;
  }
  for (const ChangedText& text : difference.head)
    out << paragraph(fmt::format("{}: {}", text.field, beforeAfterWords(text.before, text.after)), 0, 2);
  for (const ChangedClause& clause : difference.clauses) {
    out << '\n';
    printClause(out, clause, difference, colour);
  }
  if (difference.unowned.empty()) return;
  out << "\nwithout a clause\n";
  for (const std::size_t piece : difference.unowned) out << paragraph(pieceWords(difference.pieces[piece].piece), 2, 4);
}

void writeDifference(JsonWriter& json, const RulesDifference& difference) {
  json.member("equal", difference.equal()).list("head");
  for (const ChangedText& text : difference.head) {
    json.object().member("field", text.field).memberJson("before", text.before).memberJson("after", text.after).end();
  }
  json.end().list("clauses");
  for (const ChangedClause& clause : difference.clauses) writeClause(json, clause, difference);
  json.end().list("unowned");
  for (const std::size_t piece : difference.unowned) writePiece(json, difference.pieces[piece].piece);
  json.end();
}

}  // namespace docket::lab
