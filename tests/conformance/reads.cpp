#include "tests/conformance/reads.h"

#include <capnp/dynamic.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <optional>
#include <range/v3/algorithm/contains.hpp>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/rules/check/document_marks.h"
#include "engine/rules/expression/expression.h"
#include "engine/rules/expression/functions.h"
#include "engine/rules/rule_switches.h"
#include "events/errors.h"
#include "events/text/text_view.h"
#include "tests/conformance/case_files.h"
#include "tests/places.h"

namespace docket::conformance {
namespace {

using capnp::DynamicList;
using capnp::DynamicStruct;
using capnp::DynamicValue;
using expression::Expression;
using expression::NodeIndex;

std::vector<std::string> splitAt(std::string_view text, char mark) {
  std::vector<std::string> parts;
  std::istringstream in{std::string(text)};
  for (std::string part; std::getline(in, part, mark);) {
    if (const auto begin = part.find_first_not_of(' '); begin != std::string::npos) parts.push_back(part.substr(begin));
  }
  return parts;
}

/// The facts that lines of documents read, by their places.
class ReadsTable {
 public:
  explicit ReadsTable(std::string_view text) {
    std::istringstream in{std::string(text)};
    std::size_t number = 0;
    for (std::string line; std::getline(in, line);) {
      ++number;
      if (line.empty() || line.front() == '#') continue;
      const auto columns = splitAt(line, '\t');
      if (columns.size() != 2) throw BadInput("reads.tsv", number, 1, "expected a place, a tab and what is read");
      const auto facts = splitAt(columns[1], ';');
      rows_[columns[0]] = columns[1] == "nothing" ? Facts() : Facts(facts.begin(), facts.end());
    }
  }

  /// The row of a place, or of the place that contains it; null if there is none.
  [[nodiscard]] const Facts* of(std::string place) const {
    for (;; place.resize(place.rfind('/'))) {
      if (const auto found = rows_.find(place); found != rows_.end()) return &found->second;
      if (place.find('/') == std::string::npos) return nullptr;
    }
  }

 private:
  std::map<std::string, Facts> rows_;
};

/// The names in an expression.
class ExpressionNames {
 public:
  ExpressionNames(std::string_view text, const Ruleset& ruleset, Facts& facts)
      : ruleset_(ruleset), facts_(facts), expression_(typed(text, ruleset)) {
    for (NodeIndex i = 0; i < expression_.nodes.size(); ++i) node(i);
  }

 private:
  /// `this` is a card in most lines, a player or another entity in some.
  static Expression typed(std::string_view text, const Ruleset& ruleset) {
    const auto as = [&](expression::Type self) {
      return expression::parse(text, {.ruleset = ruleset, .has_self = true, .has_event = true, .self = self});
    };
    for (const auto self : {expression::Type::card, expression::Type::player}) {
      try {
        return as(self);
      } catch (const BadInput&) {
        continue;
      }
    }
    return as(expression::Type::entity);
  }

  void node(NodeIndex index) {
    using expression::Operator;
    const expression::Node& one = expression_.node(index);
    if (one.op == Operator::zone && one.number >= 0) place(ruleset_.zones[static_cast<std::size_t>(one.number)].name);
    if (one.op == Operator::equal) sameAsZone(one);
    if (one.op != Operator::call) return;
    std::vector<NodeIndex> given;
    for (NodeIndex i = one.first_child; i != kNone; i = expression_.node(i).next) given.push_back(i);
    for (const expression::Signature* signature : expression::signaturesOf(expression_.textOf(index))) {
      if (signature->function != one.function || given.size() < signature->required) continue;
      for (std::size_t i = 0; i < given.size() && i < signature->arguments.size(); ++i) {
        if (expression_.node(given[i]).op == Operator::literal_text)
          argument(one.function, signature->arguments[i], expression_.textOf(given[i]));
      }
    }
  }

