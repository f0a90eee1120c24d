// The pen: the right to edit a table, held by one page at a time; other pages follow and can take over.
// Invariant: only the page with the pen changes the table. A page that has been silent for kGoneAfter loses the pen to
// the next one that wants it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "events/errors.h"

namespace docket::desk {

/// An edit by a page that does not have the pen.
class WithoutPen : public BadInput {
 public:
  using BadInput::BadInput;
};

/// A page in a browser.
struct BrowserPage {
  std::string session, page;
  std::string name;  ///< of the person; empty: the person at the terminal
  friend bool operator==(const BrowserPage& one, const BrowserPage& other) {
    return one.session == other.session && one.page == other.page;
  }
};

/// The state of a table for a page.
struct PenStatus {
  std::uint64_t change = 0;        ///< how often it was changed
  bool changed_here = false;       ///< the last time by this page
  bool has_pen = false;            ///< this page
  bool is_held = false;            ///< by another page that is there
  std::string writer{};            ///< its name
  std::uint64_t table_number = 0;  ///< a number for each table of this name
  bool over = false;               ///< the table no longer exists
  std::string became{};            ///< the game that was made of it, if any
  friend bool operator==(const PenStatus&, const PenStatus&) = default;
};

class Pens {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kGoneAfter{3};  ///< without a request
  static constexpr std::size_t kMaxFollowers = 100, kMaxFollowersOfSession = 6;

  explicit Pens(std::function<Clock::time_point()> now = [] { return Clock::now(); }) : now_(std::move(now)) {}

  /// Notes that the page is present. The first page at a table has its pen.
  [[nodiscard]] PenStatus visit(const std::string& table, const BrowserPage& page);
  /// Gives the page the pen, whoever had it.
  void take(const std::string& table, const BrowserPage& page);
  /// Gives it the pen if no other page that is there has it. Throws WithoutPen if one has.
  void takeIfFree(const std::string& table, const BrowserPage& page);
  void changed(const std::string& table, const BrowserPage& by);
  /// A new table with a name that another one may have had.
  void began(const std::string& table);
  void ended(const std::string& table, const std::string& became);
  /// The name of the person whose page has the pen; empty if no page has it.
  [[nodiscard]] std::optional<std::string> writerAt(const std::string& table);

  /// Counts a following page as long as the result lives; null if there are too many.
  [[nodiscard]] std::shared_ptr<void> reservePlace(const std::string& session);

 private:
  struct FollowedTable {
    BrowserPage holder{};
    Clock::time_point seen{};  // of the holder
    BrowserPage changed_by{};
    std::uint64_t change = 0, table_number = 0;
    bool over = false;
    std::string became{};
  };
  [[nodiscard]] bool isHeldByOther(const FollowedTable& table, const BrowserPage& page) const;
  FollowedTable& at(const std::string& table);

  std::function<Clock::time_point()> now_;
  std::mutex guard_;  // guards all below
  std::map<std::string, FollowedTable, std::less<>> tables_{};
  std::map<std::string, std::size_t, std::less<>> followers_{};  // by session
  std::size_t all_followers_ = 0;
};

}  // namespace docket::desk
