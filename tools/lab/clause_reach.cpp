#include "tools/lab/clause_reach.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "events/overload.h"
#include "events/split.h"
#include "events/text_view.h"
#include "tools/lab/aligned.h"
#include "tools/lab/rules_difference.h"

namespace docket::lab {
namespace {

using Field = std::pair<std::string_view, RuleField>;

constexpr std::array kOfCalculation = {
    Field{"set", RuleField::calculation_set}, Field{"setFrom", RuleField::calculation_set_from},
    Field{"switch", RuleField::calculation_switch}, Field{"copy", RuleField::calculation_copy},
    Field{"deltas", RuleField::calculation_deltas}, Field{"asterisk", RuleField::calculation_asterisk},
    Field{"contradiction", RuleField::calculation_contradiction}, Field{"above", RuleField::calculation_contradiction},
    Field{"between", RuleField::calculation_contradiction}, Field{"below", RuleField::calculation_contradiction},
    Field{"afterContradiction", RuleField::calculation_contradiction}, Field{"bounds", RuleField::calculation_bounds},
    Field{"clamp", RuleField::calculation_clamp}, Field{"sum", RuleField::calculation_sum},
    Field{"absentSet", RuleField::calculation_absent_set},
    // A ruleset that names a clause of the sum computes stats.
    Field{"sumClause", RuleField::calculation_computed}, Field{"computed", RuleField::calculation_computed}};
constexpr std::array kOfGranting = {Field{"keywordsLast", RuleField::granting_keywords_last},
                                    Field{"keywordCopies", RuleField::granting_keyword_copies},
                                    Field{"traitCopies", RuleField::granting_trait_copies},
                                    Field{"titles", RuleField::granting_titles}};

/// By the beginnings of the words for when a use is given back.
constexpr std::array kGivenBack = {
    Field{"activationNegated", RuleField::uses_negated}, Field{"turnedFaceDown", RuleField::uses_turned_face_down},
    Field{"leavesLocation", RuleField::uses_left}, Field{"attached", RuleField::uses_attached}};

/// Sections whose items are lines with a clause: one that is gone, or lifted, is noted where it came to something.
constexpr std::array<std::string_view, 10> kOfLines = {"acts",  "permissions", "precedence", "wins",    "numbers",
                                                       "decks", "traits",      "triggers",   "periods", "keywordKinds"};

std::optional<RuleField> fieldIn(std::span<const Field> fields, std::string_view name) {
  for (const auto& [known, field] : fields) {
    if (known == name) return field;
  }
  return std::nullopt;
}

/// Whether a field only says by which clause something holds: what comes out cites it, and is the same.
bool isCitation(std::string_view name) { return name.ends_with("Clause") || name.ends_with("Clauses"); }

/// Whether a struct, as JSON on one line, says of itself that it is of the clause, and not of what it holds.
bool isOf(std::string_view json, std::string_view clause) {
  const std::string field = fmt::format("\"clause\":\"{}\"", clause);
  int depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (depth == 1 && !in_text && json.substr(i).starts_with(field)) return true;
    if (in_text && json[i] == '\\') {
      ++i;
    } else if (json[i] == '"') {
      in_text = !in_text;
    } else if (!in_text) {
      depth += json[i] == '{' || json[i] == '[' ? 1 : json[i] == '}' || json[i] == ']' ? -1 : 0;
    }
  }
  return false;
}

/// Whether a piece empties the clause of a line that stays.
bool isEmptied(const Piece& piece, std::string_view clause) {
  return piece.path.ends_with("/clause") && piece.after == "\"\"" && piece.before == fmt::format("\"{}\"", clause);
}

/// The path of what holds a piece.
std::string_view holderOf(std::string_view path) { return path.substr(0, path.rfind('/')); }

/// Whether the lines of precedence that come to the others stand behind them and name no type of card: then they are
/// asked only where no other line decides.
bool addsPlainLast(schema::Ruleset::Reader document, schema::Ruleset::Reader without) {
  const auto is_plain = [](auto side) {
    for (const auto speaker : side.getSpeakers()) {
      if (view(speaker) != "rule" && view(speaker) != "card") return false;
    }
    return !side.getEnded();
  };
  std::set<std::string> before;
  for (const auto line : document.getPrecedence()) before.insert(jsonOf(line));
  bool added = false;
  for (const auto line : without.getPrecedence()) {
    const bool is_there = before.contains(jsonOf(line));
    if (added && is_there) return false;
    added = added || !is_there;
    if (!is_there && !(is_plain(line.getWinner()) && is_plain(line.getLoser()))) return false;
  }
  return true;
}

}  // namespace

