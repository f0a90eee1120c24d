@0x9d3c6a51f7e80b24;
# Wordings: how the printed texts of a game's cards are read. A document of the kind lies beside a ruleset; adding a
# wording to it is a line (and a case), and no program. Written as JSON, compiled when loaded; docs/reading_cards.md
# tells it to those who write one, with the language of patterns.
using Cxx = import "/capnp/c++.capnp";
using Card = import "card.capnp";
using Marks = import "marks.capnp";
$Cxx.namespace("docket::schema");

struct Wordings {
  name @0 :Text $Marks.word;
  version @1 :Text $Marks.word;
  ruleset @2 :Text $Marks.word;      # name of the ruleset whose limits, zones and clauses they speak of
  note @3 :Text $Marks.people;
  layout @4 :Layout;
  phrases @5 :List(Phrase);
  wordings @6 :List(Wording);
  doubts @7 :List(Doubt);
}

struct Layout {
  # How a text is divided before its words are read.
  divided @0 :Divided;
  labels @1 :Label;
  colon @2 :Bool;             # the first colon of a sentence ends its condition
  semicolon @3 :Bool;         # the first semicolon of a sentence (after a colon) ends its cost
  arrow @4 :Bool;             # the first arrow ends its cost
  begun @5 :List(Begun);      # what a card has before a word of it is read
  others @6 :List(Default);   # what a sentence is that nothing else says something of; the first line that fits
  unsaid @7 :List(Begun);     # what an ability has of which no wording says it; the first line that fits
  flavor @8 :List(Cards);     # cards whose text says nothing of the game
  wholly @9 :List(Wording.Block);   # parts of which the words give something only where every word of their section is
                              # read and nothing is left of any: of a text half understood, nothing is taken

  enum Divided {
    sentences @0;             # each sentence by itself; what a bullet opens is an item of the sentence before
    lines @1;                 # each line
    textBox @2;               # as the ruleset takes text boxes apart: traits and abilities
  }
  enum Label {
    none @0;
    boldColon @1;             # bold words, or words, before a colon at the beginning: the ability's label
  }
  struct Begun {
    of @0 :Cards;
    gives @1 :Card.Ability;
    takesFirst @2 :Bool;      # the first sentence that would open an ability is this one's
  }
  struct Default {
    of @0 :Cards;
    is @1 :Opens;
  }
}

struct Cards {
  # Which cards; every list that is there has to hold one that the card has. Empty: all cards.
  types @0 :List(Text) $Marks.word;
  subtypes @1 :List(Text) $Marks.word;
  keys @2 :List(Text) $Marks.word;
  fields @3 :List(Text) $Marks.word;       # of the card's texts: "text", "pendulum"
  notSubtypes @4 :List(Text) $Marks.word;  # it has none of these
  knownFields @5 :List(Text) $Marks.word;  # of these texts it is known what they say, or that it has none
}

enum Opens {
  nothing @0;    # what it is in is decided elsewhere
  ability @1;    # it begins an ability
  trait @2;      # it begins a continuous trait
  triggered @3;  # it begins a triggered trait
  joins @4;      # it goes on with what comes before it
  begun @5;      # it belongs to what the card has before a word of it is read
  none @6;       # it belongs to no ability: it is about the card itself
  items @7;      # it begins no ability; what its bullets open does
}

struct Phrase {
  # A part of patterns that has a name: <name> in a pattern is one of these.
  name @0 :Text $Marks.word;
  is @1 :List(Alternative);
  struct Alternative {
    words @0 :Text $Marks.word;   # a pattern
    means @1 :Text $Marks.word;   # what <name> stands for in what a wording gives; empty: the words
  }
}

struct Wording {
  name @0 :Text $Marks.word;            # by which cases and corrections speak of it; once
  words @1 :List(Text) $Marks.word;     # patterns, one of which fits
  in @2 :List(Block);                   # the parts of a text in which it is looked for; empty: any
  at @3 :At;
  of @4 :Cards;
  layer @5 :Text $Marks.word;           # words are read once in each layer; empty: by the wordings without one
  clause @6 :Text $Marks.word;          # that says it
  gist @7 :Text $Marks.people;          # what was made of the words, for people
  hint @8 :Bool;                        # the words show something and are not thereby understood
  opens @9 :Opens;
  gives @10 :Card.Ability;              # to the ability: what it names, and what its lists hold. <name> is filled in
  card @11 :Card.Card;                  # to the card, likewise
  limits @12 :List(Limit);
  leaves @13 :List(Card.Matter);        # what of its words is not said by what it gives
  keepsItems @14 :Bool;                 # its bullets are what it chooses among: whatever they say, they join it
  used @15 :Bool;                       # the trait that it opens is used, if somebody likes: limits are on it too
  only @16 :Text $Marks.word;   # of the wordings that have this one a section has one at most: else it is not understood
  needs @17 :Text $Marks.word;  # `only` of one that must stand before it in its section: "target" for "him"

  enum Block { sentence @0; condition @1; cost @2; effect @3; label @4; heading @5; item @6; aside @7; trait @8;
    plain @9;   # a sentence or an item that has neither a condition nor a cost
  }
  enum At { anywhere @0; start @1; end @2; whole @3; }
  struct Limit {
    limit @0 :Text $Marks.word;
    on @1 :On;
    shared @2 :Bool;            # they share it; else each has its own
    max @3 :Text $Marks.word;   # a number, or <name> of one; empty: the ruleset's own
    name @4 :Text $Marks.word;  # under which other card's title it is counted: <name>
  }
  enum On {
    this @0;         # the ability in which it stands
    previous @1;     # the nearest one before
    next @2;         # the nearest one after
    every @3;        # every ability of the text
    preceding @4;    # every one before
    following @5;    # every one after
    items @6;        # the items of the sentence
    begun @7;        # the one that the card has before a word of it is read
    card @8;         # the card itself
  }
}

struct Doubt {
  # What words can be about where nobody read them. Where a document has a line about "nothing", a word that stands in
  # no line can be about anything; else, a word that stands in no line is about nothing.
  words @0 :List(Text) $Marks.word;
  about @3 :About;
  matter @1 :Card.Matter;                      # of about=matter
  on @2 :List(Text) $Marks.names(payload);     # of event.capnp; of about=turn: what is asked of this card alone
  enum About {
    matter @0;    # these words leave it in doubt
    nothing @1;   # they leave nothing in doubt
    acts @2;      # where their sentence leaves in doubt what may be done: it speaks of these events, read or not
    itself @3;    # likewise: it speaks of this card alone
    turn @4;      # likewise: what is done by using it lasts until the turn ends, if no words say that it is longer
    longer @5;
  }
}

struct Corrections {
  # What somebody decided about words of cards; it outranks the wordings, and the next reading keeps it.
  ruleset @0 :Text $Marks.word;
  corrections @1 :List(Correction);
  struct Correction {
    who @0 :Text $Marks.people;
    date @1 :Text $Marks.word;       # YYYY-MM-DD
    wording @2 :Wording;             # with `of` its cards; its words are what is printed
  }
}
