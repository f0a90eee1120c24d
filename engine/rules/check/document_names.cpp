#include "engine/rules/check/document_names.h"

#include <capnp/schema.h>
#include <fmt/format.h>

#include <range/v3/algorithm/all_of.hpp>
#include <range/v3/algorithm/any_of.hpp>

#include "engine/rules/rule_switches.h"
#include "engine/rules/text_marks.h"
#include "events/payload_names.h"
#include "events/text/letters.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/split.h"
#include "events/text/text_view.h"
#include "schemas/event.capnp.h"
#include "schemas/ruleset.capnp.h"

namespace docket {
namespace {

using capnp::DynamicList;
using capnp::DynamicStruct;
using capnp::DynamicValue;

/// The word for a kind of name, and the field of the vocabulary that lists it; empty if it is declared elsewhere.
struct KindWords {
  std::string_view one, listed_under;
};
constexpr std::array<KindWords, kNameKinds> kWords{{
    {"clause", ""},
    {"kind of event", ""},
    {"reading", ""},
    {"zone", ""},
    {"orientation", ""},
    {"period", ""},
    {"name of a period", ""},
    {"stat", ""},
    {"value", ""},
    {"type", ""},
    {"supertype", ""},
    {"subtype", "subtypes"},
    {"keyword", "keywords"},
    {"kind of keywords", ""},
    {"attribute", ""},
    {"value of an attribute", ""},
    {"characteristic", ""},
    {"limit", ""},
    {"permission", ""},
    {"speaker", ""},
    {"requirement", ""},
    {"trigger", ""},
    {"format", "formats"},
    {"reason", "reasons"},
    {"method", "methods"},
    {"designator", "designators"},
    {"kind of attachment", "attachments"},
    {"counter", "counters"},
    {"choice", "choices"},
    {"ending", "endings"},
    {"key of a card", ""},
    {"title", "titles"},
    {"ability", ""},
    {"event", ""},
    {"effect", ""},
    {"reading", ""},
    {"number", "choices"},
    {"part of a zone", ""},
    {"word that players say of cards", "told"},
    {"act that has to be followed", ""},
    {"tally", ""},
}};

/// The known names that begin with a name: "quick effect" for "quick". If there are many, none is suggested.
std::vector<std::string> beginningWith(std::string_view name, const std::vector<std::string_view>& known) {
  constexpr std::size_t kMax = 3;
  std::vector<std::string> found;
  const std::string begin = asciiLower(name) + ' ';
  for (const std::string_view one : known) {
    if (asciiLower(one).starts_with(begin)) found.emplace_back(one);
  }
  return found.size() <= kMax ? found : std::vector<std::string>{};
}

class NameCollector {
 public:
  explicit NameCollector(DocumentNames& names) : names_(names) {}

  void from(DynamicStruct::Reader structure) {
    for (const MarkedField& one : markedFields(structure.getSchema())) {
      if (!structure.has(one.field)) continue;
      if (one.marks.text == TextMark::declares) {
        texts(structure.get(one.field), one.marks.kind);
      } else if (one.marks.text == TextMark::none) {
        below(structure.get(one.field));
      }
    }
  }

 private:
  void texts(const DynamicValue::Reader& value, NameKind kind) {
    if (value.getType() == DynamicValue::TEXT) return names_.add(kind, view(value.as<capnp::Text>()));
    for (const auto one : value.as<DynamicList>()) names_.add(kind, view(one.as<capnp::Text>()));
  }
  void below(const DynamicValue::Reader& value) {
    if (value.getType() == DynamicValue::STRUCT) return from(value.as<DynamicStruct>());
    if (value.getType() != DynamicValue::LIST) return;
    for (const auto one : value.as<DynamicList>()) {
      if (one.getType() == DynamicValue::STRUCT) from(one.as<DynamicStruct>());
    }
  }

