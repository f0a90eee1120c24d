@0xa64b1f83d7e0c259;
# A ruleset: the rules of one game at one date, as data. It composes operators of the engine. Each of its lines names
# the clause that it carries out, so that a finding can cite it. Written as JSON, compiled when loaded.
#
# Switching a clause off removes every list item whose `clause` it is (or marks it `lifted` if others may name it),
# empties every other field that names it, and then applies the clause's own `off` patches. Without the line an operator
# behaves as the nearest plausible misreading has it; docs/document_reference.md describes this for each.
#
# Expressions are written as text (docs/expressions.md). Each field says which of `this`, `it`, `who` and `me` it knows.
using Cxx = import "/capnp/c++.capnp";
using Card = import "card.capnp";
using Event = import "event.capnp";
using Marks = import "marks.capnp";
using Vocabulary = import "vocabulary.capnp";
$Cxx.namespace("docket::schema");

struct Ruleset {
  name @0 :Text $Marks.word;          # "yugioh"
  version @1 :Text $Marks.word $Marks.needed;       # "2022-06-22"
  from @2 :Text $Marks.word;          # YYYY-MM-DD: the day from which it holds
  game @3 :Text $Marks.people;        # "Yu-Gi-Oh!"
  note @4 :Text $Marks.people;
  clauses @5 :List(Clause);
  zones @6 :List(Zone);
  orientations @7 :List(Text) $Marks.declares(orientation);  # the first is the one that a card comes into play in
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
  readings @18 :List(Reading);
  permissions @19 :List(Permission);
  precedence @20 :List(Precedence);
  obligations @21 :Obligations;
  decks @22 :List(Deck);
  wins @23 :List(Win);
  keywordKinds @24 :List(KeywordKind);
  attributes @25 :List(Attribute);
  characteristics @26 :List(Text) $Marks.declares(characteristic);   # what can be printed on cards besides stats, types, keywords and the title: "element", "cost"
  numbers @27 :List(Number);
  granting @28 :Granting;
  triggers @29 :List(NamedTrigger);
  traits @30 :List(NamedTrait);
  changes @31 :List(ChangeSize);
  abilities @32 :List(PlayerAbility);
  judgedWhole @33 :List(Text) $Marks.names(payload);  # acts for which this document has every rule of the game
  vocabulary @34 :Vocabulary.Vocabulary;
  let @35 :List(Definition);
  extends @36 :Extends;
  tallies @37 :List(Tally);
  cardsOf @38 :Text $Marks.word;      # the ruleset whose catalogues and mats go with this one too; empty: only its own
}

struct Definition {
  # A name for an expression: an expression that uses the name means this, with its own `it`, `this`, `who` and the
  # others. It can use the names that are defined before it.
  name @0 :Text $Marks.word $Marks.once $Marks.needed;   # "lead"
  is @1 :Text $Marks.expression $Marks.needed;           # "player(chosen('lead player'))"
}

struct Extends {
  # The ruleset that this one differs from, by its digest: this document is merged into it, and the resulting whole
  # ruleset is stored; games are pinned to that one (engine/rules/extension.h).
  name @0 :Text $Marks.word $Marks.needed;
  version @1 :Text $Marks.word $Marks.needed;
  digest @2 :Text $Marks.word $Marks.needed;   # as printed by `docket rules --json`
  without @3 :List(Text) $Marks.word;          # paths, as of patches: the parts of the base that this ruleset does not have
}

struct Clause {
  id @0 :Text $Marks.declares(clause) $Marks.once $Marks.needed;   # "ygo.hard.use"
  place @1 :Text $Marks.people;          # its place in the rulebook
  gist @2 :Text $Marks.people;           # a paraphrase
  without @3 :Text $Marks.people;        # a paraphrase of what holds when it is off
  off @4 :List(Patch);          # patches that apply when it is off, after its lines are removed
  variants @5 :List(Variant);   # other interpretations
  struct Variant { name @0 :Text $Marks.word $Marks.once $Marks.needed; gist @1 :Text $Marks.people; patches @2 :List(Patch); }
}

