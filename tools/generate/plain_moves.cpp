#include "tools/generate/plain_moves.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

namespace docket::generate {
namespace {

constexpr std::int64_t kOpenRange = 5;  // how far a number goes that is bound on one side only

ActContext context(std::string act, std::vector<std::string> names) {
  return {.act = std::move(act), .names = std::move(names), .own_turn = true};
}

ActContext ofCardInPlay(std::string act, std::vector<std::string> names) {
  ActContext found = context(std::move(act), std::move(names));
  found.in_play = found.face_up = found.upright = found.controlled = true;
  return found;
}

class PlainMoveLister {
 public:
  PlainMoveLister(const RulesSummary& summary, const ZoneRoles& zone_roles) : summary_(summary), at_(zone_roles) {}

  std::vector<PlainMove> list() && {
    if (at_.deck != at_.hand) moves_.push_back({.name = "draw", .weight = 3, .steps = drawing(summary_, at_, 1)});
    if (!at_.play.empty()) addMovesOfPlay();
    addMovesOfNumbers();
    return std::move(moves_);
  }

 private:
  [[nodiscard]] PlainMove playing() const {
    const auto line = [&](std::string_view who) {
      return fmt::format("P${0} cardPlayed player=${0} card=$a zone=\"{1}\" face=up", who, at_.play);
    };
    ActContext played = context("cardPlayed", {at_.play});
    played.in_play = false;
    played.controlled = played.upright = true;
    MoveSteps own{.from = Where::hand, .lines = {line("me")}, .contexts = {played}};
    MoveSteps others = own;
    others.of_other = true;
    others.lines = {line("other")};
    others.contexts.front().own_turn = inTurn() ? std::optional(false) : std::nullopt;
    others.what = "a card played in the other player's turn";
    return {.name = "play a card", .weight = 5, .steps = std::move(own), .wrongs = {std::move(others)}};
  }

  [[nodiscard]] bool inTurn() const { return !at_.timeless; }

  [[nodiscard]] ActContext moved(const std::string& zone, bool from_play) const {
    ActContext found = from_play ? ofCardInPlay("cardMoved", {zone}) : context("cardMoved", {zone});
    if (!from_play) found.in_play = false;
    return found;
  }
  static std::string moveTo(const std::string& zone) {
    return fmt::format("P$me cardMoved card=$a player=$me zone=\"{}\"", zone);
  }
  static std::string use(std::string_view who = "me") {
    return fmt::format("P${0} abilityActivated player=${0} card=$a ability=$a.ability", who);
  }
  [[nodiscard]] std::string turn(std::size_t i) const {
    return fmt::format("P$me cardTurned card=$a orientation=\"{}\"", summary_.orientations[i]);
  }
  [[nodiscard]] bool canTurn() const { return summary_.orientations.size() >= 2; }
  [[nodiscard]] ActContext turned(std::size_t i) const {
    ActContext found = ofCardInPlay("cardTurned", {summary_.orientations[i]});
    found.upright = i != 0;
    return found;
  }

  /// Illegal uses of an ability: in the other player's turn, of a turned card, of a card out of play.
  [[nodiscard]] std::vector<MoveSteps> wrongUses(const ActContext& used) const {
    std::vector<MoveSteps> wrongs;
    MoveSteps others{.from = Where::play, .able = true, .of_other = true, .lines = {use("other")}, .contexts = {used}};
    others.contexts.front().own_turn = inTurn() ? std::optional(false) : std::nullopt;
    others.what = "an ability used in the other player's turn";
    wrongs.push_back(std::move(others));
    if (canTurn()) {
      MoveSteps bent{.from = Where::play, .able = true, .lines = {turn(1), use(), turn(0)}, .at = 1};
      bent.contexts = {turned(1), used, turned(0)};
      bent.contexts[1].upright = false;
      bent.what = fmt::format("an ability of a card used that is {}", summary_.orientations[1]);
      wrongs.push_back(std::move(bent));
    }
    if (at_.gone != at_.hand) {
      MoveSteps lost{.from = Where::gone, .able = true, .lines = {use()}, .contexts = {used}};
      lost.contexts.front().in_play = false;
      lost.contexts.front().controlled = lost.contexts.front().face_up = lost.contexts.front().upright = std::nullopt;
      lost.what = "an ability of a card used that is not in play";
      wrongs.push_back(std::move(lost));
    }
    return wrongs;
  }

