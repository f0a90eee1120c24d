@0xb1c5d0f2a96e4731;
# Annotations with the constraints of fields. The JSON form, the validator and the public bytes are derived from them, so
# each constraint is stated once, at the field.
using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("docket::schema");

annotation name(field) :Void;
# UInt16: an index into the game's table of names (zones, stats, phases, keywords, ...); 0 is the empty name.
# In JSON it is the name itself.

annotation card(field) :Void;
# UInt32: the number of a card of the game, from 1; 0 is "no card". Must have been introduced before it is used.

annotation orNone(field) :Void;
# Of a field `card`: it may be 0, which is "no card".

enum Presence {
  # How the card that an event is about must be there before it. Otherwise nothing of the event is folded.
  known @0;               # it has existed
  exists @1;              # it exists now
}

annotation about(field) :Presence;
# Of a field `card` of a payload: the card that the event is about. An event without such a field is about no card, or
# about several.

annotation newCard(field) :Void;
# UInt32: the number of a card that this event introduces (the first of `count` cards, if there is a count).

annotation entity(field) :Void;
# UInt32: a card, a player, a place, a unit or the game; see Entity in event.capnp. In JSON "#57", "P1", "place 3".

annotation seat(field) :Void;
# UInt8: a player's seat, from 1; 0: none. In JSON the number.

annotation event(field) :Void;
# UInt32: the number of an earlier event of this game, from 1; 0 is "none".

enum Assumption {
  # What an event assumes about the table. If an assumption is false, the record contradicts itself, whatever the
  # ruleset (engine/judge/table_check.h). Events of one group happen on the table as it was before the first of them and
  # leave it as it is after the last: two cards that change places take no slot that is taken.
  gameIsNotOver @0;       # it has not ended
  cardsExist @1;          # the cards that it names exist
  cardsAreInZone @2;      # the cards lie where it says that they come from
  slotIsFree @3;          # no other card lies in the slot that it fills
  cardIsInPlay @4;        # in a zone that is in play
  cardIsAttached @5;      # or was: the rules may already have detached it
  hostIsDistinct @6;      # the host is not the card itself, nor something attached to it
  periodIsUnderWay @7;
  activationIsOpen @8;    # it was made, and did not resolve before
  enoughExist @9;         # as many cards, as many counters, as much of what is paid
  linkIsNext @10;         # the chain has one link less
  hasCause @11;           # an earlier event causes it, if control changes or a player acts with another's card; without
                          # one it is unexplained, not impossible
}

annotation assumes @0xe7d9b1c25f3a8046 (field, group) :List(Assumption);
# On a payload of an event: what must hold before it, besides what other marks require of its fields.

annotation judge(field) :Void;
# Text: the name of the judge who decides by this event.

annotation hidden(field) :Void;
# A field that some seats may not see. The public form of the event has a salted commitment instead.

annotation discretion(group) :Text;
# On a payload: it is a matter of a judge's discretion, with its word for people. Its fields marked `judge`, `people`,
# `event` and `seat` say who decided, why, about which event and which player.

annotation claim(field) :Void;
# Text: what a recorder or a judge claims, an expression or its value.

# -- of documents (ruleset.capnp, card.capnp). Each text in them has exactly one of the first five; a test checks this.
# Documents are checked against them on import (engine/rules/check/document_check.h).

annotation people(field) :Void;
# Text for people: nothing is computed from it. In events: what a judge or a recorder notes.

annotation expression(field) :Void;
# In the language of docs/expressions.md. In JSON a text, or a list of its lines.

annotation json @0xc3a7d1f04e9b5826 (field) :Void;
# Text that holds a value of any kind as JSON. In JSON it is the value itself, and not a text with JSON in it.

annotation word(field) :Void;
# A text without a kind of name, such as a version or a group: only equality matters.

annotation declares(field) :NameKind;
# Declares a name of that kind.

annotation names(field) :NameKind;
# A name of that kind, which must be declared elsewhere. For a name of an event, the ruleset declares all of them
# (engine/query/acts/recorded_names.h).

annotation readWith(field) :Text;
# The field is read only together with another of the same struct: "everyAbility", which must be set, or "what=that" and
# "counted=plays|activations", which must be one of these. Set without that field, it is refused.

annotation needed(field) :Void;
# Required: an item without it is refused.

annotation once(field) :Void;
# No two items of a list have the same value.

annotation repeats(field) :Void;
# A list in which repeated items count separately.

enum NameKind {
  clause @0; payload @1; reading @2; zone @3; orientation @4; period @5; periodName @6; stat @7; value @8; type @9;
  supertype @10; subtype @11; keyword @12; keywordKind @13; attribute @14; attributeValue @15; characteristic @16;
  limit @17; permission @18; speaker @19; requirement @20; trigger @21; format @22;
  # names that events use; see vocabulary.capnp
  reason @23; method @24; designator @25; attachment @26; counter @27; choice @28; ending @29;
  # of cards
  key @30; title @31; ability @32;
  # the kind depends on a neighbouring field: the kind of event, the effect, the reading; a number is a choice, or of the
  # ability with that designator
  ofEvent @33; ofEffect @34; ofReading @35; ofNumber @36;
  zonePart @37;
  told @38;        # what is said about cards
  following @39;   # a required follow-up
  tally @40;       # a count of events
}
