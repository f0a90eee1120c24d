#include "events/recording.h"

#include <stdexcept>

namespace docket {

Recording::Written::Written()
    : list_(message.getRoot<capnp::AnyPointer>().initAsAnyStruct(0, kInList + 1).getPointerSection()) {}

void Recording::Written::keep(capnp::Orphan<schema::Event>&& event) {
  if (used_ == kInList) {
    list_ = list_[kInList].initAsAnyStruct(0, kInList + 1).getPointerSection();
    used_ = 0;
  }
  auto place = list_[used_++];
  place.adopt(std::move(event));
  events.push_back(place.asReader().getAs<schema::Event>());
}

Recording::Recording() : written_(std::make_shared<Written>()) {
  written_->header = written_->message.getOrphanage().newOrphan<schema::Header>();
}

schema::Header::Builder Recording::header() { return written_->header.get(); }
schema::Header::Reader Recording::header() const { return written_->header.getReader(); }
void Recording::setHeader(schema::Header::Reader header) {
  written_->header = written_->message.getOrphanage().newOrphanCopy(header);
}

std::uint32_t Recording::add(schema::Event::Reader event) {
  auto copy = written_->message.getOrphanage().newOrphanCopy(event);
  names_.addOf(event);
  if (event.hasContext()) announced_ = names_.size();
  written_->keep(std::move(copy));
  return size();
}

void Recording::beginGroupOf(schema::Event::Reader next) {
  if (size() == 0 || next.getGroup() != size()) return;
  if (auto last = written_->last(); last.getGroup() == 0) last.setGroup(size());
}

std::uint32_t Recording::keep(capnp::Orphan<schema::Event>&& event) {
  beginGroupOf(event.getReader());
  if (names_.size() != announced_) {
    auto builder = event.get();
    setNewNames(builder.hasContext() ? builder.getContext() : builder.initContext(), names_, announced_);
    announced_ = names_.size();
  }
  written_->keep(std::move(event));
  return size();
}

HeldEvent Recording::event(std::uint32_t number) const {
  if (number == 0 || number > size()) throw std::out_of_range("no such event");
  return {written_, written_->events[number - 1]};
}

}  // namespace docket
