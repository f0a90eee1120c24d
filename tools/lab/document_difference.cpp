#include "tools/lab/document_difference.h"

#include <capnp/any.h>

#include <optional>

#include "engine/rules/document_path.h"
#include "tools/lab/aligned.h"

namespace docket::lab {

using capnp::DynamicList;
using capnp::DynamicStruct;
using capnp::StructSchema;

namespace {

std::string pathText(const std::vector<PathStep>& path) {
  std::string text;
  for (const PathStep& step : path) text += (text.empty() ? "" : "/") + step.name;
  return text;
}

bool isOfStructs(StructSchema::Field field) {
  return field.getType().isList() && field.getType().asList().getElementType().isStruct();
}

/// True if a struct is compared field by field; one with a union is a single value.
bool isTakenApart(StructSchema schema) { return schema.getUnionFields().size() == 0; }

/// The output for the merged document; empty if it is not wanted.
using Into = std::optional<DynamicStruct::Builder>;

class DocumentMerging {
 public:
  explicit DocumentMerging(const TakesRight& takes_right) : takes_right_(takes_right) {}

  /// Two versions of a document.
  void document(DynamicStruct::Reader left, DynamicStruct::Reader right, Into out) { fields(left, right, out); }

 private:
  void structure(DynamicStruct::Reader left, DynamicStruct::Reader right, Into out) {
    // Most of two versions is alike, and need not be taken apart.
    if (capnp::AnyStruct::Reader(left) != capnp::AnyStruct::Reader(right)) return fields(left, right, out);
    if (out) copyFields(*out, left);
  }

  void fields(DynamicStruct::Reader left, DynamicStruct::Reader right, Into out) {
    left_.within.push_back(left);
    right_.within.push_back(right);
    for (const auto field : left.getSchema().getFields()) {
      step({.name = field.getProto().getName().cStr()}, {.name = field.getProto().getName().cStr()});
      if (isOfStructs(field) && isTakenApart(field.getType().asList().getStructElementType())) {
        list(left, right, out, field);
      } else if (field.getType().isStruct() && isTakenApart(field.getType().asStruct())) {
        if (left.has(field) || right.has(field)) {
          structure(left.get(field).as<DynamicStruct>(), right.get(field).as<DynamicStruct>(),
                    out ? Into(out->init(field).as<DynamicStruct>()) : Into());
        }
      } else {
        value(left, right, out, field);
      }
      back();
    }
    left_.within.pop_back();
    right_.within.pop_back();
  }

  void step(PathStep left, PathStep right) {
    left_.path.push_back(std::move(left));
    right_.path.push_back(std::move(right));
  }
  void back() {
    left_.path.pop_back();
    right_.path.pop_back();
  }

  void value(DynamicStruct::Reader left, DynamicStruct::Reader right, Into out, StructSchema::Field field) {
    std::string before = jsonOf(left.get(field));
    std::string after = jsonOf(right.get(field));
    const bool takes =
        before != after &&
        takes_right_({.path = pathText(left_.path), .before = std::move(before), .after = std::move(after)}, &left_,
                     &right_);
    const auto from = takes ? right : left;
    if (out && from.has(field)) out->set(field, from.get(field));
  }

  /// True if an element of only one side is in the list in between.
  bool isIn(const Aligned& pair, DynamicList::Reader left, DynamicList::Reader right) {
    const bool removed = pair.left.has_value();
    const auto at = removed ? *pair.left : *pair.right;
    const auto element = (removed ? left[at] : right[at]).as<DynamicStruct>();
    step({.name = nameOf(element), .at = at}, {.name = nameOf(element), .at = at});
    PiecePlace& place = removed ? left_ : right_;
    place.within.push_back(element);
    const bool takes = takes_right_({.path = pathText(place.path),
                                     .before = removed ? jsonOf(element) : std::string{},
                                     .after = removed ? std::string{} : jsonOf(element)},
                                    removed ? &left_ : nullptr, removed ? nullptr : &right_);
    place.within.pop_back();
    back();
    return takes != removed;
  }

  void list(DynamicStruct::Reader left_owner, DynamicStruct::Reader right_owner, Into out, StructSchema::Field field) {
    const auto left = left_owner.get(field).as<DynamicList>();
    const auto right = right_owner.get(field).as<DynamicList>();
    if (capnp::AnyList::Reader(left) == capnp::AnyList::Reader(right)) {
      if (out && left_owner.has(field)) out->set(field, left);
      return;
    }
    std::vector<Aligned> in;
    for (const Aligned& pair : aligned(left, right)) {
      if ((pair.left && pair.right) || isIn(pair, left, right)) in.push_back(pair);
    }
    if (in.empty()) return;
    std::optional<DynamicList::Builder> list;
    if (out) list = out->init(field, static_cast<capnp::uint>(in.size())).as<DynamicList>();
    for (capnp::uint i = 0; i < in.size(); ++i) {
      const auto [at_left, at_right] = in[i];
      const Into element = list ? Into((*list)[i].as<DynamicStruct>()) : Into();
      if (at_left && at_right) {
        const auto one = left[*at_left].as<DynamicStruct>();
        step({.name = nameOf(one), .at = at_left}, {.name = nameOf(one), .at = at_right});
        structure(one, right[*at_right].as<DynamicStruct>(), element);
        back();
      } else {
        if (element) copyFields(*element, (at_left ? left[*at_left] : right[*at_right]).as<DynamicStruct>());
      }
    }
  }

  const TakesRight& takes_right_;
  PiecePlace left_, right_;
};

}  // namespace

void forEachPiece(DynamicStruct::Reader left, DynamicStruct::Reader right,
                  const std::function<void(Piece piece, const PiecePlace* left, const PiecePlace* right)>& visit) {
  const TakesRight takes_none = [&](Piece piece, const PiecePlace* of_left, const PiecePlace* of_right) {
    visit(std::move(piece), of_left, of_right);
    return false;
  };
  DocumentMerging(takes_none).document(left, right, {});
}

void mergeDocuments(DynamicStruct::Reader left, DynamicStruct::Reader right, DynamicStruct::Builder out,
                    const TakesRight& takes_right) {
  DocumentMerging(takes_right).document(left, right, out);
}

}  // namespace docket::lab
