#include "tests/reading/cases.h"

#include <capnp/message.h>
#include <fmt/format.h>

#include <fstream>
#include <range/v3/algorithm/find_if.hpp>
#include <stdexcept>

#include "engine/rules/matters.h"
#include "engine/rules/wordings/card_writing.h"
#include "engine/rules/wordings/read_card.h"
#include "events/json/json_struct_writer.h"
#include "events/text/split.h"
#include "events/text/text_view.h"
#include "events/text/trimmed.h"

namespace docket::reading {
namespace {

std::vector<std::string> parted(std::string_view text, char by) {
  std::vector<std::string> parts;
  eachWord(
      text, [&](std::string_view part) { parts.emplace_back(trimmed(part)); }, by);
  return parts;
}

void takeCard(std::string_view line, wordings::PrintedCard& card) {
  const std::size_t slash = std::min(line.find(" / "), line.size());
  const std::size_t comma = line.substr(0, slash).rfind(", ");
  // The title may have a comma: its types are after the last one, separated by "and".
  if (comma == std::string_view::npos) throw std::runtime_error("a card is written as TITLE, TYPE / SUBTYPE, SUBTYPE");
  card.title = card.key = std::string(trimmed(line.substr(0, comma)));
  card.types = parted(line.substr(comma + 1, slash - comma - 1), '+');
  if (slash < line.size()) card.subtypes = parted(line.substr(slash + 3), ',');
}

std::string withEscapes(std::string_view text) {  // \n in a case is a line break
  std::string words;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("\\n")) {
      words += '\n';
      ++i;
    } else {
      words += text[i];
    }
  }
  return words;
}

std::string limitText(const auto& limits) {
  std::string text;
  for (const schema::LimitOf::Reader limit : limits) {
    text += fmt::format("; {}", view(limit.getLimit()));
    if (limit.getMax() != 0) text += fmt::format(" {} times", limit.getMax());
    if (limit.hasGroup()) text += fmt::format(" (group {})", view(limit.getGroup()));
    if (limit.hasTitle()) text += fmt::format(" as {}", view(limit.getTitle()));
  }
  return text;
}

void tellList(std::vector<std::string>& lines, std::string_view name, const auto& list) {
  for (const auto one : list) {
    lines.push_back(fmt::format("  {} {}", name, writeJson(capnp::DynamicStruct::Reader(one))));
  }
}

}  // namespace

std::vector<WordingCase> readCases(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::vector<WordingCase> cases;
  std::vector<std::string> remarks;
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    const auto text = trimmed(line);
    if (text.empty() || text.starts_with("#")) {
      remarks.push_back(line);
      continue;
    }
    try {
      if (!isBlank(line.front())) {
        cases.push_back({.line = number,
                         .wordings = parted(text, ','),
                         .card = {},
                         .expected = {},
                         .remarks = std::move(remarks),
                         .printed = {line}});
        remarks.clear();
        continue;
      }
      if (cases.empty()) throw std::runtime_error("no case has begun");
      WordingCase& one = cases.back();
      if (text.starts_with("= ") || text == "=") {
        one.expected.emplace_back(trimmed(text.substr(1)));
        continue;
      }
      one.printed.push_back(line);
      const std::size_t bar = text.find('|');
      if (one.card.title.empty()) {
        takeCard(text, one.card);
      } else if (bar != std::string_view::npos) {
        const auto field = trimmed(text.substr(0, bar));
        one.card.texts.push_back({.field = field.empty() ? "text" : std::string(field),
                                  .words = wordings::withLightMarks(withEscapes(trimmed(text.substr(bar + 1))))});
      } else {
        throw std::runtime_error("expected a text (| ...) or what it is read as (= ...)");
      }
    } catch (const std::runtime_error& bad) {
      throw std::runtime_error(fmt::format("{}:{}: {}", file.string(), number, bad.what()));
    }
  }
  return cases;
}

