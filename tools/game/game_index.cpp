#include "tools/game/game_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "events/errors.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "events/text/whole_number.h"
#include "tools/words/text.h"

namespace docket {
namespace {

/// Events from `first` on; where it is a period, the one that began it.
struct Span {
  EventNumber first, last;
  NameNumber period = 0;
};

/// A text that names a point, while it is followed from the whole game inwards.
class Search {
 public:
  Search(std::string_view text, const GameIndex& index, const Ruleset& ruleset, EventNumber last)
      : text_(text), index_(index), ruleset_(ruleset), last_(last), path_(index.history.pathTo(last)) {}

  EventNumber run() {
    if (const auto number = wholeNumber<std::uint32_t>(text_)) {
      if (*number > last_) refuse(fmt::format("the last event is {}", last_));
      return *number;
    }
    if (sameLetters(text_, "start")) return 0;
    Span span{.first = 0, .last = last_};
    for (std::string_view rest = text_; !rest.empty();) {
      const auto dot = rest.find('.');
      const auto part = rest.substr(0, dot);
      rest = dot == std::string_view::npos ? std::string_view{} : rest.substr(dot + 1);
      if (sameLetters(part, "end")) {
        if (!rest.empty()) refuse("remove what follows \"end\"");
        return span.last;
      }
      span = within(span, part);
    }
    if (text_.empty() || text_.ends_with('.')) refuse("something is missing at its end");
    return span.first;
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw BadInput(
        fmt::format("{} is not a point of this game: {}. Points are an event's number (up to {}), start, end, T3, "
                    "T3.battle, \"T3.main 1\", T3.end",
                    docket::quoted(text_), why, last_));
  }

  [[nodiscard]] bool inEffect(EventNumber event) const { return path_.covers(event); }

  [[nodiscard]] std::string_view name(NameNumber number) const { return index_.names.text(number); }

  /// "T3": the letter of the ruleset's first period that begins with it, and a number.
  [[nodiscard]] std::optional<std::pair<std::string_view, std::uint32_t>> lettered(std::string_view part) const {
    if (part.size() < 2) return std::nullopt;
    const auto number = wholeNumber<std::uint32_t>(part.substr(1));
    if (!number) return std::nullopt;
    for (const Period& period : ruleset_.periods) {
      if (sameLetters(part.substr(0, 1), std::string_view(period.name).substr(0, 1)))
        return std::pair(std::string_view(period.name), *number);
    }
    return std::nullopt;
  }

  Span within(Span span, std::string_view part) const {
    std::vector<const PeriodMark*> began;
    for (const PeriodMark& mark : index_.marks) {
      const bool inside = mark.event > span.first && mark.event <= span.last;
      if (mark.begins && inside && inEffect(mark.event)) began.push_back(&mark);
    }
    if (const auto found = nth(began, part, 1)) return spanOf(*found, span);
    if (const auto wanted = lettered(part)) {
      if (const auto found = nth(began, wanted->first, wanted->second)) return spanOf(*found, span);
      refuse(fmt::format("{} {} does not exist; {}", wanted->first, wanted->second, howMany(began, wanted->first)));
    }
    if (const auto blank = part.rfind(' '); blank != std::string_view::npos) {
      const auto number = wholeNumber<std::uint32_t>(part.substr(blank + 1));
      const auto bare = part.substr(0, blank);
      if (number && nth(began, bare, 1)) {
        if (const auto found = nth(began, bare, *number)) return spanOf(*found, span);
        refuse(fmt::format("{} {} does not exist; {}", bare, *number, howMany(began, bare)));
      }
    }
    std::vector<std::string> known;
    // Only digits: it was meant as an event, and there is none so far.
    if (part == text_ && part.find_first_not_of("-+0123456789") == std::string_view::npos)
      refuse(fmt::format("events are numbered from 1 to {}", last_));
    for (const PeriodMark* mark : began) {
      for (const auto text : {name(mark->name), name(mark->period)}) {
        if (!text.empty() && std::find(known.begin(), known.end(), text) == known.end()) known.emplace_back(text);
      }
    }
    std::vector<std::string> points = known;
    points.emplace_back("end");
    if (part == text_) points.emplace_back("start");
    const std::string meant = nearestName(part, points);
    const std::string_view before = text_.substr(0, static_cast<std::size_t>(part.data() - text_.data()));
    const std::string hint = meant.empty() ? meant : didYouMeanAny({std::string(before) + meant});
    if (known.empty()) refuse(fmt::format("no period {} begins there{}", docket::quoted(part), hint));
    refuse(fmt::format("there is no {}{}; these begin there: {}", docket::quoted(part), hint, fmt::join(known, ", ")));
  }

