@0xe0a7c2b35d184f96;
# The vocabulary of the record: what happened at a table, in the past tense; consequences are computed, not recorded.
# This schema is the only definition of an event: the engine reads it directly, and the JSON form is derived from it.
#
# Invariants
# - Field numbers are permanent. A field is never given another meaning; a new meaning is a new field.
# - An event's number is its place in the game: the first is 1. It is not stored in the event.
# - An absent field is zero as stored (a default is XORed with it), so canonical bytes do not change when the schema
#   grows.
using Cxx = import "/capnp/c++.capnp";
using Marks = import "marks.capnp";
using Ruling = import "ruling.capnp";
$Cxx.namespace("docket::schema");

# Entity: a subject of an event. The top four bits are the kind, the rest a number:
#   0 card (the number is the card's, so a card's entity is its number), 1 player (seat), 2 place (a province, a
#   location, a battlefield), 3 unit or army, 4 the game itself (number 0).

struct Header {
  # What is known about a game before its first event. Its public bytes begin the chain of heads.
  id @0 :Text;             # names the game in its archive: 1 to 128 of A-Z a-z 0-9 . _ - /
  event @1 :Text;          # the tournament or series
  match @2 :Text;
  round @3 :UInt32;        # of the tournament; 0 unknown
  table @4 :UInt32;        # 0 unknown
  gameOfMatch @5 :UInt32;  # from 1; 0 unknown
  format @6 :Text;         # "constructed", "limited", ...
  date @7 :Text;           # YYYY-MM-DD or empty
  players @8 :List(Player);   # in the order of their seats
  ruleset @9 :Text;        # name of the ruleset, for people; the digest decides
  rulesetVersion @10 :Text;
  rulesetDigest @11 :Data;    # 32 bytes, or empty until the game is stored
  catalogueDigest @12 :Data;  # 32 bytes, or empty if the game has no catalogue
  semantics @13 :UInt32;   # version of the engine's semantics that the game is pinned to
  source @14 :Text;        # where the record came from: "edopro", "transcript", "live", ...
  sourceDigest @15 :Data $Marks.hidden;   # BLAKE2b-256 of the imported file; of a branch: its parent's head at the branch point
  viewer @16 :UInt8;       # 0: a whole record; otherwise only what this seat could see; 255: only what was public
  startingValues @17 :List(StartingValue);
  recordFormat @18 :UInt16;     # 2 in every record that is stored or exported; 0: written by hand, not a record yet
  sourceSalt @19 :Data;         # 16 bytes; the public form has a commitment to both instead
  sourceCommitment @20 :Data;   # replaces them in every record that is not whole
  settings @22 :Text;           # of the program with which it was played, as given by the source: "Master Rule 5 (0x2e800)"
  idSalt @21 :Data;             # 16 bytes, for the commitment to the id in the archive's log; not part of the public form

  struct Player {
    name @0 :Text $Marks.hidden;   # may be erased; then only the commitment remains
    salt @1 :Data;                 # 16 bytes; erased with the name
    commitment @2 :Data;           # replaces an erased name
  }
  struct StartingValue {
    player @0 :UInt8 $Marks.seat;
    value @1 :Text;                # "life", "honor", ...
    amount @2 :Int64;
  }
}

struct Event {
  actor @0 :UInt8 $Marks.seat;    # who did it; 0: no player (the rules, a judge, the recorder)
  group @1 :UInt32 $Marks.event;  # the first of the simultaneous events, for the first itself too; 0: alone
  context @2 :Context;
  begins @3 :List(Change);        # the continuous changes that begin with this event

  union {
    nothing @4 :Void;             # never valid

