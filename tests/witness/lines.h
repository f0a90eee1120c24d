// Files of recorded games and of their engines' states: packed bytes, with a JSON object on each line. Read by the
// tests that compare what Docket computes with another program's data. Damaged data throws.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace docket::witness {

using Object = simdjson::dom::object;

/// The folder of one engine's games, in the shared data or in DOCKET_WITNESS_DATA; tests skip if it is missing.
std::filesystem::path gamesFolder(std::string_view engine);
/// True if these are the games on which the figures in the tests were counted, and not those of DOCKET_WITNESS_DATA.
bool isSharedData();
/// True if all records are gone through, and not a sample: DOCKET_WITNESS=all.
bool takesAll();
/// Throws if the file cannot be read.
std::string bytesOf(const std::filesystem::path& file);
/// The decompressed bytes of an xz file.
std::string unpacked(const std::string& bytes);

/// Each line that is not empty, in order. The object lives as long as the call.
void forEachLine(const std::string& lines, const std::function<void(const Object&)>& read);

/// A field of a line; 0, empty or false if it is missing or null.
std::int64_t number(const Object& object, std::string_view field);
std::string text(const Object& object, std::string_view field);
bool flag(const Object& object, std::string_view field);
std::optional<std::int64_t> numberIfThere(const Object& object, std::string_view field);

}  // namespace docket::witness