struct Patch {
  # A change of this document. `at` is a path of fields and, in lists, of the item's first field (id, name, act, when,
  # ...) or its index from 0; "*" is every item, "+" a new one at the end: "stats/Force/floor",
  # "limits/once-per-turn/keyedBy".
  at @0 :Text $Marks.word $Marks.needed;
  to @1 :Text $Marks.word;      # an older form of `becomes`: a text that contains the value as JSON
  becomes @2 :Text $Marks.word $Marks.json;   # the new value; without one, the value is removed
}

struct Reading {
  # A switch of the engine (engine/rules/rule_switches.h): turned on by this line.
  reading @0 :Text $Marks.names(reading) $Marks.once $Marks.needed;   # "an absent stat takes no changes"
  clause @1 :Text $Marks.names(clause);
  names @2 :List(Text) $Marks.names(ofReading);   # for some: the stats, keywords, zones, ... that it is about
}

struct Zone {
  name @0 :Text $Marks.declares(zone) $Marks.once $Marks.needed;
  owner @1 :Owner;
  kind @2 :Kind;
  inPlay @3 :Bool;
  location @4 :Text $Marks.word;   # zones with the same location are one location; empty: a location of its own
  seenBy @5 :SeenBy;
  several @6 :Bool $Marks.readWith("kind=slots");       # more than one card can lie in one of its slots
  parts @7 :List(Part) $Marks.readWith("kind=slots");   # groups of its places that texts refer to
  struct Part { name @0 :Text $Marks.declares(zonePart) $Marks.once $Marks.needed; slots @1 :List(Int16) $Marks.needed; }
  enum Owner { each @0; shared @1; }
  enum Kind { pile @0; area @1; slots @2; }   # ordered; not ordered; numbered places
  # faceUp: everyone sees what is face up, its owner everything; others: every player except the one whose zone it is
  enum SeenBy { everyone @0; owner @1; nobody @2; faceUp @3; others @4; }
}

struct Period {
  name @0 :Text $Marks.declares(period) $Marks.once $Marks.needed;          # "turn", "phase", "chain"
  within @1 :Text $Marks.names(period);           # the period that holds it: its beginning or end ends this one too
  names @2 :List(Text) $Marks.declares(periodName);   # if the kind has several: in their order
  order @3 :Order;
  clause @4 :Text $Marks.names(clause) $Marks.readWith("order=forward");
  chain @5 :Bool;               # activations in it are the links of a chain, which ends with it
  lifted @6 :Bool;              # its order does not hold
  enum Order { free @0; forward @1; }   # forward: a later one never comes before an earlier one of the same holder
}

struct Stat {
  name @0 :Text $Marks.declares(stat) $Marks.once $Marks.needed;    # "Force"
  short @1 :Text $Marks.declares(stat);   # "F"
  floor @2 :Floor;
  floorClause @3 :Text $Marks.names(clause);
  total @4 :Text $Marks.expression;       # an amount: the base is this and not what is printed; `this` is the entity
  of @5 :Holder;                # who has it. `card`: by its types
  delta @6 :Delta;              # it is not a stat but the size of a change of one: "Force penalty", "Family Honor gain"
  enum Floor { zero @0; none @1; unlessCalculated @2; }   # unlessCalculated: 0, except in calculations and comparisons
  enum Holder { card @0; any @1; player @2; place @3; unit @4; game @5; }
  enum Delta { none @0; added @1; subtracted @2; }   # what such a change is: a gain or bonus, a loss or penalty
}

struct ChangeSize {
  # The size of the changes of every stat, or of every value: a separate stat for each of them, named after both, such as
  # "Force penalty" for "penalty". Whatever increases, reduces or limits such changes applies to that stat.
  name @0 :Text $Marks.word $Marks.needed;   # "penalty"
  of @1 :Of;
  delta @2 :Stat.Delta;         # what such a change is; `none`: not given
  floor @3 :Stat.Floor;
  enum Of { stats @0; values @1; }
}