    # -- cards and their places
    deckRegistered :group $Marks.assumes([gameIsNotOver]) {
      # cards first .. first+count-1 come into the game, in that order from the bottom
      player @5 :UInt8 $Marks.seat;
      zone @6 :UInt16 $Marks.name $Marks.names(zone);
      first @7 :UInt32 $Marks.newCard;
      count @8 :UInt32;           # 1 to 10000
    }
    shuffled :group $Marks.assumes([gameIsNotOver, cardsExist, cardsAreInZone, enoughExist]) {
      # The cards lose their numbers and get first .. first+count-1, by place: in a pile from the bottom, otherwise in
      # the order of `cards`. So a number that is given after a shuffle does not reveal the card.
      player @9 :UInt8 $Marks.seat;
      zone @10 :UInt16 $Marks.name $Marks.names(zone);
      first @11 :UInt32 $Marks.newCard;
      count @12 :UInt32;
      cards @13 :List(UInt32) $Marks.card;                  # empty: the whole zone
      order @14 :List(UInt32) $Marks.card $Marks.hidden;    # the old number of each new one; empty: unknown
    }
    cardsDrawn :group $Marks.assumes([gameIsNotOver, cardsExist, cardsAreInZone, enoughExist]) {
      player @15 :UInt8 $Marks.seat;
      from @16 :UInt16 $Marks.name $Marks.names(zone);
      to @17 :UInt16 $Marks.name $Marks.names(zone);
      cards @18 :List(UInt32) $Marks.card;
      beyond @158 :UInt32;   # how many more the recorder says were drawn when no card was left
    }
    cardMoved :group $Marks.assumes([gameIsNotOver, cardsExist, cardsAreInZone, slotIsFree]) {
      card @19 :UInt32 $Marks.card $Marks.about(known);
      player @20 :UInt8 $Marks.seat;      # whose zone; 0 a shared zone
      zone @21 :UInt16 $Marks.name $Marks.names(zone);
      slot @22 :Int16 = -1;               # place in a slotted zone, or in a pile from the bottom; -1 on top, -2 at the bottom
      face @23 :Face;
      orientation @24 :UInt16 $Marks.name $Marks.names(orientation);
      reason @25 :UInt16 $Marks.name;
      fromPlayer @152 :UInt8 $Marks.seat;   # whose zone it came from, if the source says so; the fold uses its actual place
      from @153 :UInt16 $Marks.name $Marks.names(zone);        # the zone it came from, likewise
    }
    pileMoved :group $Marks.assumes([gameIsNotOver]) {
      # all cards of a zone at once; they go on top, keeping their order
      player @26 :UInt8 $Marks.seat;
      from @27 :UInt16 $Marks.name $Marks.names(zone);
      toPlayer @28 :UInt8 $Marks.seat;
      to @29 :UInt16 $Marks.name $Marks.names(zone);
    }
    cardCreated :group $Marks.assumes([gameIsNotOver, slotIsFree]) {
      # a token, a created card; its identity is in context.identities
      card @30 :UInt32 $Marks.newCard;
      owner @31 :UInt8 $Marks.seat;
      player @32 :UInt8 $Marks.seat;      # whose zone it enters
      zone @33 :UInt16 $Marks.name $Marks.names(zone);
      slot @34 :Int16 = -1;
      face @35 :Face;
      orientation @36 :UInt16 $Marks.name $Marks.names(orientation);
    }
    cardCeased :group $Marks.assumes([gameIsNotOver, cardsExist]) {
      # it no longer exists
      card @37 :UInt32 $Marks.card $Marks.about(known);
    }
    cardsRevealed :group $Marks.assumes([cardsExist]) {
      # context.seats has the seats that saw them
      player @38 :UInt8 $Marks.seat;
      cards @39 :List(UInt32) $Marks.card;
    }
    cardTurned :group $Marks.assumes([gameIsNotOver, cardsExist]) {
      # bowed and straightened, exhausted and readied, attack and defence
      card @40 :UInt32 $Marks.card $Marks.about(exists);
      orientation @41 :UInt16 $Marks.name $Marks.names(orientation) $Marks.needed;
    }
    cardFlipped :group $Marks.assumes([gameIsNotOver, cardsExist]) {
      # its face, and its orientation if that changed with it
      card @42 :UInt32 $Marks.card $Marks.about(exists);
      face @43 :Face;
      orientation @44 :UInt16 $Marks.name $Marks.names(orientation);
    }
    cardAttached :group $Marks.assumes([gameIsNotOver, cardsExist, cardIsInPlay, hostIsDistinct]) {
      card @45 :UInt32 $Marks.card $Marks.about(exists);
      host @46 :UInt32 $Marks.entity;
      kind @47 :UInt16 $Marks.name;       # "equip", "material", "weapon", ...
    }
    cardDetached :group $Marks.assumes([gameIsNotOver, cardsExist, cardIsAttached]) {
      card @48 :UInt32 $Marks.card $Marks.about(exists);
    }
    controlChanged :group $Marks.assumes([gameIsNotOver, cardsExist, cardIsInPlay, hasCause]) {
      card @49 :UInt32 $Marks.card $Marks.about(exists);
      player @50 :UInt8 $Marks.seat;
      until @51 :UInt16 $Marks.name $Marks.names(period);      # the period at whose end it ends; empty: permanent
    }

