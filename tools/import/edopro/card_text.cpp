#include "tools/import/edopro/card_text.h"

#include <array>
#include <optional>

#include "events/text/split.h"
#include "events/text/trimmed.h"

namespace docket::edopro {
namespace {

/// The text that follows a line; empty if the line is part of one.
enum class Heading { scale, monster, rule };
std::optional<Heading> headingOf(std::string_view line) {
  line = trimmed(line);
  if (line.size() > 3 && line.find_first_not_of('-') == std::string_view::npos) return Heading::rule;
  if (line.starts_with('[') && line.ends_with(']')) line = trimmed(line.substr(1, line.size() - 2));
  if (line == "Pendulum Effect") return Heading::scale;
  if (line == "Monster Effect" || line == "Flavor Text") return Heading::monster;
  return std::nullopt;
}

}  // namespace

std::vector<facts::TextFact> textsOfCard(std::string_view text, KindOfText kind) {
  std::string of_scale, of_monster;
  std::string* now = &of_monster;
  eachLine(text, [&](std::string_view line, std::size_t) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    const auto heading = kind.is_pendulum ? headingOf(line) : std::nullopt;
    if (heading == Heading::rule) return;
    if (heading) {
      now = heading == Heading::scale ? &of_scale : &of_monster;
      return;
    }
    if (!now->empty()) *now += '\n';
    *now += line;
  });
  std::vector<facts::TextFact> texts;
  if (const auto words = trimmed(of_monster); !words.empty() && !kind.is_normal)
    texts.push_back({.field = "text", .words = std::string(words)});
  if (kind.is_pendulum) texts.push_back({.field = "pendulum", .words = std::string(trimmed(of_scale))});
  return texts;
}

}  // namespace docket::edopro
