@0xc3f1a2d85be74096;
# A play script: how games of one ruleset are made up by `docket generate`. It says what players who follow the
# rules do, and for each move the nearest one that breaks them. Written as JSON with // comments.
#
# A line is an event in words, as `cardMoved card=$a player=$me zone="hand"`: the payload's name as in event.capnp, then
# its fields. A word "P$me" before it is the actor; `causes=[$e1]` and `group=$e1` are the envelope's; `definition=KEY`
# identifies a created card. A line that begins with "+" is a continuous change that begins with the event before it.
#   $me $other   seats: whose turn it is, and the next one      $e1 $e2 ...  the events of the move, by its lines
#   $first $second   seats: who had the first turn, and the next one
#   $a           the card picked as "a"                $a.owner $a.controller $a.ability $a.host $a.definition
#   $new         the next free card number               3..7         a number drawn from these
#   $top 5 deck  the five cards on top of $me's pile                $othertop 5 deck   of $other's
# The line `let n=1..3` gives $n a value for the rest of the move. `rewound to=$start` goes back to before the move, which
# must not bring cards into the game; a plant that ends with it is followed by the lines of the move. A line
# `? CLAUSE: CLAIM` is a ruling that cites the clause: in a plant the claim is wrong, everywhere else it is right.
using Cxx = import "/capnp/c++.capnp";
using Event = import "event.capnp";
using Card = import "card.capnp";
$Cxx.namespace("docket::schema");

struct Play {
  ruleset @0 :Text;             # name of the ruleset that it is for
  note @1 :Text;
  seats @2 :UInt8 = 2;
  decks @3 :List(Deck);         # of each player
  opening @4 :List(Move);       # before the first turn, each once, in order; $me is the first player
  turns @5 :Turns;
  moves @6 :List(Move);
  endings @7 :List(Move);       # one of them ends the game
  answers @8 :List(Answer);
  format @9 :Text;              # the header's

  struct Turns {
    period @0 :Text;            # what players take in turn; empty: the first period that is not within another
    within @1 :Text;            # what it consists of; empty: the first period in it that has names
    named @2 :List(Text);       # which of them; empty: all
    least @3 :UInt16 = 4;
    most @4 :UInt16 = 8;
    moves @5 :UInt16 = 3;       # at most in each of them
    shared @6 :Bool;            # it belongs to no player: a round
    timeless @7 :Bool;          # no period begins
    smaller @8 :List(Text);     # periods that begin in each of them, in this order, before anything is played
  }
  struct Deck {
    zone @0 :Text;
    cards @1 :Pick;             # cards of the catalogue, by types, keywords, without, keys
    count @2 :UInt16;
    copies @3 :UInt16 = 3;      # at most of one title
    shuffled @4 :Bool = true;
    plants @5 :List(DeckPlant);
    shared @6 :Bool;            # it belongs to no player
  }
  struct DeckPlant {
    # An illegal deck: `cards` replace as many others.
    clauses @0 :List(Text);     # the deck rules that it breaks; limits on copies need not be listed
    what @1 :Text;
    cards @2 :List(Text);
    count @3 :UInt16;           # of cards in it; 0: as many as it should have
  }
  struct Move {
    name @0 :Text;
    weight @1 :UInt16 = 1;      # 0: the move itself is never made, only its plants
    in @2 :List(Text);          # only in these, by the names of the inner period; empty: any
    picks @3 :List(Pick);
    lines @4 :List(Text);
    plants @5 :List(Plant);
    each @6 :Bool;              # of the opening: once for each player, who is $me
  }
  struct Pick {
    # A card, drawn from those that fit all fields.
    as @0 :Text;
    zones @1 :List(Text);       # empty: those in play
    whose @2 :Whose;            # in play by controller, elsewhere by the zone's player
    types @3 :List(Text);       # any of these
    keywords @4 :List(Text);    # any of these
    without @5 :List(Text);     # none of these keywords
    keys @6 :List(Text);        # any of these
    face @7 :Event.Face;
    turned @8 :Text;            # its orientation
    ability @9 :Bool;           # it has an ability for which only limits matter; $a.ability is one
    designators @10 :List(Text);
    attached @11 :Attached;
    like @12 :Text;             # a copy: the title of the card that was picked under that name
    number @13 :UInt16;         # the number of an ability, whatever its text says
    beside @14 :Text;           # not controlled by the player who controls the card picked under that name
    notTypes @15 :List(Text);
    enum Whose { mine @0; others @1; anyones @2; ownedByMe @3; }
    enum Attached { either @0; no @1; yes @2; }
  }
  struct Plant {
    clauses @0 :List(Text);     # what it breaks: a finding each
    what @1 :Text;
    picks @2 :List(Pick);       # replaces the move's picks of the same name, or adds to them
    lines @3 :List(Text);       # replaces the move's lines; empty: the same lines
    at @4 :UInt16;              # the line at which it shows, from 1; 0: the last
    late @5 :Bool;              # it shows at the next deadline
  }
  struct Answer {
    # What must follow an event whenever it happens: a card's triggered trait.
    to @0 :Text;                # a payload
    named @1 :Text;             # the value that one of its fields must have
    pick @2 :Pick;              # the card that answers; each such card does
    own @3 :Bool;               # only if the event is about the card that answers
    lines @4 :List(Text);       # $event is the event that is answered, $card its card, $who its player
    plants @5 :List(Plant);
  }
}