    # -- time
    began :group $Marks.assumes([gameIsNotOver]) {
      # a turn, a phase, a round, a battle, a chain, a step
      period @52 :UInt16 $Marks.name $Marks.names(period) $Marks.needed;     # its kind, as the ruleset's table of periods names it
      name @53 :UInt16 $Marks.name $Marks.names(periodName);       # which one, if the kind has several: "main 1"
      player @54 :UInt8 $Marks.seat;      # whose; 0: no player's
      place @55 :UInt32 $Marks.entity;    # where: a battle's province
      parties @151 :List(UInt32) $Marks.entity;   # the parties: the two of a duel, the one who began it first
    }
    ended :group $Marks.assumes([periodIsUnderWay]) {
      period @56 :UInt16 $Marks.name $Marks.names(period) $Marks.needed;
    }

    # -- acts
    cardPlayed :group $Marks.assumes([gameIsNotOver, cardsExist, slotIsFree, hasCause]) {
      # a play; if it also moves the card, zone is set
      player @57 :UInt8 $Marks.seat;
      card @58 :UInt32 $Marks.card $Marks.about(known);
      toPlayer @59 :UInt8 $Marks.seat;
      zone @60 :UInt16 $Marks.name $Marks.names(zone);       # empty: another event moves it
      slot @61 :Int16 = -1;
      face @62 :Face;
      orientation @63 :UInt16 $Marks.name $Marks.names(orientation);
      method @64 :UInt16 $Marks.name;     # "normal summon", "recruit", ...
      targets @65 :List(UInt32) $Marks.entity;
      costs @66 :List(UInt32) $Marks.event;   # the events that paid it
    }
    abilityActivated :group $Marks.assumes([gameIsNotOver, cardsExist, linkIsNext, hasCause]) {
      player @67 :UInt8 $Marks.seat;
      card @68 :UInt32 $Marks.card $Marks.about(known) $Marks.orNone;   # 0: an ability of the player, not of a card
      ability @69 :UInt16;                # which of the card's abilities, from 1 in its definition; 0 unknown
      designator @70 :UInt16 $Marks.name; # "Battle", "Reaction", "quick effect", ...
      link @71 :UInt8;                    # position in the chain, from 1; 0 no chain
      fromPlayer @72 :UInt8 $Marks.seat;  # where the card was at its activation, if it has left that place
      from @73 :UInt16 $Marks.name $Marks.names(zone);
      trigger @74 :UInt32 $Marks.event;   # the event that it answers
      number @75 :Int64;                  # a number chosen with it
      targets @76 :List(UInt32) $Marks.entity;
      costs @77 :List(UInt32) $Marks.event;
      named @150 :UInt16 $Marks.name;     # an ability that is not printed on the card: given to it or to the player, or one
                                          # that the rules give to every player
    }
    activationNegated :group $Marks.assumes([gameIsNotOver, activationIsOpen]) {
      # by the rules, the activation itself did not happen
      activation @78 :UInt32 $Marks.event;    # 0: the latest one of this turn
      by @79 :UInt32 $Marks.event;            # the activation that negated it
    }
    effectNegated :group $Marks.assumes([gameIsNotOver, activationIsOpen]) {
      activation @80 :UInt32 $Marks.event;
      by @81 :UInt32 $Marks.event;
    }
    activationResolved :group $Marks.assumes([gameIsNotOver, activationIsOpen]) {
      activation @82 :UInt32 $Marks.event;
      number @83 :Int64;
      choices @84 :List(Text);
    }
    traitTriggered :group $Marks.assumes([gameIsNotOver, cardsExist, hasCause]) {
      player @85 :UInt8 $Marks.seat;
      card @86 :UInt32 $Marks.card $Marks.about(known);
      trait @87 :UInt16;                  # which of the card's traits, from 1; 0 unknown
      trigger @88 :UInt32 $Marks.event;
      targets @89 :List(UInt32) $Marks.entity;
      costs @90 :List(UInt32) $Marks.event;
      named @161 :UInt16 $Marks.name;     # a trait that is not printed on the card: given to it
    }
    attackDeclared :group $Marks.assumes([gameIsNotOver, cardsExist, cardIsInPlay, hasCause]) {
      card @91 :UInt32 $Marks.card $Marks.about(known);
      target @92 :UInt32 $Marks.entity;
    }

