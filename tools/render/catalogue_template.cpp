#include "tools/render/catalogue_template.h"

#include <fmt/format.h>

#include <range/v3/algorithm/find_if.hpp>
#include <range/v3/algorithm/none_of.hpp>
#include <range/v3/view/filter.hpp>
#include <vector>

#include "engine/rules/limit_reach.h"
#include "events/text/printable.h"
#include "events/text/split.h"
#include "events/text/text_lists.h"
#include "events/text/text_view.h"
#include "tools/words/layout.h"

namespace docket {
namespace {

std::string inJson(std::string_view text) {
  std::string json;
  appendJsonString(json, text);
  return json;
}

class Template {
 public:
  Template(const HeldDocument& ruleset, schema::Ruleset::Reader document, const Ruleset& rules)
      : ruleset_(ruleset), document_(document), rules_(rules) {}

  std::string text() {
    comment(
        "A catalogue to fill in: what is printed on the cards that matter. Text after // is a comment. "
        "\"docket cards check FILE\" says what is wrong with it, \"docket import GAME --cards FILE\" uses it.",
        0, 0);
    list("types", rules_.types);
    list("designators", textsOf(document_.getVocabulary().getDesignators()));
    limits();
    text_ += fmt::format("{{\n  \"name\": \"my-cards\", \"version\": \"1\", \"ruleset\": {},\n  \"cards\": [\n",
                         inJson(ruleset_.name));
    comment(
        "A card: the game names it by its key or its title. A stat that you leave out is 0; one that "
        "the card does not have is {\"stat\": ..., \"kind\": \"absent\"}. \"unreadOf\": [] says that the limits and "
        "abilities below say all that its texts say: leave it out if they do not, and answers that the rest "
        "could change are UNVERIFIED.",
        4, 0);
    if (rules_.modifiers_to_host)
      comment(
          "What is printed with a sign, such as +2, is {\"stat\": ..., \"amount\": 2, \"kind\": \"modifier\"}: a bonus "
          "of "
          "the card that it is attached to, and no stat of its own.",
          4, 0);
    card("A Card", typeWithStats(), true);
    const auto limit = limitOf([](const Limit& one) { return isOnCards(one.counted) && !one.every_card; });
    if (limit != nullptr) {
      text_ += ",\n";
      comment("A card with a limit on itself: on how often it is played, or on how many there are.", 4, 0);
      card("Another Card", rules_.types.size() > 1 ? 1 : 0, false, limit);
    }
    return text_ + "\n  ]\n}\n";
  }

 private:
  /// Comment lines, `indent` blanks in front of each; of the words the first line `first` further in, the later ones
  /// `hanging`.
  void comment(const std::string& words, std::size_t indent, std::size_t hanging, std::size_t first = 0) {
    const std::string filled = paragraph(words, indent + 3 + first, indent + 3 + hanging);
    eachLine(filled,
             [&](std::string_view line, std::size_t) { text_ += std::string(line).replace(indent, 2, "//") + '\n'; });
  }

  void list(std::string_view what, const std::vector<std::string>& names) {
    if (!names.empty()) comment(fmt::format("{}: {}", what, fmt::join(names, ", ")), 0, 2);
  }

  void limits() {
    const auto is_named = [](const Limit& one) { return !one.every_ability && !one.every_card && !one.lifted; };
    if (ranges::none_of(rules_.limits, is_named)) return;
    comment(
        "limits, each with the words of a card that it stands for (docket rules show lists them whole; \"max\": 2 "
        "beside the "
        "name where a card says another number):",
        0, 2);
    for (const Limit& one : rules_.limits | ranges::views::filter(is_named))
      comment(fmt::format("{}{}", one.name, one.wording.empty() ? "" : fmt::format(": \"{}\"", one.wording)), 0, 4, 2);
  }

  /// The place of the first type that has stats; else of the first.
  [[nodiscard]] std::size_t typeWithStats() const {
    for (std::size_t type = 0; type < rules_.types.size(); ++type) {
      if (rules_.type_stats[type] != 0) return type;
    }
    return 0;
  }

  template <class Is>
  [[nodiscard]] const Limit* limitOf(Is&& is) const {
    const auto found = ranges::find_if(rules_.limits, [&](const Limit& one) { return !one.lifted && is(one); });
    return found == rules_.limits.end() ? nullptr : &*found;
  }

  static std::string limitJson(const Limit& limit) {
    const bool grouped = limit.keyed(schema::Limit::Key::GROUP);
    return fmt::format("\"limits\": [{{\"limit\": {}{}}}]", inJson(limit.name), grouped ? ", \"group\": \"1\"" : "");
  }

  void card(std::string_view title, std::size_t type, bool with_ability, const Limit* limit = nullptr) {
    text_ += fmt::format("    {{\"key\": {0}, \"title\": {0}", inJson(title));
    if (type < rules_.types.size()) text_ += fmt::format(", \"types\": [{}]", inJson(rules_.types[type]));
    stats(type);
    if (with_ability) ability();
    if (limit != nullptr) text_ += ",\n     " + limitJson(*limit);
    text_ += ",\n     \"unreadOf\": []}";
  }

  void stats(std::size_t type) {
    std::vector<std::string> all;
    for (std::size_t stat = 0; stat < rules_.stats.size(); ++stat) {
      if (type < rules_.type_stats.size() && (rules_.type_stats[type] >> stat & 1U) != 0)
        all.push_back(fmt::format("{{\"stat\": {}, \"amount\": 0}}", inJson(rules_.stats[stat].name)));
    }
    if (!all.empty()) text_ += fmt::format(",\n     \"stats\": [{}]", fmt::join(all, ",\n               "));
  }

  void ability() {
    const auto designators = textsOf(document_.getVocabulary().getDesignators());
    const auto zone = ranges::find_if(rules_.zones, [](const Zone& one) { return one.in_play; });
    const Limit* limit = limitOf([](const Limit& one) {
      using Counted = schema::Limit::Counted;
      return !one.every_ability && (one.counted == Counted::USES || one.counted == Counted::ACTIVATIONS);
    });
    text_ += ",\n     \"abilities\": [{\"name\": \"the ability\"";
    if (!designators.empty()) text_ += fmt::format(", \"designator\": {}", inJson(designators.front()));
    if (zone != rules_.zones.end()) text_ += fmt::format(", \"zones\": [{}]", inJson(zone->name));
    if (limit != nullptr) text_ += ",\n                    " + limitJson(*limit);
    const std::string begins = limit == nullptr || limit->wording.empty() ? "" : limit->wording + ": ";
    text_ += fmt::format(",\n                    \"text\": {}}}]", inJson(begins + "its words, as they are printed"));
  }

  const HeldDocument& ruleset_;
  schema::Ruleset::Reader document_;
  const Ruleset& rules_;
  std::string text_;
};

}  // namespace

std::string catalogueTemplate(const HeldDocument& ruleset, const Ruleset& rules) {
  DocumentReader<schema::Ruleset> document(ruleset);
  return Template(ruleset, document.root(), rules).text();
}

}  // namespace docket
