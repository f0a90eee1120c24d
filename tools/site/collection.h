// The facts of all games of a site, grouped by what they have in common: events and their rounds, players, cards,
// clauses, findings and rulings. Every list of the site shows one of these groups.
// Invariant: games, and the rows of every group, are ordered by date and, within a day, by arrival. Memory: some
// hundred bytes a game, four for each card that it used.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/site/page_facts.h"

namespace docket::site {

/// The kind of a group.
enum class Section : std::uint8_t { events, rounds, players, cards, clauses };
inline constexpr std::array<std::string_view, 5> kSections{"events", "rounds", "players", "cards", "clauses"};
inline constexpr std::string_view nameOf(Section section) { return kSections[static_cast<std::size_t>(section)]; }

/// A point of a game, both given by their places in their lists.
struct PointRow {
  std::uint32_t game = 0, point = 0;
};

struct Group {
  std::string key;
  std::string title;                    ///< "Player 3", "Winter Court", a clause's id
  std::string about{};                  ///< the ruleset of a card, the gist of a clause
  std::vector<std::uint32_t> games{};   ///< places in Collection::games()
  std::vector<PointRow> points{};       ///< of a clause: the points that cite it
  std::vector<std::uint32_t> rounds{};  ///< of an event: places among the groups of rounds
  std::uint32_t number = 0;             ///< of a round, of a player
  std::uint32_t event = 0;              ///< of a round: the place of its event
  std::uint32_t won = 0;                ///< of a player: games
};

class Collection {
 public:
  /// Adds a game, in the order in which they came into the archive. Its cards are stored only with their groups.
  void add(PageFacts facts);
  /// Sorts games and rows. No game can be added afterwards.
  void finish();

  [[nodiscard]] const std::vector<PageFacts>& games() const { return games_; }
  [[nodiscard]] const std::vector<Group>& groups(Section section) const { return of(section).groups; }
  /// The places of groups in the order of their list: events by their first day, others by title or number.
  [[nodiscard]] const std::vector<std::uint32_t>& inOrder(Section section) const { return of(section).order; }
  /// The group of that key, or null.
  [[nodiscard]] const Group* find(Section section, std::string_view key) const;
  /// All points of a kind, by their games.
  [[nodiscard]] const std::vector<PointRow>& points(PagePoint::Kind kind) const {
    return points_[static_cast<std::size_t>(kind)];
  }
  [[nodiscard]] const PagePoint& point(PointRow row) const { return games_[row.game].points[row.point]; }

 private:
  struct Groups {
    std::vector<Group> groups;
    std::map<std::string, std::uint32_t, std::less<>> by_key;
    std::vector<std::uint32_t> order;
  };
  [[nodiscard]] const Groups& of(Section section) const { return sections_[static_cast<std::size_t>(section)]; }
  std::uint32_t place(Section section, std::string key, std::string_view title, std::string_view about = {});
  Group& group(Section section, std::uint32_t at) { return sections_[static_cast<std::size_t>(section)].groups[at]; }
  void enter(std::uint32_t game);
  void enterPoints(std::uint32_t game);
  void sortGroups();

  std::vector<PageFacts> games_;
  std::vector<std::vector<std::uint32_t>> cards_;  // by game; given up by finish()
  std::array<Groups, kSections.size()> sections_;
  std::array<std::vector<PointRow>, 3> points_;
};

}  // namespace docket::site
