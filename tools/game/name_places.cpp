#include "tools/game/name_places.h"

#include <capnp/dynamic.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "tools/words/text.h"

namespace docket {
namespace {

/// The text fields of a message that contain the name.
class FieldsWithName {
 public:
  explicit FieldsWithName(std::string_view name) : name_(name) {}

  [[nodiscard]] std::set<std::string> in(capnp::DynamicStruct::Reader message) {
    found_.clear();
    look(message, "");
    return std::exchange(found_, {});
  }
  [[nodiscard]] bool isIn(std::string_view text) const { return text.find(name_) != std::string_view::npos; }

 private:
  void look(capnp::DynamicStruct::Reader from, const std::string& path) {
    const auto schema = from.getSchema();
    for (const auto field : schema.getNonUnionFields()) lookAt(from, field, path);
    KJ_IF_MAYBE (field, from.which()) {
      lookAt(from, *field, path);
    }
  }
  void lookAt(capnp::DynamicStruct::Reader from, capnp::StructSchema::Field field, const std::string& path) {
    if (!from.has(field)) return;
    const std::string named = field.getProto().getName().cStr();
    look(from.get(field), path.empty() ? named : path + "." + named);
  }
  void look(capnp::DynamicValue::Reader value, const std::string& path) {
    switch (value.getType()) {
      case capnp::DynamicValue::TEXT: {
        const auto text = value.as<capnp::Text>();
        if (isIn({text.begin(), text.size()})) found_.insert(path);
        break;
      }
      case capnp::DynamicValue::STRUCT:
        look(value.as<capnp::DynamicStruct>(), path);
        break;
      case capnp::DynamicValue::LIST:
        for (const auto element : value.as<capnp::DynamicList>()) look(element, path);
        break;
      default:
        break;
    }
  }

  std::string_view name_;
  std::set<std::string> found_;
};

void addPlacesOf(const Game& game, FieldsWithName& fields, std::vector<NamePlace>& places) {
  const std::string id(game.id());
  for (const auto& field : fields.in(capnp::toDynamic(game.header())))
    places.push_back({.game = id, .field = field, .is_player = field == "players.name"});
  const GameLabel label = game.label();
  const auto look = [&](const std::string& text, const char* field, bool is_player) {
    if (fields.isIn(text)) places.push_back({.game = id, .field = field, .is_player = is_player});
  };
  look(label.event, "label.event", false);
  look(label.match, "label.match", false);
  for (const std::string& player : label.players) look(player, "label.players", true);
  for (const RecordedBy& one : label.recorded_by) look(one.name, "label.recordedBy", false);
  const auto first_of_game = places.size();
  game.forEach(game.shared() + 1, game.count(), [&](std::uint32_t number, schema::Event::Reader event) {
    for (const auto& field : fields.in(capnp::toDynamic(event))) {
      const auto known = std::find_if(places.begin() + static_cast<std::ptrdiff_t>(first_of_game), places.end(),
                                      [&](const NamePlace& place) { return place.field == field; });
      if (known != places.end()) {
        ++known->events;
      } else {
        places.push_back({.game = id, .field = field, .events = 1, .first = number});
      }
    }
  });
}

}  // namespace

std::vector<NamePlace> placesOf(const Archive& archive, std::string_view name,
                                const std::function<void(std::uint64_t)>& progress) {
  std::vector<NamePlace> places;
  FieldsWithName fields(name);
  std::uint64_t games = 0;
  archive.forEachGame([&](Game& game) {
    addPlacesOf(game, fields, places);
    progress(++games);
    return true;
  });
  const auto documents = archive.documents();
  for (const auto& entry : documents.list()) {
    const auto document = documents.get(entry.digest);
    const bool names_it = entry.name.find(name) != std::string::npos;
    if (names_it || (document && document->text.find(name) != std::string::npos))
      places.push_back({.game = {}, .field = fmt::format("{} {} {}", entry.kind, entry.name, entry.version)});
  }
  return places;
}

std::string wordsOf(const NamePlace& place) {
  if (place.game.empty()) return fmt::format("the {}", place.field);
  const bool in_label = place.field.starts_with("label.");
  if (place.events == 0)
    return fmt::format("{}: {} in its {}", place.game,
                       place.is_player ? "a player's name"
                       : in_label      ? place.field.substr(std::string_view("label.").size())
                                       : place.field,
                       in_label ? "label" : "header");
  return fmt::format("{}: {} in {}", place.game, place.field,
                     place.events == 1 ? fmt::format("event {}", place.first)
                                       : fmt::format("{}, the first {}", counted(place.events, "event"), place.first));
}

}  // namespace docket