  DocumentNames& names_;
};

}  // namespace

DocumentNames::DocumentNames() {
  for (const std::string_view name : payloadNames()) add(NameKind::PAYLOAD, name);
  for (const RuleSwitchName& one : ruleSwitches()) add(NameKind::READING, one.name);
  for (auto known : capnp::Schema::from<schema::Act::Requirement::What>().getEnumerants()) {
    add(NameKind::REQUIREMENT, known.getProto().getName().cStr());
  }
  for (const std::string_view speaker : {"rule", "card"}) add(NameKind::SPEAKER, speaker);
}

void DocumentNames::add(DynamicStruct::Reader document) {
  NameCollector(*this).from(document);
  if (document.getSchema() != capnp::Schema::from<schema::Ruleset>()) return;
  for (auto type : document.as<schema::Ruleset>().getTypes()) {
    if (type.getSupertype()) add(NameKind::SUPERTYPE, view(type.getName()));
    add(NameKind::SPEAKER, asciiLower(view(type.getName())));
  }
  for (auto value : document.as<schema::Ruleset>().getValues()) {
    if (value.getBounded()) add(NameKind::STAT, view(value.getName()));
  }
  addChanges(document.as<schema::Ruleset>());
}

void DocumentNames::addChanges(schema::Ruleset::Reader document) {
  for (auto change : document.getChanges()) {
    const auto size_of = [&](auto of) {
      add(NameKind::STAT, fmt::format("{} {}", view(of.getName()), view(change.getName())));
    };
    if (change.getOf() == schema::ChangeSize::Of::VALUES) {
      for (auto value : document.getValues()) size_of(value);
      continue;
    }
    for (auto stat : document.getStats()) {
      if (stat.getDelta() == schema::Stat::Delta::NONE) size_of(stat);
    }
    for (auto value : document.getValues()) {
      if (value.getBounded()) size_of(value);
    }
  }
}

void DocumentNames::add(NameKind kind, std::string_view name) {
  if (!name.empty()) names_.at(indexOf(kind)).emplace(name);
}

bool DocumentNames::has(NameKind kind, std::string_view name) const {
  const auto known = [&](NameKind of_kind, std::string_view one) { return of(of_kind).contains(one); };
  switch (kind) {
    case NameKind::TYPE:
      return isType(name);
    case NameKind::SPEAKER:
      return known(kind, asciiLower(name));
    case NameKind::TITLE:
      return known(kind, name);
    case NameKind::DESIGNATOR: {
      bool all = true;
      eachPart(name, {"/"}, [&](std::string_view one) { all = all && known(NameKind::DESIGNATOR, one); });
      return all || known(kind, name);
    }
    case NameKind::OF_NUMBER:
      return known(NameKind::CHOICE, name) || known(NameKind::DESIGNATOR, name);
    default:
      return known(kind, name);
  }
}

bool DocumentNames::isType(std::string_view name) const {
  const auto& types = of(NameKind::TYPE);
  while (!types.contains(name)) {
    const std::size_t end = name.find(' ');
    if (end == std::string_view::npos || !of(NameKind::SUPERTYPE).contains(name.substr(0, end))) return false;
    name.remove_prefix(end + 1);
  }
  return true;
}

std::string DocumentNames::missingMessage(std::string_view name, const std::vector<NameKind>& kinds) const {
  std::vector<std::string_view> known, words, lists;
  for (const NameKind kind : kinds) {
    for (const std::string& one : of(kind)) known.push_back(one);
    if (kind == NameKind::OF_NUMBER) {
      for (const std::string& one : of(NameKind::CHOICE)) known.push_back(one);
    }
    words.push_back(kWords.at(indexOf(kind)).one);
    if (const auto list = kWords.at(indexOf(kind)).listed_under; !list.empty()) lists.push_back(list);
  }
  std::string suggestion = didYouMean(name, known);
  if (suggestion.empty()) suggestion = didYouMeanAny(beginningWith(name, known));
  std::string message =
      fmt::format("the ruleset has no {} {}{}", fmt::join(words, " or "), docket::quoted(name), suggestion);
  if (!lists.empty())
    message += fmt::format("; docket rules show lists them (a ruleset declares them in \"vocabulary\", under \"{}\")",
                           fmt::join(lists, "\" or \""));
  return message;
}

}  // namespace docket
