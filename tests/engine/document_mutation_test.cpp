// Rulesets and catalogues, cut and changed at every byte: they are refused or taken, and what is taken can be checked.
#include <gtest/gtest.h>

#include "tests/fuzz/byte_mutants.h"
#include "tests/fuzz/catalogue_target.h"

namespace docket {
namespace {

TEST(DocumentMutations, OfARulesetAreTakenOrRefused) {
  tryMutants({R"({"name":"r","version":"1","from":"2026-01-01","clauses":[{"id":"a","off":[{"at":"stats/S/floor",)"
              R"("to":"\"none\""}],"variants":[{"name":"v","patches":[{"at":"limits/once/max","to":"2"}]}]}],)"
              R"("zones":[{"name":"table","inPlay":true},{"name":"hand"}],"periods":[{"name":"turn"}],)"
              R"("stats":[{"name":"S","floorClause":"a"}],"types":[{"name":"T","stats":["S"]}],)"
              R"("vocabulary":{"keywords":["K"],"counters":["c"]},"limits":[{"name":"once","keyedBy":["instance"],)"
              R"("within":"turn","givenBack":[{"when":"attached"}]}],"acts":[{"act":"cardPlayed","requires":)"
              R"([{"what":"that","that":"keyword \"K\" and counters(it, \"c\") < 2"}]}],)"
              R"("precedence":[{"winner":{"speakers":["card"]},"loser":{"speakers":["rule"]}}]})"},
             takeRuleset);
}

TEST(DocumentMutations, OfACatalogueAreTakenOrRefused) {
  tryMutants({R"({"name":"c","ruleset":"kitchen","cards":[{"key":"A","title":"A","types":["Cook"],"keywords":["Hot"],)"
              R"("stats":[{"stat":"Strength","amount":-2,"kind":"modifier"}],"characteristics":[{"name":"taste",)"
              R"("value":"sour"}],"limits":[{"limit":"copies","max":2}],"wins":[{"if":"1 = 1","winner":"P1"}],)"
              R"("abilities":[{"name":"stir","designator":"Stir","limits":[{"limit":"once","group":"g"}],)"
              R"("conditions":[{"that":"inPlay(this)","permits":"sourceUnbowed"}],"costs":[{"on":"cardTurned",)"
              R"("named":"sideways"}],"targets":[{"that":"type \"Cook\""}],"effects":[{"what":"bonus","to":"that",)"
              R"("name":"Strength","amount":"1","last":"untilEnd","until":"turn"}]},{"kind":"triggered",)"
              R"("trigger":{"on":"counterPlaced","named":"salt","if":"amount() > 1"},"effects":[{"what":"gain",)"
              R"("name":"gold","amount":"1"}]}]},{"key":"B","title":"B","types":["Old Cook"],"alias":"A"}]})"},
             takeCatalogue);
}

}  // namespace
}  // namespace docket
