#include "tools/generate/make_move.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "events/errors.h"
#include "events/text/text_view.h"

namespace docket::generate {
namespace {

/// The picks of a move: those of a plant replace picks of the same name, and otherwise come last.
std::vector<Play::Pick::Reader> picksOf(capnp::List<Play::Pick>::Reader of_move, const Play::Plant::Reader* plant) {
  std::vector<Play::Pick::Reader> picks;
  for (auto pick : of_move) picks.push_back(pick);
  if (plant == nullptr) return picks;
  for (auto pick : plant->getPicks()) {
    const auto same = std::find_if(picks.begin(), picks.end(), [&](auto one) { return one.getAs() == pick.getAs(); });
    if (same != picks.end()) {
      *same = pick;
    } else {
      picks.push_back(pick);
    }
  }
  return picks;
}

bool isRewind(capnp::Text::Reader line) { return std::string_view(line.begin(), line.size()).starts_with("rewound "); }

class MoveMaker {
 public:
  MoveMaker(MoveAttempt& attempt, const MoveInputs& inputs, const MoveContext& context, Wanted wanted)
      : attempt_(attempt), inputs_(inputs), context_(context), wanted_(wanted) {}

  bool pick(const std::vector<Play::Pick::Reader>& picks) {
    for (auto pick : picks) {
      const auto found = candidates(pick, inputs_.summary, attempt_.table, context_.me, hand_);
      if (found.empty()) return false;
      hand_.emplace_back(textOf(pick.getAs()), found[inputs_.dice.below(found.size())]);
    }
    return true;
  }
  void know(std::string name, std::string value) { known_[std::move(name)] = std::move(value); }
  void hold(const std::string& name, Picked picked) { hand_.emplace_back(name, picked); }

  /// Plays the lines; those of a plant with its clauses at the line that it names.
  bool play(capnp::List<capnp::Text>::Reader lines, const Play::Plant::Reader* plant) {
    const unsigned events = countEvents(lines);
    const unsigned shows = plant == nullptr || plant->getLate() ? 0 : plant->getAt() != 0 ? plant->getAt() : events;
    unsigned event = 0;
    know("start", std::to_string(next() - 1));
    const auto start = goesBack(lines) ? std::optional(Start{attempt_.table, attempt_.limit_tokens}) : std::nullopt;
    for (unsigned i = 0; i < lines.size(); ++i) {
      know(fmt::format("e{}", event + 1), std::to_string(next()));  // a group is named by its first event itself
      auto line = read(lines[i]);
      if (!line) return false;
      if (line->payload == "let") {
        for (const Word& word : line->fields) know(word.name, word.values.front());
        continue;
      }
      while (i + 1 < lines.size() && lines[i + 1].size() != 0 && lines[i + 1][0] == '+') {
        auto change = read(lines[++i]);
        if (!change) return false;
        line->begins.push_back(std::move(*change));
      }
      ++event;
      if (!put(*line, event == shows ? plant : nullptr)) return false;
      if (line->payload == "rewound") {
        attempt_.table = start->table;
        attempt_.limit_tokens = start->limit_tokens;
      }
    }
    if (plant != nullptr && plant->getLate()) {
      for (auto clause : plant->getClauses()) {
        attempt_.late.push_back({.event = 0, .clause = textOf(clause), .what = textOf(plant->getWhat())});
      }
    }
    return true;
  }

  bool put(const Line& line, const Play::Plant::Reader* plant) {
    if (attempt_.table.isTaken(line)) return false;
    const auto number = next();
    const auto beyond = attempt_.limit_tokens.beyond(attempt_.table, line);
    const bool certain = std::all_of(beyond.begin(), beyond.end(), [](const Excess& one) { return one.certain; });
    if (!beyond.empty() && (wanted_ != Wanted::beyond_limit || !certain)) return false;
    for (const Excess& excess : beyond) {
      attempt_.planted.push_back(
          {.event = number,
           .clause = excess.clause,
           .what = fmt::format("over the limit \"{}\"", inputs_.summary.limits[excess.limit].name)});
    }
    if (plant != nullptr) {
      for (auto clause : plant->getClauses()) {
        attempt_.planted.push_back({.event = number, .clause = textOf(clause), .what = textOf(plant->getWhat())});
      }
    }
    meetDeadline(line, number);
    const auto& voids = inputs_.summary.void_acts;
    const bool nothing_happens =
        (!beyond.empty() || plant != nullptr) && std::find(voids.begin(), voids.end(), line.payload) != voids.end();
    attempt_.lines.push_back(line);
    if (nothing_happens) return true;
    attempt_.limit_tokens.apply(attempt_.table, line, number);
    attempt_.table.apply(line, number);
    attempt_.lines.back().shown = attempt_.table.showOpen();
    return answer(line, number);
  }

