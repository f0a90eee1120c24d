@0xc4a7d1e95b306f28;
# The rulings and findings of a game with the steps of their derivations, stored next to the game. A cache: it can be
# deleted at any time, and is only read by the same build of the program, with the same documents.
using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("docket::schema");

struct GameDecisions {
  all @0 :List(Decision);
  steps @1 :List(Text);          # of all decisions, each once

  struct Decision {
    event @0 :UInt32;
    about @1 :UInt32;
    kind @2 :UInt8;
    outcome @3 :UInt8;
    replacedBy @4 :UInt32;
    steps @5 :List(UInt32);      # indices in GameDecisions.steps
  }
}
