#include "tools/report/markup.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/words/text.h"

namespace docket::report {
namespace {

void addItem(std::string& html, const Explanation& node, const TurnLabels& turn_labels) {
  html += fmt::format("<li><span dir=\"auto\">{}</span>", escaped(node.what));
  if (!node.value.empty()) html += fmt::format(": <b dir=\"auto\">{}</b>", escaped(node.value));
  if (!node.clause.empty()) html += fmt::format(" <cite>{}</cite>", escaped(printable(node.clause)));
  if (node.event != 0) html += ' ' + eventLink(node.event, turn_labels);
  if (!node.children.empty()) {
    html += "<ul>";
    // Recursive; the depth of an explanation is bounded.
    for (const Explanation& below : node.children) addItem(html, below, turn_labels);
    html += "</ul>";
  }
  html += "</li>";
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string html;
  html.reserve(text.size());
  for (const char character : printable(text, LineBreaks::kept)) {
    switch (character) {
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '&':
        html += "&amp;";
        break;
      case '"':
        html += "&quot;";
        break;
      case '\'':
        html += "&#39;";
        break;
      default:
        html += character;
    }
  }
  return html;
}

std::string foreign(std::string_view text, std::size_t columns) {
  return fmt::format("<bdi>{}</bdi>", escaped(clipped(text, columns)));
}

std::string shareBar(std::size_t part, std::size_t whole) {
  return fmt::format(
      "<svg class=\"bar\" viewBox=\"0 0 {0} 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
      "<rect width=\"{1}\" height=\"1\"/></svg>",
      std::max<std::size_t>(whole, 1), part);
}

std::string embedded(std::string_view json) {
  std::string text;
  text.reserve(json.size());
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char character = json[at];
    if (character == '<' || character == '>' || character == '&') {
      text += fmt::format("\\u{:04x}", static_cast<unsigned>(character));
    } else if (const auto three = json.substr(at, 3); three == "\xE2\x80\xA8" || three == "\xE2\x80\xA9") {
      text += three.back() == '\xA8' ? "\\u2028" : "\\u2029";
      at += 2;
    } else {
      text += character;
    }
  }
  return text;
}

std::string eventLink(EventNumber event, const TurnLabels& turn_labels) {
  const std::uint32_t turn = turn_labels.turn(event);
  return turn == 0 ? fmt::format("<a href=\"#e{0}\">event {0}</a>", event)
                   : fmt::format("<a href=\"#e{0}\">event {0}, T{1}</a>", event, turn);
}

std::string explanationList(const Explanation& explanation, const TurnLabels& turn_labels) {
  std::string html = "<ul class=\"why\">";
  addItem(html, explanation, turn_labels);
  return html + "</ul>";
}

}  // namespace docket::report
