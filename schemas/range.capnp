@0xa4c86d21f09be753;
# The result of a command for a range of leaves of an archive's log, as a file of JSON Lines
# (tools/ranges/result_file.h): a heading, the lines of the command, and an end. Results come from other machines, so
# they are checked against the checkpoint and the archive that they are merged with.
using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("docket::schema");
using Points = import "points.capnp";

struct RangeHeading {
  range @0 :UInt8;         # the version of the form: 1
  command @1 :Text;        # "verify"
  asked @2 :List(Text);    # the options that the answer depends on; documents by their digests
  program @3 :Data;        # identifies the program that answered
  origin @4 :Text;         # of the checkpoint, with the next two
  size @5 :UInt64;
  root @6 :Data;
  first @7 :UInt64;        # the first leaf of the range, from 0
  last @8 :UInt64;         # the last one
}

struct RangeLine {
  union {
    verdict @0 :Verdict;
    search @1 :Search;
    searched @2 :Searched;
    difference @3 :Text;         # as in a journal (tools/lab/journal.h)
    compared @4 :Compared;
    coverage @5 :Coverage;
    damaged @6 :Text;            # a game that coverage could not read, with the reason
    facts @7 :Facts;
    indexed @8 :Indexed;
    end @9 :End;
  }

  struct Verdict {
    leaf @0 :UInt64;             # the first leaf of the game
    game @1 :Text;
    status @2 :UInt8;
    grades @3 :List(UInt8);      # as the program numbers them
    damage @4 :Text;
    json @5 :Text;               # the whole verdict, if it was asked for
    isOther @6 :Bool;            # a game of another ruleset, which was left out
  }

  struct Search {
    # A game that was searched and has hits, or is damaged.
    leaf @0 :UInt64;
    game @1 :Text;
    hits @2 :List(Hit);
    damage @3 :Text;

    struct Hit {
      event @0 :UInt32;
      last @1 :UInt32;
      isCertain @2 :Bool;
      kind @3 :Text;
      when @4 :Text;
      point @5 :Points.GamePoints.Point;
      why @6 :List(Text);
    }
  }

  struct Searched {
    games @0 :UInt64;
    unfit @1 :UInt64;            # games that lack what the question names
    why @2 :Text;                # what the first of them lacks
  }

  struct Compared {
    games @0 :UInt64;
    events @1 :UInt64;
    skipped @2 :UInt64;
    leftOut @3 :UInt64;
    unasked @4 :UInt64;
  }

  struct Coverage {
    # What is counted in the games of one ruleset and one catalogue.
    ruleset @0 :Data;
    catalogue @1 :Data;
    games @2 :UInt64;
    events @3 :UInt64;
    clauses @4 :List(Clause);
    limits @5 :List(Limit);
    cards @6 :List(Card);

    struct Clause { clause @0 :Text; exercised @1 :Bool; games @2 :UInt64; broken @3 :UInt64; rulings @4 :UInt64; }
    struct Limit { limit @0 :Text; uses @1 :UInt64; broken @2 :UInt64; }
    struct Card { card @0 :Text; games @1 :UInt64; inPlay @2 :UInt64; uses @3 :UInt64; mostUses @4 :UInt64; }
  }

  struct Facts {
    # A row of the index, with leaves in place of games (tools/find/term_index.h).
    key @0 :Data;
    bytes @1 :Data;
  }

  struct Indexed {
    games @0 :UInt64;
    leftOut @1 :UInt64;
  }

  struct End {
    lines @0 :UInt64;            # how many there are before it
    digest @1 :Data;             # of all bytes before it
  }
}