    # -- continuous changes
    changeBegan @93 :Void $Marks.assumes([gameIsNotOver]);                # only the changes in `begins`
    changeEnded :group {                  # before its time
      begun @94 :UInt32 $Marks.event;     # the event that began it
      index @95 :UInt16;                  # which entry of its `begins`, from 0
      all @96 :Bool;                      # every entry of that event
    }

    # -- values and counters
    valueChanged :group $Marks.assumes([gameIsNotOver, cardsExist, enoughExist]) {
      subject @97 :UInt32 $Marks.entity;
      value @98 :UInt16 $Marks.name $Marks.names(value) $Marks.needed;      # "life", "honor", "gold", "threat", "points"
      how @99 :How;
      amount @100 :Int64;                 # not negative for gained, lost and paid; the new value for set
    }
    counterPlaced :group $Marks.assumes([gameIsNotOver, cardsExist]) {
      subject @101 :UInt32 $Marks.entity;
      counter @102 :UInt16 $Marks.name $Marks.needed;
      amount @103 :UInt32;
    }
    counterRemoved :group $Marks.assumes([gameIsNotOver, cardsExist, enoughExist]) {
      subject @104 :UInt32 $Marks.entity;
      counter @105 :UInt16 $Marks.name $Marks.needed;
      amount @106 :UInt32;
    }

    # -- choices and chance, as outcomes
    numberChosen :group $Marks.assumes([gameIsNotOver]) {
      player @107 :UInt8 $Marks.seat;
      what @108 :UInt16 $Marks.name;
      number @109 :Int64;
    }
    nameChosen :group $Marks.assumes([gameIsNotOver]) {
      player @110 :UInt8 $Marks.seat;
      what @111 :UInt16 $Marks.name;
      text @112 :Text;
    }
    targetsChosen :group $Marks.assumes([gameIsNotOver, cardsExist]) {
      player @113 :UInt8 $Marks.seat;
      activation @114 :UInt32 $Marks.event;
      targets @115 :List(UInt32) $Marks.entity;
    }
    randomOutcome :group $Marks.assumes([gameIsNotOver]) {
      player @116 :UInt8 $Marks.seat;
      what @117 :UInt16 $Marks.name;      # "coin", "die", "card"
      results @118 :List(Int32);          # a coin's 1 is heads
    }

    # -- the end
    conceded :group $Marks.assumes([gameIsNotOver]) {
      player @119 :UInt8 $Marks.seat;
    }
    gameEnded :group $Marks.assumes([gameIsNotOver]) {
      winner @120 :UInt8 $Marks.seat;     # 0: nobody, or as `everybody` says
      reason @121 :UInt16 $Marks.name;
      everybody @154 :Everybody;          # all players win or lose together
      alongside @162 :List(UInt32) $Marks.entity;   # the players who win together with the winner
    }

