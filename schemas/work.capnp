@0xd8adaaacfa53214f;
# What the ranges of a job have in common, as a line of JSON that goes with each of them to a worker (tools/work/message.h).
using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("docket::schema");

struct WorkJob {
  work @0 :UInt8;                    # the version of the form: 1
  command @1 :Text;                  # "regress"
  words @2 :List(Text);              # its options, except for those that name files, and its words
  documents @3 :List(Document);      # the options that name files
  program @4 :Data;                  # identifies the program that must answer
  checkpoint @5 :Text;               # whose leaves are meant, signed

  struct Document {
    option @0 :Text;                 # "to"
    files @1 :List(File);            # the file that it names, and those beside it that this one extends
  }

  struct File {
    name @0 :Text;                   # without a folder
    digest @1 :Data;                 # of its bytes
  }
}