void writeCases(const std::filesystem::path& file, const std::vector<WordingCase>& cases) {
  std::ofstream out(file);
  for (const WordingCase& one : cases) {
    for (const auto& line : one.remarks) out << line << '\n';
    for (const auto& line : one.printed) out << line << '\n';
    for (const auto& line : one.expected) out << "  = " << line << '\n';
  }
}

std::vector<std::string> told(const wordings::PrintedCard& printed, const wordings::Wordings& wordings,
                              const Ruleset& ruleset) {
  capnp::MallocMessageBuilder message;
  auto building = message.initRoot<schema::Card>();
  const auto fill = [](auto list, const std::vector<std::string>& words) {
    for (unsigned i = 0; i < words.size(); ++i) list.set(i, words[i]);
  };
  fill(building.initTypes(static_cast<unsigned>(printed.types.size())), printed.types);
  fill(building.initSubtypes(static_cast<unsigned>(printed.subtypes.size())), printed.subtypes);
  const wordings::CardReading reading = wordings::readCard(printed, wordings, ruleset);
  wordings::writeCard(printed, reading, wordings, building);
  const auto card = building.asReader();
  std::vector<std::string> lines;
  constexpr std::array<std::string_view, 3> kKinds{"ability", "triggered", "continuous"};
  unsigned number = 0;
  for (const auto ability : card.getAbilities()) {
    std::string line = fmt::format("{} {}:", kKinds.at(static_cast<std::size_t>(ability.getKind())), ++number);
    for (const auto word : ability.getKeywords()) line += fmt::format(" {}", view(word));
    if (ability.hasDesignator()) line += fmt::format(" {}", view(ability.getDesignator()));
    for (const auto zone : ability.getZones()) line += fmt::format(", {}", view(zone));
    line += limitText(ability.getLimits());
    if (ability.getOptional()) line += "; optional";
    if (ability.getDoubtful()) line += "; doubtful";
    lines.push_back(std::move(line));
    if (ability.hasTrigger())
      lines.push_back(fmt::format("  trigger {}", writeJson(capnp::DynamicStruct::Reader(ability.getTrigger()))));
    tellList(lines, "condition", ability.getConditions());
    tellList(lines, "cost", ability.getCosts());
    tellList(lines, "target", ability.getTargets());
    tellList(lines, "effect", ability.getEffects());
  }
  if (const std::string limits = limitText(card.getLimits()); !limits.empty()) lines.push_back("the card" + limits);
  for (const auto word : card.getKeywords()) lines.push_back(fmt::format("keyword {}", view(word)));
  for (const auto& words : reading.words) {
    // The effect of a hint is reported above; a hint without effect is only noted.
    const auto says = words->wording->says;
    const bool gives = says.hasGives() || says.hasCard() || says.getLimits().size() > 0 ||
                       (says.getOpens() != schema::Opens::NOTHING && says.getOpens() != schema::Opens::TRIGGERED);
    if (!says.getHint() || gives) continue;
    lines.push_back(
        fmt::format("shown as {}: {}", words->wording->name,
                    inOneLine(reading.texts[words->text].printed.between(words->fit.begin, words->fit.end))));
  }
  for (const auto& unread : reading.unread) {
    lines.push_back(
        fmt::format("not read: {}", inOneLine(reading.texts[unread.text].printed.between(unread.begin, unread.end))));
  }
  constexpr std::array<std::string_view, Matters::kKinds> kMatters{"uses",
                                                                   "permissions",
                                                                   "stats",
                                                                   "words",
                                                                   "control",
                                                                   "changes",
                                                                   "usedStats",
                                                                   "ownPermissions",
                                                                   "usedPermissions",
                                                                   "laterPermissions",
                                                                   "prohibitions",
                                                                   "ownProhibitions",
                                                                   "usedProhibitions",
                                                                   "laterProhibitions"};
  std::string unknown;
  for (const auto matter : reading.matters.listed())
    unknown += fmt::format(" {}", kMatters.at(static_cast<std::size_t>(matter)));
  if (!unknown.empty()) lines.push_back("unknown:" + unknown);
  for (std::string& line : lines) line = std::string(trimmed(line));
  return lines;
}

}  // namespace docket::reading
