#include "engine/rules/wordings/card_writing.h"

#include <capnp/dynamic.h>
#include <fmt/format.h>

#include <array>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <utility>

#include "engine/rules/check/document_marks.h"
#include "engine/rules/unread_texts.h"
#include "events/text/text_lists.h"
#include "events/text/text_view.h"

namespace docket::wordings {
namespace {

using capnp::DynamicList;
using capnp::DynamicStruct;
using capnp::DynamicValue;

/// A struct that a wording gives, with placeholders for names.
struct GivenStruct {
  DynamicStruct::Reader with;
  const std::vector<Capture>* captures;
};

void fill(DynamicStruct::Builder into, const GivenStruct& given);

void fillItem(DynamicList::Builder into, unsigned index, DynamicValue::Reader item,
              const std::vector<Capture>& captures) {
  if (item.getType() == DynamicValue::STRUCT) {
    fill(into[index].as<DynamicStruct>(), {.with = item.as<DynamicStruct>(), .captures = &captures});
  } else {
    into.set(index, item);
  }
}

/// Writes the words that several wordings give, each once.
void fillWords(DynamicStruct::Builder into, capnp::StructSchema::Field field, const std::vector<GivenStruct>& all) {
  std::vector<std::string> words;
  for (const GivenStruct& one : all) {
    for (const auto item : one.with.get(field).as<DynamicList>()) {
      std::string word = filledIn(view(item.as<capnp::Text>()), *one.captures, false);
      if (!ranges::contains(words, word)) words.push_back(std::move(word));
    }
  }
  if (words.empty()) return;
  auto list = into.init(field, static_cast<unsigned>(words.size())).as<DynamicList>();
  for (unsigned i = 0; i < words.size(); ++i) list.set(i, words[i].c_str());
}

/// Writes to a field the values that several wordings give: for a list all of them (each word once), otherwise the
/// first one.
void fillField(DynamicStruct::Builder into, capnp::StructSchema::Field field, const std::vector<GivenStruct>& all) {
  if (field.getType().isList()) {
    if (field.getType().asList().getElementType().isText()) return fillWords(into, field, all);
    unsigned count = 0;
    for (const GivenStruct& one : all) count += one.with.get(field).as<DynamicList>().size();
    if (count == 0) return;
    auto list = into.init(field, count).as<DynamicList>();
    unsigned at = 0;
    for (const GivenStruct& one : all) {
      for (const auto item : one.with.get(field).as<DynamicList>()) fillItem(list, at++, item, *one.captures);
    }
    return;
  }
  for (const GivenStruct& one : all) {
    if (!one.with.has(field, capnp::HasMode::NON_DEFAULT)) continue;
    const auto value = one.with.get(field);
    if (value.getType() == DynamicValue::TEXT) {
      into.set(
          field,
          filledIn(view(value.as<capnp::Text>()), *one.captures, marksOf(field).text == TextMark::expression).c_str());
    } else if (value.getType() == DynamicValue::STRUCT) {
      fill(into.init(field).as<DynamicStruct>(), {.with = value.as<DynamicStruct>(), .captures = one.captures});
    } else {
      into.set(field, value);
    }
    return;
  }
}

void fill(DynamicStruct::Builder into, const GivenStruct& given) {
  for (const auto field : into.getSchema().getFields()) fillField(into, field, {given});
}

schema::Ability::Kind abilityKind(schema::Opens opens) {
  if (opens == schema::Opens::TRAIT) return schema::Ability::Kind::CONTINUOUS;
  return opens == schema::Opens::TRIGGERED ? schema::Ability::Kind::TRIGGERED : schema::Ability::Kind::ABILITY;
}

void writeLimits(const std::vector<LimitRead>& limits, capnp::List<schema::LimitOf>::Builder into) {
  for (unsigned i = 0; i < limits.size(); ++i) {
    into[i].setLimit(limits[i].limit);
    if (limits[i].max != 0) into[i].setMax(limits[i].max);
    if (!limits[i].group.empty()) into[i].setGroup(limits[i].group);
    if (!limits[i].title.empty()) into[i].setTitle(limits[i].title);
  }
}

/// The fields of an ability's effects: they stay empty if a word of it is unread.
constexpr std::array<std::string_view, 6> kActs{"trigger", "conditions", "costs", "targets", "effects", "optional"};

/// Removes duplicate limits.
std::vector<LimitRead> withoutRepeats(const std::vector<LimitRead>& limits) {
  std::vector<LimitRead> once;
  for (const LimitRead& limit : limits) {
    const bool is_listed = ranges::contains(once, limit.limit, &LimitRead::limit);
    if (!is_listed) once.push_back(limit);
  }
  return once;
}

class Writer {
 public:
  Writer(const PrintedCard& printed, const CardReading& reading, const Wordings& wordings, schema::Card::Builder card)
      : printed_(printed), reading_(reading), layout_(wordings.layout()), card_(card) {}