 private:
  /// The table and the tokens before the move, to which a rewind returns.
  struct Start {
    Table table;
    LimitTokens limit_tokens;
  };

  static bool goesBack(capnp::List<capnp::Text>::Reader lines) {
    for (auto line : lines) {
      if (isRewind(line)) return true;
    }
    return false;
  }

  [[nodiscard]] std::uint32_t next() const {
    return context_.events + static_cast<std::uint32_t>(attempt_.lines.size()) + 1;
  }

  static unsigned countEvents(capnp::List<capnp::Text>::Reader lines) {
    unsigned count = 0;
    for (auto line : lines) {
      if (line.size() != 0 && line[0] != '+' && !std::string_view(line.cStr()).starts_with("let ")) ++count;
    }
    return count;
  }

  /// Empty if what the line needs is not there, as cards on top of an empty pile.
  std::optional<Line> read(capnp::Text::Reader line) {
    bool is_possible = true;
    const Meaning meaning = [&](std::string_view name) {
      auto found = meaningOf(name);
      is_possible = is_possible && found.has_value();
      return found.value_or("0");
    };
    const Draw draw = [&](std::int64_t least, std::int64_t most) { return inputs_.dice.between(least, most); };
    Line read = readLine({line.begin(), line.size()}, meaning, draw);
    if (!is_possible) return std::nullopt;
    return read;
  }

  std::optional<std::string> meaningOf(std::string_view name) {
    if (name == "me") return std::to_string(context_.me);
    if (name == "other") return std::to_string(after(context_.me));
    if (name == "first") return std::to_string(context_.first);
    if (name == "second") return std::to_string(after(context_.first));
    if (name == "new") return std::to_string(attempt_.table.fresh());
    if (name.starts_with("top ")) return top(name.substr(4), context_.me);
    if (name.starts_with("othertop ")) return top(name.substr(9), after(context_.me));
    if (const auto known = known_.find(std::string(name)); known != known_.end()) return known->second;
    const auto dot = name.find('.');
    for (const auto& [as, picked] : hand_) {
      if (as != name.substr(0, dot)) continue;
      const TableCard& card = attempt_.table.cards()[picked.card];
      const auto what = dot == std::string_view::npos ? std::string_view("number") : name.substr(dot + 1);
      if (what == "number") return std::to_string(card.number);
      if (what == "owner") return std::to_string(card.owner);
      if (what == "controller") return std::to_string(card.controller);
      if (what == "player") return std::to_string(card.player);
      if (what == "ability") return std::to_string(picked.ability);
      if (what == "host") return card.host;
      if (what == "definition") return inputs_.summary.cards[card.kind].key;
    }
    throw BadInput(fmt::format("a play script says ${}, which has no meaning there", name));
  }

  [[nodiscard]] std::uint8_t after(std::uint8_t seat) const {
    return static_cast<std::uint8_t>(seat % inputs_.play.getSeats() + 1);
  }

  /// "5 fate deck": the numbers of the five cards on top of a player's pile of that name.
  std::optional<std::string> top(std::string_view what, std::uint8_t player) const {
    std::size_t count = 0;
    const auto* end = std::from_chars(what.data(), what.data() + what.size(), count).ptr;
    const auto zone =
        inputs_.summary.zone(std::string_view(end + 1, static_cast<std::size_t>(what.data() + what.size() - end - 1)));
    const auto pile = attempt_.table.pile(zone, player);
    if (pile.size() < count) return std::nullopt;
    std::string numbers;
    for (auto at = pile.end() - static_cast<std::ptrdiff_t>(count); at != pile.end(); ++at) {
      numbers += fmt::format("{}{}", numbers.empty() ? "" : ",", attempt_.table.cards()[*at].number);
    }
    return numbers;
  }

