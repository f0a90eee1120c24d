#include "events/assumptions.h"

#include <capnp/any.h>
#include <capnp/schema.h>

#include <vector>

namespace docket {
namespace {

/// The id that marks.capnp gives the annotation, for which no name is generated.
constexpr std::uint64_t kAssumes = 0xe7d9b1c25f3a8046;

Assumptions markedAssumptions(capnp::StructSchema::Field payload) {
  Assumptions all;
  for (const auto annotation : payload.getProto().getAnnotations()) {
    if (annotation.getId() != kAssumes) continue;
    for (const auto one : annotation.getValue().getList().getAs<capnp::List<schema::Assumption>>()) all.add(one);
  }
  return all;
}

}  // namespace

const Assumptions& assumptionsOf(schema::Event::Which payload) {
  static const std::vector<Assumptions> kAll = [] {
    std::vector<Assumptions> all;
    for (const auto field : capnp::Schema::from<schema::Event>().getUnionFields()) {
      const std::size_t place = field.getProto().getDiscriminantValue();
      if (all.size() <= place) all.resize(place + 1);
      all[place] = markedAssumptions(field);
    }
    return all;
  }();
  static const Assumptions kNone;
  const auto place = static_cast<std::size_t>(payload);
  return place < kAll.size() ? kAll[place] : kNone;
}

}  // namespace docket
