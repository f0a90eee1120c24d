#include "tools/generate/act_context.h"

#include <algorithm>
#include <range/v3/algorithm/contains.hpp>

#include "events/text/trimmed.h"
#include "events/text/whole_number.h"

namespace docket::generate {
namespace {

using ActRequirement = schema::Act::Requirement;
using GrantSays = schema::Permission::Grant::Says;
using Truth = std::optional<bool>;

constexpr int kMaxDepth = 32;

/// True if one of two words is a part of the other.
bool isPart(std::string_view one, std::string_view other) {
  return one.find(other) != std::string_view::npos || other.find(one) != std::string_view::npos;
}

Truth opposite(Truth truth) { return truth ? Truth(!*truth) : truth; }

/// The place of a text in a condition, outside of quotes and brackets; npos if there is none.
std::size_t findOutside(std::string_view condition, std::string_view text) {
  bool quoted = false;
  int depth = 0;
  for (std::size_t i = 0; i < condition.size(); ++i) {
    if (condition[i] == '"') quoted = !quoted;
    if (quoted) continue;
    if (depth == 0 && condition.substr(i).starts_with(text)) return i;
    if (condition[i] == '(') ++depth;
    if (condition[i] == ')') --depth;
  }
  return std::string_view::npos;
}

/// The inner text, if the whole text is between these: `keyword(it, "` and `")`.
std::optional<std::string_view> between(std::string_view text, std::string_view before, std::string_view after) {
  if (text.size() < before.size() + after.size() || !text.starts_with(before) || !text.ends_with(after)) return {};
  text.remove_prefix(before.size());
  text.remove_suffix(after.size());
  if (text.find('"') != std::string_view::npos) return {};
  return text;
}

/// The X of `word "X"` and of `word(it, "X")`.
std::optional<std::string_view> argumentOf(std::string_view text, const std::string& word) {
  if (const auto argument = between(text, word + " \"", "\"")) return argument;
  return between(text, word + "(it, \"", "\")");
}

class ConditionReader {
 public:
  explicit ConditionReader(const ActContext& context) : context_(context) {}

  [[nodiscard]] Truth ask(std::string_view condition, int depth) const {
    condition = trimmed(condition);
    if (condition.empty()) return true;
    if (depth > kMaxDepth || findOutside(condition, "if ") != std::string_view::npos) return {};
    if (const auto at = findOutside(condition, " or "); at != std::string_view::npos) {
      return opposite(
          both(opposite(ask(condition.substr(0, at), depth + 1)), opposite(ask(condition.substr(at + 4), depth + 1))));
    }
    if (const auto at = findOutside(condition, " and "); at != std::string_view::npos) {
      return both(ask(condition.substr(0, at), depth + 1), ask(condition.substr(at + 5), depth + 1));
    }
    if (condition.starts_with("not ")) return opposite(ask(condition.substr(4), depth + 1));
    const bool whole = condition.front() == '(' && findOutside(condition.substr(1), ")") == condition.size() - 2;
    if (whole) return ask(condition.substr(1, condition.size() - 2), depth + 1);
    return single(condition);
  }

 private:
  /// False if either is false; unknown if one is unknown and neither is false.
  static Truth both(Truth one, Truth other) {
    if (one == Truth(false) || other == Truth(false)) return false;
    return one && other ? Truth(true) : Truth();
  }

  [[nodiscard]] Truth single(std::string_view text) const {
    if (text == "true" || text == "false") return text == "true";
    if (text == "ownAct()") return true;  // a player never acts for another here
    if (text == "created(it)" && context_.card != nullptr)
      return false;  // the cards of decks are none that are created
    if (const auto phase = between(text, "phase() = \"", "\"")) return inPhase(*phase);
    if (const auto phase = between(text, "phase() != \"", "\"")) return opposite(inPhase(*phase));
    if (text.starts_with("amount() ")) return compared(text.substr(9));
    if (text.starts_with("any(in ") && isEmpty(text.substr(7))) return false;
    if (const auto period = between(text, "during(\"", "\")"); period && context_.used_names != nullptr) {
      return ranges::contains(context_.used_names->periods, *period) ? Truth() : Truth(false);
    }
    if (context_.card == nullptr) return {};
    if (const auto keyword = argumentOf(text, "keyword")) return among(context_.card->keywords, *keyword);
    if (const auto type = argumentOf(text, "type")) return among(context_.card->types, *type);
    return {};
  }

  [[nodiscard]] Truth inPhase(std::string_view phase) const {
    return context_.phase ? Truth(*context_.phase == phase) : Truth();
  }

  /// True if no card can be among those of a filter: `mission, type "Mission")`.
  [[nodiscard]] bool isEmpty(std::string_view filter) const {
    if (filter.ends_with(", created(it))")) return true;
    if (context_.used_names == nullptr) return false;
    const auto zone = filter.substr(0, std::min(filter.find_first_of(",)"), filter.find(" of ")));
    return zone != "play" && zone != "anywhere" && !ranges::contains(context_.used_names->zones, zone);
  }

  /// A word can be a part of another, as rulesets read keywords: then it is not known.
  static Truth among(const std::vector<std::string>& words, std::string_view one) {
    if (ranges::contains(words, one)) return true;
    const bool part = std::any_of(words.begin(), words.end(), [&](const auto& word) { return isPart(word, one); });
    return part ? Truth() : Truth(false);
  }

  /// `<= 2`
  [[nodiscard]] Truth compared(std::string_view text) const {
    const auto blank = text.find(' ');
    if (!context_.amount || blank == std::string_view::npos) return {};
    const auto number = wholeNumber<std::int64_t>(text.substr(blank + 1));
    if (!number) return {};
    const auto how = text.substr(0, blank);
    if (how == "=") return *context_.amount == *number;
    if (how == "!=") return *context_.amount != *number;
    if (how == "<") return *context_.amount < *number;
    if (how == "<=") return *context_.amount <= *number;
    if (how == ">") return *context_.amount > *number;
    if (how == ">=") return *context_.amount >= *number;
    return {};
  }

