#include "engine/rules/check/document_words.h"

#include <fmt/format.h>

#include <cctype>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <set>

#include "engine/rules/check/document_bounds.h"
#include "engine/rules/document_path.h"
#include "engine/rules/expression/words.h"
#include "events/json/json.h"
#include "events/text/letters.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"
#include "schemas/card.capnp.h"
#include "schemas/ruleset.capnp.h"

namespace docket {
namespace {

using capnp::DynamicList;
using capnp::DynamicStruct;
using capnp::DynamicValue;
using expression::Expression;
using expression::NodeIndex;

/// A text or an enumerant as a key, to find repetitions.
std::string saidIn(const DynamicValue::Reader& value) {
  if (value.getType() == DynamicValue::TEXT) return textOf(value.as<capnp::Text>());
  if (value.getType() == DynamicValue::INT) return std::to_string(value.as<std::int64_t>());
  if (value.getType() == DynamicValue::ENUM) return std::to_string(value.as<capnp::DynamicEnum>().getRaw());
  return {};
}

class WordsCheck {
 public:
  WordsCheck(const Ruleset& ruleset, const DocumentNames& names, Remarks& remarks)
      : ruleset_(ruleset), names_(names), remarks_(remarks) {}

  void go(const DocumentFrame& frame, const std::string& path) {
    for (const MarkedField& field : markedFields(frame.owner.getSchema())) {
      const bool is_present = frame.owner.has(field.field, capnp::HasMode::NON_DEFAULT);
      const bool empty =
          is_present && field.field.getType().isText() && frame.owner.get(field.field).as<capnp::Text>().size() == 0;
      if (!is_present || empty) {
        if (field.marks.needed) lacks(frame, field, path);
        continue;
      }
      const std::string at = pathBelow(path, field.name);
      const auto value = frame.owner.get(field.field);
      readHere(frame, field, at);
      this->value(frame, field, value, at);
    }
  }

  /// The definitions that no expression uses. The use in a patch only shows where it is applied, so all words of
  /// patches count.
  void unused(schema::Ruleset::Reader ruleset) {
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (std::size_t i = 0; i < patched_.size();) {
      std::size_t end = i;
      while (end < patched_.size() && is_word(patched_[end])) ++end;
      used_.insert(patched_.substr(i, end - i));
      i = end + 1;
    }
    const auto definitions = ruleset.getLet();
    for (unsigned i = 0; i < definitions.size(); ++i) {
      const std::string name = textOf(definitions[i].getName());
      if (used_.contains(name)) continue;
      note({.owner = ruleset, .above = nullptr}, fmt::format("let[{}].name", i),
           fmt::format("no expression uses {}: it has no effect", docket::quoted(name)));
    }
  }

 private:
  void say(Remark::Severity severity, const DocumentFrame& frame, const std::string& at, const std::string& message,
           TextPlace within) {
    remarks_.add({.severity = severity,
                  .path = at,
                  .line = within.line,
                  .column = within.column,
                  .message = message,
                  .of = cardOf(frame)});
  }
  void error(const DocumentFrame& frame, const std::string& at, const std::string& message, TextPlace within = {}) {
    say(Remark::Severity::error, frame, at, message, within);
  }
  void note(const DocumentFrame& frame, const std::string& at, const std::string& message, TextPlace within = {}) {
    say(Remark::Severity::note, frame, at, message, within);
  }

  void value(const DocumentFrame& frame, const MarkedField& field, const DynamicValue::Reader& value,
             const std::string& at) {
    switch (value.getType()) {
      case DynamicValue::TEXT:
        return text(frame, field, value.as<capnp::Text>(), at);
      case DynamicValue::STRUCT:
        return go({.owner = value.as<DynamicStruct>(), .above = &frame}, at);
      case DynamicValue::LIST:
        return list(frame, field, value.as<DynamicList>(), at);
      default:
        return;
    }
  }

  void lacks(const DocumentFrame& frame, const MarkedField& field, const std::string& path) {
    const bool whole = frame.above == nullptr;
    const std::string_view document = frame.within<schema::Ruleset>() != nullptr ? "the ruleset" : "the catalogue";
    error(frame, path, fmt::format("{} has no \"{}\"", whole ? document : "it", field.name));
  }

