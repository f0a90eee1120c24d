#include "tools/site/shown_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/copy_if.hpp>
#include <range/v3/algorithm/find.hpp>
#include <set>
#include <utility>

#include "engine/fold/running_state.h"
#include "engine/query/acts/outcome.h"
#include "engine/query/acts/read_event.h"
#include "events/digest.h"
#include "events/errors.h"
#include "events/text/printable.h"
#include "events/text/text_view.h"
#include "tools/explain/board_words.h"
#include "tools/explain/findings.h"
#include "tools/report/markup.h"
#include "tools/report/mat.h"
#include "tools/report/opening_markup.h"
#include "tools/report/page.h"
#include "tools/report/transcript_markup.h"
#include "tools/report/verdict_markup.h"
#include "tools/site/addresses.h"
#include "tools/verdict/rulings_given.h"
#include "tools/verdict/verdict.h"

namespace docket::site {
namespace {

constexpr std::string_view kWithheldClaim = "not shown here: it contains a part of a person's name";
constexpr std::size_t kWidestText = 400, kMaxCites = 16;

/// A point for the lists: cut if it is too long to read.
std::string shortened(std::string_view text) { return clipped(text, kWidestText); }

/// Why a ruling has its outcome; of a wrong one with what the rules give in its place.
std::string whyWords(const report::Dispute& dispute) {
  const RulingVerdict& ruling = *dispute.ruling;
  std::string gives;
  for (const auto& [what, value] : dispute.gives)
    gives += fmt::format("{}{}: {}", gives.empty() ? "" : "; ", what, value);
  const bool is_wrong = ruling.outcome == RulingVerdict::Outcome::wrong;
  return is_wrong && !gives.empty() ? fmt::format("{} ({})", ruling.why, gives) : ruling.why;
}

/// "Dana, event 32": which ruling replaced that one; empty if it stands.
std::string replacingRuling(const RulingVerdict& ruling, const report::Disputes& disputes) {
  if (ruling.superseded_by == 0) return shortened(ruling.superseded_at);
  const report::Dispute* later = disputes.rulingAt(ruling.superseded_by);
  const std::string judge = later == nullptr ? std::string() : shortened(later->ruling->judge);
  return fmt::format("{}{}event {}", judge, judge.empty() ? "" : ", ", ruling.superseded_by);
}

/// The cards that came into play or were used, by title.
class CardsSeen {
 public:
  void add(const State& state, const Rules& rules, schema::Event::Reader event, const Step& step) {
    for (const CardIndex index : step.cards) {
      const Card& card = state.cards[index];
      if (card.exists() && rules.ruleset.zones[card.zone].in_play) add(state, card);
    }
    if (!recordsUse(event)) return;
    const ActQuestion act = actQuestionOf(state, event);
    if (act.use.card < state.cards.size()) add(state, state.cards[act.use.card]);
  }
  [[nodiscard]] std::vector<std::string> titles() const { return {titles_.begin(), titles_.end()}; }

