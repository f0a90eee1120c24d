#include "tools/lab/rules_reach.h"

#include <capnp/schema.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <optional>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "events/overload.h"
#include "events/text/split.h"
#include "events/text/text_view.h"
#include "tools/lab/aligned.h"
#include "tools/lab/rules_difference.h"

namespace docket::lab {
namespace {

using Field = std::pair<std::string_view, RuleField>;

constexpr std::array kCalculationFields = {
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
constexpr std::array kGrantingFields = {Field{"keywordsLast", RuleField::granting_keywords_last},
                                        Field{"keywordCopies", RuleField::granting_keyword_copies},
                                        Field{"traitCopies", RuleField::granting_trait_copies},
                                        Field{"titles", RuleField::granting_titles}};

/// The fates of a use for which a limit gives it back.
std::bitset<static_cast<std::size_t>(UseFate::count_)> fatesThatGiveBack(schema::Limit::Reader limit) {
  using When = schema::Limit::GivenBack::When;
  std::bitset<static_cast<std::size_t>(UseFate::count_)> fates;
  const auto add = [&](UseFate fate) { fates.set(static_cast<std::size_t>(fate)); };
  for (const auto back : limit.getGivenBack()) {
    const When when = back.getWhen();
    if (when == When::ACTIVATION_NEGATED) add(UseFate::negated);
    if (when == When::TURNED_FACE_DOWN || when == When::TURNED_FACE_DOWN_BY_OTHER) add(UseFate::turned_face_down);
    if (when == When::TURNED_FACE_DOWN) add(UseFate::turned_itself_down);
    if (when == When::LEAVES_LOCATION) add(UseFate::left);
    if (when == When::ATTACHED) add(UseFate::attached);
  }
  return fates;
}

/// Sections whose items are lines with a clause: a footprint notes such a line if it had an effect.
constexpr std::array<std::string_view, 10> kLineSections = {
    "acts", "permissions", "precedence", "wins", "numbers", "decks", "traits", "triggers", "periods", "keywordKinds"};

std::optional<RuleField> fieldIn(std::span<const Field> fields, std::string_view name) {
  for (const auto& [known, field] : fields) {
    if (known == name) return field;
  }
  return std::nullopt;
}

/// True if a field only names the clause that is cited: it cannot change a result.
bool isCitation(std::string_view name) { return name.ends_with("Clause") || name.ends_with("Clauses"); }

/// The clause of a struct, given as JSON on one line; clauses of structs inside it do not count.
std::string clauseOf(std::string_view json) {
  constexpr std::string_view kField = "\"clause\":\"";
  int depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (depth == 1 && !in_text && json.substr(i).starts_with(kField)) {
      const auto begin = i + kField.size();
      return std::string(json.substr(begin, json.find('"', begin) - begin));
    }
    if (in_text && json[i] == '\\') {
      ++i;
    } else if (json[i] == '"') {
      in_text = !in_text;
    } else if (!in_text) {
      depth += json[i] == '{' || json[i] == '[' ? 1 : json[i] == '}' || json[i] == ']' ? -1 : 0;
    }
  }
  return {};
}

/// The clause that a piece removes from a line that stays; empty: none.
std::string emptiedBy(const Piece& piece) {
  if (!piece.path.ends_with("/clause") || piece.after != "\"\"" || piece.before.size() <= 2) return {};
  return piece.before.substr(1, piece.before.size() - 2);
}

/// A text as in a piece, without its quotes.
std::string unquoted(const std::string& json) { return json.size() < 2 ? json : json.substr(1, json.size() - 2); }

/// The path of the parent of a piece.
std::string_view holderOf(std::string_view path) { return path.substr(0, path.rfind('/')); }

/// The keys in a list, a bit each.
std::uint16_t keysIn(std::string_view json) {
  std::uint16_t keys = 0;
  for (const auto key : capnp::Schema::from<schema::Limit::Key>().getEnumerants()) {
    const std::string quoted = fmt::format("\"{}\"", key.getProto().getName().cStr());
    if (json.find(quoted) != std::string_view::npos) keys |= static_cast<std::uint16_t>(1U << key.getOrdinal());
  }
  return keys;
}

/// True if the added lines of precedence come last and name no type of card: they are then consulted only if no other
/// line decides.
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

RulesReach::RulesReach(const Ruleset& ruleset, schema::Ruleset::Reader document, schema::Ruleset::Reader changed)
    : ruleset_(ruleset), adds_plain_last_(addsPlainLast(document, changed)) {
  for (const auto limit : document.getLimits()) given_back_[textOf(limit.getName())].before = fatesThatGiveBack(limit);
  for (const auto limit : changed.getLimits()) given_back_[textOf(limit.getName())].after = fatesThatGiveBack(limit);
  const auto pieces = differenceOf(document, changed).pieces;
  for (const OwnedPiece& owned : pieces) {
    const std::string& path = owned.piece.path;
    if (std::string clause = emptiedBy(owned.piece); !clause.empty()) emptied_.emplace(holderOf(path), clause);
    const auto judged = path.find("/judged/");
    if (judged != std::string::npos && !clauseGone(owned.piece).empty()) ++unjudged_[path.substr(0, judged)];
  }
  for (const OwnedPiece& owned : pieces) add(owned.piece);
}

std::string RulesReach::clauseGone(const Piece& piece) const {
  if (std::string clause = emptiedBy(piece); !clause.empty()) return clause;
  if (piece.path.ends_with("/lifted")) {
    const auto emptied = emptied_.find(holderOf(piece.path));
    return piece.before != "true" && emptied != emptied_.end() ? emptied->second : std::string{};
  }
  return piece.after.empty() ? clauseOf(piece.before) : std::string{};
}

void RulesReach::seekLine(std::string clause) {
  if (clause.empty()) return seek(Anything{});
  seek(Line{std::move(clause)});
}

void RulesReach::add(const Piece& piece) {
  Path path;
  eachPart(piece.path, {"/"}, [&](std::string_view step) { path.emplace_back(step); });
  const std::string& section = path.front();
  const std::string& name = path.size() > 1 ? path[1] : section;
  const std::string& last = path.back();
  if (section == "limits") return addOfLimit(path, piece);
  if (section == "readings") return addOfReading(path, piece);
  std::string gone = clauseGone(piece);
  if (!gone.empty() && ranges::contains(kLineSections, section)) return seekLine(std::move(gone));
  if (section == "obligations") {
    // A rule with an empty clause does not exist.
    if (!gone.empty()) return seekLine(std::move(gone));
    if (isCitation(last)) return seekLine(unquoted(piece.before));
  } else if (section == "periods") {
    if (last == "clause") return seekLine(unquoted(piece.before));
  } else if (section == "precedence") {
    if (piece.before.empty() && adds_plain_last_) return seek(RuleField::precedence);
  } else if (section == "wins") {
    if (last == "atOnce") return seek(RuleField::wins_at_once);
  } else if (section == "abilities") {
    if (!piece.before.empty()) return seek(RuleField::abilities_of_players);
  } else if (section == "changes") {
    return seek(RuleField::calculation_deltas);
  } else if (section == "granting") {
    if (const auto field = fieldIn(kGrantingFields, name)) return seek(*field);
  } else if (section == "calculation") {
    if (const auto field = fieldIn(kCalculationFields, name)) return seek(*field);
    if (isCitation(last)) return;
  } else if (section == "stats" || section == "values") {
    if (isCitation(last)) return;
    if (last == "floor") return seek(RuleField::floors);
  } else if (section == "attachment") {
    if (isCitation(last)) return;
    if (name == "modifiers" && ruleset_.modifiers_to_host) return seek(RuleField::attachment_modifiers);
  }
  seek(Anything{});
}

/// A footprint notes a switch if its other position could give another result. It notes a switch that names something
/// on each use, except for keyword words, which are used too often.
void RulesReach::addOfReading(const Path& path, const Piece& piece) {
  const RuleSwitchName* known = path.size() < 2 ? nullptr : ruleSwitchNamed(path[1]);
  if (known == nullptr) return seek(Anything{});
  const bool is_whole = path.size() == 2;
  if (!is_whole && isCitation(path.back())) return;
  if (known->which == RuleSwitch::keyword_by_its_word && !(is_whole && piece.after.empty())) return seek(Anything{});
  seek(known->which);
}

void RulesReach::addOfLimit(const Path& path, const Piece& piece) {
  const LimitIndex place = path.size() < 2 ? LimitIndex{kUnbound} : ruleset_.limit(path[1]);
  // A lifted limit does not hold here, so nothing asks it.
  if (place == kUnbound || ruleset_.limits[place].lifted) return seek(Anything{});
  const Limit& limit = ruleset_.limits[place];
  const std::string& last = path.back();
  const std::string gone = clauseGone(piece);
  if (path.size() == 2 || (path.size() == 3 && (last == "lifted" || last == "clause"))) {
    if (limit.clause.empty()) return seek(LimitAsked{place});
    return seekLine(limit.clause);
  }
  if (path[2] == "givenBack") return addGivenBack(path, piece, place);
  if (path[2] == "judged") {
    // A limit without `judged` is judged at every event that adds to its count.
    const bool some_stay = unjudged_[path[0] + '/' + path[1]] < limit.judged.size();
    return some_stay ? seekLine(gone) : seek(Anything{});
  }
  if (last == "perInstance") return seek(RuleField::limits_per_instance);
  if (path[2] == "keyedBy") return addKeys(piece, place);
  // A limit for the whole game counts every use that a shorter period counts.
  const bool shortens = path[2] == "within" && limit.within != Within::period && !isOfCopies(limit.counted);
  if (shortens) return seek(LimitCounted{place});
  // These fields decide at which events a limit is consulted.
  constexpr std::array<std::string_view, 4> kWhereAsked = {"max", "maxIs", "within", "holdsFor"};
  if (ranges::contains(kWhereAsked, path[2])) return seek(LimitAsked{place});
  seek(Anything{});
}

void RulesReach::addKeys(const Piece& piece, std::size_t place) {
  if (isOfCopies(ruleset_.limits[place].counted)) return seek(LimitUsed{place});
  const std::uint16_t keys = keysIn(piece.before);
  const std::uint16_t others = keysIn(piece.after);
  seek(LimitKeyed{place, keys, others});
  // Changes of the card give a use back only if the limit is keyed by instance.
  constexpr auto kInstance = std::uint16_t{1} << static_cast<unsigned>(schema::Limit::Key::INSTANCE);
  if (((keys ^ others) & kInstance) == 0) return;
  const GivenBackBy& given_back = given_back_.at(ruleset_.limits[place].name);
  seekFates(place, given_back.before | given_back.after);
}

void RulesReach::addGivenBack(const Path& path, const Piece& piece, std::size_t place) {
  // A replacing line may give back at the same event as the old one.
  if (path.size() == 4 || path.back() == "when") {
    const GivenBackBy& given_back = given_back_.at(ruleset_.limits[place].name);
    return seekFates(place, given_back.before ^ given_back.after);
  }
  if (std::string gone = clauseGone(piece); !gone.empty()) return seekLine(std::move(gone));
  seek(LimitUsed{place});
}

void RulesReach::seekFates(std::size_t place, Fates fates) {
  for (std::size_t fate = 0; fate < fates.size(); ++fate) {
    if (fates.test(fate)) seek(LimitFate{place, static_cast<UseFate>(fate)});
  }
}

bool RulesReach::reaches(const Consulted& consulted) const {
  if (consulted.has(RuleField::scope)) return !sought_.empty();
  const auto has = Overload{
      [&](RuleSwitch reading) { return consulted.has(reading); },
      [&](RuleField field) { return consulted.has(field); },
      [&](const Line& line) { return consulted.hasLine(line.clause); },
      [&](const LimitAsked& limit) { return consulted.hasLimit(limit.place); },
      [&](const LimitUsed& limit) { return consulted.hasUsedLimit(limit.place); },
      [&](const LimitCounted& limit) { return hasCounted(consulted, limit.place); },
      [&](const LimitKeyed& limit) { return consulted.hasCountedOtherwise(limit.place, limit.keys, limit.others); },
      [&](const LimitFate& use) { return consulted.hasFate(use.place, use.fate); },
      [](const Anything&) { return true; }};
  return ranges::any_of(sought_, [&](const Sought& one) { return std::visit(has, one); });
}

bool RulesReach::hasCounted(const Consulted& consulted, std::size_t place) const {
  return consulted.hasCounted(place, static_cast<std::uint16_t>(ruleset_.limits[place].keyed_by.to_ulong()));
}

bool RulesReach::reachesAll() const {
  return ranges::any_of(sought_, [](const Sought& one) { return std::holds_alternative<Anything>(one); });
}

}  // namespace docket::lab
