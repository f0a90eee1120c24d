#include "tools/render/card_reading_words.h"

#include <fmt/format.h>
#include <array>

#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/find_if.hpp>

#include "engine/rules/matters.h"
#include "events/json/json.h"
#include "events/json/json_struct_writer.h"
#include "events/json/json_writer.h"
#include "events/text/text_view.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

using wordings::AbilityRead;
using wordings::CardReading;
using wordings::LimitRead;
using wordings::PrintedWord;
using wordings::Unread;

std::string wordsBetween(const CardReading& reading, std::size_t text, std::size_t begin, std::size_t end) {
  return inOneLine(reading.texts[text].printed.between(begin, end));
}

std::string_view kindWord(schema::Opens kind) {
  switch (kind) {
    case schema::Opens::TRAIT:
      return "continuous";
    case schema::Opens::TRIGGERED:
      return "triggered";
    default:
      return "ability";
  }
}

void range(JsonWriter& json, const CardReading& reading, std::size_t text, std::size_t begin, std::size_t end) {
  const TextRange at = reading.texts[text].printed.rangeOf(begin, end);
  json.member("text", reading.texts[text].field).member("begin", at.begin).member("end", at.end);
}

void limitsJson(JsonWriter& json, const CardReading& reading, const std::vector<LimitRead>& limits) {
  json.list("limits");
  for (const LimitRead& limit : limits) {
    json.object().member("limit", limit.limit).member("group", limit.group).member("max", limit.max);
    json.member("wording", limit.by->wording->name).member("clause", view(limit.by->wording->says.getClause()));
    range(json, reading, limit.by->text, limit.by->fit.begin, limit.by->fit.end);
    json.end();
  }
  json.end();
}

constexpr std::array<std::string_view, 9> kBlocks{"sentence", "condition", "cost",  "effect", "label",
                                                  "heading",  "item",      "aside", "trait"};

}  // namespace

std::vector<WordsMeaning> toldOf(const CardReading& reading, std::size_t text, std::size_t section) {
  std::vector<WordsMeaning> told;
  for (const auto& words : reading.words) {
    if (words->text != text || words->section != section) continue;
    const auto says = words->wording->says;
    std::string meaning =
        says.hasGist() ? wordings::filledIn(view(says.getGist()), words->fit.captures, false) : words->wording->name;
    if (words->wording->correction) meaning += fmt::format("; decided by {}", words->wording->decided);
    told.push_back({.words = wordsBetween(reading, text, words->fit.begin, words->fit.end),
                    .meaning = std::move(meaning),
                    .clause = textOf(says.getClause())});
  }
  return told;
}

std::string partOf(const CardReading& reading, std::size_t text, std::size_t section) {
  const auto ability = ranges::find_if(reading.abilities, [&](const AbilityRead& one) {
    return one.text == text && ranges::find(one.sections, section) != one.sections.end();
  });
  if (ability == reading.abilities.end()) return "the card";
  return fmt::format("{} {}", kindWord(ability->kind), ability - reading.abilities.begin() + 1);
}

std::vector<std::string> limitLines(const CardReading& reading, const Ruleset& ruleset) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& part, const std::vector<LimitRead>& all) {
    for (const LimitRead& limit : all) {
      const auto found = ranges::find(ruleset.limits, limit.limit, &Limit::name);
      std::string what = found == ruleset.limits.end() ? limit.limit : found->wording;
      if (limit.max != 0) what += fmt::format(", {} times", limit.max);
      if (!limit.group.empty()) what += fmt::format("; group {}", limit.group);
      lines.push_back(fmt::format("{}: {}", part, what));
    }
  };
  add("the card", reading.limits);
  for (std::size_t i = 0; i < reading.abilities.size(); ++i) {
    add(fmt::format("{} {}", kindWord(reading.abilities[i].kind), i + 1), reading.abilities[i].limits);
  }
  return lines;
}

std::string unknownWords(const CardReading& reading) {
  constexpr std::array<std::string_view, Matters::kKinds> kMatters{"how often it may be used",
                                                                   "what may be done",
                                                                   "stats",
                                                                   "types, keywords and titles",
                                                                   "control",
                                                                   "what it does",
                                                                   "what it does to stats",
                                                                   "what may be done with it",
                                                                   "what may be done in the turn after its use",
                                                                   "what may be done after its use",
                                                                   "what is forbidden",
                                                                   "what is forbidden with it",
                                                                   "what is forbidden in the turn after its use",
                                                                   "what is forbidden after its use"};
  std::string about;
  for (const schema::Matter matter : reading.matters.listed()) {
    about += (about.empty() ? "" : ", ") + std::string(kMatters.at(static_cast<std::size_t>(matter)));
  }
  return about.empty() ? "nothing" : about;
}