 private:
  void add(const State& state, const Card& card) {
    const Definition* definition = state.definitionOf(card);
    if (definition != nullptr && !definition->title.empty()) titles_.insert(printable(definition->title));
  }
  std::set<std::string> titles_;
};

}  // namespace

ShownGame::ShownGame(GameLoader& loader, const ListedGame& listed, const Options& options) : options_(options) {
  facts_.key = listed.key;
  facts_.tag = listed.tag;
  facts_.name = nameOf(listed, options);
  facts_.date = listed.date;
  facts_.live = listed.live;
  facts_.parent = listed.parent;
  facts_.parted_at = listed.parted_at;
  try {
    opened_.emplace(loader, listed, options_);
    judge(loader, listed);
    if (verdict_.damaged()) return;
    if (opened_->people() != nullptr && namesPeople()) {
      withholdClaims();
      opened_.emplace(loader, listed, options_, Claims::without_names);
    }
    read(listed);
    facts_.grade = gradeWord(verdict_.overall());
    facts_.differs_in_past = report::differsInThePastOnly(verdict_);
  } catch (const DamagedArchive&) {  // its page says that it cannot be read; who has the archive asks for more
  } catch (const BadInput&) {        // it needs a newer program, or a document that it is pinned to is of no use
  }
}

void ShownGame::judge(GameLoader& loader, const ListedGame& listed) {
  if (opened_->people() == nullptr) {
    verdict_ = verifyGame(game(), loader.archive().derivedStore());
    return;
  }
  verdict_ = verifyRecord(game());
  const OpenGame stored = loader.game(listed.id);
  verdict_.heads = compareHeads(stored);
  verdict_.head = hex(stored.stored().head());
}

bool ShownGame::namesPeople() const {
  bool named = ranges::any_of(verdict_.rulings,
                              [&](const RulingVerdict& one) { return opened_->people()->areNamedIn(one.claim); });
  game().events().forEach(1, game().last(), [&](EventNumber, schema::Event::Reader event) {
    if (!event.isObserved()) return;
    const auto seen = event.getObserved();
    named = named || opened_->people()->areNamedIn(view(seen.getExpression())) ||
            opened_->people()->areNamedIn(view(seen.getValue()));
  });
  return named;
}

void ShownGame::withholdClaims() {
  for (RulingVerdict& ruling : verdict_.rulings) {
    if (!opened_->people()->areNamedIn(ruling.claim)) continue;
    ruling.claim = kWithheldClaim;
    ruling.why.clear();
    ruling.derivation = {};
  }
  std::erase_if(verdict_.observations.first, [&](const Divergence& one) {
    return opened_->people()->areNamedIn(one.field) || opened_->people()->areNamedIn(one.observed) ||
           opened_->people()->areNamedIn(one.computed);
  });
}

void ShownGame::read(const ListedGame& listed) {
  const auto header = game().header();
  const Rules rules = game().rules();
  const TurnLabels turn_labels = turnLabelsOf(game());
  const notation::Titles titles(rules.catalogue);
  CardsSeen cards;
  RunningState running(header, rules);
  report::Disputes disputes(game(), verdict_);
  const report::EventNotes notes(verdict_, disputes);
  disputes.visit(Words(running.state(), rules, header, turn_labels), 0, {});
  report::TranscriptMarkup transcript;
  game().events().forEach(1, game().last(), [&](EventNumber number, schema::Event::Reader event) {
    running.add(number, event, game().events());
    cards.add(running.state(), rules, event, running.step());
    const Words words(running.state(), rules, header, turn_labels);
    disputes.visit(words, number, event);
    transcript.add(words, titles, number, event, notes.at(number));
    if (number % kEventsOnAPage == 0) parts_.push_back({.transcript = std::exchange(transcript, {}).text()});
  });
  if (parts_.empty() || game().last() % kEventsOnAPage != 0)
    parts_.push_back({.transcript = std::move(transcript).text()});
  const Words words(running.state(), rules, header, turn_labels);
  addVerdict(disputes, words);
  addHeader(words, listed);
  addPoints(disputes, words);
  if (options_.names) addPenalties(words);
  facts_.cards = cards.titles();
}

void ShownGame::addVerdict(const report::Disputes& disputes, const Words& words) {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const auto within = [&](EventNumber event) { return (event == 0 ? 0 : (event - 1) / kEventsOnAPage) == i; };
    Verdict part;
    for (const ReportedFinding& found : verdict_.legality.findings) {
      if (within(found.finding.event)) part.legality.findings.push_back(found);
    }
    for (const UncertainEvent& one : verdict_.legality.uncertain) {
      if (within(one.event)) part.legality.uncertain.push_back(one);
    }
    std::vector<report::Dispute> given;
    ranges::copy_if(disputes.all(), std::back_inserter(given),
                    [&](const report::Dispute& one) { return one.ruling != nullptr && within(one.event); });
    parts_[i].findings = report::findingsMarkup(part, words);
    parts_[i].rulings = report::rulingsMarkup(given, disputes, words);
  }
  const report::Dispute* opening = disputes.opening();
  summary_.opening = report::openingMarkup(disputes, discretionIn(game()), words);
  summary_.opening_kind = report::openingKind(opening);
  summary_.meaning = report::meaningMarkup(opening, verdict_);
  summary_.grades = report::gradesMarkup(verdict_);
  summary_.head = verdict_.head;
  summary_.ruleset = report::escaped(rulesetWords(words.rules().ruleset));
}

/// The label, for what the header of the record leaves open. Without names no text is shown that has one.
void ShownGame::addLabel(const GameLabel& label) {
  const People* people = opened_->people();
  if (facts_.event.empty() && (people == nullptr || !people->areNamedIn(label.event)))
    facts_.event = printable(label.event);
  if (facts_.match.empty() && options_.names) facts_.match = printable(label.match);
  if (facts_.round == 0) facts_.round = label.round;
  if (facts_.table == 0) facts_.table = label.table;
  if (facts_.game_of_match == 0) facts_.game_of_match = label.game_of_match;
}