  /// zone(it) = 'hand'
  void sameAsZone(const expression::Node& equal) {
    for (NodeIndex i = equal.first_child; i != kNone; i = expression_.node(i).next) {
      if (expression_.node(i).op != expression::Operator::literal_text) continue;
      if (ruleset_.zone(expression_.textOf(i)) != kUnbound) place(expression_.textOf(i));
    }
  }

  void argument(expression::Function function, expression::Argument what, const std::string& name) {
    using expression::Argument;
    using expression::Function;
    switch (what) {
      case Argument::stat_name:
      case Argument::value_name:
      case Argument::changed_name:
        return add(ruleset_.stat(name) != kUnbound ? "stat" : "value", name);
      case Argument::limit_name:
        return add("limit", name);
      case Argument::kind_name:
        return add("keywords of the kind", name);
      case Argument::attribute_name:
        return add("attribute", name);
      case Argument::act_name:
        return add("act", name);
      case Argument::zone_name:
        return place(name);
      case Argument::text:
        if (function == Function::zone) place(name);
        return;
      case Argument::free_name:
        if (function == Function::keyword || function == Function::base_keyword) add("keyword", name);
        if (function == Function::counters) add("counter", name);
        if (expression::familyOf(function) == expression::Family::choice) add("choice", name);
        return;
      default:
        return;
    }
  }

  void place(const std::string& name) { add("place", name); }
  void add(std::string_view kind, const std::string& name) { facts_.insert(fmt::format("{} {}", kind, name)); }

  const Ruleset& ruleset_;
  Facts& facts_;
  Expression expression_;
};

class ClauseReads {
 public:
  ClauseReads(schema::Ruleset::Reader document, const Ruleset& ruleset, std::string_view table)
      : document_(document), ruleset_(ruleset), table_(table) {
    for (const auto choice : document.getVocabulary().getChoices()) choices_.insert(textOf(choice));
  }

  std::map<std::string, Facts> read() {
    go(document_, "", {});
    for (const auto clause : document_.getClauses()) {
      reads_.try_emplace(textOf(clause.getId()));
      for (const auto patch : clause.getOff()) switchedBy(textOf(clause.getId()), patch);
    }
    return std::move(reads_);
  }

 private:
  /// The lines of clauses in a part of the document. `of_owners`: the names of the enclosing items.
  void go(DynamicStruct::Reader owner, const std::string& path, const Facts& of_owners) {
    Facts named = of_owners;
    names(owner, named);
    for (const MarkedField& field : markedFields(owner.getSchema())) {
      if (!owner.has(field.field) || (path.empty() && isAside(field.name))) continue;
      const auto value = owner.get(field.field);
      if (field.marks.text == TextMark::names && field.marks.kind == NameKind::CLAUSE) {
        citing(owner, field, value, path, named);
      } else if (value.getType() == DynamicValue::STRUCT) {
        go(value.as<DynamicStruct>(), below(path, field.name), named);
      } else if (value.getType() == DynamicValue::LIST && isOfStructs(field)) {
        for (const auto item : value.as<DynamicList>()) {
          const auto line = item.as<DynamicStruct>();
          go(line, below(path, field.name) + "/" + itemName(field, line), named);
        }
      }
    }
  }

  /// Handles a field that names the clause of its struct or of another field.
  void citing(DynamicStruct::Reader owner, const MarkedField& field, const DynamicValue::Reader& value,
              const std::string& path, const Facts& named) {
    std::vector<std::string> clauses;
    if (value.getType() == DynamicValue::TEXT) clauses.push_back(textOf(value.as<capnp::Text>()));
    if (value.getType() == DynamicValue::LIST) {
      for (const auto one : value.as<DynamicList>()) clauses.push_back(textOf(one.as<capnp::Text>()));
    }
    const std::string part(field.name.substr(0, field.name.rfind("Clause")));
    for (const std::string& clause : clauses) {
      if (clause.empty()) continue;
      Facts& facts = reads_[clause];
      facts.insert(named.begin(), named.end());
      if (field.name == "clause") {
        addRow(facts, path, clause);
        within(owner, clause, facts);
      } else {
        addRow(facts, below(path, part), clause);
      }
    }
  }

