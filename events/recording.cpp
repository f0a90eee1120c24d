#include "events/recording.h"

#include <stdexcept>

namespace docket {

Recording::Recording()
    : message_(std::make_unique<capnp::MallocMessageBuilder>()),
      header_(message_->getOrphanage().newOrphan<schema::Header>()) {}

schema::Header::Builder Recording::header() { return header_.get(); }
schema::Header::Reader Recording::header() const { return header_.getReader(); }
void Recording::setHeader(schema::Header::Reader header) { header_ = message_->getOrphanage().newOrphanCopy(header); }

std::uint32_t Recording::add(schema::Event::Reader event) {
  auto copy = message_->getOrphanage().newOrphanCopy(event);
  if (event.hasContext()) {
    for (auto name : event.getContext().getNames()) names_.number({name.begin(), name.size()});
    announced_ = names_.size();
  }
  events_.push_back(std::move(copy));
  return size();
}

std::uint32_t Recording::keep(capnp::Orphan<schema::Event>&& event) {
  if (const std::size_t fresh = names_.size() - announced_; fresh != 0) {
    auto builder = event.get();
    auto context = builder.hasContext() ? builder.getContext() : builder.initContext();
    auto list = context.initNames(static_cast<unsigned>(fresh));
    for (unsigned i = 0; i < fresh; ++i) {
      const auto text = names_.text(static_cast<std::uint16_t>(announced_ + i + 1));
      list.set(i, capnp::Text::Reader(text.data(), text.size()));
    }
    announced_ = names_.size();
  }
  events_.push_back(std::move(event));
  return size();
}

schema::Event::Reader Recording::event(std::uint32_t number) const {
  if (number == 0 || number > size()) throw std::out_of_range("no such event");
  return events_[number - 1].getReader();
}

}  // namespace docket
