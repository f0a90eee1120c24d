// Answers of the expression language as docs/expressions.md and the conformance cases write them:
// `3`, `"hand"`, `#2`, `{#1 #2}`, `absent`, `2 diverged: observed 7 at 20`, `unknown: stale 20 since 21`.
#pragma once

#include <fmt/format.h>

#include <string>

#include "engine/expression/value.h"
#include "engine/state.h"

namespace docket {

class Said {
 public:
  /// Cards are numbered as they are in that state.
  explicit Said(const State& state) : state_(state) {}

  [[nodiscard]] std::string value(const expression::Value& value) const {
    std::string text = value.isAbsent() ? "absent" : value.isUnknown() ? "unknown" : known(value);
    if (!value.isUnknown() && value.grade == expression::Grade::unverified) text += " unverified";
    if (!value.isUnknown() && value.grade == expression::Grade::diverged) text += " diverged";
    std::string before = ": ";
    for (const expression::Reason& one : value.reasons) {
      text += before + reason(one);
      before = ", ";
    }
    return text;
  }

 private:
  [[nodiscard]] std::string card(CardIndex index) const { return fmt::format("#{}", state_.cards[index].number); }

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
        if (state_.isCard(value.entity)) return card(value.entity);
        if (kindOf(value.entity) == EntityKind::player) return fmt::format("P{}", numberOf(value.entity));
        if (kindOf(value.entity) == EntityKind::game) return "game";
        return fmt::format("{} {}", kindOf(value.entity) == EntityKind::place ? "place" : "unit",
                           numberOf(value.entity));
    }
  }

  [[nodiscard]] std::string reason(const expression::Reason& reason) const {
    using Kind = expression::Reason::Kind;
    switch (reason.kind) {
      case Kind::identity_unknown:
        return "what is " + card(reason.subject);
      case Kind::text_unknown:
        return "what says " + card(reason.subject);
      case Kind::observed:
        return fmt::format("observed {}", reason.event);
      case Kind::differs:
        return fmt::format("observed {} at {}", reason.seen ? std::to_string(*reason.seen) : "absent", reason.event);
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
        return "not computed " + card(reason.subject);
      case Kind::place_uncertain:
        return "where it works " + card(reason.subject);
      case Kind::face_uncertain:
        return "on which side it works " + card(reason.subject);
      case Kind::trait_uncertain:
        return "what a trait of " + card(reason.subject) + " does";
      case Kind::limits_uncertain:
        return "limits uncertain";
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
inline std::string said(const State& state, const expression::Value& value) { return Said(state).value(value); }

}  // namespace docket
