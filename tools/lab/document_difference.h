// What two versions of a document differ in, piece by piece, and documents between the two: the one version with some
// of its pieces taken from the other. Generic: the schema says what a piece can be.
// Invariant: with no piece taken the document in between says what the left one says, with all of them what the right
// one says.
#pragma once

#include <capnp/dynamic.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace docket::lab {

/// A step of a path: a field, or an element of a list by its name and its place.
struct PathStep {
  std::string name;
  std::optional<std::uint32_t> at{};
};

/// Where a piece is in one of the two documents: the structs around it, the outermost first.
struct PiecePlace {
  std::vector<capnp::DynamicStruct::Reader> within;
  std::vector<PathStep> path;
};

/// A piece that the two documents have otherwise: a value, or an element that only one of them has.
struct Piece {
  std::string path;           ///< "limits/once-per-turn/max"
  std::string before, after;  ///< as JSON; empty: it is not there
};

/// Told of each piece in turn, with its place on each side (empty if that side does not have it). Returns whether the
/// piece is to be taken from the right.
using TakesRight = std::function<bool(Piece piece, const PiecePlace* left, const PiecePlace* right)>;

/// Goes through both documents once.
void forEachPiece(capnp::DynamicStruct::Reader left, capnp::DynamicStruct::Reader right,
                  const std::function<void(Piece piece, const PiecePlace* left, const PiecePlace* right)>& see);
/// Goes through both documents once and puts together the one in between, into `out`, which is empty.
void mergeDocuments(capnp::DynamicStruct::Reader left, capnp::DynamicStruct::Reader right,
                    capnp::DynamicStruct::Builder out, const TakesRight& takes_right);

}  // namespace docket::lab