ClauseReach::ClauseReach(const Ruleset& ruleset, schema::Ruleset::Reader document, schema::Ruleset::Reader without,
                         const std::string& clause)
    : ruleset_(ruleset), clause_(clause), adds_plain_last_(addsPlainLast(document, without)) {
  const auto pieces = differenceOf(document, without).pieces;
  for (const OwnedPiece& owned : pieces) {
    if (isEmptied(owned.piece, clause)) emptied_.insert(std::string(holderOf(owned.piece.path)));
  }
  for (const OwnedPiece& owned : pieces) add(owned.piece);
}

/// Whether a line that is of the clause is not there any more, or is there and holds for nothing.
bool ClauseReach::isGone(const Piece& piece) const {
  if (isEmptied(piece, clause_)) return true;
  if (piece.path.ends_with("/lifted")) return piece.before != "true" && emptied_.contains(holderOf(piece.path));
  return piece.after.empty() && isOf(piece.before, clause_);
}

void ClauseReach::add(const Piece& piece) {
  std::vector<std::string> path;
  eachPart(piece.path, {"/"}, [&](std::string_view step) { path.emplace_back(step); });
  const std::string& section = path.front();
  const std::string& name = path.size() > 1 ? path[1] : section;
  const std::string& last = path.back();
  const bool gone = isGone(piece);
  if (section == "limits") return addOfLimit(path, piece, gone);
  if (gone && ranges::contains(kOfLines, section)) return seek(Line{clause_});
  if (section == "readings") {
    if (const RuleSwitchName* known = ruleSwitchNamed(name)) return seek(known->reading);
  } else if (section == "obligations") {
    if (gone || isCitation(last)) return seek(Line{clause_});  // a clause that is empty is a rule that is not there
  } else if (section == "periods") {
    if (last == "clause") return seek(Line{clause_});
  } else if (section == "precedence") {
    if (piece.before.empty() && adds_plain_last_) return seek(RuleField::precedence);
  } else if (section == "wins") {
    if (last == "atOnce") return seek(RuleField::wins_at_once);
  } else if (section == "abilities") {
    return seek(RuleField::abilities_of_players);
  } else if (section == "changes") {
    return seek(RuleField::calculation_deltas);
  } else if (section == "granting") {
    if (const auto field = fieldIn(kOfGranting, name)) return seek(*field);
  } else if (section == "calculation") {
    if (const auto field = fieldIn(kOfCalculation, name)) return seek(*field);
    if (isCitation(last)) return;
  } else if (section == "stats" || section == "values") {
    if (isCitation(last)) return;
    if (last == "floor") return seek(RuleField::floors);
  } else if (section == "attachment") {
    if (isCitation(last)) return;
    if (name == "modifiers" && ruleset_.modifiers_to_host) return seek(RuleField::attachment_modifiers);
  }
  return seek(Anything{});
}

void ClauseReach::addOfLimit(const std::vector<std::string>& path, const Piece& piece, bool gone) {
  const LimitIndex place = path.size() < 2 ? LimitIndex{kUnbound} : ruleset_.limit(path[1]);
  // One that is lifted holds for nothing here, so nothing asks it.
  if (place == kUnbound || ruleset_.limits[place].lifted) return seek(Anything{});
  const Limit& limit = ruleset_.limits[place];
  const std::string& last = path.back();
  const bool own = path.size() == 2 || (path.size() == 3 && (last == "lifted" || last == "clause"));
  if (own && (gone || path.size() == 3)) return seek(Line{limit.clause});
  if (gone) return seek(Line{clause_});
  if (last == "perInstance") return seek(RuleField::limits_per_instance);
  if (last == "keyedBy") return seek(LimitUsed{place});
  const bool gives_back = path.size() > 3 && path[2] == "givenBack" && (path.size() == 4 || last == "when");
  if (!gives_back) return seek(LimitAsked{place});
  // Of an element that does not spell it out it is the first of them.
  if (path.size() == 4 && (piece.before + piece.after).find("\"when\"") == std::string::npos) {
    return seek(LimitUsed{place});
  }
  bool known = false;
  for (const auto& [when, field] : kGivenBack) {
    if (piece.before.find(when) == std::string::npos && piece.after.find(when) == std::string::npos) continue;
    seek(field);
    known = true;
  }
  if (!known) seek(LimitUsed{place});
}

bool ClauseReach::reaches(const Consulted& consulted) const {
  if (consulted.has(RuleField::scope)) return !sought_.empty();
  const auto has = Overload{[&](RuleSwitch reading) { return consulted.has(reading); },
                            [&](RuleField field) { return consulted.has(field); },
                            [&](const Line& line) { return consulted.hasLine(line.clause); },
                            [&](const LimitAsked& limit) { return consulted.hasLimit(limit.place); },
                            [&](const LimitUsed& limit) { return consulted.hasUsedLimit(limit.place); },
                            [](const Anything&) { return true; }};
  return ranges::any_of(sought_, [&](const Sought& one) { return std::visit(has, one); });
}

}  // namespace docket::lab
