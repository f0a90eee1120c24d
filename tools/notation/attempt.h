// One attempt to read a line as one phrase: its context, the struct that it fills, and what else the line has said so
// far. Internal to the reading of lines.
// Invariant: an attempt that fails leaves nothing but its error.
#pragma once

#include <capnp/dynamic.h>

#include <cstdint>
#include <vector>

#include "tools/notation/line_reader.h"

namespace docket::notation {

struct Attempt {
  using Struct = capnp::DynamicStruct::Builder;

  const LineContext& context;
  const CardFinder& finder;
  Cursor& line;
  const Phrase& phrase;
  Struct payload;
  bool in_correction = false;                     ///< the line is the replacement in a correction
  std::size_t verb_words = 0;                     ///< of a verb that a document declares; 0: the phrase's own verb
  const VerbMeaning* declared_meaning = nullptr;  ///< the meaning of that verb; null: the phrase's own verb
  schema::Event::Builder event{nullptr};          ///< of an event: the whole of it, whose payload is set
  bool of_event = false;
  Seat who = 0;                 ///< the player who did it
  std::uint32_t next_card = 0;  ///< the card that "=" is about if it names none

  std::vector<Mention> mentions{};
  std::vector<Revealed> revealed{};
  std::vector<std::uint32_t> named{};  ///< known cards that the line gives by title alone
  std::vector<CardWords> drawn{};      ///< the cards of a draw, until its pile is known
  CardWords card_words{};              ///< the last card that was typed
  bool numbered = false;               ///< true if that card was typed with its number
  bool owner_said = false;             ///< the owner of the zone was typed
  bool zone_meant = false;             ///< the zone is the verb's default, without a stated owner

  [[nodiscard]] const State& state() const { return context.state; }
  [[nodiscard]] const Ruleset& ruleset() const { return context.rules.ruleset; }
  /// The struct that has a field.
  [[nodiscard]] Struct of(const FieldAt& field);
  void set(const FieldAt& field, const capnp::DynamicValue::Reader& value) { of(field).set(field.shape->field, value); }
  /// Sets the field of a word that stands for a value.
  void setConstant(const Part& part);
};

}  // namespace docket::notation
