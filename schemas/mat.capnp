@0xd3a86e51c07f29b4;
# A mat: where the zones of a ruleset are on the table, for drawing it. It is a separate document, not part of the
# ruleset: nothing is computed from it, so it changes no digest, no grade and no game.
# Written as JSON with // comments; docs/adding_a_game.md explains how.
using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("docket::schema");

struct Mat {
  ruleset @0 :Text;             # name of the ruleset that it is for, whatever its version
  value @1 :Text;               # the value of each player that is plotted over the game: "life"; empty: the first value that players have
  places @2 :List(Place);

  struct Place {
    # A rectangle of one row. Rows count from the middle of the table towards the player, columns from the player's left.
    zone @0 :Text;
    slots @1 :List(Int16);      # of a zone with slots: which of them, from the left
    row @2 :UInt8;              # from 1
    column @3 :UInt8;           # from 1
    columns @4 :UInt8 = 1;      # how many it is wide
  }
}
