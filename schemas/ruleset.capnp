@0xa64b1f83d7e0c259;
# A ruleset: the rules of one game at one date, as data. It composes operators that the engine has; it names the
# clause that each of its lines stands for, so that a finding can cite it. Written as JSON, compiled when loaded.
using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("docket::schema");

struct Ruleset {
  name @0 :Text;                # "yugioh"
  version @1 :Text;             # "2022-06-22"
  from @2 :Text;                # YYYY-MM-DD: the day from which it holds
  game @3 :Text;                # for people: "Yu-Gi-Oh!"
  note @4 :Text;
  clauses @5 :List(Clause);
  zones @6 :List(Zone);
  orientations @7 :List(Text);  # the first is the one that a card comes into play in
  periods @8 :List(Period);
  stats @9 :List(Stat);
  values @10 :List(Value);
  types @11 :List(Type);
  calculation @12 :Calculation;
  limits @13 :List(Limit);
  acts @14 :List(Act);
  control @15 :Control;
  attachment @16 :Attachment;
  faceDown @17 :FaceDown;
}

struct Clause {
  id @0 :Text;                  # "ygo.hard.use"
  place @1 :Text;               # where it stands in its document
  gist @2 :Text;                # in our words
}

struct Zone {
  name @0 :Text;
  owner @1 :Owner;
  kind @2 :Kind;
  inPlay @3 :Bool;
  location @4 :Text;            # zones with the same location are one location; empty: a location of its own
  seenBy @5 :SeenBy;
  enum Owner { each @0; shared @1; }
  enum Kind { pile @0; area @1; slots @2; }   # ordered; not ordered; numbered places
  enum SeenBy { everyone @0; owner @1; nobody @2; faceUp @3; }  # faceUp: everyone what is face up, its owner all
}

struct Period {
  name @0 :Text;                # "turn", "phase", "chain"
  within @1 :Text;              # the period that holds it: its beginning or end ends this one too
  names @2 :List(Text);         # where the kind has several: in the order in which they come
  order @3 :Order;
  clause @4 :Text;
  chain @5 :Bool;               # activations in it are the links of a chain, which is gone when it ends
  enum Order { free @0; forward @1; }   # forward: a later one never comes before an earlier one of the same holder
}

struct Stat {
  name @0 :Text;                # "Force"
  short @1 :Text;               # "F"
  floor @2 :Floor;
  floorClause @3 :Text;
  enum Floor { zero @0; none @1; }
}

struct Value {
  name @0 :Text;                # "life", "Family Honor"
  start @1 :Int64;
  floor @2 :Stat.Floor = none;
}

struct Type {
  name @0 :Text;
  stats @1 :List(Text);         # the stats that cards of the type have; others are absent
}

struct Calculation {
  contradiction @0 :Contradiction;    # what holds while the highest minimum is above the lowest maximum
  sumClause @1 :Text;
  floorClause @2 :Text;
  clampClause @3 :Text;
  contradictionClauses @4 :List(Text);  # byTotal: below, above, between; else one
  absentClause @5 :Text;
  setClause @6 :Text;
  enum Contradiction {
    byTotal @0;             # total below both: the maximum; above both: the minimum; between: the base value
    laterHasNoEffect @1;    # the bound that came first holds
    freezes @2;             # the value that it had when the contradiction began
    maximumWins @3;
    minimumWins @4;
  }
}

struct Limit {
  # One value of the algebra of limits; a card's ability names it.
  name @0 :Text;                # "once-per-turn"
  wording @1 :Text;             # as cards say it, for people
  clause @2 :Text;
  counted @3 :Counted;
  keyedBy @4 :List(Key);        # two uses count together when they agree in all of these
  within @5 :Text;              # a period; or "game", "face-up", "trigger"
  max @6 :Int32 = 1;            # where the card does not say another number
  givenBack @7 :List(GivenBack);
  everyAbility @8 :Bool;        # holds for every ability without being named
  designator @9 :Text;          # for everyAbility: only for abilities with this designator
  enum Counted { activations @0; plays @1; applications @2; triggers @3; copiesInPlay @4; copiesAttached @5; copiesInDeck @6; }
  enum Key { instance @0; ability @1; title @2; player @3; group @4; wording @5; trigger @6; host @7; }
  struct GivenBack {
    when @0 :When;
    clause @1 :Text;
    enum When { leavesLocation @0; turnedFaceDown @1; turnedFaceDownByOther @2; activationNegated @3; attached @4; }
  }
}

struct Act {
  # What the rules ask of an act, beyond limits.
  act @0 :Text;                 # a payload of event.capnp: "abilityActivated"
  requires @1 :List(Requirement);
  void @2 :Bool;                # an illegal one is void: nothing happens, and nothing that it began either
  struct Requirement {
    what @0 :What;
    clause @1 :Text;
    enum What { sourceInPlay @0; sourceControlled @1; sourceFaceUp @2; sourceUnbowed @3; playersTurn @4; }
  }
}

struct Control {
  reading @0 :Reading;
  enum Reading { latestHolds @0; }    # of the control changes that have not ended, the latest
  clause @1 :Text;
}

struct Attachment {
  fate @0 :Fate;                # what becomes of what is attached when its host leaves play
  fateZone @1 :Text;            # for goesTo
  detachOnFaceDown @2 :Bool;    # it is detached when its host is turned face-down
  clause @3 :Text;
  enum Fate { stays @0; goesTo @1; }
}

struct FaceDown {
  # What a card loses that is turned face-down in play, beside what limits say of it.
  clearsCounters @0 :Bool;
  clearsChanges @1 :Bool;       # continuous changes, attachments' among them, but not who controls it
  clause @2 :Text;
}
