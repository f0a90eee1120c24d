@0x9d3c6a51f7e80b24;
# Wordings: how the printed texts of a game's cards are read. Such a document belongs to a ruleset; a new wording is one
# line and one case, without code. Written as JSON, compiled when loaded; docs/reading_cards.md explains how to write
# one, with the language of patterns.
using Cxx = import "/capnp/c++.capnp";
using Card = import "card.capnp";
using Marks = import "marks.capnp";
$Cxx.namespace("docket::schema");

struct Wordings {
  name @0 :Text $Marks.word;
  version @1 :Text $Marks.word;
  ruleset @2 :Text $Marks.word;      # name of the ruleset whose limits, zones and clauses they use
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
  begun @5 :List(Begun);      # what a card has before its text is read
  others @6 :List(Default);   # what a sentence is if no wording says what it opens; the first entry that fits
  unsaid @7 :List(Begun);     # an ability's default values; the first entry that fits
  flavor @8 :List(Cards);     # cards whose text is not about the game
  wholly @9 :List(Wording.Block);   # parts that count only if every word of their section is read completely: nothing is
                              # taken from a text that is understood in part

  enum Divided {
    sentences @0;             # each sentence by itself; a bullet opens an item of the sentence before it
    lines @1;                 # each line
    textBox @2;               # as the ruleset divides text boxes: into traits and abilities
  }
  enum Label {
    none @0;
    boldColon @1;             # bold words, or words, before a colon at the beginning: the ability's label
  }
  struct Begun {
    of @0 :Cards;
    gives @1 :Card.Ability;
    takesFirst @2 :Bool;      # the first sentence that would open an ability belongs to this one
  }
  struct Default {
    of @0 :Cards;
    is @1 :Opens;
  }
}

struct Cards {
  # Which cards: of every list that is set, the card must have one item. Empty: all cards.
  types @0 :List(Text) $Marks.word;
  subtypes @1 :List(Text) $Marks.word;
  keys @2 :List(Text) $Marks.word;
  fields @3 :List(Text) $Marks.word;       # of the card's texts: "text", "pendulum"
  notSubtypes @4 :List(Text) $Marks.word;  # it has none of these
  knownFields @5 :List(Text) $Marks.word;  # the content of these texts is known, or that the card has none
}

enum Opens {
  nothing @0;    # decided elsewhere
  ability @1;    # it begins an ability
  trait @2;      # it begins a continuous trait
  triggered @3;  # it begins a triggered trait
  joins @4;      # it continues what comes before it
  begun @5;      # it belongs to what the card has before its text is read
  none @6;       # it belongs to no ability: it is about the card itself
  items @7;      # it begins no ability, but the items that its bullets open do
}

struct Phrase {
  # A named part of patterns: <name> in a pattern stands for one of these.
  name @0 :Text $Marks.word;
  is @1 :List(Alternative);
  struct Alternative {
    words @0 :Text $Marks.word;   # a pattern
    means @1 :Text $Marks.word;   # what <name> stands for in what a wording gives; empty: the words
  }
}

struct Wording {
  name @0 :Text $Marks.word;            # by which cases and corrections refer to it; unique
  words @1 :List(Text) $Marks.word;     # patterns, one of which fits
  in @2 :List(Block);                   # the parts of a text in which it is searched; empty: any
  at @3 :At;
  of @4 :Cards;
  layer @5 :Text $Marks.word;           # words are read once in each layer; empty: by the wordings without one
  clause @6 :Text $Marks.word;          # the clause that says so
  gist @7 :Text $Marks.people;          # what the words were read as, for people
  hint @8 :Bool;                        # the words are evidence of something, but do not count as read
  opens @9 :Opens;
  gives @10 :Card.Ability;              # to the ability: its fields and the items of its lists. <name> is filled in
  card @11 :Card.Card;                  # to the card, likewise
  limits @12 :List(Limit);
  leaves @13 :List(Card.Matter);        # what its words are also about, beyond what it gives
  keepsItems @14 :Bool;                 # its bullets are the options of a choice: whatever they say, they join it
  used @15 :Bool;                       # a player may choose whether to use the trait that it opens, so limits apply to it
  only @16 :Text $Marks.word;   # a section has at most one wording with the same `only`; otherwise it is not understood
  needs @17 :Text $Marks.word;  # the `only` of a wording that must come before it in its section: "target" for "him"

  enum Block { sentence @0; condition @1; cost @2; effect @3; label @4; heading @5; item @6; aside @7; trait @8;
    plain @9;   # a sentence or an item that has neither a condition nor a cost
  }
  enum At { anywhere @0; start @1; end @2; whole @3; }
  struct Limit {
    limit @0 :Text $Marks.word;
    on @1 :On;
    shared @2 :Bool;            # they share it; otherwise each has its own
    max @3 :Text $Marks.word;   # a number, or <name> of one; empty: the ruleset's own
    name @4 :Text $Marks.word;  # under which other card's title it is counted: <name>
  }
  enum On {
    this @0;         # the ability that contains it
    previous @1;     # the nearest one before
    next @2;         # the nearest one after
    every @3;        # every ability of the text
    preceding @4;    # every one before
    following @5;    # every one after
    items @6;        # the items of the sentence
    begun @7;        # the one that the card has before its text is read
    card @8;         # the card itself
  }
}

struct Doubt {
  # What unread words can be about. If a document has an entry about "nothing", a word that is in no entry can be about
  # anything; otherwise it is about nothing.
  words @0 :List(Text) $Marks.word;
  about @3 :About;
  matter @1 :Card.Matter;                      # of about=matter
  on @2 :List(Text) $Marks.names(payload);     # of event.capnp; for about=turn: those that concern this card only; for about=matter: only these
  enum About {
    matter @0;    # these words leave it in doubt
    nothing @1;   # they leave nothing in doubt
    acts @2;      # if their sentence leaves in doubt what may be done: it is about these events, read or not
    itself @3;    # likewise: it is about this card only
    turn @4;      # likewise: its effect lasts until the turn ends, unless words say that it lasts longer
    longer @5;    # likewise: its effect lasts longer
    there @6;     # likewise: it applies as long as the card is there, whether it is used or not
  }
}

struct Corrections {
  # A person's decisions about words of cards; they take precedence over wordings, and later readings keep them.
  ruleset @0 :Text $Marks.word;
  corrections @1 :List(Correction);
  struct Correction {
    who @0 :Text $Marks.people;
    date @1 :Text $Marks.word;       # YYYY-MM-DD
    wording @2 :Wording;             # `of` selects its cards; its words are the printed ones
  }
}
