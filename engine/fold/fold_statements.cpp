#include "engine/fold/fold_statements.h"

#include <algorithm>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/binary_search.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>

#include "engine/fold/erase_facts.h"
#include "engine/query/cards/statements.h"
#include "engine/state/facts.h"
#include "events/seats.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

/// Removes a card from a statement.
void drop(Fold& fold, Statement& statement, std::vector<CardIndex>::iterator card) {
  fold.state.fingerprint -= factOf(statement, static_cast<std::size_t>(card - statement.cards.begin()));
  statement.cards.erase(card);
}

/// True if two statements have the same words, player and seats: a repeated statement replaces the earlier one.
bool isSameStatement(const Statement& one, const Statement& other) {
  return one.hash == other.hash && one.player == other.player && one.seats == other.seats && one.words == other.words;
}

void eraseEmpty(std::vector<Statement>& all) {
  std::erase_if(all, [](const Statement& said) { return said.cards.empty(); });
}

}  // namespace

void keepStatement(Fold& fold, schema::Event::Reader event) {
  const auto told = event.getTold();
  Statement statement{.event = fold.now,
                      .player = told.getPlayer(),
                      .seats = event.hasContext() ? event.getContext().getSeats() : kEveryone,
                      .words = textOf(told.getSays())};
  statement.hash = hashOfStatement(statement.words);
  for (const std::uint32_t number : told.getCards()) {
    const CardIndex card = fold.card(number);
    if (card == kNone) continue;
    statement.cards.push_back(card);
  }
  std::sort(statement.cards.begin(), statement.cards.end());
  statement.cards.erase(std::unique(statement.cards.begin(), statement.cards.end()), statement.cards.end());
  if (statement.cards.empty()) return;
  auto& all = fold.state.statements.edit();
  for (Statement& before : all) {
    if (!isSameStatement(before, statement)) continue;
    for (std::size_t i = before.cards.size(); i-- > 0;) {
      if (ranges::binary_search(statement.cards, before.cards[i]))
        drop(fold, before, before.cards.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  eraseEmpty(all);
  if (all.size() >= kMaxStatements) fold.throwMalformed("too many statements about cards");
  for (std::size_t i = 0; i < statement.cards.size(); ++i) {
    fold.markChanged(statement.cards[i]);
    fold.state.fingerprint += factOf(statement, i);
  }
  all.push_back(std::move(statement));
}

void keepSkip(Fold& fold, schema::Event::Skipped::Reader event) {
  std::vector<Skip>& skipped = fold.state.skipped;
  const Entity subject = event.getSubject() == 0 ? kNone : fold.subject(event.getSubject());
  const bool settles = event.getWhat().size() == 0;
  if (settles && event.getSubject() == 0) return eraseFacts(fold.state, skipped);
  if (settles)
    return eraseFacts(fold.state, skipped, [&](const Skip& one) { return subject != kNone && one.subject == subject; });
  Skip skip{.subject = subject, .event = fold.now};
  if (skipped.size() == kMaxSkips) {
    skip = {.event = skipped.front().event};
    eraseFacts(fold.state, skipped);
  }
  if (ranges::contains(skipped, skip.subject, &Skip::subject)) return;  // since the earlier one
  skipped.push_back(skip);
  fold.state.fingerprint += factOf(skip);
}

void forgetStatements(Fold& fold, CardIndex card) {
  if (!ranges::any_of(*fold.state.statements, [&](const Statement& said) { return isAbout(said, card); })) return;
  auto& all = fold.state.statements.edit();
  for (Statement& statement : all) {
    const auto found = ranges::find(statement.cards, card);
    if (found != statement.cards.end()) drop(fold, statement, found);
  }
  eraseEmpty(all);
}

}  // namespace docket
