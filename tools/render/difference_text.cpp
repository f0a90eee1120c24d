#include "tools/render/difference_text.h"

#include <fmt/format.h>

#include <ostream>

#include "tools/verdict/difference.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

void printSide(std::ostream& out, std::string_view name, const SideOf& side, bool colour) {
  if (side.event == 0 && side.clause.empty()) return;
  std::string text = fmt::format("{}: ", name);
  text += side.event == 0 ? std::string("as before") : fmt::format("event {}: {}", side.event, side.what);
  if (!side.clause.empty()) text += " " + styled(colour, Style::faint, fmt::format("[{}]", printable(side.clause)));
  out << paragraph(text, 6, 8);
}

void writeSide(JsonWriter& json, std::string_view name, const SideOf& side) {
  json.object(name).memberOrNull("value", side.value).memberOrNull("event", side.event);
  side.event == 0 ? json.memberNull("what") : json.member("what", side.what);
  json.memberOrNull("clause", side.clause).end();
}

}  // namespace

void printDifferences(std::ostream& out, const std::vector<Difference>& differences, const SideNames& names,
                      bool colour) {
  std::string subject;
  for (const Difference& one : differences) {
    if (one.subject != subject) out << '\n' << styled(colour, Style::strong, one.subject) << '\n';
    subject = one.subject;
    const auto value = [](const SideOf& side) { return side.value.empty() ? std::string("nothing") : side.value; };
    out << paragraph(fmt::format("{}: {} | {}", one.field, value(one.left), value(one.right)), 2, 4);
    // If one event has several effects on a card, it is shown once.
    const Difference* next = &one == &differences.back() ? nullptr : &one + 1;
    const auto same = [](const SideOf& a, const SideOf& b) { return a.event == b.event && a.clause == b.clause; };
    if (next != nullptr && next->subject == subject && same(one.left, next->left) && same(one.right, next->right)) {
      continue;
    }
    printSide(out, names.first, one.left, colour);
    printSide(out, names.second, one.right, colour);
  }
}

void writeDifferences(JsonWriter& json, const std::vector<Difference>& differences) {
  json.list("differences");
  for (const Difference& one : differences) {
    json.object().member("subject", one.subject).member("field", one.field);
    writeSide(json, "left", one.left);
    writeSide(json, "right", one.right);
    json.end();
  }
  json.end();
}

}  // namespace docket
