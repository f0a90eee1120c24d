@0xf7380b1ce5d294a6;
# A catalogue: what is printed on the cards of a game, as structure. Written as JSON, compiled when loaded.
using Cxx = import "/capnp/c++.capnp";
using Event = import "event.capnp";
$Cxx.namespace("docket::schema");

struct Catalogue {
  name @0 :Text;
  version @1 :Text;
  ruleset @2 :Text;             # name of the ruleset whose vocabulary it uses
  cards @3 :List(Card);
}

struct Card {
  key @0 :Text;                 # names it in the record: a title, a code
  title @1 :Text;
  version @2 :Text;
  types @3 :List(Text);
  subtypes @4 :List(Text);
  supertypes @5 :List(Text);
  keywords @6 :List(Text);
  stats @7 :List(Event.PrintedStat);
  abilities @8 :List(Ability);
  alias @9 :Text;               # the key of the card that it counts as in every place
  doubtful @10 :Bool;           # its abilities are not known well enough to count by
}

struct Ability {
  # An ability or a trait of a card. Its number, from 1, is its place in the list.
  name @0 :Text;                # for people: "effect 2"
  designator @1 :Text;          # "Battle", "quick effect", "card activation", ...
  zones @2 :List(Text);         # where it can be activated; empty: not said
  limits @3 :List(LimitOf);
  description @4 :Int32 = -1;   # index of its description in foreign records; -1 none
  event @5 :Text;               # what it answers, in the words of the source
}

struct LimitOf {
  limit @0 :Text;               # a limit of the ruleset
  max @1 :Int32;                # 0: as the ruleset says
  group @2 :Text;               # the abilities that share it: same group, same title
  title @3 :Text;               # the key under which it is counted, if not the card's own
}
