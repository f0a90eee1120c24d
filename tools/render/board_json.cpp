#include "tools/render/board_json.h"

#include "engine/query/acts/outcome.h"
#include "engine/query/cards/characteristics.h"
#include "tools/explain/board.h"
#include "tools/io/json_answer.h"

namespace docket {
namespace {

class BoardWriter {
 public:
  BoardWriter(JsonWriter& json, const Board& board, const Words& words)
      : json_(json), board_(board), words_(words), state_(words.state()), ruleset_(words.rules().ruleset) {}

  void write() {
    const auto header = words_.header();
    json_.object().member("game", std::string_view(header.getId().begin(), header.getId().size()));
    json_.object("ruleset").member("name", ruleset_.name).member("version", ruleset_.version).end();
    json_.member("event", board_.at).member("of", board_.last);
    json_.member("viewer", static_cast<unsigned>(words_.viewer()));
    json_.member("moment", words_.turnLabels().words(board_.at)).member("turn", words_.turnLabels().turn(board_.at));
    // The fingerprint covers hidden facts too, so a seat could use it to confirm a guess: only whole records show it.
    if (words_.viewer() == 0) json_.member("fingerprint", toHex(state_.fingerprint));
    writePeriods();
    json_.list("sides");
    for (const BoardSide& side : board_.sides) writeSide(side);
    json_.end().list("others");
    for (const BoardOther& other : board_.others) writeOther(other);
    json_.end();
    writeChain();
    writeCountsOfLimits(json_, board_.limits, words_);
    writeOutcome();
    writeGrade();
    json_.end();
  }

 private:
  static std::string_view fromWord(AmountReading::From from) {
    switch (from) {
      case AmountReading::From::computed:
        return "computed";
      case AmountReading::From::printed:
        return "printed";
      default:
        return "observed";
    }
  }

  void writeReading(std::string_view name, const AmountReading& reading, const std::optional<std::int64_t>& printed) {
    json_.object().member("name", name).member("presence", presenceWord(reading.value.presence));
    if (reading.value.isKnown()) {
      json_.member("amount", reading.amount());
    } else {
      json_.memberNull("amount");
    }
    if (printed) json_.member("printed", *printed);
    json_.member("from", fromWord(reading.from)).member("grade", gradeWord(reading.value.grade));
    if (reading.seen) {
      json_.object("observed").member("event", reading.seen->event);
      if (reading.seen->absent) {
        json_.memberNull("amount");
      } else {
        json_.member("amount", reading.seen->amount);
      }
      if (reading.stale_since != 0) json_.member("staleSince", reading.stale_since);
      json_.end();
    }
    json_.end();
  }
  void writeValues(const std::vector<BoardValue>& values) {
    json_.list("values");
    for (const auto& [key, reading] : values) writeReading(valueName(state_, ruleset_, key), reading, std::nullopt);
    json_.end();
  }
  void writeStats(const std::vector<BoardStat>& stats) {
    json_.list("stats");
    for (const BoardStat& one : stats) writeReading(ruleset_.stats[one.stat].name, one.reading, one.printed);
    json_.end();
  }
  void writeCounterList(const std::vector<Counter>& counters) {
    json_.list("counters");
    for (const Counter& counter : counters) {
      json_.object().member("name", state_.vocabulary->names.text(counter.name)).member("amount", counter.amount).end();
    }
    json_.end();
  }

  void writeStatements(const std::vector<BoardStatement>& statements) {
    if (statements.empty()) return;
    json_.list("told");
    for (const BoardStatement& one : statements) {
      json_.object().member("event", one.event).member("seats", static_cast<unsigned>(one.seats));
      json_.memberOrNull("says", one.says);
      json_.end();
    }
    json_.end();
  }

  void writePeriods() {
    json_.list("periods");
    for (std::size_t i = 0; i < ruleset_.periods.size(); ++i) {
      const PeriodNow& now = state_.periods[i];
      if (!now.open) continue;
      json_.object().member("period", ruleset_.periods[i].name).member("began", now.began).member("count", now.count);
      if (now.name != 0) json_.member("name", state_.vocabulary->names.text(now.name));
      if (now.player != 0) json_.member("player", static_cast<unsigned>(now.player));
      if (now.place != kNone) json_.member("place", words_.subjectCode(now.place));
      json_.end();
    }
    json_.end();
  }