    # -- claims of the recorder and of judges
    observed :group {
      # The recorder saw this value. Either a reading of a subject, or an expression and its value in words.
      subject @122 :UInt32 $Marks.entity;
      reading @123 :UInt16 $Marks.name;   # a stat or a value
      base @124 :Bool;                    # its base, not its current value
      absent @125 :Bool;                  # it had no such stat
      amount @126 :Int64;
      expression @127 :Text $Marks.claim;
      value @128 :Text $Marks.claim;
    }
    rulingGiven @129 :Ruling.Ruling;
    rewound :group $Marks.discretion("rewind") {
      # by a judge: back to the table after that event
      to @130 :UInt32 $Marks.event;
      judge @131 :Text $Marks.judge;
      note @132 :Text $Marks.people;
    }
    corrected :group $Marks.discretion("correction") {
      # the record of that event was wrong; the replacement is what happened
      event @133 :UInt32 $Marks.event;
      replacement @134 :Event;            # null: nothing happened
      note @135 :Text $Marks.people;
    }
    obligationWaived :group $Marks.discretion("waived obligation") {
      card @136 :UInt32 $Marks.card $Marks.orNone;   # 0: a required follow-up
      trait @137 :UInt16;
      trigger @138 :UInt32 $Marks.event;
      judge @139 :Text $Marks.judge;
    }
    penaltyGiven :group $Marks.discretion("penalty") {
      player @140 :UInt8 $Marks.seat;
      penalty @141 :UInt16 $Marks.name;   # "warning", "game loss", ...
      judge @142 :Text $Marks.judge;
      note @143 :Text $Marks.people;
    }
    timeExtended :group $Marks.discretion("time extension") {
      minutes @144 :UInt32;
      judge @145 :Text $Marks.judge;
    }
    note @146 :Text $Marks.people;
    replaced :group $Marks.assumes([gameIsNotOver, cardsExist]) {
      # an event that did not happen, and what happened instead (the events that this causes)
      card @147 :UInt32 $Marks.card $Marks.about(known);
      act @148 :UInt16 $Marks.name;       # what would have happened to it: "KO"
      by @149 :UInt32 $Marks.card;        # the card whose text replaces it
    }
    told :group $Marks.assumes([gameIsNotOver, cardsExist]) {
      # A statement about cards, true or false; it does not identify them. Its hearers are in context.seats.
      player @155 :UInt8 $Marks.seat;     # who says it; 0: no player
      cards @156 :List(UInt32) $Marks.card;
      says @157 :Text $Marks.hidden;      # "Red"
    }
    skipped :group {
      # Something that the recorder could not read, such as a message of a newer program. Earlier facts may have
      # changed, until a later event settles it.
      what @159 :Text;                    # "message 200"; empty: it settles what was skipped before
      subject @160 :UInt32 $Marks.entity; # what it was about, or what is settled; 0: anything
    }
  }
}

struct End {
  # The last line of an exported record in JSON Lines: the head that it must have, so that a truncated one is noticed.
  events @0 :UInt32;         # how many there are
  head @1 :Data;             # after the last one
  secret @2 :Data;           # 32 bytes; only in whole records without seals, as earlier programs wrote: gives the salts
  past @3 :List(Past);       # with `secret`, of a branch: its earlier events have other secrets; the latest first
  struct Past {
    last @0 :UInt32 $Marks.event;   # the last event with this secret
    secret @1 :Data;
  }
}

struct Label {
  # What an organiser says about a game besides its record: a line of an exported record, after the header. Heads do not
  # cover it. It has only what the header leaves open.
  event @0 :Text;
  match @1 :Text;
  round @2 :UInt32;
  table @3 :UInt32;
  gameOfMatch @4 :UInt32;
  players @5 :List(Text);    # in the order of their seats; empty for players that it does not name
}

struct EventBlock {
  # Sealed events as they are stored: up to 256 of one game, in order.
  first @0 :UInt32;          # the number of the first one
  events @1 :List(Event);
}

