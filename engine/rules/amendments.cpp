#include "engine/rules/amendments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <range/v3/view/iota.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/rules/document_path.h"
#include "events/errors.h"
#include "events/text/nearest.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

using capnp::DynamicList;
using capnp::DynamicStruct;
using capnp::DynamicValue;
using capnp::StructSchema;

/// The fields of each struct of a schema that can name a clause; structs without any can be skipped.
class ClauseFields {
 public:
  struct Places {
    std::vector<StructSchema::Field> texts;   ///< a clause
    std::vector<StructSchema::Field> lists;   ///< lists of clauses in which the position matters
    std::vector<StructSchema::Field> within;  ///< a struct, or a list of them, that can name one
    bool are_any = true;                      ///< or not known yet, for a struct that contains itself
  };

  explicit ClauseFields(StructSchema root) { canName(root); }
  [[nodiscard]] const Places& of(StructSchema schema) const { return places_.at(schema.getProto().getId()); }

 private:
  static std::optional<StructSchema> structIn(capnp::Type type) {
    if (type.isList()) type = type.asList().getElementType();
    return type.isStruct() ? std::optional(type.asStruct()) : std::nullopt;
  }

  bool canName(StructSchema schema) {
    const auto [found, fresh] = places_.try_emplace(schema.getProto().getId());
    if (!fresh) return found->second.are_any;
    Places made;
    for (const auto field : schema.getNonUnionFields()) {
      const std::string_view name = view(field.getProto().getName());
      const auto type = field.getType();
      const auto held = structIn(type);
      if (type.isText() && (name == "clause" || name.ends_with("Clause"))) made.texts.push_back(field);
      if (type.isList() && type.asList().getElementType().isText() && name.ends_with("Clauses"))
        made.lists.push_back(field);
      if (held && canName(*held)) made.within.push_back(field);
    }
    made.are_any = !made.texts.empty() || !made.lists.empty() || !made.within.empty();
    return (found->second = std::move(made)).are_any;
  }

  std::map<std::uint64_t, Places> places_;  // by the number of the schema
};

/// Removes everything that a clause is responsible for, anywhere in the document.
class ClauseRemover {
 public:
  explicit ClauseRemover(std::string_view clause) : clause_(clause) {}

  void from(DynamicStruct::Builder owner) const {
    static const ClauseFields kClauseFields(capnp::Schema::from<schema::Ruleset>());
    const ClauseFields::Places& places = kClauseFields.of(owner.getSchema());
    for (const auto field : places.texts) {
      if (owner.has(field) && is(owner.asReader().get(field))) owner.clear(field);
    }
    for (const auto field : places.lists) {
      // Their positions matter, so the others keep theirs.
      if (!owner.has(field)) continue;
      auto list = owner.get(field).as<DynamicList>();
      for (const auto i : ranges::views::iota(0U, list.size())) {
        if (is(list.asReader()[i])) list.set(i, "");
      }
    }
    for (const auto field : places.within) {
      if (!owner.has(field)) continue;
      if (field.getType().isStruct()) {
        from(owner.get(field).as<DynamicStruct>());
      } else {
        fromList(owner, field);
      }
    }
  }

 private:
  [[nodiscard]] bool is(const DynamicValue::Reader& value) const {
    return value.getType() == DynamicValue::TEXT && view(value.as<capnp::Text>()) == clause_;
  }

  void fromList(DynamicStruct::Builder owner, StructSchema::Field field) const {
    KJ_IF_MAYBE (clause, field.getType().asList().getElementType().asStruct().findFieldByName("clause")) {
      dropElements(owner, field, *clause);
    }
    auto left = owner.get(field).as<DynamicList>();
    for (const auto i : ranges::views::iota(0U, left.size())) from(left[i].as<DynamicStruct>());
  }

  /// An item with a name may be referred to elsewhere, so it stays and is marked `lifted`, if the schema marks it so.
  void dropElements(DynamicStruct::Builder owner, StructSchema::Field field, StructSchema::Field clause) const {
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

schema::Clause::Reader clauseWithId(schema::Ruleset::Reader document, std::string_view id) {
  std::vector<std::string_view> ids;
  for (auto clause : document.getClauses()) {
    ids.push_back(view(clause.getId()));
    if (ids.back() == id) return clause;
  }
  throw BadInput(fmt::format("{} {} has no clause \"{}\"{}", view(document.getName()), view(document.getVersion()), id,
                             didYouMean(id, ids)));
}

void applyPatches(capnp::List<schema::Patch>::Reader patches, DynamicStruct::Builder to, const std::string& whose) {
  for (auto patch : patches) {
    const auto where = fmt::format("{}: patch of \"{}\"", whose, view(patch.getAt()));
    if (patch.hasTo() && patch.hasBecomes()) throw BadInput(where + ": it says both \"to\" and \"becomes\"");
    put(placesAt(to, view(patch.getAt()), where), view(patch.hasBecomes() ? patch.getBecomes() : patch.getTo()), where);
  }
}

}  // namespace

Document<schema::Ruleset> withClauseOff(schema::Ruleset::Reader document, std::string_view clause) {
  const auto switched = clauseWithId(document, clause);
  Copy copy(document);
  ClauseRemover(clause).from(copy.root);
  applyPatches(switched.getOff(), copy.root, fmt::format("clause \"{}\" off", clause));
  return Document<schema::Ruleset>(std::move(copy.message));
}

Document<schema::Ruleset> withVariant(schema::Ruleset::Reader document, std::string_view clause,
                                      std::string_view variant) {
  std::vector<std::string_view> names;
  for (auto one : clauseWithId(document, clause).getVariants()) {
    names.push_back(view(one.getName()));
    if (names.back() != variant) continue;
    Copy copy(document);
    applyPatches(one.getPatches(), copy.root, fmt::format("clause \"{}\", variant \"{}\"", clause, variant));
    return Document<schema::Ruleset>(std::move(copy.message));
  }
  throw BadInput(fmt::format("clause \"{}\" has no variant \"{}\"{}", clause, variant, didYouMean(variant, names)));
}

}  // namespace docket
