// The phrases of the transcript: for each kind of event, the words of its line and the fields that they say. The writer
// and the reader share this table, so they cannot disagree; a field that the phrase lacks follows in braces (fields.h).
//
//   word              a literal word
//   word:field=value  a literal word, which says that the field has that value
//   <field>           the value of the field, written by its type
//   <owner/zone>      a zone, after its owner if that is not the acting player
//   <owner?/zone>     the same; if the record gives no owner, it is the acting player
//   <cards#>          numbers without titles
//   <first+count>     #1..#3
//   <seats%>          P1 P2
//   [ ... ]           a part that is left out if it has the default value
//
// A field is one of the payload, else of the context, else of the event. Parts before its own word can be typed in any
// order.
// Invariant: every payload has a phrase, or is written as "! payload".
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "events/shape.h"
#include "schemas/event.capnp.h"

namespace docket::notation {

/// The struct that a field is in.
enum class FieldHolder : std::uint8_t { payload, context, event };

/// A field of a phrase; none: a null shape.
struct FieldAt {
  FieldHolder holder = FieldHolder::payload;
  const FieldShape* shape = nullptr;
  explicit operator bool() const { return shape != nullptr; }
  friend bool operator==(const FieldAt&, const FieldAt&) = default;
};

struct Part {
  enum class Kind : std::uint8_t { word, value, numbers, zone, range, seats };
  Kind kind = Kind::word;
  std::string_view word{};
  FieldAt field{};
  FieldAt other{};                    ///< of a zone: the owner; of a range: the count
  std::int64_t constant = 0;          ///< of a word that stands for a field's value
  bool no_owner_means_actor = false;  ///< of a zone
};

/// Parts that are written or left out together. An item that begins with a word is found by the word, others by their
/// order.
struct Item {
  bool optional = false;
  std::vector<Part> parts{};
  [[nodiscard]] bool hasKeyword() const { return parts.front().kind == Part::Kind::word; }
};

/// The subject in front of the verb, and the actor unless "by" names another.
enum class SubjectKind : std::uint8_t {
  none,     ///< no subject, no actor
  actor,    ///< the actor; default: the player whose turn it is
  judge,    ///< the actor; default: none
  player,   ///< a field's player, who is also the actor
  others,   ///< a field's player; no actor
  subject,  ///< a field's entity; if it is a player, also the actor
};

struct Phrase {
  schema::Event::Which payload{};
  SubjectKind subject_kind = SubjectKind::none;
  FieldAt subject_field{};      ///< the field in front of the verb, if any
  FieldAt co_subjects{};        ///< a list of more players after it: "P1 and P3 win"
  bool of_stat = false;         ///< of a change: only if it is about a stat
  bool deals_no_cards = false;  ///< no later line is about a card that this one leaves unnamed
  std::vector<Part> verb{};     ///< words
  std::vector<Item> items{};    ///< in the order in which they are written
};

/// The phrases of all events.
[[nodiscard]] const std::vector<Phrase>& eventPhrases();
/// The phrases of continuous changes, after the "+".
[[nodiscard]] const std::vector<Phrase>& changePhrases();
/// The phrase of an identity, after the "=".
[[nodiscard]] const Phrase& identityPhrase();

/// The field of a payload in the union of Event.
[[nodiscard]] const FieldShape& payloadShape(schema::Event::Which payload);
/// The field with that name in the scope of a payload; a null shape if there is none.
[[nodiscard]] FieldAt fieldOf(schema::Event::Which payload, std::string_view name);

/// True if a phrase uses the word, so that a name with the same spelling must be quoted.
[[nodiscard]] bool isReserved(std::string_view word);
/// True if a word can begin an event's line: a verb, its abbreviation or synonym, or an event's name.
[[nodiscard]] bool isVerb(std::string_view word);
/// The phrase word that a synonym stands for: "uses" for "activates", "to" for "into"; empty for any other word.
[[nodiscard]] std::string_view synonymOf(std::string_view word);

}  // namespace docket::notation
