#include "engine/rules/check/vocabulary_check.h"

#include <fmt/format.h>

#include <map>
#include <range/v3/algorithm/contains.hpp>
#include <set>

#include "engine/rules/check/document_marks.h"
#include "engine/rules/rule_switches.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/split.h"
#include "events/text/text_view.h"
#include "events/text/trimmed.h"
#include "events/validate_header.h"

namespace docket {
namespace {

class VocabularyCheck {
 public:
  VocabularyCheck(schema::Ruleset::Reader document, const Ruleset& ruleset, Remarks& remarks)
      : document_(document), ruleset_(ruleset), remarks_(remarks) {}

  void check() {
    checkHead();
    checkZones();
    checkPeriods();
    checkStats();
    checkChanges();
    checkAttributes();
    checkReadings();
    checkCalculation();
  }

 private:
  void checkHead() {
    const auto from = document_.getFrom();
    if (from.size() == 0) {
      remarks_.note("", "without \"from\" the ruleset is taken to hold on any day");
    } else if (!isDate(view(from))) {
      remarks_.error("from", fmt::format("{} is not a date: expected YYYY-MM-DD", docket::quoted(view(from))));
    }
  }

  void checkZones() {
    std::map<std::string_view, std::pair<unsigned, unsigned>> at_location;  // how many, and how many in play
    bool any_in_play = false;
    for (auto zone : document_.getZones()) {
      auto& [all, in_play] = at_location[view(zone.getLocation())];
      ++all;
      in_play += zone.getInPlay() ? 1U : 0U;
      any_in_play = any_in_play || zone.getInPlay();
    }
    if (document_.getZones().size() != 0 && !any_in_play) {
      remarks_.note("zones", "no zone is \"inPlay\": no card ever is in play");
    }
    for (unsigned i = 0; i < document_.getZones().size(); ++i) {
      const auto zone = document_.getZones()[i];
      if (view(zone.getName()) == "play" || view(zone.getName()) == "anywhere") {
        remarks_.note(fmt::format("zones[{}].name", i),
                      fmt::format("{} is a word of conditions, for several zones: \"in\" never names this zone alone",
                                  docket::quoted(view(zone.getName()))));
      }
      if (!zone.hasLocation()) continue;
      const auto [all, in_play] = at_location[view(zone.getLocation())];
      if (in_play != 0 && in_play != all && !zone.getInPlay()) {
        remarks_.note(fmt::format("zones[{}]", i),
                      fmt::format("other zones at {} are in play, and this one is not: a card that moves between them "
                                  "enters play without having left where it was",
                                  docket::quoted(view(zone.getLocation()))));
      }
      if (all == 1) {
        remarks_.note(fmt::format("zones[{}].location", i),
                      fmt::format("no other zone is at {}: leave it out, a single zone is its own location",
                                  docket::quoted(view(zone.getLocation()))));
      }
    }
  }

  void checkPeriods() {
    for (unsigned i = 0; i < document_.getPeriods().size(); ++i) {
      const auto period = document_.getPeriods()[i];
      const std::string at = fmt::format("periods[{}]", i);
      const auto name = view(period.getName());
      if (name == "game" || name == "face-up" || name == "trigger") {
        remarks_.error(at + ".name", fmt::format("{} is a word for limits, not a period", docket::quoted(name)));
      }
      if (period.getOrder() == schema::Period::Order::FORWARD && period.getNames().size() < 2) {
        remarks_.note(at + ".order",
                      fmt::format("{} has fewer than two \"names\" that could come in an order", docket::quoted(name)));
      }
    }
  }

  void checkStats() {
    std::set<std::string_view> listed;
    for (auto type : document_.getTypes()) {
      for (auto stat : type.getStats()) listed.insert(view(stat));
    }
    for (unsigned i = 0; i < document_.getStats().size(); ++i) {
      const auto stat = document_.getStats()[i];
      const bool of_cards = stat.getOf() == schema::Stat::Holder::CARD || stat.getOf() == schema::Stat::Holder::ANY;
      if (!of_cards && listed.contains(view(stat.getName()))) {
        remarks_.error(fmt::format("stats[{}].of", i),
                       fmt::format("{} is listed among the stats of a type, but \"of\" says that cards do not have it",
                                   docket::quoted(view(stat.getName()))));
      }
      if (stat.getDelta() != schema::Stat::Delta::NONE && stat.hasTotal()) {
        remarks_.error(fmt::format("stats[{}].total", i), "the size of a change is not a total: this is not read");
      }
    }
  }

  void checkChanges() {
    using Of = schema::ChangeSize::Of;
    for (unsigned i = 0; i < document_.getChanges().size(); ++i) {
      const bool of_stats = document_.getChanges()[i].getOf() == Of::STATS;
      if (of_stats ? document_.getStats().size() != 0 : document_.getValues().size() != 0) continue;
      remarks_.note(fmt::format("changes[{}].of", i),
                    fmt::format("there are no {} whose changes could have a size", of_stats ? "stats" : "values"));
    }
  }

