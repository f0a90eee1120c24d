@0xd3b7f1c4a8e25067;
# The findings, limits, rulings and penalties of a game, stored next to the game. A cache: it can be deleted at any time,
# and is only read by the same build of the program, with the same documents.
using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("docket::schema");

struct GamePoints {
  points @0 :List(Point);

  struct Point {
    kind @0 :UInt8;           # as the program numbers them
    event @1 :UInt32;
    isCertain @2 :Bool;
    isUndone @3 :Bool;
    player @4 :UInt8;
    what @5 :Text;
    words @6 :List(Text);
    clauses @7 :List(Text);
    limit @8 :Text;
    card @9 :Text;
    judge @10 :Text;
  }
}
