#include "tools/game/branch_edits.h"

#include <capnp/dynamic.h>
#include <capnp/message.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "events/errors.h"
#include "events/event_line.h"
#include "events/json.h"
#include "events/json_reader.h"
#include "events/json_struct_writer.h"
#include "events/quoted.h"
#include "events/shape.h"
#include "events/trimmed.h"
#include "tools/game/entity_parser.h"

namespace docket {
namespace {

constexpr const char* kAnEvent = "the number of an event";

/// Whether a text says only fields, and leaves the event to be what it was.
bool saysFieldsOnly(std::string_view text) {
  const auto words = notation::wordsOf({.file = "edit", .text = text, .at = {.line = 1, .column = 1}});
  return std::all_of(words.begin(), words.end(),
                     [](const notation::Word& word) { return word.text.find('=') != std::string_view::npos; });
}

/// The payload of an event that its union has chosen.
const FieldShape& payloadOf(schema::Event::Reader event) {
  static const Shape& shape = shapeOf(capnp::Schema::from<schema::Event>());
  const auto which = capnp::DynamicStruct::Reader(event).which();
  KJ_IF_MAYBE (chosen, which) {
    for (const FieldShape& field : shape.fields) {
      if (field.field == *chosen) return field;
    }
  }
  throw BadInput("this event was written by a newer version of docket: use that to edit it");
}

std::string nameOf(const BranchEdit& edit) {
  return edit.kind == BranchEdit::Kind::added ? fmt::format("add after {}", edit.event)
                                              : fmt::format("edit {}", edit.event);
}

/// The event with the fields that the text says, as a line of JSON.
std::string overlaid(const BranchEdit& edit, schema::Event::Reader was, const Names& names) {
  Names all = names;
  capnp::MallocMessageBuilder message;
  message.setRoot(was);
  auto event = message.getRoot<schema::Event>();
  const FieldShape& payload = payloadOf(was);
  const std::string text = fmt::format("{} {}", payload.name, edit.text);
  // The payload's name is not the typist's: columns are counted from behind it.
  const notation::Line line{.file = nameOf(edit), .text = text, .at = {.line = 1, .column = 1}};
  capnp::MallocMessageBuilder typed_message;
  auto typed = typed_message.initRoot<schema::Event>();
  readJson({.text = notation::eventJson(line, {}).text, .file = nameOf(edit)}, typed, &all);
  for (const notation::Word& word : notation::wordsOf(line)) {
    const auto equals = word.text.find('=');
    if (equals == std::string_view::npos) continue;
    const auto field = word.text.substr(0, equals);
    if (payload.value.kind != Kind::structure || payload.value.shape->find(field) < 0) {
      throw BadInput(fmt::format("{}: only fields of {} can be edited; type the whole event to change {}", nameOf(edit),
                                 payload.name, quoted(field)));
    }
    const auto& shape = *payload.value.shape;
    const auto& of = shape.fields[static_cast<std::size_t>(shape.find(field))].field;
    auto to = capnp::DynamicStruct::Builder(event).get(payload.field).as<capnp::DynamicStruct>();
    to.set(of, capnp::DynamicStruct::Reader(typed.asReader()).get(payload.field).as<capnp::DynamicStruct>().get(of));
  }
  return lineOf(event.asReader(), all);
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
      throw BadInput(fmt::format("--without {}: expected the first event, then the last", quoted(part)));
    for (EventNumber event = first; event <= last; ++event) {
      edits.push_back({.kind = BranchEdit::Kind::without, .event = event, .text = {}});
    }
  }
  if (edits.empty()) throw BadInput("--without: expected the number of an event, as 34 or 34-36");
  return edits;
}

BranchEdit readInstead(std::string_view typed) {
  const auto colon = typed.find(':');
  if (colon == std::string_view::npos)
    throw BadInput(fmt::format("--edit {}: expected 'N: field=value ...' or 'N: event ...'", quoted(typed)));
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
    throw BadInput(fmt::format("--add {}: expected 'after N: event ...'", quoted(typed)));
  edit.event = numberIn(typed.substr(kAfter.size(), colon - kAfter.size()), kAnEvent);
  edit.text = trimmed(typed.substr(colon + 1));
  return edit;
}

void readEdit(const BranchEdit& edit, schema::Event::Reader was, const Names& names, JsonLinesReader& reader,
              schema::Event::Builder into) {
  if (edit.kind == BranchEdit::Kind::instead && saysFieldsOnly(edit.text)) {
    reader.event(overlaid(edit, was, names), 1, into);
  } else {
    notation::readEventText(edit.text, nameOf(edit), reader, into);
  }
}

std::string lineOf(schema::Event::Reader event, const Names& names) {
  capnp::MallocMessageBuilder message;
  message.setRoot(event);
  auto copy = message.getRoot<schema::Event>();
  if (copy.hasContext()) {
    auto context = copy.getContext();
    context.disownNames();  // the reader of the line finds them by their texts
    const bool empty = context.getWallClock() == 0 && context.getSource() == 0 && !context.hasCauses() &&
                       !context.hasIdentities() && context.getSeats() == 255 && !context.hasSeals();
    if (empty) copy.disownContext();
  }
  return writeJson(capnp::DynamicStruct::Reader(copy.asReader()), &names);
}

}  // namespace docket
