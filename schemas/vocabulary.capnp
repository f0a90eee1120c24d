@0xbdfbe7087c3328b6;
# The words that a ruleset, or the cards of a catalogue, speak of and of which no other part of a document is a list.
using Cxx = import "/capnp/c++.capnp";
using Marks = import "marks.capnp";
$Cxx.namespace("docket::schema");

struct Vocabulary {
  # Words by which records call things and of which nothing else here is a list. A document that asks for one of them
  # ("named", an argument of a condition) can only ask for those that are declared; records can use others.
  keywords @0 :List(Text) $Marks.declares(keyword);         # beside those of keyword kinds and those printed on cards
  subtypes @1 :List(Text) $Marks.declares(subtype);         # beside those printed on cards
  reasons @2 :List(Text) $Marks.declares(reason);           # of cardMoved
  methods @3 :List(Text) $Marks.declares(method);           # of cardPlayed
  designators @4 :List(Text) $Marks.declares(designator);   # of abilityActivated
  attachments @5 :List(Text) $Marks.declares(attachment);   # the kinds of cardAttached
  counters @6 :List(Text) $Marks.declares(counter);
  choices @7 :List(Text) $Marks.declares(choice);           # what is chosen or left to chance: numbers, names, outcomes
  endings @8 :List(Text) $Marks.declares(ending);           # reasons of gameEnded, beside the names of wins
  formats @9 :List(Text) $Marks.declares(format);           # in which decks are built
  titles @10 :List(Text) $Marks.declares(title);            # that cards are given, beside those printed on cards
  told @11 :List(Text) $Marks.declares(told);               # what is said of cards
  verbs @12 :List(Verb);

  struct Verb {
    # What people say at the table for an act, beside the verbs of every transcript.
    says @0 :Text $Marks.word $Marks.once $Marks.needed;    # "exhausts", "normal summons"
    means @1 :Text $Marks.word;   # a line of a transcript, "..." for what its speaker says: "turns ... exhausted"
    byType @2 :List(OfTypes);     # what it means instead for cards of some types: the first that is for the card
  }
  struct OfTypes {
    types @0 :List(Text) $Marks.names(type) $Marks.needed;
    means @1 :Text $Marks.word $Marks.needed;
  }
}