struct Value {
  name @0 :Text $Marks.declares(value) $Marks.once $Marks.needed;   # "life", "Family Honor"
  start @1 :Int64 = -9223372036854775808;   # what it is at the start of a game, unless its header says otherwise; without
                                # it, it is unknown until the header or an event gives it
  floor @2 :Stat.Floor = none;
  of @3 :Of;                    # who has it from the start: each player, or the game itself
  bounded @4 :Bool;             # bonuses, penalties, minimums and maximums apply to it as to a stat: it is the base of a
                                # stat of its name
  enum Of { player @0; game @1; }
}

struct Type {
  name @0 :Text $Marks.declares(type) $Marks.once $Marks.needed;
  stats @1 :List(Text) $Marks.names(stat);   # the stats that cards of the type have; others are absent
  attributes @2 :List(Named);   # the type's values by the rules: "destroyed to" "banishment"
  supertype @3 :Bool;           # it is a supertype: setting the type drops it
}

struct Named { name @0 :Text $Marks.names(attribute) $Marks.once $Marks.needed; value @1 :Text $Marks.names(attributeValue) $Marks.needed; }

struct Granting {
  # How long and how often cards have the features that they are given. The first value of each enum is what rulebooks say.
  keywordsLast @0 :KeywordsLast;
  keywordCopies @1 :Copies;     # each: granting one again adds a copy, and a removal takes one copy
  traitCopies @2 :Copies;
  titles @3 :Titles;
  enum KeywordsLast { asTheirEffect @0; forGood @1; }
  enum Copies { one @0; each @1; }
  enum Titles { printed @0; keys @1; }   # keys: the catalogue's key of a card is used as its title
}

struct Attribute {
  # A property of which each type can have a value.
  name @0 :Text $Marks.declares(attribute) $Marks.once $Marks.needed;                   # "destroyed to"
  restrictive @1 :List(Text) $Marks.declares(attributeValue);   # its values, the most restrictive first: that one
                                                                # applies if types conflict
  clause @2 :Text $Marks.names(clause) $Marks.readWith("restrictive");
  lifted @3 :Bool;              # the first type's value holds
  values @4 :List(Text) $Marks.declares(attributeValue);        # its values, if none is more restrictive
}

struct KeywordKind {
  name @0 :Text $Marks.declares(keywordKind) $Marks.once $Marks.needed;         # "Clan alignment"
  keywords @1 :List(Text) $Marks.declares(keyword);   # the eligible ones
  of @2 :List(Text) $Marks.names(type);               # the types of cards that can have them ("player" for players);
                                                      # empty: all
  clause @3 :Text $Marks.names(clause) $Marks.readWith("of");   # for `of`
  lifted @4 :Bool;              # `of` does not hold
  endingIn @5 :Text $Marks.word;   # "Clan": every keyword that ends in this word is eligible too
}

