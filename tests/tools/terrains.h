// A typed game in which one Terrain replaces another at the same time; the new one is typed first.
#pragma once

namespace docket::test {

inline constexpr const char* kTerrains = R"({"name": "terrains", "version": "1", "ruleset": "l5r-celestial", "cards": [
  {"key": "Mud Field", "title": "Mud Field", "types": ["Strategy"], "keywords": ["Terrain"], "unreadOf": []},
  {"key": "Dry Field", "title": "Dry Field", "types": ["Strategy"], "keywords": ["Terrain"], "unreadOf": []}
]})";

inline constexpr const char* kTerrainsChangePlaces = R"(game "court/terrains"
P1 "Ana"
P2 "Bo"
ruleset "l5r-celestial" "2011-06-06"
P1 registers hand
  = "Mud Field"
  = "Dry Field"
-- phase battle
P1 plays "Mud Field" to battlefield up
P1 plays "Dry Field" to battlefield up
P1 moves "Mud Field" to "fate discard" because 4 with 4
)";

}  // namespace docket::test
