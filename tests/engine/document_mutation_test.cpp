// Rulesets and catalogues, cut and changed at every byte: they are refused, or accepted and can be checked.
#include <gtest/gtest.h>

#include "tests/fuzz/byte_mutants.h"
#include "tests/fuzz/catalogue_target.h"

namespace docket::document_mutation_test {
namespace {

TEST(DocumentMutations, OfARulesetAreAcceptedOrRefused) {
  tryMutants({R"x({"name":"r","version":"1","from":"2026-01-01","clauses":[{"id":"a","off":[{"at":"stats/S/floor",)x"
              R"x("to":"\"none\""}],"variants":[{"name":"v","patches":[{"at":"limits/once/max","to":"2"}]}]}],)x"
              R"x("zones":[{"name":"table","inPlay":true},{"name":"hand"}],"periods":[{"name":"turn"}],)x"
              R"x("stats":[{"name":"S","floorClause":"a"}],"types":[{"name":"T","stats":["S"]}],)x"
              R"x("vocabulary":{"keywords":["K"],"counters":["c"]},"limits":[{"name":"once","keyedBy":["instance"],)x"
              R"x("within":"turn","givenBack":[{"when":"attached"}]}],"acts":[{"act":"cardPlayed","requires":)x"
              R"x([{"what":"that","that":"keyword \"K\" and counters(it, \"c\") < 2"}]}],)x"
              R"x("precedence":[{"winner":{"speakers":["card"]},"loser":{"speakers":["rule"]}}]})x"},
             takeRuleset);
}

TEST(DocumentMutations, OfACatalogueAreAcceptedOrRefused) {
  tryMutants(
      {R"x({"name":"c","ruleset":"kitchen","cards":[{"key":"A","title":"A","types":["Cook"],"keywords":["Hot"],)x"
       R"x("stats":[{"stat":"Strength","amount":-2,"kind":"modifier"}],"characteristics":[{"name":"taste",)x"
       R"x("value":"sour"}],"limits":[{"limit":"copies","max":2}],"wins":[{"if":"1 = 1","winner":"P1"}],)x"
       R"x("abilities":[{"name":"stir","designator":"Stir","limits":[{"limit":"once","group":"g"}],)x"
       R"x("conditions":[{"that":"inPlay(this)","permits":"sourceUnbowed"}],"costs":[{"on":"cardTurned",)x"
       R"x("named":"sideways"}],"targets":[{"that":"type \"Cook\""}],"effects":[{"what":"bonus","to":"that",)x"
       R"x("name":"Strength","amount":"1","last":"untilEnd","until":"turn"}]},{"kind":"triggered",)x"
       R"x("trigger":{"on":"counterPlaced","named":"salt","if":"amount() > 1"},"effects":[{"what":"gain",)x"
       R"x("name":"gold","amount":"1"}]}]},{"key":"B","title":"B","types":["Old Cook"],"alias":"A"}]})x"},
      takeCatalogue);
}

}  // namespace
}  // namespace docket::document_mutation_test