  /// The names in a line, except in its lines of other clauses.
  void within(DynamicStruct::Reader line, const std::string& clause, Facts& facts) const {
    names(line, facts);
    const auto schema = line.getSchema();
    for (const MarkedField& field : markedFields(schema)) {
      if (!line.has(field.field)) continue;
      const auto value = line.get(field.field);
      const std::string_view type = view(schema.getUnqualifiedName());
      if (value.getType() == DynamicValue::ENUM) {
        const auto enumerant = value.as<capnp::DynamicEnum>();
        addIfSaid(facts,
                  fmt::format("{}.{}={}", type, field.name, enumerantName(enumerant.getSchema(), enumerant.getRaw())));
      } else if (value.getType() == DynamicValue::BOOL && value.as<bool>()) {
        addIfSaid(facts, fmt::format("{}.{}", type, field.name));
      } else if (value.getType() == DynamicValue::STRUCT) {
        within(value.as<DynamicStruct>(), clause, facts);
      } else if (value.getType() == DynamicValue::LIST && isOfStructs(field)) {
        for (const auto item : value.as<DynamicList>()) {
          const auto one = item.as<DynamicStruct>();
          if (!isOfAnother(one, clause)) within(one, clause, facts);
        }
      }
    }
  }

  static bool isOfAnother(DynamicStruct::Reader line, const std::string& clause) {
    KJ_IF_MAYBE (field, line.getSchema().findFieldByName("clause")) {
      if (line.has(*field)) return textOf(line.get(*field).as<capnp::Text>()) != clause;
    }
    return false;
  }

  /// The names and the expressions in the fields of a struct itself.
  void names(DynamicStruct::Reader owner, Facts& facts) const {
    for (const MarkedField& field : markedFields(owner.getSchema())) {
      if (!owner.has(field.field)) continue;
      const auto value = owner.get(field.field);
      if (value.getType() == DynamicValue::TEXT) text(owner, field, textOf(value.as<capnp::Text>()), facts);
      if (value.getType() != DynamicValue::LIST || !field.field.getType().asList().getElementType().isText()) continue;
      for (const auto one : value.as<DynamicList>()) text(owner, field, textOf(one.as<capnp::Text>()), facts);
    }
  }

  void text(DynamicStruct::Reader owner, const MarkedField& field, const std::string& said, Facts& facts) const {
    if (said.empty()) return;
    if (field.marks.text == TextMark::expression) {
      ExpressionNames(said, ruleset_, facts);
    } else if (field.marks.text == TextMark::names || field.marks.text == TextMark::declares) {
      if (const auto fact = factOf(owner, field.marks.kind, said)) facts.insert(*fact);
    }
  }

  [[nodiscard]] std::optional<std::string> factOf(DynamicStruct::Reader owner, NameKind kind,
                                                  const std::string& name) const {
    static const std::map<NameKind, std::string_view> kSpecific = {
        {NameKind::STAT, "stat"},           {NameKind::VALUE, "value"},
        {NameKind::KEYWORD, "keyword"},     {NameKind::KEYWORD_KIND, "keywords of the kind"},
        {NameKind::LIMIT, "limit"},         {NameKind::PERMISSION, "act"},
        {NameKind::COUNTER, "counter"},     {NameKind::CHOICE, "choice"},
        {NameKind::ATTRIBUTE, "attribute"}, {NameKind::TRIGGER, "trigger"},
        {NameKind::OF_NUMBER, "choice"}};
    if (const auto found = kSpecific.find(kind); found != kSpecific.end())
      return fmt::format("{} {}", found->second, name);
    if (kind == NameKind::OF_READING) return ofReading(owner, name);
    if (kind != NameKind::ZONE && kind != NameKind::OF_EVENT && kind != NameKind::OF_EFFECT) return std::nullopt;
    if (ruleset_.zone(name) != kUnbound) return "place " + name;
    if (kind == NameKind::OF_EVENT && choices_.contains(name)) return "choice " + name;
    if (kind == NameKind::OF_EFFECT && ruleset_.stat(name) != kUnbound) return "stat " + name;
    return std::nullopt;
  }

