#include "engine/rules/amendments.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <range/v3/view/iota.hpp>
#include <utility>
#include <vector>

#include "engine/rules/document_path.h"
#include "events/errors.h"
#include "events/nearest.h"
#include "events/text_view.h"

namespace docket {
namespace {

using capnp::DynamicList;
using capnp::DynamicStruct;
using capnp::DynamicValue;
using schema::Clause;

/// Drops what a clause is behind, wherever in the document it stands.
class Dropping {
 public:
  explicit Dropping(std::string_view clause) : clause_(clause) {}

  void from(DynamicStruct::Builder owner) const {
    for (auto field : owner.getSchema().getNonUnionFields()) {
      if (owner.has(field)) from(owner, field);
    }
  }

 private:
  [[nodiscard]] bool is(const DynamicValue::Reader& value) const {
    return value.getType() == DynamicValue::TEXT && view(value.as<capnp::Text>()) == clause_;
  }

  void from(DynamicStruct::Builder owner, capnp::StructSchema::Field field) const {
    const auto proto = field.getProto();
    const std::string_view name = view(proto.getName());
    if (field.getType().isText()) {
      if ((name == "clause" || name.ends_with("Clause")) && is(owner.asReader().get(field))) owner.clear(field);
    } else if (field.getType().isStruct()) {
      from(owner.get(field).as<DynamicStruct>());
    } else if (field.getType().isList()) {
      fromList(owner, field, name);
    }
  }

  void fromList(DynamicStruct::Builder owner, capnp::StructSchema::Field field, std::string_view name) const {
    const auto elements = field.getType().asList().getElementType();
    if (elements.isText() && name.ends_with("Clauses")) {
      // Their places mean something, so the others keep them.
      auto list = owner.get(field).as<DynamicList>();
      for (const auto i : ranges::views::iota(0U, list.size())) {
        if (is(list.asReader()[i])) list.set(i, "");
      }
    }
    if (!elements.isStruct()) return;
    KJ_IF_MAYBE (clause, elements.asStruct().findFieldByName("clause")) {
      dropElements(owner, field, *clause);
    }
    auto left = owner.get(field).as<DynamicList>();
    for (const auto i : ranges::views::iota(0U, left.size())) from(left[i].as<DynamicStruct>());
  }

  /// What has a name may be named elsewhere, so it stays and is lifted, where the schema knows that of it.
  void dropElements(DynamicStruct::Builder owner, capnp::StructSchema::Field field,
                    capnp::StructSchema::Field clause) const {
    KJ_IF_MAYBE (lifted, clause.getContainingStruct().findFieldByName("lifted")) {
      auto list = owner.get(field).as<DynamicList>();
      for (const auto i : ranges::views::iota(0U, list.size())) {
        auto one = list[i].as<DynamicStruct>();
        if (is(one.asReader().get(clause))) one.set(*lifted, true);
      }
      return;
    }
    removeElements(owner, field,
                   [&](const DynamicValue::Reader& one) { return is(one.as<DynamicStruct>().get(clause)); });
  }

  std::string_view clause_;
};

struct Copy {
  explicit Copy(schema::Ruleset::Reader document) : message(std::make_unique<capnp::MallocMessageBuilder>()) {
    message->setRoot(document);
    root = message->getRoot<schema::Ruleset>();
  }
  std::unique_ptr<capnp::MallocMessageBuilder> message;
  schema::Ruleset::Builder root = nullptr;
};

Clause::Reader clauseOf(schema::Ruleset::Reader document, std::string_view id) {
  std::vector<std::string_view> ids;
  for (auto clause : document.getClauses()) {
    ids.push_back(view(clause.getId()));
    if (ids.back() == id) return clause;
  }
  throw BadInput(fmt::format("{} {} has no clause \"{}\"{}", view(document.getName()), view(document.getVersion()), id,
                             didYouMean(id, ids)));
}

void apply(capnp::List<schema::Patch>::Reader patches, DynamicStruct::Builder to, const std::string& whose) {
  for (auto patch : patches) {
    const auto where = fmt::format("{}: patch of \"{}\"", whose, view(patch.getAt()));
    if (patch.hasTo() && patch.hasBecomes()) throw BadInput(where + ": it says both \"to\" and \"becomes\"");
    put(placesAt(to, view(patch.getAt()), where), view(patch.hasBecomes() ? patch.getBecomes() : patch.getTo()), where);
  }
}

}  // namespace

Document<schema::Ruleset> withClauseOff(schema::Ruleset::Reader document, std::string_view clause) {
  const auto switched = clauseOf(document, clause);
  Copy copy(document);
  Dropping(clause).from(copy.root);
  apply(switched.getOff(), copy.root, fmt::format("clause \"{}\" off", clause));
  return Document<schema::Ruleset>(std::move(copy.message));
}

Document<schema::Ruleset> withVariant(schema::Ruleset::Reader document, std::string_view clause,
                                      std::string_view variant) {
  std::vector<std::string_view> names;
  for (auto one : clauseOf(document, clause).getVariants()) {
    names.push_back(view(one.getName()));
    if (names.back() != variant) continue;
    Copy copy(document);
    apply(one.getPatches(), copy.root, fmt::format("clause \"{}\", variant \"{}\"", clause, variant));
    return Document<schema::Ruleset>(std::move(copy.message));
  }
  throw BadInput(fmt::format("clause \"{}\" has no variant \"{}\"{}", clause, variant, didYouMean(variant, names)));
}

}  // namespace docket
