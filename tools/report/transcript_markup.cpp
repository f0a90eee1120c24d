#include "tools/report/transcript_markup.h"

#include <capnp/any.h>
#include <capnp/message.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tools/render/text.h"
#include "tools/report/markup.h"

namespace docket::report {
namespace {

/// More details than this are folded away.
constexpr std::size_t kMostDetailsShown = 3;
constexpr std::size_t kLineColumns = 400;
/// How far a line is set in is a class, as styles stand in one place.
constexpr int kDeepest = 6;

std::string detailsMarkup(const std::vector<std::string>& details) {
  if (details.empty()) return {};
  std::string list = "<ul>";
  for (const std::string& detail : details) {
    list += fmt::format("<li dir=\"auto\">{}</li>", escaped(clipped(detail, kLineColumns)));
  }
  list += "</ul>";
  if (details.size() <= kMostDetailsShown) return list;
  return fmt::format("<details><summary>{} became known or began</summary>{}</details>",
                     counted(details.size(), "thing"), list);
}

/// The line without what no reader wants: when it was recorded, where it stood in the imported file, and the seals of
/// a redacted record.
TranscriptLine lineOf(const Words& words, const notation::Titles& titles, EventNumber number,
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
  const TranscriptLine line = lineOf(words, titles, number, event);
  std::string_view text = line.text;
  // A note without a word stands for what whoever made the record left out.
  if (event.isNote() && event.getNote().size() == 0) text = "not shown here";
  const bool mark = text.starts_with("== ") || text.starts_with("-- ");
  if (mark) text.remove_prefix(3);  // the page shows it by its style
  if (line.heading || !open_) {
    if (open_) html_ += "</ol></section>\n";
    html_ += "<section class=\"turn\"><ol>\n";
    open_ = true;
  }
  html_ += fmt::format(
      "<li id=\"e{0}\" class=\"d{1}{2}\"><a href=\"#e{0}\">{0}</a><div><p dir=\"auto\">{3}</p>{4}{5}</div></li>\n",
      number, std::min(line.depth, kDeepest),
      line.heading ? " heading"
      : mark       ? " mark"
                   : "",
      escaped(clipped(text, kLineColumns)), detailsMarkup(line.details), notes);
}

std::string TranscriptMarkup::text() && {
  if (open_) html_ += "</ol></section>\n";
  return std::move(html_);
}

}  // namespace docket::report
