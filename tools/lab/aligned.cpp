#include "tools/lab/aligned.h"

#include <algorithm>
#include <map>

#include "events/json/json.h"
#include "events/json/json_struct_writer.h"
#include "events/json/json_writer.h"

namespace docket::lab {

using capnp::DynamicEnum;
using capnp::DynamicList;
using capnp::DynamicStruct;
using capnp::DynamicValue;

namespace {

std::string nameOfEnumerant(DynamicEnum value) {
  KJ_IF_MAYBE (enumerant, value.getEnumerant()) {
    return enumerant->getProto().getName().cStr();
  }
  return std::to_string(value.getRaw());
}

std::string quotedJson(std::string_view text) {
  JsonWriter json;
  const std::string list = json.list().item(text).end().text();
  return list.substr(1, list.size() - 2);
}

/// One of the lists, each element with its name and with all that it says.
struct ListSide {
  explicit ListSide(DynamicList::Reader list) {
    for (const auto element : list) {
      const auto one = element.as<DynamicStruct>();
      names.push_back(nameOf(one));
      texts.push_back(jsonOf(element));
    }
  }
  std::vector<std::string> names, texts;

  [[nodiscard]] bool repeats() const {
    auto sorted = names;
    std::sort(sorted.begin(), sorted.end());
    return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
  }
};

/// Elements with the same name are told apart by their clauses: requirements of one act, rules of decks.
void addClauses(DynamicList::Reader list, ListSide& side) {
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    const auto one = list[i].as<DynamicStruct>();
    KJ_IF_MAYBE (clause, one.getSchema().findFieldByName("clause")) {
      side.names[i] += '\x1f' + jsonOf(one.get(*clause), true);
    }
  }
}

/// For each element on the left, the matching element on the right, in order.
std::vector<std::optional<std::uint32_t>> matchedElements(const ListSide& left, const ListSide& right) {
  std::vector<std::optional<std::uint32_t>> found(left.names.size());
  std::vector<bool> taken(right.names.size());
  const auto match = [&](const std::vector<std::string>& ours, const std::vector<std::string>& theirs) {
    std::map<std::string_view, std::vector<std::uint32_t>> places;  // the last one first
    for (auto j = static_cast<std::uint32_t>(theirs.size()); j-- > 0;) {
      if (!taken[j]) places[theirs[j]].push_back(j);
    }
    for (std::size_t i = 0; i < ours.size(); ++i) {
      const auto known = found[i] ? places.end() : places.find(ours[i]);
      if (known == places.end() || known->second.empty()) continue;
      found[i] = known->second.back();
      taken[known->second.back()] = true;
      known->second.pop_back();
    }
  };
  match(left.texts, right.texts);
  match(left.names, right.names);
  return found;
}

/// Keeps the longest run of matches whose order is the same on both sides; the others moved.
void keepOrder(std::vector<std::optional<std::uint32_t>>& found) {
  std::vector<std::size_t> ends;  // of the best run of each length, where it ends
  std::vector<std::optional<std::size_t>> before(found.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!found[i]) continue;
    const auto place =
        std::partition_point(ends.begin(), ends.end(), [&](std::size_t end) { return *found[end] < *found[i]; });
    if (place != ends.begin()) before[i] = *std::prev(place);
    if (place == ends.end()) {
      ends.push_back(i);
    } else {
      *place = i;
    }
  }
  std::vector<bool> kept(found.size());
  for (auto i = ends.empty() ? std::nullopt : std::optional(ends.back()); i; i = before[*i]) kept[*i] = true;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!kept[i]) found[i].reset();
  }
}

}  // namespace

std::string jsonOf(const DynamicValue::Reader& value, bool bare) {
  switch (value.getType()) {
    case DynamicValue::BOOL:
      return value.as<bool>() ? "true" : "false";
    case DynamicValue::INT:
      return std::to_string(value.as<std::int64_t>());
    case DynamicValue::UINT:
      return std::to_string(value.as<std::uint64_t>());
    case DynamicValue::TEXT: {
      const auto text = value.as<capnp::Text>();
      const std::string_view view(text.begin(), text.size());
      return bare ? std::string(view) : quotedJson(view);
    }
    case DynamicValue::ENUM: {
      const std::string name = nameOfEnumerant(value.as<DynamicEnum>());
      return bare ? name : quotedJson(name);
    }
    case DynamicValue::STRUCT:
      return writeJson(value.as<DynamicStruct>());
    case DynamicValue::LIST: {
      std::string text;
      for (const auto element : value.as<DynamicList>()) text += (text.empty() ? "[" : ", ") + jsonOf(element);
      return text.empty() ? "[]" : text + "]";
    }
    default:
      return {};  // documents have no other kinds of values
  }
}

std::string nameOf(DynamicStruct::Reader element) {
  const auto first = element.getSchema().getFields()[0];
  return first.getType().isStruct() ? std::string{} : jsonOf(element.get(first), true);
}

std::vector<Aligned> aligned(DynamicList::Reader left, DynamicList::Reader right) {
  ListSide ours(left);
  ListSide theirs(right);
  if (ours.repeats() || theirs.repeats()) {
    addClauses(left, ours);
    addClauses(right, theirs);
  }
  auto found = matchedElements(ours, theirs);
  keepOrder(found);
  std::vector<Aligned> pairs;
  std::uint32_t next = 0;
  for (std::uint32_t i = 0; i < found.size(); ++i) {
    if (found[i]) {
      for (; next < *found[i]; ++next) pairs.push_back({.left = {}, .right = next});
      ++next;
    }
    pairs.push_back({.left = i, .right = found[i]});
  }
  for (; next < theirs.names.size(); ++next) pairs.push_back({.left = {}, .right = next});
  return pairs;
}

}  // namespace docket::lab
