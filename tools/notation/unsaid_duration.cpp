#include "tools/notation/unsaid_duration.h"

#include <fmt/format.h>

#include "engine/state/computed_entries.h"
#include "events/entity.h"
#include "events/text/quoted.h"

namespace docket::notation {
namespace {

std::string_view wordOf(schema::Change::Kind kind) {
  switch (kind) {
    case schema::Change::Kind::SET:
      return "set";
    case schema::Change::Kind::MINIMUM:
      return "minimum";
    case schema::Change::Kind::MAXIMUM:
      return "maximum";
    case schema::Change::Kind::SET_BASE:
      return "setBase";
    default:
      return "bonus";
  }
}

}  // namespace

std::vector<std::string> unsaidDurations(schema::Event::Reader event, const Names& names) {
  std::vector<std::string> all;
  for (const auto change : event.getBegins()) {
    if (!isAboutStat(change.getKind()) || change.getKind() == schema::Change::Kind::COPY ||
        change.getLast() != schema::Change::Last::PERMANENT)
      continue;
    const bool of_card = kindOf(change.getSubject()) == EntityKind::card;
    all.push_back(fmt::format("{} has no duration and is taken to last {}; add \"until turn\" to end it with the turn",
                              docket::quoted(fmt::format("{} {} {}", wordOf(change.getKind()),
                                                         names.text(change.getName()), change.getAmount())),
                              of_card ? "as long as the card stays where it is" : "to the end of the game"));
  }
  return all;
}

}  // namespace docket::notation
