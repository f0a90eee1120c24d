#include "tools/report/disputes.h"

#include <fmt/format.h>

#include <optional>

#include "engine/rules/expression/expression.h"
#include "events/errors.h"
#include "tools/game/card_references.h"

namespace docket::report {
namespace {

using expression::Expression;
using expression::Node;
using expression::Operator;

std::optional<Expression> claimOf(const OpenGame& game, const RulingVerdict& ruling) {
  try {
    return expression::parseCondition(ruling.claim, {.ruleset = game.rules().ruleset, .names = &game.names()});
  } catch (const BadInput&) {
    return std::nullopt;
  }
}

/// An expression in words: "Force of Steady Guard #2 > 1" for `stat(#2, "Force") > 1`. What has no words of its own
/// stands as it was typed.
class Speaking {
 public:
  Speaking(const Expression& tree, const Words& words) : tree_(tree), words_(words) {}

  [[nodiscard]] std::string operator()(expression::NodeIndex index) const {
    const Node& node = tree_.node(index);
    if (node.op == Operator::card_number) {
      const CardIndex card = words_.state().cardOf(static_cast<std::uint32_t>(node.number));
      if (card != kNone) return words_.card(card);
    }
    if (node.op == Operator::player) return words_.player(static_cast<Seat>(node.number));
    if (isLegality(index)) return legalityWords(index, "is");
    if (node.op == Operator::negation && isLegality(node.first_child)) return legalityWords(node.first_child, "is not");
    const auto typed = tree_.sourceOf(index);
    const bool reads = typed.starts_with("stat(") || typed.starts_with("value(");
    const auto subject = tree_.child(index, 0);
    const auto name = tree_.child(index, 1);
    if (node.op == Operator::call && reads && name != kNone && tree_.child(index, 2) == kNone) {
      const std::string quoted(tree_.sourceOf(name));
      if (quoted.size() > 2) return fmt::format("{} of {}", quoted.substr(1, quoted.size() - 2), (*this)(subject));
    }
    return withChildren(node);
  }

 private:
  /// `legal(45)`: whether the event is.
  [[nodiscard]] bool isLegality(expression::NodeIndex index) const {
    return index != kNone && tree_.node(index).op == Operator::call && tree_.sourceOf(index).starts_with("legal(");
  }
  [[nodiscard]] std::string legalityWords(expression::NodeIndex index, std::string_view is) const {
    return fmt::format("event {} {} legal", (*this)(tree_.child(index, 0)), is);
  }
  /// As deep as an expression is, which has a bound (kMostDepth).
  [[nodiscard]] std::string withChildren(const Node& node) const {
    std::string text;
    std::uint32_t at = node.begin;
    for (auto child = node.first_child; child != kNone; child = tree_.node(child).next) {
      const Node& below = tree_.node(child);
      if (below.begin < at || below.end > node.end) continue;  // of what a name stands for
      text += tree_.source.substr(at, below.begin - at) + (*this)(child);
      at = below.end;
    }
    return text + tree_.source.substr(at, node.end - at);
  }

