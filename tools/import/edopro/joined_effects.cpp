#include "tools/import/edopro/joined_effects.h"

namespace docket::edopro {

void joinEffects(const std::vector<EffectFact>& /*effects*/, schema::Card::Builder /*card*/) {}

}  // namespace docket::edopro
