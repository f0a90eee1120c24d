#include "engine/rules/consulted.h"

namespace docket {

void Consulted::add(RuleSwitch which) { switches_.set(static_cast<std::size_t>(which)); }

void Consulted::add(RuleField field) { fields_.set(static_cast<std::size_t>(field)); }

void Consulted::addLine(std::string_view clause) {
  if (!clause.empty() && !clauses_.contains(clause)) clauses_.emplace(clause);
}

void Consulted::addLimit(std::size_t place) { limits_.set(std::min(place, limits_.size() - 1)); }

void Consulted::addUsedLimit(std::size_t place) { used_limits_.set(std::min(place, used_limits_.size() - 1)); }

void Consulted::addAgreed(std::size_t place, Agreed agreed) {
  agreed_[static_cast<std::uint16_t>(place)].insert(agreed);
}

void Consulted::addFate(std::size_t place, UseFate fate) {
  fates_[static_cast<std::uint16_t>(place)] |= static_cast<std::uint8_t>(1U << static_cast<unsigned>(fate));
}

void Consulted::add(const Consulted& other) {
  for (const auto& [place, keys] : other.agreed_) agreed_[place].insert(keys.begin(), keys.end());
  for (const auto& [place, fates] : other.fates_) fates_[place] |= fates;
  switches_ |= other.switches_;
  limits_ |= other.limits_;
  used_limits_ |= other.used_limits_;
  fields_ |= other.fields_;
  clauses_.insert(other.clauses_.begin(), other.clauses_.end());
}

}  // namespace docket
