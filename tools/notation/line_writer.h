// Writes an event as a line of the transcript: its phrase (phrases.h), and the other fields in braces.
// Invariant: the line states every field of the event; reading it gives the same event.
#pragma once

#include <capnp/dynamic.h>

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/state/state.h"
#include "tools/notation/name_resolution.h"
#include "tools/notation/phrases.h"

namespace docket::notation {

/// The context of a line: the table just after the event.
struct WriteContext {
  const State& state;
  Rules rules;
  const Titles& titles;
  const Names& names;  ///< of the game, including the event's own
  Seat viewer = 0;     ///< what this seat does not know is written as unknown; 0: everything is written
};

class LineWriter {
 public:
  LineWriter(const WriteContext& context, schema::Event::Reader event) : context_(context), event_(event) {}

  /// The line without its number, and its "=" and "+" lines. Call it once.
  [[nodiscard]] std::string text(std::vector<std::string>& details) &&;

 private:
  using Struct = capnp::DynamicStruct::Reader;

  /// A struct whose fields a phrase writes.
  struct Scope {
    std::vector<std::pair<FieldHolder, Struct>> holders;
    Seat who = 0;          ///< in front of the verb
    bool several = false;  ///< it is not the only player there
    std::set<const FieldShape*> written{}, braced{};
    std::string text{};
    [[nodiscard]] Struct of(const FieldAt& field) const;
    [[nodiscard]] capnp::DynamicValue::Reader get(const FieldAt& field) const;
    [[nodiscard]] std::int64_t number(const FieldAt& field) const;
    [[nodiscard]] bool isSaid(const FieldAt& field) const;
    void add(std::string_view word);
  };

  [[nodiscard]] std::string eventText(bool with_details);
  [[nodiscard]] const Phrase* choose(const std::vector<Phrase>& phrases, const Scope& scope) const;
  void writeSubject(const Phrase& phrase, Scope& scope) const;
  void writeCoSubjects(const FieldAt& field, Scope& scope) const;
  void say(const Phrase& phrase, Scope& scope) const;
  [[nodiscard]] bool canSay(const Item& item, const Scope& scope) const;
  [[nodiscard]] bool canSay(const Part& part, const Scope& scope) const;
  [[nodiscard]] bool canSayOne(const capnp::DynamicValue::Reader& value, const FieldShape& field) const;
  void say(const Part& part, Scope& scope) const;
  [[nodiscard]] std::string value(const Part& part, const Scope& scope) const;
  [[nodiscard]] std::string one(const capnp::DynamicValue::Reader& value, const FieldShape& field) const;
  [[nodiscard]] std::string zone(const Part& part, const Scope& scope) const;
  [[nodiscard]] std::string card(std::uint32_t number) const;
  [[nodiscard]] std::string entity(Entity entity) const;
  /// The title of a card: an empty text if it has none, nullopt if the card's identity is unknown.
  [[nodiscard]] std::optional<std::string_view> title(std::uint32_t number) const;
  /// True if an identity follows from its card's title alone.
  [[nodiscard]] bool followsFromTitle(schema::Identity::Reader identity, std::string_view title) const;
  /// ` {...}` with the fields not yet written; empty if there are none.
  [[nodiscard]] std::string rest(const Scope& scope) const;
  [[nodiscard]] std::string identityLine(schema::Identity::Reader identity) const;
  [[nodiscard]] std::string changeLine(schema::Change::Reader change) const;

  const WriteContext& context_;
  schema::Event::Reader event_;
};

}  // namespace docket::notation
