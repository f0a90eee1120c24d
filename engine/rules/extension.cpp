#include "engine/rules/extension.h"

#include <capnp/dynamic.h>
#include <fmt/format.h>

#include <charconv>
#include <map>
#include <optional>
#include <range/v3/algorithm/find_if.hpp>
#include <set>
#include <utility>

#include "engine/rules/document_path.h"
#include "events/errors.h"
#include "events/json/json_place.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

using capnp::DynamicList;
using capnp::DynamicStruct;
using capnp::DynamicValue;
using RulesetDocument = Document<schema::Ruleset>;

constexpr auto kWritten = capnp::HasMode::NON_DEFAULT;

bool isListOfStructs(capnp::StructSchema::Field field) {
  return field.getType().isList() && field.getType().asList().getElementType().isStruct();
}

/// Merges a text into a document.
class Overlay {
 public:
  explicit Overlay(const WrittenRuleset& from)
      : from_(from), scalars_(scalarPaths({.text = from.text, .file = from.file})) {}

  void put(DynamicStruct::Builder to, DynamicStruct::Reader from, const std::string& path) const {
    for (const auto field : from.getSchema().getFields()) {
      const std::string_view name = field.getProto().getName().cStr();
      const std::string field_path = pathBelow(path, name);
      if (!from.has(field, kWritten) && !isWritten(from, field, field_path)) continue;
      if (isListOfStructs(field)) {
        putItems(to, field, from.get(field).as<DynamicList>(), field_path);
      } else if (field.getType().isStruct()) {
        put(to.get(field).as<DynamicStruct>(), from.get(field).as<DynamicStruct>(), field_path);
      } else {
        to.set(field, from.get(field));
      }
    }
  }

  [[noreturn]] void refuse(const std::string& path, const std::string& why) const {
    const auto [line, column] = placeOf({.text = from_.text, .file = from_.file}, path);
    throw BadInput(from_.file, line, column, why);
  }

 private:
  /// The parts of an item of the resulting list: an item of the base, and the one merged into it.
  struct Made {
    std::optional<unsigned> base, own;
  };

  /// True if the text has a value for a field, possibly the default.
  [[nodiscard]] bool isWritten(DynamicStruct::Reader from, capnp::StructSchema::Field field,
                               const std::string& here) const {
    return from.has(field) && (scalars_.contains(here) || field.getType().isList());
  }

  void putItems(DynamicStruct::Builder to, capnp::StructSchema::Field field, DynamicList::Reader own,
                const std::string& path) const {
    const auto orphan = to.disown(field);
    const auto base = orphan.getReader().as<DynamicList>();
    const std::vector<Made> made = joined(base, own, path);
    auto list = to.init(field, static_cast<capnp::uint>(made.size())).as<DynamicList>();
    for (unsigned i = 0; i < made.size(); ++i) {
      if (made[i].base) setElement(list, i, base[*made[i].base]);
      if (!made[i].own) continue;
      const auto item = own[*made[i].own].as<DynamicStruct>();
      put(list[i].as<DynamicStruct>(), item, fmt::format("{}[{}]", path, *made[i].own));
    }
  }

  [[nodiscard]] std::vector<Made> joined(DynamicList::Reader base, DynamicList::Reader own,
                                         const std::string& path) const {
    std::multimap<std::string, unsigned> named;
    std::vector<std::string> names;
    std::vector<std::vector<unsigned>> after_item(base.size() +
                                                  1);  // new items after each of the base's; the last: the end
    std::map<unsigned, unsigned> over;
    for (unsigned i = 0; i < base.size(); ++i) {
      names.push_back(calledIn(base[i]));
      if (!names.back().empty()) named.emplace(names.back(), i);
    }
    std::size_t after = base.size();
    for (unsigned i = 0; i < own.size(); ++i) {
      const std::string item_path = fmt::format("{}[{}]", path, i), name = calledIn(own[i]);
      const auto known = named.equal_range(name);
      if (known.first == known.second) {
        if (saysNothingElse(own[i].as<DynamicStruct>())) misspelt(item_path, name, names);
        after_item[after].push_back(i);
        continue;
      }
      if (std::next(known.first) != known.second) {
        refuse(item_path,
               fmt::format("several items of the base are called {}: remove the whole list with \"without\", and "
                           "write it again",
                           docket::quoted(name)));
      }
      after = known.first->second;
      if (!over.emplace(known.first->second, i).second)
        refuse(item_path, fmt::format("{} appears in it twice", docket::quoted(name)));
    }
    std::vector<Made> made;
    for (unsigned i = 0; i <= base.size(); ++i) {
      if (i < base.size()) {
        const auto put_over = over.find(i);
        made.push_back({.base = i, .own = put_over == over.end() ? std::nullopt : std::optional(put_over->second)});
      }
      for (const unsigned fresh : after_item[i]) made.push_back({.base = {}, .own = fresh});
    }
    return made;
  }