struct Calculation {
  contradiction @0 :Contradiction;    # what holds while the highest minimum is above the lowest maximum
  sumClause @1 :Text $Marks.names(clause);
  floorClause @2 :Text $Marks.names(clause);
  clampClause @3 :Text $Marks.names(clause);
  contradictionClauses @4 :List(Text) $Marks.names(clause) $Marks.repeats;  # byTotal: below, above, between; otherwise one
  absentClause @5 :Text $Marks.names(clause);
  setClause @6 :Text $Marks.names(clause);
  sum @7 :Sum;
  bounds @8 :Bounds;
  clamp @9 :Clamp;
  below @10 :Outcome = maximum $Marks.readWith("contradiction=byTotal");   # the total is below both bounds,
  above @11 :Outcome = minimum $Marks.readWith("contradiction=byTotal");   # above both,
  between @12 :Outcome = base $Marks.readWith("contradiction=byTotal");    # between them or equal to one
  afterContradiction @13 :After $Marks.readWith("contradiction=byTotal");
  set @14 :Set;
  setFrom @15 :SetFrom;
  switch @16 :Switch;
  copy @17 :Copy;
  deltas @18 :Deltas;
  asterisk @19 :Asterisk;
  absentSet @20 :AbsentSet;
  computed @21 :Bool;             # this game's rules say how a stat is calculated. Otherwise, and without a sumClause, a
                                  # stat is known only if it was observed: the printed number is not a certain answer
  enum Contradiction {
    byTotal @0;             # total below both: the maximum; above both: the minimum; between: the base value
    laterHasNoEffect @1;    # the bound that came first holds
    freezes @2;             # the value that it had when the contradiction began
    maximumWins @3;
    minimumWins @4;
  }
  # The first value of each enum is what rulebooks say, the others are misreadings of it.
  enum Sum { all @0; strongest @1; }           # strongest: of bonuses the highest counts, of penalties the lowest
  enum Bounds { hold @0; once @1; }            # once: a bound changes the stat only when it begins
  enum Clamp { tightest @0; latest @1; }       # of several minimums, of several maximums
  enum Outcome { maximum @0; minimum @1; base @2; total @3; }
  enum After {                                 # when a contradiction ends in which neither bound was applied (case iii)
    boundsStand @0;                            # the remaining bound applies again
    ignoredStayIgnored @1;                     # a minimum stays without effect until it contradicts again
  }
  enum Set { change @0; base @1; }             # change: the smallest bonus or penalty; base: changes come on top of it
  enum SetFrom { sum @0; floored @1; }         # what that bonus is added to
  enum Switch { asStands @0; base @1; }        # several stats set at once; base: changes come on top of them
  enum Copy { sets @0; base @1; }              # base: the base value becomes that of the other
  enum Deltas { asStats @0; oneByOne @1; }     # oneByOne: each increase and reduction by itself, never below zero
  enum Asterisk { zero @0; absent @1; }        # the base value of a stat printed *
  enum AbsentSet { afresh @0; withFormer @1; } # an absent stat that is set: whether earlier changes of it count
}

struct Limit {
  # One value of the algebra of limits; a card's ability names it.
  name @0 :Text $Marks.declares(limit) $Marks.once $Marks.needed;   # "once-per-turn"
  wording @1 :Text $Marks.people;         # as printed on cards
  clause @2 :Text $Marks.names(clause);
  counted @3 :Counted;
  keyedBy @4 :List(Key);        # two uses count together if they agree in all of these
  within @5 :Text $Marks.names(period);   # a period; or "game", "face-up", "trigger"
  max @6 :Int32 = 1;            # unless the card says another number
  givenBack @7 :List(GivenBack);
  everyAbility @8 :Bool;        # applies to every ability without being named
  designator @9 :Text $Marks.names(designator) $Marks.readWith("everyAbility");   # applies only to abilities with it
  everyCard @10 :Bool;          # applies to every card (for which `holdsFor` is true) without being named
  holdsFor @11 :Text $Marks.expression $Marks.readWith("everyCard");   # a condition about `it`
  maxIs @12 :Text $Marks.expression;   # an amount instead of max: `this` is the card, `it` the host that it is attached to
  judged @13 :List(Judged);     # the events at which it is judged, each under a clause; empty: those that can add to the count
  perInstance @14 :Bool;        # identical abilities of a card stack, each with its own count
  lifted @15 :Bool;             # cards may name it, but it does not apply
  format @16 :Text $Marks.names(format) $Marks.readWith("counted=copiesInDeck");   # only in decks of this format;
                                                                                   # empty: of every format
  struct Judged { act @0 :Text $Marks.names(payload) $Marks.once $Marks.needed; clause @1 :Text $Marks.names(clause); }
  enum Counted {
    activations @0; plays @1; applications @2; triggers @3; copiesInPlay @4; copiesAttached @5; copiesInDeck @6;
    uses @7;           # activations and triggers
  }
  enum Key {
    instance @0; ability @1;
    title @2;          # as printed
    player @3; group @4; wording @5; trigger @6; host @7; version @8;
    currentTitle @9;   # the current title of the card equals the printed title of the other
  }
  struct GivenBack {
    when @0 :When $Marks.once;
    clause @1 :Text $Marks.names(clause);
    enum When { leavesLocation @0; turnedFaceDown @1; turnedFaceDownByOther @2; activationNegated @3; attached @4; }
  }
}