  [[nodiscard]] std::size_t count(const std::vector<const PeriodMark*>& began, std::string_view wanted) const {
    return static_cast<std::size_t>(
        std::count_if(began.begin(), began.end(), [&](const PeriodMark* mark) { return isNamed(*mark, wanted); }));
  }
  [[nodiscard]] bool isNamed(const PeriodMark& mark, std::string_view wanted) const {
    return sameLetters(name(mark.name), wanted) || sameLetters(name(mark.period), wanted);
  }
  [[nodiscard]] std::string howMany(const std::vector<const PeriodMark*>& began, std::string_view wanted) const {
    return fmt::format("there are {}", count(began, wanted));
  }
  [[nodiscard]] std::optional<PeriodMark> nth(const std::vector<const PeriodMark*>& began, std::string_view wanted,
                                              std::uint32_t number) const {
    std::uint32_t seen = 0;
    for (const PeriodMark* mark : began) {
      if (isNamed(*mark, wanted) && ++seen == number) return *mark;
    }
    return std::nullopt;
  }

  /// Up to its own end, or to just before another of its kind, or of a kind that holds it, begins.
  [[nodiscard]] Span spanOf(const PeriodMark& began, Span outer) const {
    Span span{.first = began.event, .last = outer.last, .period = began.period};
    for (const PeriodMark& mark : index_.marks) {
      if (mark.event <= began.event || mark.event > outer.last || !inEffect(mark.event)) continue;
      if (!mark.begins && mark.period == began.period) return {.first = span.first, .last = mark.event};
      if (mark.period == began.period || holds(mark.period, began.period))
        return {.first = span.first, .last = mark.event - 1};
    }
    return span;
  }
  [[nodiscard]] bool holds(NameNumber holder, NameNumber held) const {
    const PeriodIndex wanted = ruleset_.period(name(holder));
    PeriodIndex index = ruleset_.period(name(held));
    while (index != kUnbound) {
      index = ruleset_.periods[index].within;
      if (index == wanted && index != kUnbound) return true;
    }
    return false;
  }

  std::string_view text_;
  const GameIndex& index_;
  const Ruleset& ruleset_;
  EventNumber last_;
  Path path_;
};

}  // namespace

bool looksBack(EventNumber number, schema::Ruling::Reader ruling) {
  if (ruling.getAt() != 0 && ruling.getAt() != number) return true;
  // An event is said by its number, as what a function is asked of: `legal(57)`, `before(57, ...)`.
  const std::string_view claim = view(ruling.getClaim());
  for (auto at = claim.find('('); at != std::string_view::npos; at = claim.find('(', at + 1)) {
    const auto argument = claim.find_first_not_of(" \t\n", at + 1);
    if (argument != std::string_view::npos && claim[argument] >= '0' && claim[argument] <= '9') return true;
  }
  return false;
}

void GameIndex::add(EventNumber number, schema::Event::Reader event) {
  names.addOf(event);
  history.add(number, event);
  if (event.isRulingGiven()) {
    looks_back = looks_back || looksBack(number, event.getRulingGiven());
  }
  if (event.isBegan()) {
    const auto began = event.getBegan();
    marks.push_back({.event = number, .period = began.getPeriod(), .name = began.getName(), .begins = true});
  } else if (event.isEnded()) {
    marks.push_back({.event = number, .period = event.getEnded().getPeriod()});
  }
}

EventNumber pointOf(std::string_view text, const GameIndex& index, const Ruleset& ruleset, EventNumber last) {
  return Search(text, index, ruleset, last).run();
}

}  // namespace docket