  /// A field that is read only together with another.
  void readHere(const DocumentFrame& frame, const MarkedField& field, const std::string& at) {
    const auto& read_with = field.marks.read_with;
    if (!read_with || isRead(*read_with, frame.owner)) return;
    const std::string when = read_with->values.empty() ? fmt::format("\"{}\"", read_with->field)
                                                       : fmt::format("\"{}\": \"{}\"", read_with->field,
                                                                     fmt::join(read_with->values, "\" or \""));
    error(frame, at, fmt::format("\"{}\" has an effect only together with {}: here it has none", field.name, when));
  }

  void list(const DocumentFrame& frame, const MarkedField& field, DynamicList::Reader items, const std::string& at) {
    constexpr unsigned kMaxItems = 10'000;  // of cards there can be any number
    if (items.size() > kMaxItems && frame.within<schema::Catalogue>() == nullptr) {
      return error(frame, at, fmt::format("it has {} items; the maximum is {}", items.size(), kMaxItems));
    }
    std::set<std::string> seen_texts;
    for (unsigned i = 0; i < items.size(); ++i) {
      const std::string item_path = fmt::format("{}[{}]", at, i);
      if (items[i].getType() == DynamicValue::STRUCT) {
        const auto item = items[i].as<DynamicStruct>();
        if (!twice(frame, item, seen_texts, item_path)) repeated(frame, field, items, i, item_path);
        go({.owner = item, .above = &frame}, item_path);
        continue;
      }
      const std::string one = saidIn(items[i]);
      if (one.empty()) {
        error(frame, item_path, "an empty text has no effect");
        continue;
      }
      const bool fresh = seen_texts.insert(one).second;
      if (!fresh && !field.marks.repeats) {
        const bool is_text = items[i].getType() == DynamicValue::TEXT;
        error(frame, item_path,
              is_text ? fmt::format("{} appears twice in this list", docket::quoted(one))
                      : "the same appears twice in this list");
      }
      value(frame, field, items[i], item_path);
    }
  }

  /// True if an earlier item has the same first field, which must be unique.
  bool twice(const DocumentFrame& frame, DynamicStruct::Reader item, std::set<std::string>& seen_texts,
             const std::string& here) {
    const MarkedField& first = markedFields(item.getSchema()).front();
    if (!first.marks.once) return false;
    const std::string one = saidIn(item.get(first.field));
    if (seen_texts.insert(one).second) return false;
    const bool is_text = item.get(first.field).getType() == DynamicValue::TEXT;
    const std::string name = is_text ? docket::quoted(one) + " " : std::string{};
    error(frame, pathBelow(here, first.name),
          fmt::format("the {} {}appears in it twice", wordFor(item.getSchema(), first.name), name));
    return true;
  }

  /// The first field of an item, which names it: a clause's id, a limit's name, the text itself.
  static std::string wordFor(capnp::StructSchema structure, std::string_view field) {
    if (field != "id" && field != "name" && field != "key") return std::string(field);
    return splitCamelCase(structure.getShortDisplayName().cStr(), ' ');
  }

  void repeated(const DocumentFrame& frame, const MarkedField& field, DynamicList::Reader items, unsigned i,
                const std::string& here) {
    constexpr unsigned kMaxCompared = 1000;  // longer lists are of cards, which have keys
    if (field.marks.repeats || items.size() > kMaxCompared) return;
    for (unsigned j = 0; j < i; ++j) {
      if (!haveEqualContent(items[i].as<DynamicStruct>(), items[j].as<DynamicStruct>())) continue;
      return error(frame, here, fmt::format("it appears twice in this list, as {} and as {} (from 0)", j, i));
    }
  }

  void text(const DocumentFrame& frame, const MarkedField& field, capnp::Text::Reader text, const std::string& at) {
    if (field.marks.text == TextMark::names) return name(frame, field.marks.kind, view(text), at);
    if (field.marks.text == TextMark::expression) expression(frame, field, view(text), at);
    if (frame.owner.getSchema() == capnp::Schema::from<schema::Patch>()) patched_ += textOf(text) + "\n";
  }