struct Act {
  # What the rules require of an act, besides limits.
  act @0 :Text $Marks.names(payload) $Marks.once;   # of event.capnp: "abilityActivated"
  requires @1 :List(Requirement);
  void @2 :Bool;                # an illegal one is void: neither it nor anything that it began happens
  struct Requirement {
    what @0 :What;
    clause @1 :Text $Marks.names(clause);
    that @2 :Text $Marks.expression $Marks.readWith("what=that");   # a condition. `it` is the card of the event, `who` its player (or actor)
    named @3 :Text $Marks.names(ofEvent);   # only for events with this name: of a period, a reason, a method, a kind
    if @4 :Text $Marks.expression;          # only if this condition holds before the event
    after @5 :Bool $Marks.readWith("what=that");   # `that` is evaluated in the state after the event
    # sourceControlled and playersTurn also require that nobody else does it for its player (`ownAct()` in expressions);
    # fromTop: the drawn cards are the top ones of the pile
    enum What { sourceInPlay @0; sourceControlled @1; sourceFaceUp @2; sourceUnbowed @3; playersTurn @4; that @5; fromTop @6; }
  }
}

struct Tally {
  # A count of events that `tally(...)` reads: how many Normal Summons of a player this turn, how many attacks of a card.
  # One of a card ends when the card leaves its place.
  name @0 :Text $Marks.declares(tally) $Marks.once $Marks.needed;
  of @1 :List(Counted);
  by @2 :By;                    # what each count belongs to
  within @3 :Text $Marks.names(period);   # it restarts when one of these begins or ends; empty: it counts the whole game
  enum By { who @0; it @1; game @2; }     # the player of the event, its card, or all together
  struct Counted {
    act @0 :Text $Marks.names(payload) $Marks.needed;   # of event.capnp
    named @1 :Text $Marks.names(ofEvent);               # with this name
    if @2 :Text $Marks.expression;                      # only if this holds before the event
  }
}

struct PlayerAbility {
  # An ability that every player has and that is on no card. Its source is the player, who is `this` and `me` in it.
  name @0 :Text $Marks.declares(ability) $Marks.once $Marks.needed;   # by which records name it
  clause @1 :Text $Marks.names(clause);
  ability @2 :Card.Ability;
}

struct Permission {
  # An act that somebody may or may not do. What rules, cards or a mission say about it is weighed by `precedence`.
  act @0 :Text $Marks.declares(permission) $Marks.needed;   # "commit seppuku"
  on @1 :Text $Marks.names(payload);          # the events that are such an act: "cardMoved"; empty: none, it can only be queried
  named @2 :Text $Marks.names(ofEvent) $Marks.readWith("on");   # with this reason, method, kind or designator
  if @3 :Text $Marks.expression $Marks.readWith("on");          # only if this holds; `it` is who does it, `that` the other party, `who` the player
  forbidden @4 :Bool;           # forbidden, unless a text allows it
  grants @5 :List(Grant);       # what the rules say: the first grant whose condition holds applies
  clause @6 :Text $Marks.names(clause);   # of `forbidden`
  by @7 :By $Marks.readWith("on");        # which party of the event does it, or has it done to it
  period @9 :Text $Marks.names(period) $Marks.readWith("by=party");   # the kind of period whose parties they are
  unsaid @10 :Bool;             # unknown unless a text decides it: the rules for it are not in this document
  lifted @8 :Bool;              # it can be queried, but the rules say nothing about it
  enum By {
    it @0;                      # its card
    that @1;                    # its host or its targets, each of them; its card is `that` then
    who @2;                     # its player
    party @3;                   # the party of a period that its player controls; the other party is `that`
  }
  struct Grant {
    to @0 :Text $Marks.expression;   # a condition about `it`, who does it: 'keyword "Samurai"'
    says @1 :Says;
    clause @2 :Text $Marks.names(clause);
    enum Says { may @0; cannot @1; must @2; }
  }
}

