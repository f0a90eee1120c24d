@0x8f2d7a61c3e9b504;
# A keyframe: the raw facts of a state after an event, from which it is rebuilt. A cache: it can be deleted at any time,
# and one whose fingerprint does not match its facts is not used.
using Cxx = import "/capnp/c++.capnp";
using Event = import "event.capnp";
$Cxx.namespace("docket::schema");

struct Keyframe {
  event @0 :UInt32;
  seats @1 :UInt8;
  cards @2 :List(Card);
  numbers @3 :UInt32;            # how many card numbers were given out, 0 included
  piles @4 :List(List(UInt32));  # card indices, from the bottom
  entries @5 :List(Entry);       # oldest first
  uses @6 :List(Use);
  usesKept @7 :UInt32;
  counters @8 :List(Amount);
  values @9 :List(Amount);
  observations @10 :List(Observation);
  periods @11 :List(Period);
  chain @12 :List(Link);
  latestActivation @13 :UInt32;
  latestChange @14 :UInt32;
  unrecordedBy @36 :UInt32;      # UnrecordedChanges
  unrecordedUntil @37 :UInt32;
  unrecordedGoesOn @38 :Bool;
  voidEvents @15 :List(UInt32);
  over @16 :Bool;
  winner @17 :UInt8;
  reason @18 :UInt16;
  ended @19 :UInt32;
  names @20 :List(Text);
  definitions @21 :List(Definition);
  fingerprintLow @22 :UInt64;
  fingerprintHigh @23 :UInt64;
  obligations @24 :List(Obligation);
  choices @25 :List(Choice);
  ignoredBounds @28 :List(IgnoredBound);
  receivedChanges @40 :List(ReceivedChange);
  alongside @41 :UInt8;          # who won together with `winner`: bit n-1 is seat n
  play @29 :Play;
  format @30 :Text;              # of the game, as its header says
  endedSayings @26 :List(EndedSaying);   # forbids and permits that ended with the latest group of events

  remembered @27 :List(Remembered);
  endedGrants @31 :List(EndedGrant);
  arrivals @32 :List(Arrival);   # with the latest events that happen at the same time
  everybody @33 :UInt8;          # besides `winner`
  statements @34 :List(Statement);
  doubted @35 :List(DoubtedAmount);
  skipped @39 :List(Skip);
  tallies @42 :List(Tally);

  struct Arrival {
    event @0 :UInt32;
    group @1 :UInt32;
    card @2 :UInt32;
    at @3 :UInt8;
    act @4 :UInt16;
  }

