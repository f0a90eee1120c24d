// Answers of the expression language as docs/expressions.md and the conformance cases write them:
// `3`, `"hand"`, `#2`, `{#1 #2}`, `absent`, `7 unverified: observed 20`, `unknown: stale 20 since 21`.
#pragma once

#include <fmt/format.h>

#include <string>

#include "engine/expression/value.h"
#include "engine/state.h"

namespace docket {

class AnswerSaid {
 public:
  /// Cards are numbered as they are in that state.
  explicit AnswerSaid(const State& state) : state_(state) {}

  [[nodiscard]] std::string value(const expression::Value& value) const {
    std::string text = value.isAbsent() ? "absent" : value.isUnknown() ? "unknown" : known(value);
    if (!value.isUnknown() && value.grade == expression::Grade::unverified) text += " unverified";
    std::string before = ": ";
    for (const expression::Reason& one : value.reasons) {
      text += before + reason(one);
      before = ", ";
    }
    return text;
  }

 private:
  [[nodiscard]] std::string card(CardIndex index) const { return fmt::format("#{}", state_.cards[index].number); }

  /// A card, or another subject of a stat.
  [[nodiscard]] std::string entity(Entity subject) const {
    if (state_.isCard(subject)) return card(subject);
    if (kindOf(subject) == EntityKind::player) return fmt::format("P{}", numberOf(subject));
    if (kindOf(subject) == EntityKind::game) return "game";
    return fmt::format("{} {}", kindOf(subject) == EntityKind::place ? "place" : "unit", numberOf(subject));
  }

  /// As the language writes a text: a quotation mark and a backslash stand behind a backslash.
  [[nodiscard]] static std::string quoted(const std::string& text) {
    std::string made = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') made += '\\';
      made += c;
    }
    return made + "\"";
  }

  [[nodiscard]] std::string known(const expression::Value& value) const {
    switch (value.type) {
      case expression::Type::number:
        return std::to_string(value.number);
      case expression::Type::boolean:
        return value.number != 0 ? "true" : "false";
      case expression::Type::text:
        return quoted(value.text);
      case expression::Type::cards: {
        std::string text = "{";
        for (const CardIndex one : value.cards) text += (text.size() > 1 ? " " : "") + card(one);
        return text + "}";
      }
      default:
        return entity(value.entity);
    }
  }

  [[nodiscard]] std::string reason(const expression::Reason& reason) const {
    using Kind = expression::Reason::Kind;
    switch (reason.kind) {
      case Kind::identity_unknown:
        return "what is " + entity(reason.subject);
      case Kind::text_unknown:
        return "what says " + entity(reason.subject);
      case Kind::observed:
        return fmt::format("observed {}", reason.event);
      case Kind::stale:
        return fmt::format("stale {} since {}", reason.event, reason.since);
      case Kind::no_such_card:
        return fmt::format("no card #{}", reason.number);
      case Kind::no_such_player:
        return fmt::format("no player P{}", reason.number);
      case Kind::no_such_title:
        return "no such title";
      case Kind::no_such_stat:
        return "no such stat";
      case Kind::unsaid:
        return "unsaid";
      case Kind::ambiguous_title:
        return "ambiguous title";
      case Kind::no_such_event:
        return fmt::format("no event {}", reason.event);
      case Kind::no_record:
        return "no record";
      case Kind::undecided:
        return fmt::format("undecided {}", reason.event);
      case Kind::uses_uncertain:
        return fmt::format("use {} uncertain", reason.event);
      case Kind::not_computed:
        return "not computed " + entity(reason.subject);
      case Kind::place_uncertain:
        return "where it works " + entity(reason.subject);
      case Kind::trait_uncertain:
        return "what a trait of " + entity(reason.subject) + " does";
      case Kind::limits_uncertain:
        return "limits uncertain";
      case Kind::untold:
        return fmt::format("untold {}", reason.event);
      case Kind::no_rule:
        return fmt::format("no rule speaks of {}", reason.event);
      case Kind::overflow:
        return "overflow";
      case Kind::division_by_zero:
        return "division by zero";
      case Kind::out_of_steps:
        return "out of steps";
    }
    return {};
  }

  const State& state_;
};

/// An answer in words, about the cards of a state.
inline std::string said(const State& state, const expression::Value& value) { return AnswerSaid(state).value(value); }

}  // namespace docket
