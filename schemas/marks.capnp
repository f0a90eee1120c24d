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

annotation hidden(field) :Void;
# A field that some seats may not see. In the public form of the event a salted commitment stands for it.