enum Face { unchanged @0; up @1; down @2; }
enum Everybody { no @0; wins @1; loses @2; }
enum How { gained @0; lost @1; paid @2; set @3; }

struct Context {
  # The context of an event; most events have none.
  wallClock @0 :Int64;       # milliseconds since 1970, 0 unknown. Kept, never folded
  source @1 :UInt64;         # where in the imported file: a packet, a line
  causes @2 :List(UInt32) $Marks.event;
  identities @3 :List(Identity);
  names @4 :List(Text);      # the names first used by this event; they get the game's next name numbers, in this order
  seats @5 :UInt8 = 255;     # bit n-1: seat n may see the hidden fields of this event; 255 everyone
  seals @6 :List(Seal);      # in an exported record: a salt for each hidden field, or a commitment in its place
}

struct Identity {
  # What this event reveals about a card's identity.
  card @0 :UInt32 $Marks.card;
  seats @1 :UInt8 = 255;     # bit n-1: seat n knows it now
  definition @2 :Text $Marks.hidden;   # its key in the catalogue; empty if `printed` has everything
  printed @3 :Printed $Marks.hidden;   # what is printed on it, if no catalogue has it (created cards)
}

struct Printed {
  title @0 :Text;            # empty: it has none
  types @1 :List(Text);
  keywords @2 :List(Text);
  stats @3 :List(PrintedStat);
  text @4 :Text;
  textRead @5 :Bool;         # a person has confirmed that these fields cover its text; otherwise the text is unread
}

struct PrintedStat {
  stat @0 :Text $Marks.names(stat) $Marks.once $Marks.needed;
  amount @1 :Int32;
  kind @2 :Kind;
  enum Kind { number @0; modifier @1; asterisk @2; absent @3; }
}

struct Seal {
  place @0 :UInt16;          # which hidden field of the event, in the order of the schema and of the lists
  salt @1 :Data;             # 16 bytes, if the viewer may open it
  commitment @2 :Data;       # 32 bytes, if not
}

struct Change {
  # An entry of the ledger of continuous changes.
  subject @0 :UInt32 $Marks.entity;
  kind @1 :Kind;
  name @2 :UInt16 $Marks.name $Marks.names(ofEffect);     # the stat, keyword, type, trait, ... that it is about
  amount @3 :Int32;                # may be negative only for a bonus that is a penalty, or for set
  source @4 :UInt32 $Marks.card;   # the card it comes from; 0: a rule, or none
  player @5 :UInt8 $Marks.seat;    # for control: the new controller
  last @6 :Last;
  until @7 :UInt16 $Marks.name $Marks.names(period);    # for untilEnd: the period at whose end it ends
  keywords @8 :List(UInt16) $Marks.name;   # of the effect ("Maho", "Ninja")
  text @9 :Text;
  most @10 :Int32 = 2147483647;    # for a bonus "(to a maximum X of V)": it raises the stat to V at most

  enum Kind {
    bonus @0;          # or a penalty, if the amount is negative
    set @1;            # to a value: the smallest bonus or penalty that reaches it
    minimum @2;
    maximum @3;
    grantKeyword @4; removeKeyword @5;
    setType @6; addType @7; removeType @8;
    grantTrait @9; removeTrait @10; grantAbility @11; removeAbility @12;
    negateEffects @13;
    control @14;
    setBase @15;
    setTitle @16;
    addSupertype @17; addSubtype @18;
    actAs @19;         # it counts as a card of that type without having it
    forbid @20; permit @21; must @22;   # an act of the ruleset's permissions, done by its subject or to it
    copy @23;          # of a stat of its source: set to the current value there
    setSubtype @24;    # replaces those that it has; several in one event apply together
  }
  enum Last {
    permanent @0;      # as long as its subject stays in its place
    untilEnd @1;       # of the period named by `until`
    whileSource @2;    # while its source is in play
    whileAttached @3;  # while its source is attached to the subject
  }
}