  /// An item that has only a name says after which item the next one is inserted.
  [[nodiscard]] static bool saysNothingElse(DynamicStruct::Reader item) {
    std::size_t count = 0;
    for (const auto field : item.getSchema().getFields()) count += item.has(field, kWritten) ? 1U : 0U;
    return count == 1;
  }
  void misspelt(const std::string& here, const std::string& name, const std::vector<std::string>& names) const {
    const std::string nearest = didYouMean(name, names);
    if (!nearest.empty()) refuse(here, fmt::format("the base has no {}{}", docket::quoted(name), nearest));
  }

  const WrittenRuleset& from_;
  const std::set<std::string> scalars_;
};

class ExtensionReader {
 public:
  explicit ExtensionReader(const FindRulesets& find) : find_(find) {}

  WholeRuleset read(const WrittenRuleset& written, std::size_t depth) const {
    WholeRuleset whole{.document = written.own, .layers = {written}};
    if (!whole.document) {
      whole.document =
          std::make_shared<const RulesetDocument>(readDocument<schema::Ruleset>(written.text, written.file));
      whole.layers.front().own = whole.document;
    }
    if (!whole.root().hasExtends()) return whole;
    const Overlay overlay(whole.layers.front());
    if (depth == kMaxExtended) {
      overlay.refuse("extends", fmt::format("more than {} rulesets extend each other", kMaxExtended));
    }
    WholeRuleset base = baseOf(whole.root(), overlay, depth);
    auto message = std::make_unique<capnp::MallocMessageBuilder>();
    message->setRoot(base.root());
    auto made = message->getRoot<schema::Ruleset>();
    takeOut(whole.root().getExtends(), made, overlay);
    overlay.put(made, whole.root(), {});
    made.disownExtends();
    whole.document = std::make_shared<const RulesetDocument>(std::move(message));
    whole.layers.insert(whole.layers.end(), base.layers.begin(), base.layers.end());
    return whole;
  }

 private:
  WholeRuleset baseOf(schema::Ruleset::Reader from, const Overlay& overlay, std::size_t depth) const {
    const auto named = from.getExtends();
    for (const auto& [field, value] : {std::pair("name", from.getName()), std::pair("version", from.getVersion())}) {
      if (value.size() == 0) {
        overlay.refuse("extends",
                       fmt::format("the ruleset has no \"{}\" of its own: it would be mistaken for the one that "
                                   "it extends",
                                   field));
      }
    }
    std::string others;
    for (const WrittenRuleset& candidate : find_(named)) {
      WholeRuleset base = read(candidate, depth + 1);
      const std::string its = hex(digest(base.root()));
      if (its == view(named.getDigest())) return base;
      if (others.find(its) == std::string::npos) others += fmt::format("; {} has the digest {}", candidate.file, its);
    }
    overlay.refuse(
        named.hasDigest() ? "extends.digest" : "extends",
        fmt::format("the ruleset {} {} with the digest {} is not known{}{}", view(named.getName()),
                    view(named.getVersion()),
                    named.hasDigest() ? textOf(named.getDigest()) : std::string("that \"digest\" has to say"), others,
                    others.empty() ? ": save it as NAME-VERSION.json in the folder of this file, or add it to "
                                     "the archive with docket rules add"
                                   : ": name the one you mean"));
  }