void ShownGame::addHeader(const Words& words, const ListedGame& listed) {
  const auto header = game().header();
  facts_.event = printable(view(header.getEvent()));
  facts_.match = printable(view(header.getMatch()));
  facts_.format = printable(view(header.getFormat()));
  facts_.round = header.getRound();
  facts_.table = header.getTable();
  facts_.game_of_match = header.getGameOfMatch();
  facts_.ruleset = printable(view(header.getRuleset()));
  facts_.ruleset_version = printable(view(header.getRulesetVersion()));
  facts_.events = game().last();
  facts_.outcome = outcomeWords(words);
  addLabel(listed.label);
  const GameEnd end = gameEndOf(words.state(), words.rules());
  for (capnp::uint i = 0; i < header.getPlayers().size(); ++i) {
    const auto seat = static_cast<Seat>(i + 1);
    const auto name = header.getPlayers()[i].getName();
    const bool is_said =
        options_.names && name.size() == 0 && i < listed.label.players.size() && !listed.label.players[i].empty();
    facts_.players.push_back({.number = listed.players[i],
                              .name = is_said            ? printable(listed.label.players[i])
                                      : name.size() == 0 ? Words::seat(seat)
                                                         : printable(view(name)),
                              .won = end.over && hasWon(end, seat)});
  }
}

void ShownGame::addPoints(const report::Disputes& disputes, const Words& words) {
  facts_.findings = static_cast<std::uint32_t>(verdict_.legality.findings.size());
  facts_.rulings = static_cast<std::uint32_t>(verdict_.rulings.size());
  const auto cite = [&](std::string_view cited) {
    const std::string clause = clipped(cited);
    if (!clause.empty() && !ranges::contains(facts_.clauses, clause, &ClauseCited::id))
      facts_.clauses.push_back({.id = clause, .gist = clipped(words.gist(clause), kWidestText)});
  };
  for (const ReportedFinding& found : verdict_.legality.findings) {
    if (facts_.points.size() == kMaxPoints) break;
    PagePoint point{.kind = PagePoint::Kind::finding,
                    .event = found.finding.event,
                    .tag = std::string(findingTag(found.finding)),
                    .text = shortened(foundWords(found)),
                    .stands = found.stands()};
    if (!found.finding.clause.empty()) point.cites.push_back(clipped(found.finding.clause));
    cite(found.finding.clause);
    facts_.points.push_back(std::move(point));
  }
  std::size_t given = 0;
  for (const report::Dispute& dispute : disputes.all()) {
    if (dispute.ruling == nullptr) continue;
    if (++given > kMaxPoints) break;
    const RulingVerdict& ruling = *dispute.ruling;
    facts_.points.push_back({.kind = PagePoint::Kind::ruling,
                             .event = ruling.event,
                             .tag = std::string(rightOrWrong(ruling.outcome)),
                             .text = shortened(dispute.claim),
                             .notation = dispute.claim == ruling.claim ? std::string() : shortened(ruling.claim),
                             .why = shortened(whyWords(dispute)),
                             .by = shortened(ruling.judge),
                             .note = shortened(ruling.note),
                             .cites = {},
                             .stands = dispute.stands,
                             .replaced_by = replacingRuling(ruling, disputes)});
    for (const std::string& clause : ruling.clauses) {
      if (facts_.points.back().cites.size() == kMaxCites) break;
      facts_.points.back().cites.push_back(clipped(clause));
      cite(clause);
    }
  }
}

void ShownGame::addPenalties(const Words& words) {
  std::set<EventNumber> corrected;
  std::vector<PagePoint> given;
  game().events().forEach(1, game().last(), [&](EventNumber number, schema::Event::Reader event) {
    if (event.isCorrected()) corrected.insert(event.getCorrected().getEvent());
    if (!event.isPenaltyGiven() || given.size() == kMaxPoints) return;
    const auto penalty = event.getPenaltyGiven();
    given.push_back({.kind = PagePoint::Kind::penalty,
                     .event = number,
                     .tag = clipped(game().names().text(penalty.getPenalty())),
                     .text = shortened(fmt::format("{}, {}", words.player(penalty.getPlayer()),
                                                   game().names().text(penalty.getPenalty()))),
                     .by = shortened(view(penalty.getJudge())),
                     .note = shortened(view(penalty.getNote()))});
  });
  for (PagePoint& one : given) {
    one.stands = !corrected.contains(one.event);
    facts_.points.push_back(std::move(one));
  }
}

std::vector<std::string> ShownGame::pages(const std::string& follows) const {
  if (isDamaged()) return {damagedPage(facts_, options_, !follows.empty())};
  std::vector<std::string> pages;
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    pages.push_back(gamePage(facts_, summary_, parts_, part, options_, follows));
  }
  return pages;
}

void ShownGame::writeBoards(std::ostream& out) const {
  const auto mat = report::chooseMat(game().rules().ruleset, std::nullopt);
  report::writePage(
      out, game(), verdict_, mat.get(), [](EventNumber) {}, relative(pathOfBoards(facts_.key), "index.html"));
}

}  // namespace docket::site
