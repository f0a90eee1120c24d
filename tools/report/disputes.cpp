#include "tools/report/disputes.h"

#include <limits>
#include <range/v3/algorithm/find_if.hpp>

#include "events/errors.h"
#include "tools/explain/board_words.h"
#include "tools/notation/card_references.h"
#include "tools/words/speech.h"

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

void addCards(const std::vector<std::uint32_t>& numbers, const State& state, std::set<CardIndex>& cards) {
  for (const std::uint32_t number : numbers) {
    if (const CardIndex index = state.cardOf(number); index != kNone) cards.insert(index);
  }
}

/// Appends the changes of a stat in effect, oldest first.
void addChanges(CardIndex card, StatIndex stat, const Words& words,
                std::vector<std::pair<std::string, EventNumber>>& changes) {
  const State& state = words.state();
  std::vector<std::pair<std::string, EventNumber>> newest_first;
  for (const EntryIndex index : state.entriesAbout(card)) {
    const Entry& entry = state.entry(index);
    if (!Words::isAboutStat(entry.kind) || entry.stat_or_name != stat) continue;
    newest_first.emplace_back(changeWords(words, entry), entry.event);
  }
  changes.insert(changes.end(), newest_first.rbegin(), newest_first.rend());
}

bool isCertain(const Dispute& dispute) { return dispute.finding->finding.isCertain(); }

}  // namespace

Disputes::Disputes(const OpenGame& game, const Verdict& verdict) {
  for (const RulingVerdict& ruling : verdict.rulings) {
    all_.push_back({.at = ruling.about, .event = ruling.event, .stands = ruling.stands(), .ruling = &ruling});
  }
  for (const ReportedFinding& found : verdict.legality.findings) {
    const EventNumber event = found.finding.event;
    all_.push_back({.at = event, .event = event, .stands = found.stands(), .finding = &found});
    if (found.finding.card != kNone) all_.back().cards.insert(found.finding.card);
  }
  for (std::size_t i = 0; i < all_.size(); ++i) at_.emplace(all_[i].at, i);
  for (const RulingVerdict& ruling : verdict.rulings) {
    const std::size_t place = claims_.size();
    claims_.push_back(claimOf(game, ruling));
    if (!claims_.back()) continue;
    named_.merge(actsAskedAbout(*claims_.back(), game.last()));
    const bool is_about_itself = ruling.event != 0 && ruling.about == ruling.event;
    const auto before = is_about_itself ? actsAskedAbout(*claims_.back(), ruling.event - 1) : std::set<EventNumber>();
    if (before.empty()) continue;
    all_[place].at = *before.rbegin();
    of_acts_.emplace(all_[place].at, place);
  }
}

std::set<EventNumber> Disputes::wanted() const {
  std::set<EventNumber> events = named_;
  for (const auto& [at, place] : at_) events.insert(at);
  return events;
}

void Disputes::addWords(Dispute& dispute, const Expression& claim, const Words& words) const {
  const ClaimWords claim_words(claim, words, acts_);
  dispute.claim = clipped(claim_words.text(), 400);
  dispute.gives = claim_words.gives(dispute.ruling->derivation.root);
  for (const EventNumber act : actsAskedAbout(claim, std::numeric_limits<EventNumber>::max())) {
    if (const auto seen = acts_.find(act); seen != acts_.end()) dispute.acts.insert(*seen);
  }
  std::vector<std::uint32_t> numbers;
  for (const Node& node : claim.nodes) {
    if (node.op == Operator::card_number) numbers.push_back(static_cast<std::uint32_t>(node.number));
  }
  addCards(numbers, words.state(), dispute.cards);
  for (const auto& [number, stat] : statsAskedAbout(claim)) {
    const CardIndex card = words.state().cardOf(number);
    if (card != kNone) addChanges(card, stat, words, dispute.changes);
  }
}

void Disputes::visit(const Words& words, EventNumber number, schema::Event::Reader event) {
  for (auto [here, end] = of_acts_.equal_range(number); here != end; ++here)
    addCards(cardsNamedBy(event), words.state(), all_[here->second].cards);
  if (named_.contains(number)) acts_[number] = clipped(Speech().tell(words, number, event).text, 160);
  for (auto [here, end] = at_.equal_range(number); here != end; ++here) {
    const std::size_t place = here->second;
    Dispute& dispute = all_[place];
    if (dispute.ruling != nullptr) {
      dispute.claim = clipped(dispute.ruling->claim, 400);
      if (claims_[place]) addWords(dispute, *claims_[place], words);
    }
    if (dispute.cards.empty() && number != 0) addCards(cardsNamedBy(event), words.state(), dispute.cards);
  }
}

const Dispute* Disputes::rulingAt(EventNumber event) const {
  const auto found = ranges::find_if(
      all_, [&](const Dispute& one) { return one.ruling != nullptr && event != 0 && one.ruling->event == event; });
  return found == all_.end() ? nullptr : &*found;
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
    json.list().item(one.at).item(one.event).item(one.stands ? 1 : 0).list();
    for (const CardIndex card : one.cards) json.item(card);
    json.end().end();
  }
  json.end();
}

}  // namespace docket::report
