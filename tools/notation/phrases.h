// The phrases of the transcript: for each kind of event the words in which its line says which of its fields. What is
// written and what is read both go by this one table, so they cannot disagree; a field that a phrase does not have
// stands in braces behind it (table_fields.h).
//
//   word            stands there as it is           word:field=value   and says that the field has that value
//   <field>         its value, by its type          <owner/zone>       a zone, its owner before it if not who acts
//   <cards#>        numbers without titles          <owner?/zone>      the same; no owner is nobody, which is the actor
//   <first+count>   #1..#3                          <seats%>           P1 P2
//   [ ... ]         is left out where it is default
//
// A field is one of the payload, else of the context, else of the event. What stands in front of its own word can be
// typed in any order.
// Invariant: every payload has a phrase, or is written as "! payload".
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "events/shape.h"
#include "schemas/event.capnp.h"

namespace docket::notation {

/// In which struct a field is.
enum class Home : std::uint8_t { payload, context, event };

/// A field of a phrase; none: a null shape.
struct FieldAt {
  Home home = Home::payload;
  const FieldShape* shape = nullptr;
  explicit operator bool() const { return shape != nullptr; }
  friend bool operator==(const FieldAt&, const FieldAt&) = default;
};

struct Part {
  enum class Kind : std::uint8_t { word, value, numbers, zone, range, seats };
  Kind kind = Kind::word;
  std::string_view word{};
  FieldAt field{};
  FieldAt other{};                   ///< of a zone: whose; of a range: how many
  std::int64_t constant = 0;         ///< of a word that stands for a value of its field
  bool nobody_is_the_actor = false;  ///< of a zone
};

/// Parts that stand or fall together. One that begins with a word is found by it, the others by their order.
struct Item {
  bool optional = false;
  std::vector<Part> parts{};
  [[nodiscard]] bool isClause() const { return parts.front().kind == Part::Kind::word; }
};

/// Who stands in front of the verb, and who did it unless "by" says otherwise.
enum class Lead : std::uint8_t {
  none,     ///< nobody, and nobody did it
  actor,    ///< who did it; unsaid: the player whose turn it is
  judge,    ///< who did it; unsaid: nobody
  player,   ///< the player of a field, who did it as well
  others,   ///< the player of a field, and nobody did it
  subject,  ///< the entity of a field; where it is a player, he did it
};

struct Phrase {
  schema::Event::Which payload{};
  Lead lead = Lead::none;
  FieldAt led{};              ///< the field in front of the verb, if any
  bool of_stat = false;       ///< of a change: only where it is about a stat
  std::vector<Part> verb{};   ///< words
  std::vector<Item> items{};  ///< in the order in which they are written
};

/// All phrases of events.
[[nodiscard]] const std::vector<Phrase>& eventPhrases();
/// Those of a continuous change, after its "+".
[[nodiscard]] const std::vector<Phrase>& changePhrases();
/// That of an identity, after its "=".
[[nodiscard]] const Phrase& identityPhrase();

/// The payload's field of the union of Event.
[[nodiscard]] const FieldShape& payloadShape(schema::Event::Which payload);
/// The field of that name in the scope of a payload; none where there is none.
[[nodiscard]] FieldAt fieldOf(schema::Event::Which payload, std::string_view name);

/// Whether a word means something in a phrase, so that a name of the same letters has to be a string.
[[nodiscard]] bool isReserved(std::string_view word);
/// Whether a word begins a line that says an event: a verb, short for one or said for one, or the name of an event.
[[nodiscard]] bool isVerb(std::string_view word);
/// The word of a phrase that people also say so: "activates" is "uses", "into" is "to"; empty for any other.
[[nodiscard]] std::string_view synonymOf(std::string_view word);

}  // namespace docket::notation
