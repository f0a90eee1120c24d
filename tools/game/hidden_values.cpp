#include "tools/game/hidden_values.h"

#include <capnp/message.h>
#include <fmt/format.h>

#include "events/hidden.h"
#include "events/text/text_view.h"
#include "events/validate.h"
#include "tools/words/words.h"

namespace docket {
namespace {

std::string titleOf(std::string_view key, const Catalogue& catalogue) {
  const Definition* definition = catalogue.find(key);
  return std::string(definition == nullptr || definition->title.empty() ? key : definition->title);
}

std::uint32_t cardOfField(const HiddenField& field) {
  const capnp::DynamicStruct::Reader holder = field.holder.asReader();
  return holder.getSchema() == capnp::Schema::from<schema::Identity>() ? holder.as<schema::Identity>().getCard() : 0;
}

std::string whatOf(const HiddenField& field, const Catalogue& catalogue) {
  const capnp::DynamicStruct::Reader holder = field.holder.asReader();
  const std::string_view name = field.field.getProto().getName().cStr();
  if (const auto card = cardOfField(field); card != 0) {
    const auto identity = holder.as<schema::Identity>();
    if (name == "definition")
      return fmt::format("card #{} is \"{}\"", card, clipped(titleOf(view(identity.getDefinition()), catalogue)));
    const auto title = view(identity.getPrinted().getTitle());
    return fmt::format("what is printed on card #{}{}", card,
                       title.empty() ? "" : fmt::format(", \"{}\"", clipped(title)));
  }
  if (name == "order") return "the order of the shuffled cards";
  if (name == "says")
    return fmt::format("what was said of cards: \"{}\"", clipped(view(holder.get(field.field).as<capnp::Text>())));
  return std::string(name);
}

}  // namespace

std::vector<HiddenValue> hiddenValues(const Game& game, EventNumber last, const Catalogue& catalogue) {
  std::vector<HiddenValue> found;
  game.forEach(1, last, [&](EventNumber number, const HeldEvent& event) {
    if (!mayHide(event)) return;
    capnp::MallocMessageBuilder message;
    message.setRoot(*event);
    std::uint16_t place = 0;
    for (const HiddenField& field : hiddenFields(message.getRoot<schema::Event>())) {
      if (field.seats != kEveryone && field.holder.asReader().has(field.field)) {
        found.push_back({.event = number,
                         .place = place,
                         .seats = field.seats,
                         .card = cardOfField(field),
                         .what = whatOf(field, catalogue)});
      }
      ++place;
    }
  });
  return found;
}

}  // namespace docket
