#include "tools/report/template.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace docket::report {

std::string pageText(std::initializer_list<std::string_view> files) {
  std::string text;
  for (const std::string_view name : files) {
    const auto all = pageFiles();
    const auto found = std::find_if(all.begin(), all.end(), [&](const EmbeddedFile& one) { return one.file == name; });
    if (found == all.end()) throw std::logic_error(fmt::format("no part of a page is called {}", name));
    text += found->text;
  }
  return text;
}

std::string contentHash(std::string_view text) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size());
  std::array<char, sodium_base64_ENCODED_LEN(crypto_hash_sha256_BYTES, sodium_base64_VARIANT_ORIGINAL)> base64{};
  sodium_bin2base64(base64.data(), base64.size(), hash.data(), hash.size(), sodium_base64_VARIANT_ORIGINAL);
  return fmt::format("sha256-{}", base64.data());
}

void fillTemplate(std::ostream& out, std::string_view page, const Parts& parts) {
  for (;;) {
    const std::size_t from = page.find("{{");
    out << page.substr(0, from);
    if (from == std::string_view::npos) return;
    const std::size_t end = page.find("}}", from);
    const auto part = parts.find(page.substr(from + 2, end - from - 2));
    if (end == std::string_view::npos || part == parts.end()) throw std::logic_error("a template names no such part");
    out << part->second;
    page.remove_prefix(end + 2);
  }
}

}  // namespace docket::report
