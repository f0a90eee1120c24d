@0xf7380b1ce5d294a6;
# A catalogue: what is printed on the cards of a game, as structure. Written as JSON, compiled when loaded.
using Cxx = import "/capnp/c++.capnp";
using Event = import "event.capnp";
using Marks = import "marks.capnp";
using Vocabulary = import "vocabulary.capnp";
$Cxx.namespace("docket::schema");

struct Catalogue {
  name @0 :Text $Marks.word $Marks.needed;
  version @1 :Text $Marks.word;
  ruleset @2 :Text $Marks.word $Marks.needed;   # name of the ruleset whose vocabulary it uses
  cards @3 :List(Card);
  vocabulary @4 :Vocabulary.Vocabulary;   # words that only its cards use
  ofFacts @5 :Bool;             # generated from facts about real cards: what the ruleset does not have is noted, not
                                # refused
}

struct Card {
  key @0 :Text $Marks.declares(key) $Marks.once $Marks.needed;   # names it in the record: a title, a code
  title @1 :Text $Marks.declares(title);
  version @2 :Text $Marks.word;
  types @3 :List(Text) $Marks.names(type);
  subtypes @4 :List(Text) $Marks.declares(subtype);
  supertypes @5 :List(Text) $Marks.names(supertype);
  keywords @6 :List(Text) $Marks.declares(keyword);
  stats @7 :List(Event.PrintedStat);
  abilities @8 :List(Ability);
  alias @9 :Text $Marks.names(key);   # the key of the card that it counts as everywhere
  doubtful @10 :Bool;           # the card itself may have limits that are not in `limits`
  printings @11 :List(Printing);      # oldest first: the latest one gives the keywords
  characteristics @12 :List(Named);   # of those that the ruleset lists: element, cost, speed
  limits @13 :List(LimitOf);    # on the card itself: copies in a deck, in play, attached; plays
  text @14 :Text $Marks.word;   # its text box: see engine/rules/text_box.h for the marks
  proxy @15 :Bool;              # represents a created card: it has no title, whatever is printed on it
  wins @16 :List(Terms);        # of a mission: how it is won
  unread @17 :Bool;             # its text is unread: it may have abilities, traits and limits that are not here
  unreadOf @18 :List(Matter);   # what its unread words can be about: if absent, anything; otherwise only these, and
                                # nothing if the list is empty
  earlier @19 :List(Earlier);   # its texts before they were changed, the oldest first
  unreadActs @23 :List(Acts);   # for matters of `unreadOf`: the events that these words can be about; none: any
  otherTexts @20 :List(OtherText);    # besides `text`, if a card has several texts that are read separately
  unsaidStats @21 :List(Text) $Marks.names(stat);   # their printed amount is unknown, not absent
  unsaidCharacteristics @22 :List(Text) $Marks.names(characteristic);   # likewise

  struct Earlier {
    # Applies to games before `until`; everything else is as on the card.
    until @0 :Text $Marks.word $Marks.needed;   # YYYY-MM-DD: the first day on which the next wording holds
    text @1 :Text $Marks.word;
    abilities @2 :List(Ability);
    limits @3 :List(LimitOf);
    keywords @4 :List(Text) $Marks.declares(keyword);
    doubtful @5 :Bool;
    unread @6 :Bool;
    unreadOf @7 :List(Matter);
    otherTexts @8 :List(OtherText);   # none: those of the card
    unreadActs @9 :List(Acts);
  }
  struct Acts {
    of @0 :Matter;
    on @1 :List(Text) $Marks.names(payload);   # of event.capnp
  }
  struct OtherText {
    of @0 :Text $Marks.word $Marks.needed;   # what the ruleset's wordings call it: "pendulum"
    text @1 :Text $Marks.word;   # empty: the card is known to have none
  }

  struct Printing {
    set @0 :Text $Marks.word;
    date @1 :Text $Marks.word;   # YYYY-MM-DD, or as much of it as is known
    keywords @2 :List(Text) $Marks.declares(keyword);
    small @3 :List(Text) $Marks.word;   # the small print at the edges: number, rarity, artist, story credits
  }
  struct Named { name @0 :Text $Marks.names(characteristic) $Marks.once $Marks.needed; value @1 :Text $Marks.word; }
  struct Terms {
    # `this` is the card
    if @0 :Text $Marks.expression;
    winner @1 :Text $Marks.expression;   # a player; empty: nobody, or as `winners` or `everybody` says
    everybody @2 :Event.Everybody;       # all players win, or lose
    winners @3 :Text $Marks.expression;  # a condition on `each` player: those for whom it holds win together
  }
}

enum Matter {
  # What the words of a text can be about.
  uses @0;         # how often the card or its abilities may be used, played, put into a deck or be in play
  permissions @1;  # what may or may not, must or need not be done; what is negated or replaced
  stats @2;        # stats of cards
  words @3;        # types, subtypes, keywords, titles, texts
  control @4;      # who controls a card
  changes @5;      # what happens when it is used
  usedStats @6;    # the part of `changes` that is about stats of cards
  ownPermissions @7;    # what may be done with this card itself
  usedPermissions @8;   # the part of `changes` about what may be done in the rest of that turn
  laterPermissions @9;  # likewise, after that turn too
  # Words that only forbid: in general, for this card itself, in the turn of its use, and after it.
  prohibitions @10;
  ownProhibitions @11;
  usedProhibitions @12;
  laterProhibitions @13;
}