  void writeCard(const BoardCard& shown) {
    const Card& card = state_.cards[shown.card];
    const Definition* definition = words_.definition(shown.card);
    json_.object().member("card", card.number);
    if (definition == nullptr) {
      json_.memberNull("title");
    } else {
      json_.member("title", readTitle(state_, ruleset_, shown.card).title).member("definition", definition->key);
    }
    json_.member("slot", card.slot).member("face", card.face == Facing::up ? "up" : "down");
    json_.member("orientation", card.orientation < ruleset_.orientations.size()
                                    ? std::string_view(ruleset_.orientations[card.orientation])
                                    : std::string_view{});
    json_.member("owner", static_cast<unsigned>(card.owner));
    json_.member("controller", static_cast<unsigned>(card.controller));
    if (card.host != kNone) {
      json_.member("host", words_.subjectCode(card.host));
      json_.member("attachment", state_.vocabulary->names.text(card.attachment));
    }
    if (shown.elsewhere) {
      json_.member("underHost", true).end();
      return;
    }
    writeStats(shown.stats);
    writeCounterList(shown.counters);
    writeStatements(shown.statements);
    json_.list("changes");
    for (const EntryIndex i : shown.changes) {
      const Entry& entry = state_.entry(i);
      json_.object().member("change", words_.change(entry)).member("event", entry.event);
      if (entry.source != kNone) json_.member("source", state_.cards[entry.source].number);
      json_.end();
    }
    json_.end().list("attached");
    for (const BoardCard& attached : shown.attached) writeCard(attached);
    json_.end().end();
  }

  void writeSide(const BoardSide& side) {
    json_.object().member("player", static_cast<unsigned>(side.seat));
    const auto players = words_.header().getPlayers();
    if (side.seat != 0 && side.seat <= players.size()) {
      const auto name = players[side.seat - 1U].getName();
      json_.member("name", std::string_view(name.begin(), name.size()));
    }
    writeValues(side.values);
    writeCounterList(side.counters);
    json_.list("zones");
    for (const BoardZone& zone : side.zones) {
      json_.object().member("zone", ruleset_.zones[zone.zone].name).member("count", zone.count);
      json_.member("hidden", zone.counted_only).list("cards");
      for (const BoardCard& card : zone.cards) writeCard(card);
      json_.end().end();
    }
    json_.end().end();
  }

  void writeOther(const BoardOther& other) {
    json_.object().member("subject", words_.subjectCode(other.subject));
    writeValues(other.values);
    writeStats(other.stats);
    writeCounterList(other.counters);
    json_.end();
  }

  void writeChain() {
    json_.list("chain");
    for (const Link& link : state_.chain) {
      json_.object().member("link", static_cast<unsigned>(link.position)).member("activation", link.activation);
      if (const Use* use = state_.useOf(link.activation); use != nullptr) {
        writeUsed(json_, questionOf(state_, *use), state_);
        json_.member("player", static_cast<unsigned>(use->player));
        json_.member("activationNegated", use->negated).member("effectNegated", use->effect_negated);
      }
      json_.member("resolved", link.resolved).end();
    }
    json_.end();
  }

  void writeWinners(Seats winners, EventNumber event, schema::Everybody everybody) {
    json_.object("outcome");
    writeSeats(json_, "winner", winners);
    json_.member("event", event);
    if (everybody == schema::Everybody::NO) return;
    json_.member("everybody", everybody == schema::Everybody::WINS ? "wins" : "loses");
  }

  void writeOutcome() {
    const Outcome& outcome = state_.outcome;
    if (const GameEnd end = gameEndOf(state_, words_.rules()); end.rule != nullptr) {
      writeWinners(end.winners, end.event, end.everybody);
      json_.member("reason", end.rule->name).member("clause", end.rule->clause).end();
      return;
    }
    if (!outcome.over) {
      json_.memberNull("outcome");
      return;
    }
    writeWinners(outcome.winners, outcome.event, outcome.everybody);
    json_.member("reason", state_.vocabulary->names.text(outcome.reason)).end();
  }

  void writeGrade() {
    const BoardGrade& grade = board_.grade;
    json_.member("grade", gradeWord(grade.overall)).object("why");
    json_.member("unknownCards", grade.unknown).member("observedReadings", grade.observed);
    json_.member("staleReadings", grade.stale).member("printedReadings", grade.printed);
    json_.member("uncertainReadings", grade.uncertain).member("uncertainLimits", grade.uncertain_limits);
    json_.list("diverged", grade.diverged).end();
  }

  JsonWriter& json_;
  const Board& board_;
  const Words& words_;
  const State& state_;
  const Ruleset& ruleset_;
};

}  // namespace

void writeBoard(JsonWriter& json, const Board& board, const Words& words) { BoardWriter(json, board, words).write(); }

}  // namespace docket