  struct Card {
    number @0 :UInt32;
    definition @1 :UInt32;
    host @2 :UInt32;
    arrived @3 :UInt32;
    faceDownByOther @4 :UInt32;
    faceDownBySelf @5 :UInt32;
    attachedAt @6 :UInt32;
    slot @7 :Int16;
    attachment @8 :UInt16;
    zone @9 :UInt8;
    zonePlayer @10 :UInt8;
    owner @11 :UInt8;
    baseController @12 :UInt8;
    face @13 :UInt8;
    orientation @14 :UInt8;
    knownTo @15 :UInt8;
    attached @16 :List(UInt32);   # the cards attached to it, the latest first
    created @17 :Bool;
  }
  struct Entry {
    event @0 :UInt32;
    index @1 :UInt16;
    kind @2 :Event.Change.Kind;
    last @3 :Event.Change.Last;
    subject @4 :UInt32;
    what @5 :UInt16;
    period @6 :UInt8;
    player @7 :UInt8;
    amount @8 :Int32;
    statedAmount @9 :Int32;
    before @10 :Int64;
    source @11 :UInt32;
    cap @12 :Int32 = 2147483647;
  }
  struct Use {
    event @0 :UInt32;
    card @1 :UInt32;
    definition @2 :UInt32;
    trigger @3 :UInt32;
    host @4 :UInt32;
    ability @5 :UInt16;
    designator @6 :UInt16;
    player @7 :UInt8;
    counted @8 :UInt8;
    negated @9 :Bool;
    effectNegated @10 :Bool;
    resolved @11 :Bool;
    applied @12 :Bool;
    named @13 :UInt16;
    turnedByOther @14 :UInt32;
    turnedByItself @15 :UInt32;
    turnedByUnrecorded @16 :UInt32;
    resolvedAt @17 :UInt32;
    titled @18 :UInt32;
  }
  struct Obligation {
    card @0 :UInt32;
    trait @1 :UInt16;
    effect @2 :UInt16;
    trigger @3 :UInt32;
    status @4 :UInt8;
    by @5 :UInt32;
    subject @6 :UInt32;
    group @7 :UInt32;
    definition @8 :UInt32;
    player @9 :UInt8;
    certain @10 :Bool;
    it @11 :UInt32;
    that @12 :UInt32;
    who @13 :UInt8;
    why @14 :UInt8;
    named @15 :UInt16;
    following @16 :UInt16;
  }
  struct Remembered {
    event @0 :UInt32;
    spent @1 :UInt32;
    which @2 :UInt16;
    card @3 :UInt32;
    subject @4 :UInt32;
    player @5 :UInt8;
    name @6 :UInt16;
    kind @7 :UInt16;
    that @8 :UInt32;
    amount @9 :Int64;
    ability @10 :UInt16;
    named @11 :UInt16;
    amountUnknown @12 :Bool;
    zone @13 :UInt8;
    orientation @14 :UInt8;
    faceDown @15 :Bool;
    forAnother @16 :Bool;
    enters @17 :Bool;
    statement @18 :Text;
    caused @19 :Bool;
    link @20 :UInt8;
    slot @21 :Int16 = -1;
    how @22 :UInt8;                # 0: none, else schema How + 1
    from @23 :UInt8 = 255;         # a zone
  }
  struct EndedGrant { subject @0 :UInt32; name @1 :UInt16; began @2 :UInt32; ended @3 :UInt32; }
  struct Choice { player @0 :UInt8; what @1 :UInt16; number @2 :Int64; event @3 :UInt32; kind @4 :UInt8; }
  struct EndedSaying { subject @0 :UInt32; says @1 :UInt8; act @2 :UInt16; source @3 :UInt32; event @4 :UInt32; }
  struct Play {
    # What the rules of play need besides obligations, choices and sayings.
    group @0 :UInt32;
    endedGroup @1 :UInt32;
    forbidden @2 :List(UInt32);
    won @3 :Bool;
    winner @4 :UInt8;
    rule @5 :UInt16;
    terms @6 :UInt32;
    wonAt @7 :UInt32;
    undecidedAt @8 :UInt32;
    everybody @9 :UInt8;
    alongside @12 :UInt8;                 # besides `winner`, as recorded
    wonBy @10 :Remembered;                # the event after which there was a winner
    deferred @11 :List(Deferred);         # with the latest events that happen at the same time
    movedCard @13 :UInt32 = 0xFFFFFFFF;   # the card that has just moved, and the zone that it left
    movedFrom @14 :UInt8;
  }
  struct Deferred { requirement @0 :UInt16; of @1 :Remembered; }
  struct Tally {
    tally @0 :UInt16;
    subject @1 :UInt32;
    arrived @2 :UInt32;
    count @3 :UInt32;
    perhaps @4 :UInt32;
    latest @5 :UInt32;
    card @6 :UInt32;              # of the latest
    that @7 :UInt32;
  }
  struct Statement { event @0 :UInt32; cards @1 :List(UInt32); seats @2 :UInt8; player @3 :UInt8; words @4 :Text; }
  struct ReceivedChange {
    subject @0 :UInt32;
    event @1 :UInt32;
    index @2 :UInt16;
    stat @3 :UInt8;
    source @4 :UInt32;
    since @5 :UInt32;
    ofWords @6 :Bool;   # of keywords or types; otherwise a bound of `stat`
  }
  struct IgnoredBound { subject @0 :UInt32; event @1 :UInt32; index @2 :UInt16; stat @3 :UInt8; }
  struct Amount { subject @0 :UInt32; key @1 :UInt32; amount @2 :Int64; unknown @3 :Bool; }   # unknown: its amount is
  struct Observation {
    subject @0 :UInt32;
    reading @1 :UInt16;
    base @2 :Bool;
    absent @3 :Bool;
    event @4 :UInt32;
    amount @5 :Int64;
    explained @6 :Bool;
    stat @7 :UInt8;   # if `reading` is 0: which stat, and for 255 which value
    key @8 :UInt32;
  }
  struct Skip { subject @0 :UInt32; event @1 :UInt32; }
  struct DoubtedAmount { subject @0 :UInt32; stat @1 :UInt8; base @2 :Bool; key @3 :UInt32; event @4 :UInt32; }
  struct Period {
    open @0 :Bool;
    player @1 :UInt8;
    name @2 :UInt16;
    began @3 :UInt32;
    count @4 :UInt32;
    place @5 :UInt32;
    parties @6 :List(UInt32);
  }
  struct Link { activation @0 :UInt32; position @1 :UInt8; resolved @2 :Bool; }
  struct Definition { key @0 :Text; printed @1 :Event.Printed; }   # printed: if no catalogue has it, or the key is a proxy's
}