struct Precedence {
  # One line of what beats what. Of the lines that fit two contrary sayings the first one decides. Of the sayings that no
  # other beats, the earliest applies: what the rules say about the act comes before what cards say.
  clause @0 :Text $Marks.names(clause);
  winner @1 :Side;
  loser @2 :Side;
  struct Side {
    speakers @0 :List(Text) $Marks.names(speaker);   # "rule", "card", "mission": a card whose type has that name counts as that; empty: any
    says @1 :List(Permission.Grant.Says);   # empty: any
    acts @2 :List(Text) $Marks.names(permission);    # only about these; empty: any
    ownText @3 :Bool;           # only what a card says about itself
    ended @4 :Bool;             # a saying that ended at the same time: it counts only if such a line fits it
  }
}

struct NamedTrigger {
  # A trigger that texts refer to by name: a trait that gives the name and no event has this trigger.
  name @0 :Text $Marks.declares(trigger) $Marks.once $Marks.needed;   # "Focus Effect"
  on @1 :Text $Marks.names(payload) $Marks.needed;
  named @2 :Text $Marks.names(ofEvent);   # with this name
  if @3 :Text $Marks.expression;          # `this` is the card with the trait, `it` the card of the event, `who` its player
  before @4 :Bool $Marks.readWith("if");  # the condition is evaluated in the state before the event
  clause @5 :Text $Marks.names(clause);
  lifted @6 :Bool;              # texts can name it, but nothing is an occurrence of it
}

struct NamedTrait {
  # A trait that the rules define by name: "dishonorable". A subject that is given the trait (grantTrait) has these
  # effects as long as it has the trait, in play or not.
  name @0 :Text $Marks.declares(ability) $Marks.once $Marks.needed;
  effects @1 :List(Card.Effect);   # only changes, as for a continuous trait; `this` is what has the trait
  clause @2 :Text $Marks.names(clause);
  lifted @3 :Bool;              # records and texts can name it, but it has no effects
}

struct Obligations {
  # Triggered traits that must happen.
  deadlines @0 :List(Deadline); # at the first event of one of these kinds it is missed
  clause @1 :Text $Marks.names(clause);        # of "must happen"
  firesClause @2 :Text $Marks.names(clause);   # once and only once for each occurrence
  places @3 :List(Place);       # the zones in which traits trigger, besides those that they name
  optional @4 :List(Optional);
  costsClause @5 :Text $Marks.names(clause);   # a trait without its cost does not happen
  effectsClause @6 :Text $Marks.names(clause);   # all its effects happen, in order
  follows @7 :List(Following);
  struct Deadline { act @0 :Text $Marks.names(payload) $Marks.needed; named @1 :Text $Marks.names(ofEvent); }
  struct Place { zone @0 :Text $Marks.names(zone) $Marks.once $Marks.needed; clause @1 :Text $Marks.names(clause); }   # "play": every zone that is in play
  struct Optional {
    trigger @0 :Text $Marks.names(trigger) $Marks.needed;   # its name; a trait that produces something and does not say when
                                                            # has this trigger (`triggers`)
    produces @1 :Text $Marks.names(value) $Marks.needed;
    clause @2 :Text $Marks.names(clause);
  }
}