  const Expression& tree_;
  const Words& words_;
};

/// The events of the game of which a claim asks whether they were legal: that of `legal(45)`.
std::set<EventNumber> actsIn(const Expression& claim, EventNumber last) {
  std::set<EventNumber> acts;
  for (expression::NodeIndex i = 0; i < claim.nodes.size(); ++i) {
    const auto event =
        claim.nodes[i].op == Operator::call && claim.sourceOf(i).starts_with("legal(") ? claim.child(i, 0) : kNone;
    if (event == kNone || claim.node(event).op != Operator::literal_number) continue;
    const std::int64_t number = claim.node(event).number;
    if (number > 0 && number <= std::int64_t{last}) acts.insert(static_cast<EventNumber>(number));
  }
  return acts;
}

void addCards(const std::vector<std::uint32_t>& numbers, const State& state, std::set<CardIndex>& cards) {
  for (const std::uint32_t number : numbers) {
    if (const CardIndex index = state.cardOf(number); index != kNone) cards.insert(index);
  }
}

/// What the parts of a claim come to, in words. A part that says itself what it is, as a card or a number does, is
/// none.
std::vector<std::pair<std::string, std::string>> givenBy(const Expression& claim, const Explanation& derivation,
                                                         const Words& words) {
  std::vector<std::pair<std::string, std::string>> gives;
  const Speaking speaking(claim, words);
  for (const Explanation& part : derivation.children) {
    if (part.value.empty() || part.what == part.value) continue;
    std::string what = part.what;
    bool is_entity = false;
    for (expression::NodeIndex i = 0; i < claim.nodes.size(); ++i) {
      if (claim.nodes[i].end > claim.length || claim.wordsOf(i) != part.what) continue;
      is_entity = is_entity || expression::isEntity(claim.nodes[i].op);
      what = speaking(i);
    }
    if (is_entity) continue;
    const std::string value = part.value == "true" ? "yes" : part.value == "false" ? "no" : part.value;
    gives.emplace_back(clipped(what, 200), value);
  }
  return gives;
}

bool isCertain(const Dispute& dispute) { return dispute.finding->finding.grade == Finding::Grade::certain; }

}  // namespace

Disputes::Disputes(const OpenGame& game, const Verdict& verdict) : game_(game) {
  for (const RulingVerdict& ruling : verdict.rulings) {
    all_.push_back({.at = ruling.about,
                    .told = ruling.event,
                    .stands = ruling.superseded_by == 0 && ruling.superseded_at.empty(),
                    .ruling = &ruling});
  }
  for (const FoundIllegal& found : verdict.legality.findings) {
    const EventNumber event = found.finding.event;
    all_.push_back({.at = event, .told = event, .stands = !found.takenBack(), .finding = &found});
    if (found.finding.card != kNone) all_.back().cards.insert(found.finding.card);
  }
  for (std::size_t i = 0; i < all_.size(); ++i) at_.emplace(all_[i].at, i);
}

void Disputes::see(const Words& words, EventNumber number, schema::Event::Reader event) {
  for (auto [here, end] = at_.equal_range(number); here != end; ++here) {
    Dispute& dispute = all_[here->second];
    if (dispute.ruling != nullptr) {
      const auto claim = claimOf(game_, *dispute.ruling);
      dispute.claim = clipped(claim ? Speaking(*claim, words)(claim->root) : dispute.ruling->claim, 400);
      if (claim) dispute.acts = actsIn(*claim, game_.last());
      if (claim) dispute.gives = givenBy(*claim, dispute.ruling->derivation.root, words);
      std::vector<std::uint32_t> numbers;
      for (const Node& node : claim ? claim->nodes : std::vector<Node>{}) {
        if (node.op == Operator::card_number) numbers.push_back(static_cast<std::uint32_t>(node.number));
      }
      addCards(numbers, words.state(), dispute.cards);
    }
    if (dispute.cards.empty() && number != 0) addCards(cardsNamedBy(event), words.state(), dispute.cards);
  }
}

const Dispute* Disputes::opening() const {
  const Dispute* finding = nullptr;
  const Dispute* standing = nullptr;
  const Dispute* ruling = nullptr;
  for (const Dispute& one : all_) {
    if (one.ruling != nullptr) {
      ruling = &one;
      if (one.stands) standing = &one;
    } else if (one.stands && (finding == nullptr || (!isCertain(*finding) && isCertain(one)))) {
      finding = &one;
    }
  }
  if (standing != nullptr) return standing;
  return finding != nullptr ? finding : ruling;
}

void Disputes::write(JsonWriter& json) const {
  json.list("disputes");
  for (const Dispute& one : all_) {
    json.list().item(one.at).item(one.told).item(one.stands ? 1 : 0).list();
    for (const CardIndex card : one.cards) json.item(card);
    json.end().end();
  }
  json.end();
}

}  // namespace docket::report