  /// Values of an attribute are those that its line lists.
  void checkAttributes() {
    for (unsigned i = 0; i < document_.getAttributes().size(); ++i) {
      const auto attribute = document_.getAttributes()[i];
      const std::string at = fmt::format("attributes[{}]", i);
      if (attribute.getRestrictive().size() != 0 && attribute.getValues().size() != 0) {
        remarks_.error(at + ".values", "\"restrictive\" lists the values already, in their order");
      }
      const std::string name = textOf(attribute.getName());
      for (unsigned j = 0; j < attribute.getRestrictive().size(); ++j) {
        noteUnusedValue(name, attribute.getRestrictive()[j], fmt::format("{}.restrictive[{}]", at, j));
      }
      for (unsigned j = 0; j < attribute.getValues().size(); ++j) {
        noteUnusedValue(name, attribute.getValues()[j], fmt::format("{}.values[{}]", at, j));
      }
    }
    for (unsigned i = 0; i < document_.getTypes().size(); ++i) {
      const auto attributes = document_.getTypes()[i].getAttributes();
      for (unsigned j = 0; j < attributes.size(); ++j) {
        checkAttributeValue(attributes[j], fmt::format("types[{}].attributes[{}].value", i, j));
      }
    }
  }

  void noteUnusedValue(std::string_view attribute, capnp::Text::Reader value, const std::string& at) {
    for (auto type : document_.getTypes()) {
      for (auto type_attribute : type.getAttributes()) {
        if (view(type_attribute.getName()) == attribute && type_attribute.getValue() == value) return;
      }
    }
    remarks_.note(at, fmt::format("no type has {} as its {}", docket::quoted(view(value)), docket::quoted(attribute)));
  }

  void checkAttributeValue(schema::Named::Reader named, const std::string& at) {
    std::vector<std::string_view> known;
    bool declared = false;
    for (auto attribute : document_.getAttributes()) {
      if (attribute.getName() != named.getName()) continue;
      declared = true;
      for (auto value : attribute.getRestrictive()) known.push_back(view(value));
      for (auto value : attribute.getValues()) known.push_back(view(value));
    }
    if (!declared) return;  // reported already
    if (ranges::contains(known, view(named.getValue()))) return;
    remarks_.error(at, fmt::format("the attribute {} has no value {}{}", docket::quoted(view(named.getName())),
                                   docket::quoted(view(named.getValue())), didYouMean(view(named.getValue()), known)));
  }

  void checkReadings() {
    for (unsigned i = 0; i < document_.getReadings().size(); ++i) {
      const auto line = document_.getReadings()[i];
      const RuleSwitchName* reading = ruleSwitchNamed(view(line.getReading()));
      if (reading == nullptr) continue;
      const std::string at = fmt::format("readings[{}]", i);
      if (reading->which == RuleSwitch::sentence_names_its_subject) checkOpenings(line, at);
      if (!reading->wants_names || line.getNames().size() != 0) continue;
      remarks_.note(at + ".reading", "without \"names\" this reading has no effect");
    }
  }

  /// An own opening makes a sentence independent: its words after the gap would otherwise tie it to the previous one.
  void checkOpenings(schema::Reading::Reader line, const std::string& at) {
    const SwitchLine* ties = ruleset_.switchLine(RuleSwitch::sentence_is_a_trait);
    if (ties == nullptr)
      return remarks_.note(at, "without \"a sentence is a trait\" no sentence is asked how it opens");
    for (unsigned i = 0; i < line.getNames().size(); ++i) {
      const std::string_view name = view(line.getNames()[i]);
      constexpr std::string_view kGap = "...";
      const std::size_t gap = name.find(kGap);
      const std::string_view words = gap == std::string_view::npos ? name : name.substr(gap + kGap.size());
      eachPart(words, std::vector<std::string_view>{","}, [&](std::string_view part) {
        const std::string word(trimmed(part));
        if (word.empty() || ranges::contains(ties->names, word)) return;
        remarks_.error(
            fmt::format("{}.names[{}]", at, i),
            fmt::format("{} is not among the names of \"a sentence is a trait\", so that it ties no sentence{}",
                        docket::quoted(word), didYouMean(word, ties->names)));
      });
    }
  }

  void checkCalculation() {
    const auto from = document_.getCalculation();
    const bool by_total = from.getContradiction() == schema::Calculation::Contradiction::BY_TOTAL;
    const unsigned most = by_total ? 3 : 1;
    if (from.getContradictionClauses().size() > most) {
      remarks_.error(fmt::format("calculation.contradictionClauses[{}]", most),
                     by_total ? "there are three cases: below, above, between"
                              : "one clause is read here: only \"byTotal\" has cases");
    }
    if (from.getAbsentSet() != schema::Calculation::AbsentSet::AFRESH &&
        !(ruleset_.isOn(RuleSwitch::absent_takes_no_changes) && ruleset_.isOn(RuleSwitch::absent_is_set_from_zero))) {
      remarks_.note(
          "calculation.absentSet",
          "it is asked only where the ruleset reads \"an absent stat takes no changes\" and \"an absent stat is "
          "set from zero\"");
    }
    // True if the document chooses anything; a calculation without a choice is the engine's default.
    bool chosen = false;
    for (const MarkedField& field : markedFields(capnp::Schema::from<schema::Calculation>())) {
      chosen = chosen || capnp::DynamicStruct::Reader(from).has(field.field, capnp::HasMode::NON_DEFAULT);
    }
    if (chosen && !from.hasSumClause() && !from.getComputed()) {
      remarks_.note("calculation",
                    "without a \"sumClause\" no stat that a record observes is compared with this calculation");
    }
  }

  schema::Ruleset::Reader document_;
  const Ruleset& ruleset_;
  Remarks& remarks_;
};

}  // namespace

void checkVocabulary(schema::Ruleset::Reader document, const Ruleset& ruleset, Remarks& remarks) {
  VocabularyCheck(document, ruleset, remarks).check();
}

}  // namespace docket
