// Which acts of a game the rules cover (engine/judge/scope_of_rules.h), in words and as JSON: how many were judged and
// in what respect.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/judge/scope_of_rules.h"
#include "events/json/json_writer.h"

namespace docket {

/// Acts of one kind that the same rules cover.
struct ActsInScope {
  schema::Event::Which act{};
  ScopeOfAct scope{};
  std::uint32_t count = 0;
};

/// The acts of a game by the rules that cover them, in the order of the schema.
class ScopeTally {
 public:
  void add(schema::Event::Which act, const ScopeOfAct& scope);

  [[nodiscard]] std::uint32_t acts() const { return whole_ + part_ + none_; }
  [[nodiscard]] std::uint32_t whole() const { return whole_; }
  [[nodiscard]] std::uint32_t part() const { return part_; }
  [[nodiscard]] std::uint32_t none() const { return none_; }
  [[nodiscard]] std::uint32_t judged() const { return whole_ + part_; }
  [[nodiscard]] const std::vector<ActsInScope>& lines() const { return lines_; }

 private:
  std::uint32_t whole_ = 0, part_ = 0, none_ = 0;
  std::vector<ActsInScope> lines_;
};

/// "judged by its rules", "judged in part", "no rule here covers it".
[[nodiscard]] std::string_view scopeGrade(const ScopeOfAct& scope);
/// "how often it is done, what the text of the card says"; empty if no rule covers it.
[[nodiscard]] std::string scopeWords(const ScopeOfAct& scope);
/// The judged part of one event: "judged in part: how often it is done", "no rule here covers it".
[[nodiscard]] std::string judgedWords(const ScopeOfAct& scope);
/// "ability activated" of abilityActivated.
[[nodiscard]] std::string actKindWords(schema::Event::Which act);

/// A line for each kind of act.
[[nodiscard]] std::vector<std::string> tallyLines(const ScopeTally& tally);
/// {"acts","whole","part","none","kinds":[{"act","judged","of","count"}]} as members of the object that is open.
void writeScope(JsonWriter& json, const ScopeTally& tally);

}  // namespace docket