  void addMovesOfPlay() {
    const ActContext used = ofCardInPlay("abilityActivated", {});
    const ActContext leaves = moved(at_.gone, true), comes = moved(at_.play, false);
    const ActContext negated = context("activationNegated", {});
    const std::string comes_up = moveTo(at_.play) + " face=up";
    const auto of_play = [](bool able, std::vector<std::string> lines, std::vector<ActContext> contexts) {
      return MoveSteps{.from = Where::play, .able = able, .lines = std::move(lines), .contexts = std::move(contexts)};
    };
    moves_.push_back(playing());
    if (!at_.gone.empty()) {
      moves_.push_back({.name = "leave play", .weight = 2, .steps = of_play(false, {moveTo(at_.gone)}, {leaves})});
      moves_.push_back(
          {.name = "use, leave, return, use",
           .weight = 3,
           .steps = of_play(true, {use(), moveTo(at_.gone), comes_up, use()}, {used, leaves, comes, used})});
    }
    moves_.push_back({.name = "use an ability", .weight = 8, .steps = of_play(true, {use()}, {used})});
    moves_.back().wrongs = wrongUses(used);
    moves_.push_back(
        {.name = "use, be negated, use",
         .weight = 3,
         .steps = of_play(true, {use(), "P$other activationNegated activation=$e1", use()}, {used, negated, used})});
    moves_.push_back({.name = "use twice", .weight = 3, .steps = of_play(true, {use(), use()}, {used, used})});
    if (!canTurn()) return;
    moves_.push_back(
        {.name = "turned, and back", .weight = 2, .steps = of_play(false, {turn(1), turn(0)}, {turned(1), turned(0)})});
  }

  void addMovesOfNumbers() {
    for (const auto& value : summary_.values) {
      if (value.find('"') != std::string::npos) continue;
      for (const char* how : {"gained", "lost"}) {
        MoveSteps steps{
            .lines = {fmt::format("P$me valueChanged subject=P$me value=\"{}\" how={} amount=1..3", value, how)},
            .contexts = {context("valueChanged", {value})}};
        moves_.push_back({.name = fmt::format("{} {}", value, how), .steps = std::move(steps)});
      }
    }
    std::set<std::string> seen;
    for (const NumberKind& kind : summary_.numbers) {
      if (kind.what.empty() || kind.what.find('"') != std::string::npos || !seen.insert(kind.what).second) continue;
      if (auto move = choosing(kind.what)) moves_.push_back(std::move(*move));
    }
  }

  /// Empty if its bounds leave no number.
  [[nodiscard]] std::optional<PlainMove> choosing(const std::string& what) const {
    constexpr auto kLeast = std::numeric_limits<std::int64_t>::min(), kMax = std::numeric_limits<std::int64_t>::max();
    std::int64_t least = kLeast, most = kMax;
    for (const NumberKind& kind : summary_.numbers) {
      if (kind.what != what) continue;
      least = std::max(least, kind.least);
      most = std::min(most, kind.most);
    }
    if (least == kLeast) least = most == kMax ? 0 : most - kOpenRange;
    const bool bounded = most != kMax;
    if (!bounded) most = least + kOpenRange;
    if (least > most) return std::nullopt;
    const auto choose = [&](std::int64_t from, std::int64_t to) {
      MoveSteps steps{.lines = {fmt::format("P$me numberChosen player=$me what=\"{}\" number={}", what,
                                            from == to ? fmt::to_string(from) : fmt::format("{}..{}", from, to))},
                      .contexts = {context("numberChosen", {what})}};
      steps.contexts.front().amount = from;
      if (to != from) {
        steps.contexts.push_back(steps.contexts.front());
        steps.contexts.back().amount = to;
      }
      return steps;
    };
    PlainMove move{.name = "choose a number: " + what, .steps = choose(least, most)};
    for (const std::int64_t beyond : {least - 1, most + 1}) {
      if (beyond > most && !bounded) continue;
      move.wrongs.push_back(choose(beyond, beyond));
      move.wrongs.back().what = fmt::format("{} is not a {} that may be chosen", beyond, what);
    }
    return move;
  }

  const RulesSummary& summary_;
  const ZoneRoles& at_;
  std::vector<PlainMove> moves_;
};

}  // namespace

MoveSteps drawing(const RulesSummary& summary, const ZoneRoles& zone_roles, std::size_t count) {
  MoveSteps draw;
  const bool guarded = std::any_of(summary.wins.begin(), summary.wins.end(),
                                   [&](const WinKind& win) { return isOfEmptyDeck(win, zone_roles); });
  if (guarded) draw.lines.push_back(fmt::format("let spare=[$top {} {}]", count + 1, zone_roles.deck));
  draw.lines.push_back(fmt::format("P$me cardsDrawn player=$me from=\"{}\" to=\"{}\" cards=[$top {} {}]",
                                   zone_roles.deck, zone_roles.hand, count, zone_roles.deck));
  draw.contexts = {context("cardsDrawn", {zone_roles.hand})};
  draw.contexts.front().amount = static_cast<std::int64_t>(count);
  return draw;
}

std::vector<PlainMove> plainMoves(const RulesSummary& summary, const ZoneRoles& zone_roles) {
  return PlainMoveLister(summary, zone_roles).list();
}

}  // namespace docket::generate