  static void takeOut(schema::Extends::Reader extends, schema::Ruleset::Builder from, const Overlay& overlay) {
    for (unsigned i = 0; i < extends.getWithout().size(); ++i) {
      const std::string where = fmt::format("without \"{}\"", view(extends.getWithout()[i]));
      try {
        docket::put(placesAt(from, view(extends.getWithout()[i]), where), {}, where);
      } catch (const BadInput& bad) {
        overlay.refuse(fmt::format("extends.without[{}]", i), bad.message());
      }
    }
  }

  const FindRulesets& find_;
};

// ---- where a value was written

/// Finds the path in one of the texts for a path of the whole ruleset.
class PathTracer {
 public:
  /// Empty if the text does not have it.
  static std::optional<std::string> trace(DynamicStruct::Reader whole, DynamicStruct::Reader own,
                                          std::string_view path) {
    std::string made;
    DynamicValue::Reader in_whole = whole, in_own = own;
    while (!path.empty()) {
      if (path.front() == '.') path.remove_prefix(1);
      const bool indexed = path.front() == '[';
      const auto end = indexed ? path.find(']') + 1 : std::min(path.find_first_of(".["), path.size());
      const auto step = path.substr(0, end);
      path.remove_prefix(end);
      if (!(indexed ? intoList(in_whole, in_own, step, made) : intoStruct(in_whole, in_own, step, made))) return {};
    }
    return made;
  }

 private:
  static bool intoStruct(DynamicValue::Reader& whole, DynamicValue::Reader& own, std::string_view step,
                         std::string& made) {
    if (own.getType() != DynamicValue::STRUCT || whole.getType() != DynamicValue::STRUCT) return false;
    const auto in_own = own.as<DynamicStruct>(), in_whole = whole.as<DynamicStruct>();
    KJ_IF_MAYBE (field, in_own.getSchema().findFieldByName(std::string(step).c_str())) {
      if (!in_own.has(*field, kWritten)) return false;
      made = pathBelow(made, step);
      own = in_own.get(*field);
      whole = in_whole.get(*field);
      return true;
    }
    return false;
  }

  static bool intoList(DynamicValue::Reader& whole, DynamicValue::Reader& own, std::string_view step,
                       std::string& made) {
    if (own.getType() != DynamicValue::LIST || whole.getType() != DynamicValue::LIST) return false;
    const auto in_own = own.as<DynamicList>(), in_whole = whole.as<DynamicList>();
    unsigned index = 0;
    std::from_chars(step.data() + 1, step.data() + step.size() - 1, index);
    if (index >= in_whole.size()) return false;
    unsigned found = index;
    if (in_whole[index].getType() == DynamicValue::STRUCT) {
      // If several have the same name or none, they correspond in order.
      const std::string name = calledIn(in_whole[index]);
      unsigned before = 0;
      for (unsigned i = 0; i < index; ++i) before += calledIn(in_whole[i]) == name ? 1U : 0U;
      for (found = 0; found < in_own.size() && (calledIn(in_own[found]) != name || before-- != 0);) ++found;
    }
    if (found >= in_own.size()) return false;
    made += fmt::format("[{}]", found);
    own = in_own[found];
    whole = in_whole[index];
    return true;
  }
};

}  // namespace

WholeRuleset readRulesetText(std::string_view text, const std::string& file, const FindRulesets& find) {
  return ExtensionReader(find).read({.file = file, .text = std::string(text), .own = {}}, 0);
}

WrittenAt writtenAt(const WholeRuleset& whole, std::string_view path, TextPlace inner) {
  const auto at = [&](const WrittenRuleset& layer, std::string_view in_layer) {
    const TextPlace place =
        layer.text.empty() ? TextPlace{} : placeWithin({.text = layer.text, .file = layer.file}, in_layer, inner);
    return WrittenAt{.file = layer.file, .place = place};
  };
  if (whole.layers.size() == 1) return at(whole.layers.front(), path);
  for (const WrittenRuleset& layer : whole.layers) {
    if (const auto traced = PathTracer::trace(whole.root(), layer.own->root(), path)) return at(layer, *traced);
  }
  return at(whole.layers.front(), {});
}

}  // namespace docket