struct Following {
  # A required follow-up: an act that must come after another. `this` is the card of the first one, `it` that of the event asked about.
  name @0 :Text $Marks.declares(following) $Marks.once $Marks.needed;   # "draw after a discard"
  after @1 :Moment;             # the act that requires it
  must @2 :Moment;              # the act that has to follow
  by @3 :By;                    # who has to do it, and whose acts are deadlines
  before @4 :List(Obligations.Deadline);   # at the first such event it is missed; empty: the deadlines of all obligations
  within @5 :Text $Marks.names(period);    # it is also missed when this period ends; empty: no period
  clause @6 :Text $Marks.names(clause);
  lifted @7 :Bool;              # it can be queried, but nothing has to follow
  enum By { who @0; anybody @1; }   # who: the player who did the first
  struct Moment {
    act @0 :Text $Marks.names(payload) $Marks.needed;   # of event.capnp
    named @1 :Text $Marks.names(ofEvent);   # with this name
    if @2 :Text $Marks.expression;          # only if this holds just before it
  }
}

struct Deck {
  # A rule of deck construction: a condition that is evaluated when only the decks have been registered. `me` is the
  # player, `packs` a value.
  format @0 :Text $Marks.names(format);   # empty: every format
  that @1 :Text $Marks.expression $Marks.needed;
  clause @2 :Text $Marks.names(clause);
  gist @3 :Text $Marks.people;            # what is wrong if it does not hold
}

struct Win {
  # Evaluated after each event, in this order, until one holds; then the game is over. Triggered traits come first, except
  # before one that is `atOnce`.
  name @0 :Text $Marks.declares(ending) $Marks.needed;   # "mission terms", "points": the reason
  on @1 :Text $Marks.names(payload);       # only after events of this payload; empty: any
  named @2 :Text $Marks.names(ofEvent) $Marks.readWith("on");   # with this name (of the period, ...)
  if @3 :Text $Marks.expression;           # a condition
  winner @4 :Text $Marks.expression;       # a player; empty: nobody, or as `winners` or `everybody` says
  clause @5 :Text $Marks.names(clause);
  terms @6 :Text $Marks.names(zone);       # the `wins` of the cards in this zone (card.capnp); with a `winner`: only that player's
  atOnce @7 :Bool;              # comes before triggered powers resolve
  atEndOf @8 :Text $Marks.names(period);   # evaluated only when such a period has ended, by any event
  everybody @9 :Event.Everybody;           # all players win, or lose
  winners @10 :Text $Marks.expression;     # a condition on `each` player: those for whom it holds win together
}

struct Number {
  # A number that a player chooses, by itself or with an activation.
  what @0 :Text $Marks.names(ofNumber) $Marks.needed;   # numberChosen's `what`, or the activation's designator
  least @1 :Int64;
  most @2 :Int64 = 9223372036854775807;
  clause @3 :Text $Marks.names(clause);
  unless @4 :Text $Marks.names(permission);   # the name of an act: if it is permitted, the number `permitted` is too
  permitted @5 :Int64 $Marks.readWith("unless");   # "none may be moved" permits 0, and no other number below `least`
}

struct Control {
  reading @0 :Reading;
  enum Reading { latestHolds @0; }    # the latest control change that has not ended
  clause @1 :Text $Marks.names(clause);
}

struct Attachment {
  fate @0 :Fate;                # what happens to attachments when their host leaves play
  fateZone @1 :Text $Marks.names(zone) $Marks.readWith("fate=goesTo");
  detachOnFaceDown @2 :Bool;    # it is detached when its host is turned face-down
  clause @3 :Text $Marks.names(clause);
  modifiers @4 :Modifiers;      # what happens to those stats of attachments that are printed as modifiers
  modifiersClause @5 :Text $Marks.names(clause) $Marks.readWith("modifiers=toHost");
  enum Fate { stays @0; goesTo @1; }
  enum Modifiers { stay @0; toHost @1; }   # toHost: bonuses and penalties of its host, for as long as it is attached
}

struct FaceDown {
  # What a card loses if it is turned face-down in play, besides what limits say.
  clearsCounters @0 :Bool;
  clearsChanges @1 :Bool;       # continuous changes, also by attachments, but not its controller
  clause @2 :Text $Marks.names(clause);
}
