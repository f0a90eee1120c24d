@0xb1c5d0f2a96e4731;
# Annotations by which the other schemas carry their own constraints. The JSON twin, the validator and the
# public bytes are driven by them, so that a constraint is stated once, here where the field is declared.
using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("docket::schema");

annotation name(field) :Void;
# UInt16: an index into the game's table of names (zones, stats, phases, keywords, ...); 0 is the empty name.
# In JSON it is the name itself.

annotation card(field) :Void;
# UInt32: the number of a card of the game, from 1; 0 is "no card". Must have been introduced before it is used.

annotation orNone(field) :Void;
# Of a field `card`: it may be 0, which is "no card".

annotation newCard(field) :Void;
# UInt32: the number of a card that this event introduces (the first one of `count`, where there is a count).

annotation entity(field) :Void;
# UInt32: a card, a player, a place, a unit or the game; see Entity in event.capnp. In JSON "#57", "P1", "place 3".

annotation seat(field) :Void;
# UInt8: a player's seat, from 1; 0 is nobody. In JSON the number.

annotation event(field) :Void;
# UInt32: the number of an earlier event of this game, from 1; 0 is "none".

enum Assumption {
  # What an event takes for granted of the table that it happens on. Where it is not so the record contradicts itself,
  # whatever the ruleset says (engine/table_sense.h asks). Events of one group happen on the table as it was before the
  # first of them and leave it as it is after the last: two cards that change places take no slot that is taken.
  theGameGoesOn @0;       # it has not ended
  cardsAreThere @1;       # the cards that it names exist
  cardsLieThere @2;       # the cards lie where it says that they come from
  theSlotIsFree @3;       # no other card lies in the slot that it fills
  cardIsInPlay @4;        # in a zone that is in play
  cardIsAttached @5;      # or was: a record may say that it comes off where the rules have come to that already
  hostIsAnother @6;       # the host is not the card itself, nor something attached to it
  periodIsUnderWay @7;
  activationIsOpen @8;    # it was made, and did not resolve before
  thereAreSoMany @9;      # as many cards, as many counters, as much of what is paid
  linkIsNext @10;         # the chain has one link less
  somethingCausesIt @11;  # an earlier event is its cause: where none is named it is not impossible, but unexplained
}

annotation takesForGranted @0xe7d9b1c25f3a8046 (field, group) :List(Assumption);
# On a payload of an event: what has to be so before it, beside what the other marks say of its fields.

annotation hidden(field) :Void;
# A field that some seats may not see. In the public form of the event a salted commitment stands for it.