struct Ability {
  # An ability or a trait of a card. Its number, from 1, is its place in the list.
  name @0 :Text $Marks.declares(ability);   # "effect 2"; by which it can be granted and removed
  designator @1 :Text $Marks.names(designator);   # "Battle", "quick effect", "card activation", ...
  zones @2 :List(Text) $Marks.names(zone);   # where it can be activated; empty: not given
  limits @3 :List(LimitOf);
  description @4 :Int32 = -1;   # index of its description in foreign records; -1 none
  event @5 :Text $Marks.people;   # what it answers, in the words of the source
  kind @6 :Kind;
  keywords @7 :List(Text) $Marks.declares(keyword);   # the bold words before the designator
  trigger @8 :Trigger $Marks.readWith("kind=ability|triggered");   # of a triggered trait, and of a Reaction
  conditions @9 :List(Condition);
  costs @10 :List(Cost) $Marks.repeats $Marks.readWith("kind=ability|triggered");
  targets @11 :List(Target) $Marks.repeats $Marks.readWith("kind=ability|triggered");
  effects @12 :List(Effect) $Marks.repeats;
  optional @13 :Bool $Marks.readWith("kind=ability|triggered");   # its effects are ("you may")
  copies @14 :UInt16 = 1;       # how many identical ones the card has
  doubtful @15 :Bool;           # it may have limits that are not in `limits`
  text @17 :Text $Marks.people; # its words as printed
  face @16 :Works;              # which side of its card must be up in play for it to work
  enum Kind { ability @0; triggered @1; continuous @2; }
  enum Works {
    unsaid @0;                  # face-up; whether it can be used face-down is unknown; a trait that names zones works on either side
    up @1; down @2; either @3;
  }
}

struct Trigger {
  name @0 :Text $Marks.names(trigger);   # its name in the rules, if it has one: "paying a Gold cost"
  on @1 :Text $Marks.names(payload);     # of event.capnp; or "entersPlay": any with which a card comes into play
  named @2 :Text $Marks.names(ofEvent) $Marks.readWith("on");   # the period's name, the reason, the value, ...
  if @3 :Text $Marks.expression $Marks.readWith("on");   # `this` is the card with the trait, `it` the card of the event, `who` its player
  before @4 :Bool $Marks.readWith("on");   # "Before ...:": the condition is asked of the state before the event
}

struct Condition {
  # `this` is the card, `me` who controls it.
  that @0 :Text $Marks.expression;        # restricts: it must hold; empty: none
  permits @1 :Text $Marks.names(requirement);   # a requirement of the ruleset that it lifts: "sourceUnbowed", "sourceInPlay"
}

struct Cost {
  # What must be among the `costs` of the act.
  on @0 :Text $Marks.names(payload) $Marks.needed;      # of event.capnp
  named @1 :Text $Marks.names(ofEvent);   # an orientation, a value, a zone
  amount @2 :Text $Marks.expression;      # if there is one
  card @3 :Text $Marks.expression;        # a condition about `it`; empty: this card
  can @4 :Text $Marks.expression;         # whether it can be paid; empty: as the engine sees it
}

struct Target {
  that @0 :Text $Marks.expression;   # a condition about `it`
  count @1 :Text = "1" $Marks.expression;
}

struct Effect {
  what @0 :What;
  to @1 :Text $Marks.expression;     # a card, a set of cards, a player, an entity; empty: this card. `that` is the target
  name @2 :Text $Marks.names(ofEffect);   # a stat, a keyword, a type, a value, a kind of counter, a zone, an act
  amount @3 :Text $Marks.expression;
  most @4 :Text $Marks.expression $Marks.readWith("what=bonus");   # "(to a maximum of V)"
  mostOf @5 :MostOf $Marks.readWith("most");
  if @6 :Text $Marks.expression;
  last @7 :Event.Change.Last;   # of a change that an ability begins; a continuous trait's lasts while it applies
  until @8 :Text $Marks.names(period) $Marks.readWith("last=untilEnd");
  keywords @9 :List(Text) $Marks.declares(keyword);
  enum What {
    bonus @0; set @1; minimum @2; maximum @3; grantKeyword @4; removeKeyword @5; setType @6; addType @7; removeType @8;
    grantTrait @9; removeTrait @10; grantAbility @11; removeAbility @12; negateEffects @13; control @14; setBase @15;
    setTitle @16; addSupertype @17; addSubtype @18; actAs @19; forbid @20; permit @21; must @22;
    # effects that are recorded as events of their own
    draw @23; move @24; turn @25; gain @26; lose @27; placeCounters @28; removeCounters @29; create @30;
    # another change
    setSubtype @31;
  }
  enum MostOf { change @0; value @1; }   # of this change only; of the stat, over all changes with such a maximum
}

struct LimitOf {
  limit @0 :Text $Marks.names(limit) $Marks.once $Marks.needed;
  max @1 :Int32;                      # 0: as the ruleset says
  group @2 :Text $Marks.word;         # the abilities that share it: same group, same title
  title @3 :Text $Marks.names(key);   # the key under which it is counted, if not the card's own
}

struct DeckList {
  # What a player brings to a game, as JSON; it is checked and not stored.
  format @0 :Text;
  values @1 :List(Value);       # of the player, if the deck rules use one: "packs"
  zones @2 :List(Zone);
  struct Value { name @0 :Text; value @1 :Int64; }
  struct Zone {
    name @0 :Text;              # a zone of the ruleset; empty: its first pile
    cards @1 :List(Entry);
  }
  struct Entry {
    count @0 :UInt32 = 1;
    card @1 :Text;              # a key of the catalogue, a title, or a title with its version: "Title (Version)"
  }
}
