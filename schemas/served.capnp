@0xc2f5a8e7310b946d;
# The first line of a served file of a game (tools/follow/served_game.h).
using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("docket::schema");

struct ServedHeading {
  served @0 :UInt8;      # the version of the form: 1
  leaf @1 :UInt64;       # the leaf whose events the file has
  game @2 :Text;         # the game's id
  after @3 :UInt32;      # the number of events that earlier leaves of the game cover; if 0, the file has the header
  parent @4 :Text;       # of a branch
  at @5 :UInt32;         # the last event that it shares with its parent
  account @6 :UInt8;     # the seat of the player whose account it is; 0: none
}
