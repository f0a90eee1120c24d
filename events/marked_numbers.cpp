#include "events/marked_numbers.h"

namespace docket {
namespace {

using capnp::DynamicStruct;

class MarkedNumbers {
 public:
  explicit MarkedNumbers(const VisitNumber& visit) : visit_(visit) {}

  bool structure(DynamicStruct::Builder owner, const Shape& shape) {
    for (const FieldShape& each : shape.fields) {
      if (each.chosen && !isChosen(owner, each)) continue;
      if (!(each.list ? list(owner, each) : field(owner, each))) return false;
    }
    return true;
  }

 private:
  static bool isChosen(DynamicStruct::Builder owner, const FieldShape& each) {
    KJ_IF_MAYBE (chosen, owner.which()) {
      return *chosen == each.field;
    }
    return false;
  }
  static bool isMarked(const FieldShape& each) {
    return each.value.kind == Kind::integer && each.value.mark != Mark::none;
  }

  bool field(DynamicStruct::Builder owner, const FieldShape& each) {
    if (each.value.kind == Kind::structure) {
      if (!each.value.group && !owner.has(each.field)) return true;
      return structure(owner.get(each.field).as<DynamicStruct>(), *each.value.shape);
    }
    if (!isMarked(each)) return true;
    auto number = owner.get(each.field).as<std::uint32_t>();
    if (number == 0) return true;
    if (!visit_(number, each)) return false;
    owner.set(each.field, number);
    return true;
  }

  bool list(DynamicStruct::Builder owner, const FieldShape& each) {
    const bool is_of_structs = each.value.kind == Kind::structure;
    if ((!is_of_structs && !isMarked(each)) || !owner.has(each.field)) return true;
    auto elements = owner.get(each.field).as<capnp::DynamicList>();
    // Uses indices: this version's iterator of a dynamic list does not compile.
    for (capnp::uint i = 0; i < elements.size(); ++i) {
      if (is_of_structs) {
        if (!structure(elements[i].as<DynamicStruct>(), *each.value.shape)) return false;
        continue;
      }
      auto number = elements[i].as<std::uint32_t>();
      if (number == 0) continue;
      if (!visit_(number, each)) return false;
      elements.set(i, number);
    }
    return true;
  }

  const VisitNumber& visit_;
};

}  // namespace

bool visitMarkedNumbers(DynamicStruct::Builder owner, const VisitNumber& visit) {
  return MarkedNumbers(visit).structure(owner, shapeOf(owner.getSchema()));
}

}  // namespace docket
