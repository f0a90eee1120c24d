@0xbdfbe7087c3328b6;
# The words that a ruleset or the cards of a catalogue use and that no other part of the document declares.
using Cxx = import "/capnp/c++.capnp";
using Marks = import "marks.capnp";
$Cxx.namespace("docket::schema");

struct Vocabulary {
  # Words that records use and that nothing else here declares. A document can refer (by "named" or an argument of a
  # condition) only to declared words; records can use others.
  keywords @0 :List(Text) $Marks.declares(keyword);         # besides those of keyword kinds and those printed on cards
  subtypes @1 :List(Text) $Marks.declares(subtype);         # besides those printed on cards
  reasons @2 :List(Text) $Marks.declares(reason);           # of cardMoved
  methods @3 :List(Text) $Marks.declares(method);           # of cardPlayed
  designators @4 :List(Text) $Marks.declares(designator);   # of abilityActivated
  attachments @5 :List(Text) $Marks.declares(attachment);   # the kinds of cardAttached
  counters @6 :List(Text) $Marks.declares(counter);
  choices @7 :List(Text) $Marks.declares(choice);           # what is chosen or left to chance: numbers, names, outcomes
  endings @8 :List(Text) $Marks.declares(ending);           # reasons of gameEnded, besides the names of wins
  formats @9 :List(Text) $Marks.declares(format);           # formats in which decks are built
  titles @10 :List(Text) $Marks.declares(title);            # that cards are given, besides those printed on cards
  told @11 :List(Text) $Marks.declares(told);               # what is said about cards
  verbs @12 :List(Verb);

  struct Verb {
    # What people say at the table for an act, besides the verbs of every transcript.
    says @0 :Text $Marks.word $Marks.once $Marks.needed;    # "exhausts", "normal summons"
    means @1 :Text $Marks.word;   # a line of a transcript, "..." for the rest of the typed line: "turns ... exhausted"
    byType @2 :List(OfTypes);     # what it means instead for cards of some types: the first entry that fits the card
  }
  struct OfTypes {
    types @0 :List(Text) $Marks.names(type) $Marks.needed;
    means @1 :Text $Marks.word $Marks.needed;
  }
}
