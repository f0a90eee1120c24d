// Rulesets with a random change: another value, another number, a line removed, repeated or swapped, a text replaced
// by another of the same field. Generic: the schema says what can change.
// Invariant: the result depends on the document and the random numbers only. It need not compile.
#pragma once

#include <capnp/dynamic.h>
#include <capnp/message.h>

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemas/ruleset.capnp.h"
#include "tools/game/documents.h"
#include "tools/lab/rules_difference.h"

namespace docket::lab::test {

class RandomRules {
 public:
  RandomRules(const HeldDocument& rules, std::uint32_t seed) : rules_(rules), random_(seed) {}

  /// The ruleset with one change made to it, or with two or three.
  HeldDocument changed() {
    DocumentReader<schema::Ruleset> document(rules_);
    capnp::MallocMessageBuilder message;
    message.setRoot(document.root());
    for (unsigned changes = oneOf(3) == 0 ? 2 + oneOf(2) : 1; changes > 0; --changes) {
      places_.clear();
      texts_.clear();
      find(message.getRoot<schema::Ruleset>(), true);
      change(places_.at(oneOf(places_.size())));
    }
    return heldRuleset(message.getRoot<schema::Ruleset>().asReader(), "changed");
  }

 private:
  using Field = capnp::StructSchema::Field;
  struct Place {
    capnp::DynamicStruct::Builder of;
    Field field;
    std::uint32_t element = 0;
    bool is_element = false;
  };

  unsigned oneOf(std::size_t many) { return static_cast<unsigned>(random_() % many); }

  static bool isOfStructs(Field field) {
    return field.getType().isList() && field.getType().asList().getElementType().isStruct();
  }

  /// Clauses define amendments, and the head has the names: neither is a rule.
  static bool isRule(std::string_view section) {
    return section != "clauses" && section != "extends" && !isOfHead(section);
  }

  void find(capnp::DynamicStruct::Builder in, bool top) {
    for (const auto field : in.getSchema().getFields()) {
      const std::string name = field.getProto().getName().cStr();
      if (top && !isRule(name)) continue;
      if (field.getProto().getDiscriminantValue() != capnp::schema::Field::NO_DISCRIMINANT) continue;  // a choice
      if (isOfStructs(field)) {
        if (!in.has(field)) continue;
        auto list = in.get(field).as<capnp::DynamicList>();
        for (std::uint32_t i = 0; i < list.size(); ++i) {
          places_.push_back({.of = in, .field = field, .element = i, .is_element = true});
          find(list[i].as<capnp::DynamicStruct>(), false);
        }
      } else if (field.getType().isStruct()) {
        if (in.has(field)) find(in.get(field).as<capnp::DynamicStruct>(), false);
      } else if (!field.getType().isList() || field.getType().asList().getElementType().isText()) {
        places_.push_back({.of = in, .field = field});
        if (field.getType().isList()) {
          for (const auto text : in.asReader().get(field).as<capnp::DynamicList>()) {
            texts_[name].emplace_back(text.as<capnp::Text>().cStr());
          }
        }
        if (field.getType().isText() && in.has(field))
          texts_[name].emplace_back(in.get(field).as<capnp::Text>().cStr());
      }
    }
  }

  void change(Place& place) {
    if (place.is_element) return changeList(place);
    const auto type = place.field.getType();
    if (type.isList()) {
      changeTexts(place);
    } else if (type.isEnum()) {
      const auto all = type.asEnum().getEnumerants();
      place.of.set(place.field, capnp::DynamicEnum(all[oneOf(all.size())]));
    } else if (type.isBool()) {
      place.of.set(place.field, !place.of.get(place.field).as<bool>());
    } else if (type.isText()) {
      const auto& others = texts_[place.field.getProto().getName().cStr()];
      if (others.empty()) return;
      place.of.set(place.field, capnp::Text::Reader(others[oneOf(others.size())].c_str()));
    } else if (type.isInt32()) {
      place.of.set(place.field, place.of.get(place.field).as<std::int32_t>() + (oneOf(2) == 0 ? 1 : -1));
    }
  }

  /// Drops a text of a list, or adds another of the same field.
  void changeTexts(Place& place) {
    const auto& others = texts_[place.field.getProto().getName().cStr()];
    std::vector<std::string> texts;
    for (const auto text : place.of.asReader().get(place.field).as<capnp::DynamicList>()) {
      texts.emplace_back(text.as<capnp::Text>().cStr());
    }
    if (!texts.empty() && oneOf(2) == 0) {
      texts.erase(texts.begin() + oneOf(texts.size()));
    } else if (!others.empty()) {
      texts.push_back(others[oneOf(others.size())]);
    }
    auto list = place.of.init(place.field, static_cast<capnp::uint>(texts.size())).as<capnp::DynamicList>();
    for (unsigned i = 0; i < list.size(); ++i) list.set(i, capnp::Text::Reader(texts[i].c_str()));
  }

  /// Drops the element, doubles it, or swaps it with the one before it.
  void changeList(Place& place) {
    const auto list = place.of.asReader().get(place.field).as<capnp::DynamicList>();
    std::vector<std::uint32_t> order;
    const unsigned how = oneOf(4);
    for (std::uint32_t i = 0; i < list.size(); ++i) {
      if (i == place.element && how <= 1) continue;
      order.push_back(i);
      if (i == place.element && how == 2) order.push_back(i);
      if (i == place.element && how == 3 && i != 0) std::swap(order[order.size() - 1], order[order.size() - 2]);
    }
    capnp::MallocMessageBuilder scratch;
    auto copy = scratch.initRoot<capnp::DynamicStruct>(place.of.getSchema());
    auto made = copy.init(place.field, static_cast<capnp::uint>(order.size())).as<capnp::DynamicList>();
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      auto element = made[i].as<capnp::DynamicStruct>();
      const auto from = list[order[i]].as<capnp::DynamicStruct>();
      for (const auto field : from.getSchema().getFields()) {
        if (from.has(field)) element.set(field, from.get(field));
      }
    }
    place.of.set(place.field, made.asReader());
  }

  const HeldDocument& rules_;
  std::minstd_rand random_;
  std::vector<Place> places_;
  std::map<std::string, std::vector<std::string>> texts_;  // by field
};

}  // namespace docket::lab::test
