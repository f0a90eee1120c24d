#include "tools/generate/script_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "events/errors.h"
#include "events/text/nearest.h"
#include "tools/generate/game.h"

namespace docket::generate {
namespace {

class ScriptCheck {
 public:
  ScriptCheck(const RulesSummary& summary, const std::string& file) : summary_(summary), file_(file) {
    for (const auto& zone : summary.zones) zones_.push_back(zone.name);
    for (const auto& period : summary.periods) {
      periods_.push_back(period.name);
      names_.insert(names_.end(), period.names.begin(), period.names.end());
    }
    clauses_ = summary.clauses;
  }

  void check(schema::Play::Reader play) const {
    for (auto deck : play.getDecks()) {
      known("zone", deck.getZone(), zones_);
      check(deck.getCards());
      for (auto plant : deck.getPlants()) {
        known("clause", plant.getClauses(), clauses_);
        knownCards(plant.getCards());
      }
    }
    known("period", play.getTurns().getPeriod(), periods_);
    known("period", play.getTurns().getWithin(), periods_);
    known("phase", play.getTurns().getNamed(), names_);
    known("period", play.getTurns().getSmaller(), periods_);
    for (auto moves : {play.getOpening(), play.getMoves(), play.getEndings()}) {
      for (auto move : moves) check(move);
    }
    for (auto answer : play.getAnswers()) {
      check(answer.getPick());
      for (auto plant : answer.getPlants()) known("clause", plant.getClauses(), clauses_);
    }
  }

 private:
  void check(schema::Play::Move::Reader move) const {
    known("phase", move.getIn(), names_);
    for (auto pick : move.getPicks()) check(pick);
    checkClaims(move.getLines());
    for (auto plant : move.getPlants()) {
      known("clause", plant.getClauses(), clauses_);
      checkClaims(plant.getLines());
      for (auto pick : plant.getPicks()) check(pick);
    }
  }
  void checkClaims(capnp::List<capnp::Text>::Reader lines) const {
    for (auto line : lines) known("clause", clauseClaimed(std::string_view(line.begin(), line.size())), clauses_);
  }
  void check(schema::Play::Pick::Reader pick) const {
    known("zone", pick.getZones(), zones_);
    knownCards(pick.getKeys());
  }

  void known(std::string_view what, capnp::List<capnp::Text>::Reader names, const std::vector<std::string>& all) const {
    for (auto name : names) known(what, name, all);
  }
  void known(std::string_view what, capnp::Text::Reader name, const std::vector<std::string>& all) const {
    known(what, std::string_view(name.begin(), name.size()), all);
  }
  void known(std::string_view what, std::string_view text, const std::vector<std::string>& all) const {
    if (text.empty() || std::find(all.begin(), all.end(), text) != all.end()) return;
    throw BadInput(fmt::format("{}: there is no {} \"{}\"{}", file_, what, text, didYouMean(text, all)));
  }

  /// A catalogue can be large, and a script can name most of it.
  void knownCards(capnp::List<capnp::Text>::Reader keys) const {
    for (auto key : keys) {
      if (summary_.card(std::string_view(key.begin(), key.size())) != kNowhere) continue;
      std::vector<std::string> all;
      for (const auto& card : summary_.cards) all.push_back(card.key);
      known("card", key, all);
    }
  }

  const RulesSummary& summary_;
  const std::string& file_;
  std::vector<std::string> zones_, periods_, names_, clauses_;
};

}  // namespace

void requireFits(schema::Play::Reader play, const RulesSummary& summary, const std::string& file) {
  ScriptCheck(summary, file).check(play);
}

}  // namespace docket::generate