  void name(const DocumentFrame& frame, NameKind name_kind, std::string_view name, const std::string& at) {
    const NamesHere names_here = namesHere(frame, name_kind, name);
    if (names_here.any) return;
    if (names_here.kinds.empty()) return error(frame, at, names_here.none);
    if (ranges::any_of(names_here.kinds, [&](NameKind kind) { return names_.has(kind, name); })) return;
    const std::string message = names_.missingMessage(name, names_here.kinds);
    names_here.may_be_elsewhere ? note(frame, at, message) : error(frame, at, message);
  }

  void expression(const DocumentFrame& frame, const MarkedField& field, std::string_view text, const std::string& at) {
    const expression::Scope scope{
        .ruleset = ruleset_, .has_self = true, .has_event = true, .self = expression::Type::entity};
    const Expression parsed = expression::parse(text, scope);
    for (const expression::NameUse& use : parsed.name_uses) used_.insert(use.name);
    for (const expression::NameInText& one : expression::namesIn(parsed)) nameWithin(frame, parsed, one, at);
    const WordBounds bounds = boundsHere(frame, field.name);
    const auto about = expression::wordsAbout(parsed);
    const auto ask = [&](NodeIndex node, bool bound, std::string_view word, std::string_view lacks) {
      if (node == kNone || bound) return;
      error(frame, at, fmt::format("\"{}\" means nothing here: {} {}", word, bounds.where, lacks),
            placeOf(parsed, node));
    };
    ask(about.it, bounds.it, "it", "is about no card");
    ask(about.who, bounds.who, "who", "has no player of its own");
    ask(about.that, bounds.that, "that", "has no other party");
    ask(about.amount, bounds.amount, "amount()", "has no amount");
    ask(about.use, bounds.use, "actKeyword()", "is not a use of an ability or a trait");
    if (const auto always = expression::constantTruth(parsed)) constant(frame, field, *always, at);
  }

  /// A condition that is always true has no effect. One that is never true disables its line, except in a requirement,
  /// where it forbids the act.
  void constant(const DocumentFrame& frame, const MarkedField& field, bool always, const std::string& at) {
    if (!always && field.name == "that") return;
    note(frame, at,
         (always ? fmt::format("\"{}\" is always true: it has no effect", field.name)
                 : fmt::format("\"{}\" is never true: the line can never apply", field.name)));
  }

  void nameWithin(const DocumentFrame& frame, const Expression& parsed, const expression::NameInText& one,
                  const std::string& at) {
    const std::string_view name = parsed.texts[parsed.nodes[one.node].text];
    const TextPlace place = placeOf(parsed, one.node);
    if (one.kind == NameKind::PERIOD_NAME) {
      const auto names = namesOfPeriod(ruleset_, one.of);
      if (names.empty() || ranges::contains(names, name)) return;
      return error(frame, at,
                   fmt::format("the ruleset has no {} {}{}", one.of, docket::quoted(name), didYouMean(name, names)),
                   place);
    }
    if (names_.has(one.kind, name)) return;
    const std::string message = names_.missingMessage(name, {one.kind});
    if (mayComeFromElsewhere(frame, one.kind)) return note(frame, at, message, place);
    error(frame, at, message, place);
  }

  /// The place of a node in a text, as in messages: the line, and the column in characters.
  static TextPlace placeOf(const Expression& parsed, NodeIndex node) {
    TextPlace place{.line = 1, .column = 1};
    for (std::size_t i = 0; i < parsed.beginOf(node); ++i) {
      const char c = parsed.source[i];
      if (c == '\n') {
        place = {.line = place.line + 1, .column = 1};
      } else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) {
        ++place.column;
      }
    }
    return place;
  }

  const Ruleset& ruleset_;
  const DocumentNames& names_;
  Remarks& remarks_;
  std::set<std::string> used_;  // the definitions that expressions use
  std::string patched_;         // the texts of patches
};

}  // namespace

void checkWords(DynamicStruct::Reader document, const Ruleset& ruleset, const DocumentNames& names, Remarks& remarks) {
  WordsCheck check(ruleset, names, remarks);
  check.go({.owner = document, .above = nullptr}, {});
  if (document.getSchema() == capnp::Schema::from<schema::Ruleset>()) check.unused(document.as<schema::Ruleset>());
}

}  // namespace docket
