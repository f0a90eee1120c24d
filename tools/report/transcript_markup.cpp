#include "tools/report/transcript_markup.h"

#include <capnp/any.h>
#include <capnp/message.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tools/report/markup.h"
#include "tools/words/text.h"

namespace docket::report {
namespace {

/// More details than this, or longer ones, are folded away.
constexpr std::size_t kMaxDetailsShown = 3;
constexpr std::size_t kMaxDetailBytes = 160;
constexpr std::size_t kLineColumns = 400;
constexpr std::size_t kDetailColumns = 4000;
/// The indentation of a line is a class, since all styles are in one place.
constexpr int kDeepest = 6;

std::string detailsMarkup(const std::vector<std::string>& details) {
  if (details.empty()) return {};
  std::string list = "<ul>";
  std::size_t bytes = 0;
  for (const std::string& detail : details) {
    list += fmt::format("<li dir=\"auto\">{}</li>", escaped(clipped(detail, kDetailColumns)));
    bytes += detail.size();
  }
  list += "</ul>";
  if (details.size() <= kMaxDetailsShown && bytes <= kMaxDetailBytes) return list;
  return fmt::format("<details><summary>What became known or began</summary>{}</details>", list);
}

/// The notation of a line, with its details on lines of their own.
std::string notationMarkup(const TranscriptLine& line) {
  std::string text = clipped(line.text, kLineColumns);
  for (const std::string& detail : line.details) text += "\n  " + clipped(detail, kLineColumns);
  return fmt::format("<code class=\"noted\" dir=\"auto\">{}</code>", escaped(text));
}

/// The line without what no reader wants: when it was recorded, where it stood in the imported file, and the seals of
/// a redacted record.
TranscriptLine shownLine(const Words& words, const notation::Titles& titles, EventNumber number,
                         schema::Event::Reader event) {
  if (!event.hasContext()) return transcribe(words, titles, number, event);
  capnp::MallocMessageBuilder message;
  message.setRoot(event);
  auto shown = message.getRoot<schema::Event>();
  auto context = shown.getContext();
  context.setWallClock(0);
  context.setSource(0);
  context.disownSeals();
  const capnp::AnyStruct::Reader rest(context.asReader());
  if (rest == capnp::AnyStruct::Reader(schema::Context::Reader())) shown.disownContext();
  return transcribe(words, titles, number, shown.asReader());
}

}  // namespace

void TranscriptMarkup::add(const Words& words, const notation::Titles& titles, EventNumber number,
                           schema::Event::Reader event, std::string_view notes) {
  const TranscriptLine line = shownLine(words, titles, number, event);
  Spoken spoken = speech_.tell(words, number, event);
  // A note without text stands for an event that the record left out, together with its notation.
  const bool left_out = event.isNote() && event.getNote().size() == 0;
  if (left_out) spoken = {.text = "Not shown here"};
  if (spoken.text.empty()) spoken.text = clipped(line.text, kLineColumns);
  const bool mark = line.text.starts_with("== ") || line.text.starts_with("-- ");
  if (line.heading || !open_) {
    if (open_) html_ += "</ol></section>\n";
    html_ += "<section class=\"turn\"><ol>\n";
    open_ = true;
  }
  html_ += fmt::format(
      "<li id=\"e{0}\" class=\"d{1}{2}\"><a href=\"#e{0}\">{0}</a><div><p dir=\"auto\">{3}</p>{4}{5}{6}</div></li>\n",
      number, std::min(line.depth, kDeepest),
      line.heading ? " heading"
      : mark       ? " mark"
                   : "",
      escaped(spoken.text), left_out ? std::string() : notationMarkup(line), detailsMarkup(spoken.details), notes);
}

std::string TranscriptMarkup::text() && {
  if (open_) html_ += "</ol></section>\n";
  return std::move(html_);
}

}  // namespace docket::report