  const ActContext& context_;
};

bool fitsName(const ActContext& context, const std::string& name) {
  return name.empty() || ranges::contains(context.names, name);
}

/// Whether the card of an act meets a requirement; an act without a card meets it.
Truth cardMeets(const RequirementKind& requirement, const ActContext& context) {
  if (requirement.what == ActRequirement::What::THAT) {
    // The only part of an understood condition that an act can change is the period.
    const bool changes = requirement.after && (context.act == "began" || context.act == "ended");
    return changes ? Truth() : holds(requirement.that, context);
  }
  if (requirement.what == ActRequirement::What::PLAYERS_TURN) return context.own_turn;
  if (context.card == nullptr) return true;
  switch (requirement.what) {
    case ActRequirement::What::SOURCE_IN_PLAY:
      return context.in_play;
    case ActRequirement::What::SOURCE_CONTROLLED:
      return context.controlled;
    case ActRequirement::What::SOURCE_FACE_UP:
      return context.face_up;
    default:
      return context.upright;
  }
}

void require(const RequirementKind& requirement, const ActContext& context, Objections& objections) {
  if (requirement.act != context.act || !fitsName(context, requirement.named)) return;
  const Truth asked = holds(requirement.if_that, context);
  const Truth met = cardMeets(requirement, context);
  if (asked == Truth(false) || met == Truth(true)) return;
  (asked && met ? objections.broken : objections.unread).push_back(requirement.clause);
}

/// The verdict of a permission on an act, and its clause; empty if the permission is not understood.
std::optional<std::pair<GrantSays, std::string>> wordOn(const PermissionKind& permission, const ActContext& context) {
  ActContext doer = context;
  if (permission.by != schema::Permission::By::IT) doer.card = nullptr;
  for (const GrantKind& grant : permission.grants) {
    const Truth to = holds(grant.to, doer);
    if (!to) return std::nullopt;
    if (*to) return std::pair(grant.says, grant.clause);
  }
  return std::pair(permission.forbidden ? GrantSays::CANNOT : GrantSays::MAY, permission.clause);
}

void permit(const PermissionKind& permission, const ActContext& context, Objections& objections) {
  if (permission.on != context.act || permission.lifted || !fitsName(context, permission.named)) return;
  if (permission.by == schema::Permission::By::THAT) return;
  ActContext event = context;
  if (permission.by != schema::Permission::By::IT) event.card = nullptr;  // `it` is another entity
  const Truth done = holds(permission.if_that, event);
  if (done == Truth(false)) return;
  const auto word = wordOn(permission, context);
  if (word && word->first != GrantSays::CANNOT) return;
  if (word && done) {
    objections.broken.push_back(word->second);
  } else {
    objections.unread.push_back(word ? word->second : permission.clause);
  }
}

}  // namespace

std::optional<bool> holds(std::string_view condition, const ActContext& context) {
  return ConditionReader(context).ask(condition, 0);
}

Objections objections(const RulesSummary& summary, const ActContext& context) {
  Objections found;
  for (const RequirementKind& requirement : summary.requirements) require(requirement, context, found);
  for (const PermissionKind& permission : summary.permissions) permit(permission, context, found);
  return found;
}

Objections objectionsToNumber(const RulesSummary& summary, const ActContext& context) {
  Objections found = objections(summary, context);
  for (const NumberKind& kind : summary.numbers) {
    if (kind.what != context.names.front() || (*context.amount >= kind.least && *context.amount <= kind.most)) continue;
    (kind.unless.empty() ? found.broken : found.unread).push_back(kind.clause);
  }
  return found;
}

AskedWords::AskedWords(const RulesSummary& summary) {
  const auto add = [&](std::string_view condition) {
    for (auto from = condition.find('"'); from != std::string_view::npos;) {
      const auto to = condition.find('"', from + 1);
      if (to == std::string_view::npos) return;
      quoted_.emplace_back(condition.substr(from + 1, to - from - 1));
      from = condition.find('"', to + 1);
    }
  };
  for (const RequirementKind& requirement : summary.requirements) {
    add(requirement.that);
    add(requirement.if_that);
  }
  for (const PermissionKind& permission : summary.permissions) {
    add(permission.if_that);
    for (const GrantKind& grant : permission.grants) add(grant.to);
  }
  for (const WinKind& win : summary.wins) add(win.if_that);
  std::sort(quoted_.begin(), quoted_.end());
  quoted_.erase(std::unique(quoted_.begin(), quoted_.end()), quoted_.end());
}

std::vector<std::string> AskedWords::among(const std::vector<std::string>& words) const {
  std::vector<std::string> asked;
  for (const std::string& word : words) {
    if (std::any_of(quoted_.begin(), quoted_.end(), [&](const std::string& one) { return isPart(word, one); })) {
      asked.push_back(word);
    }
  }
  std::sort(asked.begin(), asked.end());
  return asked;
}

std::vector<std::string> clausesThatOblige(const RulesSummary& summary, const CardKind& card) {
  const ActContext context{.card = &card};
  std::vector<std::string> clauses;
  for (const PermissionKind& permission : summary.permissions) {
    if (permission.by == schema::Permission::By::WHO || permission.lifted) continue;
    for (const GrantKind& grant : permission.grants) {
      if (grant.says == GrantSays::MUST && holds(grant.to, context) != Truth(false)) clauses.push_back(grant.clause);
    }
  }
  return clauses;
}

}  // namespace docket::generate
