#include "tools/render/page_width.h"

#include <algorithm>

#include "tools/render/layout.h"

namespace docket {
namespace {

constexpr std::size_t kFewest = 40;
std::size_t columns_now = kPageColumns;

}  // namespace

std::size_t pageColumns() { return columns_now; }

void setPageColumns(std::size_t columns) { columns_now = columns == 0 ? kPageColumns : std::max(columns, kFewest); }

}  // namespace docket
