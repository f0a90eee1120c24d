#include "tools/lab/attribution.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

namespace docket::lab {
namespace {

using Answers = std::optional<std::vector<std::string>>;  // by difference; nothing: there are no such rules
using ChangePlaces = std::vector<std::size_t>;

bool meet(const std::vector<std::string>& these, const std::vector<std::string>& those) {
  return ranges::any_of(these, [&](const std::string& one) { return ranges::contains(those, one); });
}

void addNew(std::vector<std::string>& to, const std::vector<std::string>& from) {
  for (const std::string& one : from) {
    if (!ranges::contains(to, one)) to.push_back(one);
  }
}

class Attributor {
 public:
  Attributor(const RulesetPair& pair, std::vector<Difference>& differences, const AskUnder& ask)
      : pair_(pair), differences_(differences), ask_(ask) {}

  void attribute() {
    const auto& changes = pair_.changes();
    std::vector<ChangePlaces> causes(differences_.size());
    if (changes.size() == 1) {
      std::fill(causes.begin(), causes.end(), ChangePlaces{0});
    } else {
      findSingleCauses(causes);
      findJointCauses(causes);
    }
    for (std::size_t i = 0; i < differences_.size(); ++i) nameCauses(i, causes[i]);
  }

 private:
  [[nodiscard]] Answers askUnder(const std::shared_ptr<const GameRules>& rules) const {
    return rules == nullptr ? std::nullopt : ask_(rules);
  }

  /// The changes in the order in which they are tried: those that the difference names come first.
  [[nodiscard]] ChangePlaces orderFor(const Difference& difference) const {
    const auto& changes = pair_.changes();
    ChangePlaces order(changes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_partition(order.begin(), order.end(), [&](std::size_t change) {
      return meet(changes[change].right_clauses, difference.named) ||
             meet(changes[change].left_clauses, difference.named) ||
             ranges::contains(difference.named, changes[change].name);
    });
    return order;
  }

  /// Finds the changes that bring a difference about by themselves. A change is folded under once for all differences.
  void findSingleCauses(std::vector<ChangePlaces>& causes) {
    std::map<std::size_t, Answers> tried;
    for (std::size_t i = 0; i < differences_.size(); ++i) {
      for (const std::size_t change : orderFor(differences_[i])) {
        auto known = tried.find(change);
        if (known == tried.end()) known = tried.emplace(change, askUnder(pair_.with({change}))).first;
        if (!known->second || (*known->second)[i] != differences_[i].to) continue;
        causes[i] = {change};
        break;
      }
    }
  }

  /// Finds the changes that are all necessary: without any one of them, with all others made, the difference
  /// disappears.
  void findJointCauses(std::vector<ChangePlaces>& causes) {
    ChangePlaces open;
    for (std::size_t i = 0; i < causes.size(); ++i) {
      if (causes[i].empty()) open.push_back(i);
    }
    if (open.empty()) return;
    const std::size_t count = pair_.changes().size();
    for (std::size_t change = 0; change < count; ++change) {
      ChangePlaces others(count);
      std::iota(others.begin(), others.end(), std::size_t{0});
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(change));
      const Answers answers = askUnder(pair_.with(others));
      if (!answers) continue;
      for (const std::size_t i : open) {
        if ((*answers)[i] != differences_[i].to) causes[i].push_back(change);
      }
    }
  }

  void nameCauses(std::size_t place, ChangePlaces changes) {
    Difference& difference = differences_[place];
    if (changes.empty()) {
      // Several changes bring it about, each instead of another: all that it names, or all there are.
      for (std::size_t i = 0; i < pair_.changes().size(); ++i) changes.push_back(i);
    }
    std::vector<std::string> left;
    std::vector<std::string> right;
    std::vector<std::string> names;
    for (const std::size_t change : changes) {
      const Change& one = pair_.changes()[change];
      addNew(left, one.left_clauses);
      addNew(right, one.right_clauses);
      if (!one.name.empty()) addNew(names, {one.name});
    }
    for (const std::string& clause : left) {
      if (!ranges::contains(right, clause)) difference.replaced.push_back(clause);
    }
    difference.causes = deciding(place, left, right);
    if (right.empty()) difference.replaced.clear();
    addNew(difference.causes, names);
  }

  /// The clauses with changed pieces that the answer depends on.
  [[nodiscard]] std::vector<std::string> deciding(std::size_t place, const std::vector<std::string>& left,
                                                  const std::vector<std::string>& right) {
    const Difference& difference = differences_[place];
    const auto& clauses = right.empty() ? left : right;
    if (clauses.size() < 2) return clauses;
    std::vector<std::string> named;
    for (const std::string& clause : clauses) {
      if (ranges::contains(difference.named, clause)) named.push_back(clause);
    }
    if (named.size() == 1) return named;
    const auto side = right.empty() ? RulesetPair::Of::left : RulesetPair::Of::right;
    const std::string& answer = right.empty() ? difference.from : difference.to;
    std::vector<std::string> found;
    for (const std::string& clause : clauses) {
      auto known = switched_.find(clause);
      if (known == switched_.end()) known = switched_.emplace(clause, askUnder(pair_.without(side, clause))).first;
      if (known->second && (*known->second)[place] != answer) found.push_back(clause);
    }
    return found.empty() ? clauses : found;
  }

  const RulesetPair& pair_;
  std::vector<Difference>& differences_;
  const AskUnder& ask_;
  std::map<std::string, Answers> switched_;
};

}  // namespace

void attribute(const RulesetPair& pair, std::vector<Difference>& differences, const AskUnder& ask) {
  if (!differences.empty() && !pair.changes().empty()) Attributor(pair, differences, ask).attribute();
}

void attribute(const LabGame& game, const RulesetPair& pair, std::vector<Difference>& differences) {
  std::vector<const ComparedItem*> questions;
  for (const Difference& one : differences) questions.push_back(&one.compared);
  const AskUnder ask_of_game = [&](const auto& rules) { return ask(game, rules, questions); };
  if (!pair.changesCards()) return attribute(pair, differences, ask_of_game);
  CardKeys keys;
  game.forEach(1, game.last(), [&](EventNumber, schema::Event::Reader event) { addCardsOf(event, keys); });
  attribute(*pair.ofCards(keys), differences, ask_of_game);
}

}  // namespace docket::lab