std::string readingText(const CardReading& reading, schema::Card::Reader card, const Ruleset& ruleset, bool colour) {
  std::string told = styled(colour, Style::strong, printable(view(card.getTitle()))) + '\n';
  const auto line = [&](std::string_view name, const std::string& what) {
    told += tableRow(fmt::format("  {}  {}", styled(colour, Style::faint, padded(name, 12)), printable(what)));
  };
  for (std::size_t text = 0; text < reading.texts.size(); ++text) {
    const CardReading::Text& in = reading.texts[text];
    for (std::size_t section = 0; section < in.sections.size(); ++section) {
      line(partOf(reading, text, section),
           wordsBetween(reading, text, in.sections[section].begin, in.sections[section].end));
      for (const WordsMeaning& one : toldOf(reading, text, section)) {
        line("", fmt::format("  \"{}\": {}{}", one.words, one.meaning,
                             one.clause.empty() ? "" : fmt::format("  [{}]", one.clause)));
      }
      for (const Unread& unread : reading.unread) {
        if (unread.text != text || unread.section != section) continue;
        line("", fmt::format("  not read: \"{}\"", wordsBetween(reading, text, unread.begin, unread.end)));
      }
    }
  }
  for (const std::string& limit : limitLines(reading, ruleset)) line("limit", limit);
  line("unknown", unknownWords(reading));
  return told;
}

std::string readingJson(const CardReading& reading, schema::Card::Reader card) {
  JsonWriter json;
  json.object().member("key", view(card.getKey())).member("title", view(card.getTitle()));
  json.member("whole", reading.whole()).member("words", reading.words_all).member("read", reading.words_read);
  json.list("abilities");
  for (std::size_t i = 0; i < reading.abilities.size(); ++i) {
    const AbilityRead& ability = reading.abilities[i];
    const auto written = card.getAbilities()[static_cast<unsigned>(i)];
    json.object().member("kind", kindWord(ability.kind)).member("designator", view(written.getDesignator()));
    json.member("text", reading.texts[ability.text].field).member("begun", ability.begun.has_value());
    json.member("description", written.getDescription());
    json.list("zones");
    for (const auto zone : written.getZones()) json.item(view(zone));
    json.end().list("sections");
    for (const std::size_t section : ability.sections) {
      const wordings::Section& at = reading.texts[ability.text].sections[section];
      json.object();
      range(json, reading, ability.text, at.begin, at.end);
      json.list("parts");
      for (const wordings::Part& part : at.parts) {
        json.object().member("block", kBlocks.at(static_cast<std::size_t>(part.block)));
        range(json, reading, ability.text, part.begin, part.end);
        json.end();
      }
      json.end().end();
    }
    json.end();
    limitsJson(json, reading, ability.limits);
    json.end();
  }
  json.end();
  limitsJson(json, reading, reading.limits);
  json.list("wordings");
  for (const auto& words : reading.words) {
    json.object().member("wording", words->wording->name).member("clause", view(words->wording->says.getClause()));
    json.member("block", kBlocks.at(static_cast<std::size_t>(words->block)));
    range(json, reading, words->text, words->fit.begin, words->fit.end);
    json.end();
  }
  json.end().list("unread");
  for (const Unread& unread : reading.unread) {
    json.object();
    range(json, reading, unread.text, unread.begin, unread.end);
    json.end();
  }
  return json.end().end().text();
}

void ReadingTally::add(const wordings::CardReading& reading) {
  ++cards;
  if (reading.whole()) ++whole;
  if (!reading.whole() && reading.words_read == 0) ++none;
  words += reading.words_all;
  words_read += reading.words_read;
}

std::string ReadingTally::text() const {
  return fmt::format("{}: {} read whole, {} in part, {} not; {} % of the words ({} of {})\n", counted(cards, "card"),
                     whole, inPart(), none, words == 0 ? 100 : words_read * 100 / words, words_read, words);
}

std::string unreadForm(const CardReading& reading, const Unread& unread) {
  const wordings::PrintedText& printed = reading.texts[unread.text].printed;
  std::string form;
  for (std::size_t at = unread.begin; at < unread.end; ++at) {
    const PrintedWord& word = printed.words[at];
    if (!form.empty() && word.after_blank) form += ' ';
    switch (word.kind) {
      case PrintedWord::Kind::quoted:
        form += "<title>";
        break;
      case PrintedWord::Kind::own:
        form += "<own title>";
        break;
      case PrintedWord::Kind::number:
        form += "<number>";
        break;
      default:
        form += printed.of(word);
    }
  }
  return form;
}

}  // namespace docket
