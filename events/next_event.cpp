#include "events/next_event.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "events/errors.h"
#include "events/hidden.h"
#include "events/marked_numbers.h"

namespace docket {
namespace {

bool isEmpty(schema::Context::Reader context) {
  return context.getWallClock() == 0 && context.getSource() == 0 && !context.hasCauses() && !context.hasIdentities() &&
         context.getSeats() == kEveryone && !context.hasSeals();
}

/// Numbers the names of an event as a record does; the record's next numbers go to those that it lacks.
class NamesOfNext {
 public:
  NamesOfNext(const Names& names, const Names& record) : names_(names), record_(record) {}

  void renumber(schema::Event::Builder event) {
    visitMarkedNumbers(event, [&](std::uint32_t& number, const FieldShape& field) {
      if (field.value.mark != Mark::name) return true;
      if (number > names_.size()) throw BadInput(fmt::format("{}: there is no name {}", field.name, number));
      number = numberOf(names_.text(number));
      return true;
    });
    if (fresh_.size() == 0) return;
    auto list = event.getContext().initNames(static_cast<capnp::uint>(fresh_.size()));
    for (capnp::uint i = 0; i < list.size(); ++i) {
      const std::string_view text = fresh_.text(i + 1);
      list.set(i, capnp::Text::Reader(text.data(), text.size()));
    }
  }

 private:
  std::uint32_t numberOf(std::string_view name) {
    if (const std::uint32_t known = record_.find(name); known != 0) return known;
    const std::uint32_t fresh = static_cast<std::uint32_t>(record_.size()) + fresh_.number(name);
    if (fresh > Names::kMost) throw BadInput(fmt::format("a game can use at most {} names", Names::kMost));
    return fresh;
  }

  const Names& names_;
  const Names& record_;
  Names fresh_;
};

}  // namespace

std::uint32_t takeNext(schema::Event::Reader event, const Names& names, Roster& roster,
                       capnp::MallocMessageBuilder& into) {
  into.setRoot(event);
  auto next = into.getRoot<schema::Event>();
  if (event.getContext().hasNames()) {
    next.getContext().disownNames();
    if (isEmpty(next.getContext().asReader())) next.disownContext();
  }
  NamesOfNext(names, roster.names()).renumber(next);
  const std::uint32_t number = roster.events() + 1;
  if (const auto fault = validate(next.asReader(), number, roster)) {
    throw BadInput(fault->path.empty() ? fault->message : fmt::format("{}: {}", fault->path, fault->message));
  }
  roster.add(next.asReader());
  return number;
}

schema::Event::Reader takeGap(Roster& roster, capnp::MallocMessageBuilder& into) {
  auto event = into.initRoot<schema::Event>();
  event.setNote("a line that could not be read");
  event.setGroup(roster.lastGroup());  // it may have been one of several simultaneous events
  roster.add(event.asReader());
  return event.asReader();
}

}  // namespace docket
