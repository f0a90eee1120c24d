#include "tools/desk/pens.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace docket::desk {
namespace {

constexpr std::size_t kMaxTables = 10'000;

std::string called(const BrowserPage& page) { return page.name.empty() ? "Another page" : page.name; }

}  // namespace

Pens::FollowedTable& Pens::at(const std::string& table) {
  if (tables_.size() >= kMaxTables) {
    std::erase_if(tables_, [&](const auto& one) { return one.second.seen + kGoneAfter < now_(); });
  }
  return tables_[table];
}

bool Pens::isHeldByOther(const FollowedTable& table, const BrowserPage& page) const {
  return !table.holder.page.empty() && !(table.holder == page) && now_() < table.seen + kGoneAfter;
}

PenStatus Pens::visit(const std::string& table, const BrowserPage& page) {
  const std::lock_guard lock(guard_);
  FollowedTable& here = at(table);
  const bool is_held = isHeldByOther(here, page);
  if (!is_held) {
    here.holder = page;
    here.seen = now_();
  }
  return {.change = here.change,
          .changed_here = here.changed_by == page,
          .has_pen = !is_held,
          .is_held = is_held,
          .writer = is_held ? called(here.holder) : "",
          .table_number = here.table_number,
          .over = here.over,
          .became = here.became};
}

void Pens::take(const std::string& table, const BrowserPage& page) {
  const std::lock_guard lock(guard_);
  FollowedTable& here = at(table);
  here.holder = page;
  here.seen = now_();
}

void Pens::takeIfFree(const std::string& table, const BrowserPage& page) {
  const std::lock_guard lock(guard_);
  FollowedTable& here = at(table);
  if (isHeldByOther(here, page))
    throw WithoutPen(fmt::format("{} is typing here: take over first", called(here.holder)));
  here.holder = page;
  here.seen = now_();
}

void Pens::changed(const std::string& table, const BrowserPage& by) {
  const std::lock_guard lock(guard_);
  FollowedTable& here = at(table);
  ++here.change;
  here.changed_by = by;
}

void Pens::began(const std::string& table) {
  const std::lock_guard lock(guard_);
  FollowedTable& here = at(table);
  here = {.change = here.change + 1, .table_number = here.table_number + 1};
}

void Pens::ended(const std::string& table, const std::string& became) {
  const std::lock_guard lock(guard_);
  FollowedTable& here = at(table);
  ++here.change;
  here.over = true;
  here.became = became;
}

std::optional<std::string> Pens::writerAt(const std::string& table) {
  const std::lock_guard lock(guard_);
  const auto found = tables_.find(table);
  if (found == tables_.end() || !isHeldByOther(found->second, {})) return std::nullopt;
  return called(found->second.holder);
}

std::shared_ptr<void> Pens::reservePlace(const std::string& session) {
  const std::lock_guard lock(guard_);
  std::size_t& of_session = followers_[session];
  if (all_followers_ >= kMaxFollowers || of_session >= kMaxFollowersOfSession) return nullptr;
  ++all_followers_;
  ++of_session;
  return std::shared_ptr<void>(this, [this, session](void*) {
    const std::lock_guard leaving(guard_);
    --all_followers_;
    if (--followers_[session] == 0) followers_.erase(session);
  });
}

}  // namespace docket::desk
