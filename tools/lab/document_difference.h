// The differences between two versions of a document, piece by piece, and documents between the two: the left version
// with some pieces taken from the right one. Generic: the schema says what a piece can be.
// Invariant: with no piece taken, the document in between equals the left one; with all, the right one.
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

/// The place of a piece in one of the two documents: the structs around it, the outermost first.
struct PiecePlace {
  std::vector<capnp::DynamicStruct::Reader> within;
  std::vector<PathStep> path;
};

/// A piece that differs: a value, or an element that only one of the documents has.
struct Piece {
  std::string path;           ///< "limits/once-per-turn/max"
  std::string before, after;  ///< as JSON; empty: absent
};

/// Called for each piece in turn, with its place in each document (null if absent there). Returns true to take the
/// piece from the right one.
using TakesRight = std::function<bool(Piece piece, const PiecePlace* left, const PiecePlace* right)>;

/// Calls `visit` for each piece. Goes through both documents once.
void forEachPiece(capnp::DynamicStruct::Reader left, capnp::DynamicStruct::Reader right,
                  const std::function<void(Piece piece, const PiecePlace* left, const PiecePlace* right)>& visit);
/// Builds the document in between, into `out`, which is empty. Goes through both documents once.
void mergeDocuments(capnp::DynamicStruct::Reader left, capnp::DynamicStruct::Reader right,
                    capnp::DynamicStruct::Builder out, const TakesRight& takes_right);

}  // namespace docket::lab
