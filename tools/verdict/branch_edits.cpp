#include "tools/verdict/branch_edits.h"

#include <capnp/message.h>
#include <fmt/format.h>

#include <algorithm>

#include "events/append_event.h"
#include "events/errors.h"
#include "events/text/quoted.h"
#include "events/text/trimmed.h"
#include "tools/game/entity_parser.h"

namespace docket {
namespace {

constexpr const char* kAnEvent = "the number of an event";

std::string editName(const BranchEdit& edit) {
  return edit.kind == BranchEdit::Kind::added ? fmt::format("add after {}", edit.event)
                                              : fmt::format("edit {}", edit.event);
}

}  // namespace

std::vector<BranchEdit> readWithout(std::string_view typed) {
  std::vector<BranchEdit> edits;
  for (auto rest = typed; !rest.empty();) {
    const auto part = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    const auto dash = part.find('-');
    const EventNumber first = numberIn(part.substr(0, dash), kAnEvent);
    const EventNumber last = dash == std::string_view::npos ? first : numberIn(part.substr(dash + 1), kAnEvent);
    if (last < first || last - first >= 100'000)
      throw BadInput(fmt::format("--without {}: expected the first event, then the last", docket::quoted(part)));
    for (EventNumber event = first; event <= last; ++event) {
      edits.push_back({.kind = BranchEdit::Kind::without, .event = event, .text = {}});
    }
  }
  if (edits.empty()) throw BadInput("--without: expected the number of an event, such as 34 or 34-36");
  return edits;
}

BranchEdit readInstead(std::string_view typed) {
  const auto colon = typed.find(':');
  if (colon == std::string_view::npos)
    throw BadInput(fmt::format("--edit {}: expected 'N: field=value ...' or 'N: event ...'", docket::quoted(typed)));
  return {.kind = BranchEdit::Kind::instead,
          .event = numberIn(typed.substr(0, colon), kAnEvent),
          .text = std::string(trimmed(typed.substr(colon + 1)))};
}

BranchEdit readAdded(std::string_view typed, EventNumber at) {
  constexpr std::string_view kAfter = "after ";
  BranchEdit edit{.kind = BranchEdit::Kind::added, .event = at, .text = std::string(typed)};
  if (!typed.starts_with(kAfter)) return edit;
  const auto colon = typed.find(':');
  if (colon == std::string_view::npos)
    throw BadInput(fmt::format("--add {}: expected 'after N: event ...'", docket::quoted(typed)));
  edit.event = numberIn(typed.substr(kAfter.size(), colon - kAfter.size()), kAnEvent);
  edit.text = trimmed(typed.substr(colon + 1));
  return edit;
}

void readEdit(const BranchEdit& edit, schema::Event::Reader was, const Names& names, const notation::EventTable& table,
              RecordSoFar& record, capnp::MallocMessageBuilder& into) {
  const bool says_fields = edit.kind == BranchEdit::Kind::instead && notation::saysFieldsOnly(edit.text);
  if (!says_fields) {
    notation::readEventText(edit.text, editName(edit), table, record, into);
    return;
  }
  Names all = names;
  capnp::MallocMessageBuilder message;
  message.setRoot(was);
  auto event = message.getRoot<schema::Event>();
  dropAnnouncedNames(event);
  notation::readFields(edit.text, editName(edit), event, all);
  appendNext(event, all, record, into);
}

}  // namespace docket
