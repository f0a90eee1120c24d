@0xb1f03c5d7e2a4996;
# The rules that a game consulted, and its counts, stored next to the game. A cache: it can be deleted at any time, and is
# only read by the same build of the program, with the same documents.
using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("docket::schema");

struct GameFootprint {
  # What it consulted, by place in the program's tables and in the ruleset.
  switches @0 :List(UInt16);
  fields @1 :List(UInt16);
  limitsAsked @2 :List(UInt16);
  limitsUsed @3 :List(UInt16);
  lines @4 :List(Text);          # the clauses of lines that had an effect

  events @5 :UInt64;
  broken @6 :List(Count);        # findings, by clause
  rulings @7 :List(Count);       # likewise
  limits @8 :List(OfLimit);
  cards @9 :List(OfCard);        # cards that it is known to have
  trials @10 :List(Trial);       # the clauses without which it was folded

  limitsAgreed @11 :List(Agreed);

  fates @12 :List(Fates);

  struct Agreed { limit @0 :UInt16; uses @1 :List(UInt32); }   # keys that agree, and << 16 the unknown ones, a bit each
  struct Fates { limit @0 :UInt16; of @1 :UInt8; }             # the fates of uses that it counts, a bit each
  struct Count { name @0 :Text; count @1 :UInt64; }
  struct OfLimit { limit @0 :Text; uses @1 :UInt64; broken @2 :UInt64; }
  struct OfCard { card @0 :Text; inPlay @1 :Bool; uses @2 :UInt64; }
  struct Trial { clause @0 :Text; changes @1 :Bool; }
}
