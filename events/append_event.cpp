#include "events/append_event.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "events/errors.h"
#include "events/marked_numbers.h"
#include "events/seats.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "events/validate.h"

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
    if (event.hasContext()) announceListed(event.getContext().asReader().getNames());
    visitMarkedNumbers(event, [&](std::uint32_t& number, const FieldShape& field) {
      if (field.value.mark != Mark::name) return true;
      if (number > names_.size()) throw BadInput(fmt::format("{}: there is no name {}", field.name, number));
      number = numberOf(names_.text(number));
      return true;
    });
    if (fresh_.size() != 0) setNewNames(event.getContext(), fresh_, 0);
  }

 private:
  void announceListed(capnp::List<capnp::Text>::Reader listed) {
    for (const auto name : listed) {
      const auto text = view(name);
      if (text.empty()) throw BadInput("context.names: a name cannot be empty");
      if (record_.find(text) != 0 || fresh_.find(text) != 0)
        throw BadInput(fmt::format("context.names: the name {} is already in use", docket::quoted(text)));
      (void)numberOf(text);
    }
  }

  std::uint32_t numberOf(std::string_view name) {
    if (const std::uint32_t known = record_.find(name); known != 0) return known;
    const std::uint32_t fresh = static_cast<std::uint32_t>(record_.size()) + fresh_.number(name);
    if (fresh > Names::kMax) throw BadInput(fmt::format("a game can use at most {} names", Names::kMax));
    return fresh;
  }

  const Names& names_;
  const Names& record_;
  Names fresh_;
};

}  // namespace

std::uint32_t appendNext(schema::Event::Reader event, const Names& names, RecordSoFar& record,
                         capnp::MallocMessageBuilder& into) {
  into.setRoot(event);
  auto next = into.getRoot<schema::Event>();
  NamesOfNext(names, record.names()).renumber(next);
  const std::uint32_t number = record.events() + 1;
  if (const auto fault = validate(next.asReader(), number, record)) {
    throw BadInput(fault->path.empty() ? fault->message : fmt::format("{}: {}", fault->path, fault->message));
  }
  record.add(next.asReader());
  return number;
}

void dropAnnouncedNames(schema::Event::Builder event) {
  if (!event.hasContext() || !event.getContext().hasNames()) return;
  event.getContext().disownNames();
  if (isEmpty(event.getContext().asReader())) event.disownContext();
}

schema::Event::Reader appendGap(RecordSoFar& record, capnp::MallocMessageBuilder& into) {
  auto event = into.initRoot<schema::Event>();
  event.setNote("a line that could not be read");
  event.setGroup(record.lastGroup());  // it may have been one of several simultaneous events
  record.add(event.asReader());
  return event.asReader();
}

}  // namespace docket