  static std::optional<std::string> ofReading(DynamicStruct::Reader reading, const std::string& name) {
    const auto* known = ruleSwitchNamed(textOf(reading.get("reading").as<capnp::Text>()));
    if (known == nullptr) return std::nullopt;
    if (known->names == RuleSwitchNames::stats) return "stat " + name;
    if (known->names == RuleSwitchNames::keywords) return "keyword " + name;
    return std::nullopt;
  }

  /// A clause reads what it changes when it is switched off. If that is a line of another clause, the other one reads
  /// it too.
  void switchedBy(const std::string& clause, schema::Patch::Reader patch) {
    auto steps = splitAt(view(patch.getAt()), '/');
    Facts facts;
    if (steps.size() > 1 && steps[0] != "readings") {
      static const std::map<std::string_view, std::string_view> kCalled = {
          {"limits", "limit"}, {"stats", "stat"}, {"values", "value"}};
      const auto kind = kCalled.find(steps[0]);
      if (kind != kCalled.end() && steps[1] != "*" && steps[1] != "+")
        facts.insert(fmt::format("{} {}", kind->second, steps[1]));
      if (hasItems(steps[0])) steps[1] = "*";
    }
    addRow(facts, fmt::format("{}", fmt::join(steps, "/")), clause);
    reads_[clause].insert(facts.begin(), facts.end());
    if (steps.back() != "clause") return;
    const std::string other = splitAt(view(patch.hasBecomes() ? patch.getBecomes() : patch.getTo()), '"').back();
    reads_[other].insert(facts.begin(), facts.end());
  }

  static bool hasItems(const std::string& field) {
    return capnp::Schema::from<schema::Ruleset>().getFieldByName(field.c_str()).getType().isList();
  }

  void addRow(Facts& facts, const std::string& place, const std::string& clause) const {
    const Facts* row = table_.of(place);
    if (row == nullptr) {
      throw BadInput(fmt::format(
          "tests/conformance/reads.tsv does not say what {} reads, which is a line of {}: add it", place, clause));
    }
    facts.insert(row->begin(), row->end());
  }
  void addIfSaid(Facts& facts, const std::string& place) const {
    if (const Facts* row = table_.of(place)) facts.insert(row->begin(), row->end());
  }

  /// Fields that hold no lines.
  static bool isAside(std::string_view field) {
    static constexpr std::array<std::string_view, 4> kAside{"clauses", "extends", "vocabulary", "let"};
    return ranges::contains(kAside, field);
  }
  static bool isOfStructs(const MarkedField& field) {
    return field.field.getType().asList().getElementType().isStruct();
  }
  static std::string below(const std::string& path, std::string_view field) {
    return path.empty() ? std::string(field) : fmt::format("{}/{}", path, field);
  }
  static std::string itemName(const MarkedField& field, DynamicStruct::Reader item) {
    return field.name == "readings" ? textOf(item.get("reading").as<capnp::Text>()) : "*";
  }

  schema::Ruleset::Reader document_;
  const Ruleset& ruleset_;
  ReadsTable table_;
  Facts choices_;
  std::map<std::string, Facts> reads_;
};

}  // namespace

std::string readsTable() {
  return readText(std::filesystem::path(docket::test::sourceDir()) / "tests/conformance/reads.tsv");
}

std::map<std::string, Facts> factsOfClauses(schema::Ruleset::Reader document, const Ruleset& ruleset,
                                            std::string_view table) {
  return ClauseReads(document, ruleset, table).read();
}

}  // namespace docket::conformance
