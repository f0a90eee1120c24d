#include "tools/report/reading_page.h"

#include <fmt/format.h>

#include <string>

#include "events/text/text_view.h"
#include "tools/render/card_reading_words.h"
#include "tools/report/markup.h"
#include "tools/report/template.h"

namespace docket::report {
namespace {

using wordings::CardReading;
using wordings::PrintedWord;

/// The printed words of a section, with unread words marked.
std::string printedMarkup(const CardReading& reading, std::size_t text, const wordings::Section& section) {
  const CardReading::Text& in = reading.texts[text];
  std::string html;
  bool open = false;
  for (std::size_t at = section.begin; at < section.end; ++at) {
    const bool unread = !in.covered[at] && in.printed.words[at].kind != PrintedWord::Kind::mark;
    const bool mark = in.printed.words[at].kind == PrintedWord::Kind::mark;
    if (open && !unread && !mark) html += "</mark>";
    if (open && !unread && !mark) open = false;
    if (at > section.begin && in.printed.words[at].after_blank) html += ' ';
    if (!open && unread) {
      html += "<mark>";
      open = true;
    }
    html += escaped(in.printed.of(in.printed.words[at]));
  }
  return html + (open ? "</mark>" : "");
}

std::string rowOf(const CardReading& reading, std::size_t text, std::size_t number) {
  std::string made;
  for (const WordsMeaning& told : toldOf(reading, text, number)) {
    made += fmt::format("<li><q>{}</q> <span>{}</span>{}</li>", escaped(told.words), escaped(told.meaning),
                        told.clause.empty() ? "" : fmt::format(" <small>{}</small>", escaped(told.clause)));
  }
  if (made.empty()) made = "<li>nothing was read</li>";
  return fmt::format("<tr><th scope=\"row\">{}</th><td class=\"printed\"><bdi>{}</bdi></td><td><ul>{}</ul></td></tr>\n",
                     escaped(partOf(reading, text, number)),
                     printedMarkup(reading, text, reading.texts[text].sections[number]), made);
}

}  // namespace

void writeReadingPage(std::ostream& out, const CardReading& reading, schema::Card::Reader card,
                      const Ruleset& ruleset) {
  std::string rows;
  for (std::size_t text = 0; text < reading.texts.size(); ++text) {
    for (std::size_t number = 0; number < reading.texts[text].sections.size(); ++number) {
      rows += rowOf(reading, text, number);
    }
  }
  std::string limits;
  for (const std::string& line : limitLines(reading, ruleset)) limits += fmt::format("<li>{}</li>", escaped(line));
  const std::string style = pageText({"base.css", "reading.css"});
  const std::string title = escaped(view(card.getTitle()));
  fillTemplate(out, pageText({"head.html", "reading.html"}),
               {{"style", style},
                {"style-hash", contentHash(style)},
                {"script-policy", ""},
                {"page-title", fmt::format("{}, as it was read", title)},
                {"title", title},
                {"share", fmt::format("{} of {} words read", reading.words_read, reading.words_all)},
                {"unknown", escaped(unknownWords(reading))},
                {"limits", limits.empty() ? "<li>none</li>" : limits},
                {"rows", rows}});
}

}  // namespace docket::report
