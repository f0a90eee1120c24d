#include "tools/words/turn_labels.h"

#include <fmt/format.h>

#include <range/v3/algorithm/upper_bound.hpp>

#include "tools/words/text.h"

namespace docket {

TurnLabels::TurnLabels(const Ruleset& ruleset, const Names& names, const EventSource& events, EventNumber last)
    : ruleset_(&ruleset) {
  for (std::size_t i = ruleset.periods.size(); i-- > 0;) {
    if (ruleset.periods[i].within == kUnbound) outermost_ = static_cast<PeriodIndex>(i);
  }
  if (last != 0) {
    events.forEach(1, last, [&](EventNumber number, schema::Event::Reader event) { visit(names, number, event); });
  }
}

void TurnLabels::visit(const Names& names, EventNumber number, schema::Event::Reader event) {
  if (!event.isBegan() && !event.isEnded() && !event.isRewound()) return;
  Periods now = stops_.empty() ? Periods{} : stops_.back().periods;
  if (event.isRewound()) {
    const Periods* then = at(event.getRewound().getTo());
    now = then == nullptr ? Periods{} : *then;
  } else if (event.isEnded()) {
    const PeriodIndex index = ruleset_->period(names.text(event.getEnded().getPeriod()));
    if (index == kUnbound) return;
    end(now, index);
  } else {
    const auto began = event.getBegan();
    const PeriodIndex index = ruleset_->period(names.text(began.getPeriod()));
    if (index == kUnbound) return;
    begin(now, index);
    const auto name = names.text(began.getName());
    now[index].name = name.empty() ? NameNumber{0} : began.getName();
    if (!name.empty()) names_.try_emplace(began.getName(), name);
  }
  stops_.push_back({.from = number, .periods = now});
}

void TurnLabels::begin(Periods& periods, PeriodIndex index) const {
  end(periods, index);
  periods[index].open = true;
  ++periods[index].count;
  for (std::size_t inner = 0; inner < ruleset_->periods.size(); ++inner) {
    if (ruleset_->periods[inner].within == index) periods[inner].count = 0;
  }
}

void TurnLabels::end(Periods& periods, PeriodIndex index) const {
  periods[index].open = false;
  for (std::size_t inner = 0; inner < ruleset_->periods.size(); ++inner) {
    if (ruleset_->periods[inner].within == index) end(periods, static_cast<PeriodIndex>(inner));
  }
}

const TurnLabels::Periods* TurnLabels::at(EventNumber event) const {
  const auto after = ranges::upper_bound(stops_, event, {}, &Stop::from);
  return after == stops_.begin() ? nullptr : &(after - 1)->periods;
}

void TurnLabels::addWords(const Periods& periods, PeriodIndex index, std::string& words) const {
  const Period& now = periods[index];
  if (!now.open) return;
  const std::string kind = printable(ruleset_->periods[index].name);
  if (!words.empty()) words += ", ";
  if (now.name != 0) {
    words += fmt::format("{} {}", printable(names_.at(now.name)), kind);
  } else if (ruleset_->periods[index].within == kUnbound || now.count > 1) {
    words += fmt::format("{} {}", kind, now.count);
  } else {
    words += kind;
  }
  for (std::size_t inner = 0; inner < ruleset_->periods.size(); ++inner) {
    if (ruleset_->periods[inner].within == index) addWords(periods, static_cast<PeriodIndex>(inner), words);
  }
}

std::string TurnLabels::words(EventNumber event) const {
  std::string words;
  const Periods* periods = at(event);
  if (periods == nullptr) return words;
  for (std::size_t i = 0; i < ruleset_->periods.size(); ++i) {
    if (ruleset_->periods[i].within == kUnbound) addWords(*periods, static_cast<PeriodIndex>(i), words);
  }
  return words;
}

std::uint32_t TurnLabels::turn(EventNumber event) const {
  const Periods* periods = at(event);
  return periods == nullptr || outermost_ == kUnbound ? 0 : (*periods)[outermost_].count;
}

}  // namespace docket
