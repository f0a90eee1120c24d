#include "events/held_event.h"

namespace docket {

HeldEvent::HeldEvent(std::shared_ptr<capnp::MallocMessageBuilder> message)
    : event_(message->getRoot<schema::Event>().asReader()) {
  home_ = std::move(message);
}

HeldEvent HeldEvent::copyOf(schema::Event::Reader event) {
  auto message = std::make_shared<capnp::MallocMessageBuilder>(static_cast<unsigned>(event.totalSize().wordCount + 1));
  message->setRoot(event);
  return HeldEvent(std::move(message));
}

}  // namespace docket
