@0x9d42e6f1c07ab385;
# A judge's ruling: a claim about a game at a point, which Docket recomputes.
using Cxx = import "/capnp/c++.capnp";
using Marks = import "marks.capnp";
$Cxx.namespace("docket::schema");

struct Ruling {
  judge @0 :Text $Marks.judge;
  at @1 :UInt32 $Marks.event;         # the point: the table after this event; 0: the ruling's own place
  claim @2 :Text $Marks.claim;               # an expression and its value, or a condition: 'stat(#12, "Force") = 3'
  clauses @3 :List(Text);             # the clauses that the judge cites
  note @4 :Text $Marks.people;
  supersedes @5 :UInt32 $Marks.event; # the ruling that this one replaces (an appeal); 0: none
}