  void meetDeadline(const Line& line, std::uint32_t number) {
    const auto due = [&](const Deadline& deadline) {
      return deadline.act == line.payload &&
             (deadline.named.empty() || std::any_of(line.fields.begin(), line.fields.end(), [&](const Word& word) {
                return !word.values.empty() && word.values.front() == deadline.named;
              }));
    };
    const auto& deadlines = inputs_.summary.deadlines;
    if (!line.causes.empty() || !std::any_of(deadlines.begin(), deadlines.end(), due)) return;
    for (Planted& late : attempt_.late) {
      late.event = number;
      attempt_.planted.push_back(late);
    }
    attempt_.late.clear();
  }

  /// Lets the cards whose traits an event triggers answer, one by one.
  bool answer(const Line& line, std::uint32_t number) {
    for (auto answer : inputs_.play.getAnswers()) {
      if (line.payload != answer.getTo().cStr()) continue;
      if (answer.getNamed().size() != 0 && std::none_of(line.fields.begin(), line.fields.end(), [&](const Word& word) {
            return !word.values.empty() && word.values.front() == answer.getNamed().cStr();
          })) {
        continue;
      }
      for (const Picked& picked : candidates(answer.getPick(), inputs_.summary, attempt_.table, context_.me, {})) {
        const TableCard& card = attempt_.table.cards()[picked.card];
        if (answer.getOwn() && card.number != line.number("card")) continue;
        if (!answerBy(answer, picked, line, number)) return false;
      }
    }
    return true;
  }

  bool answerBy(Play::Answer::Reader answer, const Picked& picked, const Line& line, std::uint32_t number) {
    const auto plants = answer.getPlants();
    const bool planting = plants.size() != 0 && attempt_.planted.empty() && attempt_.late.empty() &&
                          inputs_.dice.chance(inputs_.planted_percent);
    const TableCard& card = attempt_.table.cards()[picked.card];
    MoveMaker maker(attempt_, inputs_, {.me = card.controller, .first = context_.first, .events = context_.events},
                    planting ? Wanted::plant : Wanted::legal);
    maker.hold(textOf(answer.getPick().getAs()), picked);
    maker.know("event", std::to_string(number));
    maker.know("card", std::string(line.value("card")));
    maker.know("who", std::string(line.value("player")));
    if (!planting) return maker.play(answer.getLines(), nullptr);
    const auto plant = plants[static_cast<unsigned>(inputs_.dice.below(plants.size()))];
    return maker.play(plant.getLines(), &plant);
  }

  MoveAttempt& attempt_;
  const MoveInputs& inputs_;
  MoveContext context_;
  Wanted wanted_;
  Hand hand_;
  std::map<std::string, std::string> known_;
};

}  // namespace

bool makeMove(MoveAttempt& attempt, const MoveInputs& inputs, const MoveContext& context, Play::Move::Reader move,
              Wanted wanted, const Play::Plant::Reader* plant) {
  MoveMaker maker(attempt, inputs, context, wanted);
  if (!maker.pick(picksOf(move.getPicks(), plant))) return false;
  const bool own_lines = plant != nullptr && plant->getLines().size() != 0;
  const auto lines = own_lines ? plant->getLines() : move.getLines();
  if (!maker.play(lines, plant)) return false;
  // After a rewind the move is made as the rules require.
  if (own_lines && isRewind(lines[lines.size() - 1]) && !maker.play(move.getLines(), nullptr)) return false;
  return wanted != Wanted::beyond_limit || !attempt.planted.empty();
}

bool put(MoveAttempt& attempt, const MoveInputs& inputs, const MoveContext& context, Wanted wanted, const Line& line) {
  return MoveMaker(attempt, inputs, context, wanted).put(line, nullptr);
}

}  // namespace docket::generate
