// One function out of several, for std::visit: what is asked of each kind of a variant, side by side.
#pragma once

namespace docket {

template <class... Functions>
struct Overload : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overload(Functions...) -> Overload<Functions...>;

}  // namespace docket