  void write() {
    std::vector<GivenStruct> given;
    for (const auto& words : reading_.words) {
      if (words->wording->says.hasCard()) given.push_back({words->wording->says.getCard(), &words->fit.captures});
    }
    const capnp::DynamicStruct::Builder into(card_);
    for (const auto name : {"keywords", "subtypes", "supertypes", "stats", "characteristics", "wins"}) {
      if (ranges::any_of(given, [&](const GivenStruct& one) { return one.with.has(name); })) {
        fillField(into, into.getSchema().getFieldByName(name), given);
      }
    }
    auto abilities = card_.initAbilities(static_cast<unsigned>(reading_.abilities.size()));
    unsigned number = 0;
    for (const AbilityRead& ability : reading_.abilities) {
      writeAbility(ability, abilities[number], number + 1);
      ++number;
    }
    const auto limits = withoutRepeats(reading_.limits);
    if (!limits.empty()) writeLimits(limits, card_.initLimits(static_cast<unsigned>(limits.size())));
    writeTexts();
    if (reading_.whole()) return;
    declareUnread(reading_.matters, card_);
    if (!reading_.matters.has(schema::Matter::USES)) return;
    card_.setDoubtful(true);
    for (auto ability : abilities) ability.setDoubtful(true);
  }

 private:
  void writeAbility(const AbilityRead& ability, schema::Ability::Builder into, unsigned number) {
    std::vector<GivenStruct> given;
    static const std::vector<Capture> kNothing;
    if (ability.begun) given.push_back({layout_.begun[*ability.begun].gives, &kNothing});
    for (const WordsRead* words : ability.words) {
      if (words->wording->says.hasGives()) given.push_back({words->wording->says.getGives(), &words->fit.captures});
    }
    const capnp::DynamicStruct::Builder made(into);
    for (const auto field : made.getSchema().getFields()) {
      const std::string_view name = view(field.getProto().getName());
      const bool acts = ranges::contains(kActs, name);
      if (name != "limits" && (ability.whole || !acts)) fillField(made, field, given);
    }
    into.setKind(abilityKind(ability.kind));
    // A trigger that was not understood: the ability waits for something unknown.
    if (ability.kind == schema::Opens::TRIGGERED && !into.hasTrigger() && into.getCosts().size() == 0)
      into.setKind(schema::Ability::Kind::CONTINUOUS);
    writeHead(ability, into);
    if (!into.hasName()) into.setName(fmt::format("effect {}", number));
    writeUnsaid(ability, into);
    const auto limits = withoutRepeats(ability.limits);
    if (!limits.empty()) {
      writeLimits(limits, into.initLimits(static_cast<unsigned>(limits.size())));
      into.setDoubtful(false);  // how often it may be used is printed
    }
    std::string text;
    const CardReading::Text& card_text = reading_.texts[ability.text];
    for (const std::size_t section : ability.sections) {
      if (!text.empty()) text += ' ';
      text += card_text.printed.between(card_text.sections[section].begin, card_text.sections[section].end);
    }
    if (!text.empty()) into.setText(inOneLine(text));
  }

  /// The parts of an ability that the ruleset itself reads from a text box.
  void writeHead(const AbilityRead& ability, schema::Ability::Builder into) {
    for (const std::size_t number : ability.sections) {
      const Section& section = reading_.texts[ability.text].sections[number];
      if (!section.designator.empty() && !into.hasDesignator()) into.setDesignator(section.designator);
      if (section.keywords.empty() || into.getKeywords().size() > 0) continue;
      setTexts(into.initKeywords(static_cast<unsigned>(section.keywords.size())), section.keywords);
    }
  }

  /// The default, unless a wording says otherwise.
  void writeUnsaid(const AbilityRead& ability, schema::Ability::Builder into) {
    for (const AbilityDefault& unsaid : layout_.unsaid) {
      if (unsaid.gives.getKind() != into.getKind() || !unsaid.of.holds(printed_, reading_.texts[ability.text].field))
        continue;
      if (!into.hasDesignator() && unsaid.gives.hasDesignator()) into.setDesignator(unsaid.gives.getDesignator());
      if (into.getZones().size() == 0 && unsaid.gives.getZones().size() > 0) into.setZones(unsaid.gives.getZones());
      return;
    }
  }

  /// Texts are written separately, so that reading them again gives the same result.
  void writeTexts() {
    unsigned others = 0;
    for (const PrintedCard::Text& one : printed_.texts) {
      if (one.field != kTextBox) {
        ++others;
      } else if (!one.words.empty()) {
        card_.setText(one.words);
      }
    }
    if (others == 0) return;
    auto into = card_.initOtherTexts(others);
    unsigned next = 0;
    for (const PrintedCard::Text& one : printed_.texts) {
      if (one.field == kTextBox) continue;
      into[next].setOf(one.field);
      if (!one.words.empty()) into[next].setText(one.words);
      ++next;
    }
  }

  const PrintedCard& printed_;
  const CardReading& reading_;
  const Layout& layout_;
  schema::Card::Builder card_;
};

}  // namespace

void writeCard(const PrintedCard& printed, const CardReading& reading, const Wordings& wordings,
               schema::Card::Builder card) {
  Writer(printed, reading, wordings, card).write();
}

}  // namespace docket::wordings
