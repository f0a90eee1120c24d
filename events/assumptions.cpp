#include "events/assumptions.h"

#include <capnp/any.h>
#include <capnp/schema.h>

#include <vector>

#include "events/mark_ids.h"
#include "events/shape.h"

namespace docket {
namespace {

Assumptions markedAssumptions(capnp::StructSchema::Field payload) {
  Assumptions all;
  for (const auto annotation : payload.getProto().getAnnotations()) {
    if (annotation.getId() != mark_id::kAssumes) continue;
    for (const auto one : annotation.getValue().getList().getAs<capnp::List<schema::Assumption>>()) all.add(one);
  }
  return all;
}

}  // namespace

const Assumptions& assumptionsOf(schema::Event::Which payload) {
  static const std::vector<Assumptions> kAll = [] {
    std::vector<Assumptions> all;
    for (const FieldShape* one : payloadFields()) all.push_back(markedAssumptions(one->field));
    return all;
  }();
  static const Assumptions kNone;
  const auto place = static_cast<std::size_t>(payload);
  return place < kAll.size() ? kAll[place] : kNone;
}

}  // namespace docket
