#include "tools/site/people.h"

#include <capnp/dynamic.h>

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>

#include "events/shape.h"
#include "events/text/text_view.h"
#include "tools/site/folding.h"

namespace docket::site {
namespace {

constexpr std::size_t kShortestWord = 3;

/// The judge who decides something by this event; empty for most events.
std::string_view judgeOf(schema::Event::Reader event) {
  const FieldShape* payload = payloadFieldOf(event);
  if (payload == nullptr || payload->value.kind != Kind::structure) return {};
  const auto& fields = payload->value.shape->fields;
  const auto judge = ranges::find(fields, Mark::judge, [](const FieldShape& field) { return field.value.mark; });
  if (judge == fields.end()) return {};
  const auto from = capnp::DynamicStruct::Reader(event).get(payload->field).as<capnp::DynamicStruct>();
  return view(from.get(judge->field).as<capnp::Text>());
}

}  // namespace

std::uint32_t PlayerNumbers::numberOf(std::string_view name) {
  if (name.empty()) return 0;
  const auto known = numbers_.find(name);
  if (known != numbers_.end()) return known->second;
  return numbers_.emplace(name, count() + 1).first->second;
}

People::People(const Game& game) {
  for (const auto player : game.header().getPlayers()) add(view(player.getName()));
  const GameLabel label = game.label();
  for (const std::string& player : label.players) add(player);
  for (const RecordedBy& one : label.recorded_by) add(one.name);
  game.forEach([&](std::uint32_t, schema::Event::Reader event) { add(judgeOf(event)); });
}

void People::add(std::string_view name) {
  std::string whole = folded(name);
  if (whole.empty() || ranges::contains(names_, whole)) return;
  for (std::string& word : wordsOf(name)) {
    if (word.size() >= kShortestWord) words_.push_back(std::move(word));
  }
  names_.push_back(std::move(whole));
}

bool People::areNamedIn(std::string_view text) const {
  if (text.empty() || names_.empty()) return false;
  const auto words = wordsOf(text);
  if (ranges::any_of(words, [&](const std::string& word) { return ranges::contains(words_, word); })) return true;
  // A short name stands for itself as a word only: "Al" is in no "alone".
  const std::string whole = folded(text);
  return ranges::any_of(names_, [&](const std::string& name) {
    return name.size() < kShortestWord ? ranges::contains(words, name) : whole.find(name) != std::string::npos;
  });
}

}  // namespace docket::site
