#include "events/marked_numbers.h"

namespace docket {
namespace {

using capnp::DynamicStruct;

class MarkedNumbers {
 public:
  explicit MarkedNumbers(const VisitNumber& visit) : visit_(visit) {}

  bool structure(DynamicStruct::Builder of, const Shape& shape) {
    for (const FieldShape& each : shape.fields) {
      if (each.chosen && !isChosen(of, each)) continue;
      if (!(each.list ? list(of, each) : field(of, each))) return false;
    }
    return true;
  }

 private:
  static bool isChosen(DynamicStruct::Builder of, const FieldShape& each) {
    KJ_IF_MAYBE (chosen, of.which()) {
      return *chosen == each.field;
    }
    return false;
  }
  static bool isMarked(const FieldShape& each) {
    return each.value.kind == Kind::integer && each.value.mark != Mark::none;
  }

  bool field(DynamicStruct::Builder of, const FieldShape& each) {
    if (each.value.kind == Kind::structure) {
      if (!each.value.group && !of.has(each.field)) return true;
      return structure(of.get(each.field).as<DynamicStruct>(), *each.value.shape);
    }
    if (!isMarked(each)) return true;
    auto number = of.get(each.field).as<std::uint32_t>();
    if (number == 0) return true;
    if (!visit_(number, each)) return false;
    of.set(each.field, number);
    return true;
  }

  bool list(DynamicStruct::Builder of, const FieldShape& each) {
    const bool is_of_structs = each.value.kind == Kind::structure;
    if ((!is_of_structs && !isMarked(each)) || !of.has(each.field)) return true;
    auto elements = of.get(each.field).as<capnp::DynamicList>();
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

bool visitMarkedNumbers(DynamicStruct::Builder of, const VisitNumber& visit) {
  return MarkedNumbers(visit).structure(of, shapeOf(of.getSchema()));
}

}  // namespace docket
