#include "tools/notation/attempt.h"

namespace docket::notation {

Attempt::Struct Attempt::of(const FieldAt& field) {
  if (field.holder == FieldHolder::payload) return payload;
  if (field.holder == FieldHolder::event) return event;
  return event.getContext();
}

void Attempt::setConstant(const Part& part) {
  const ValueShape& value = part.field.shape->value;
  if (value.kind == Kind::enumerant) {
    set(part.field, capnp::DynamicEnum(value.enumerants, static_cast<std::uint16_t>(part.constant)));
  } else if (value.kind == Kind::boolean) {
    set(part.field, part.constant != 0);
  } else {
    set(part.field, part.constant);
  }
}

}  // namespace docket::notation
