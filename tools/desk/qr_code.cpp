#include "tools/desk/qr_code.h"

#include <qrencode.h>

#include <memory>

#include "events/errors.h"

namespace docket::desk {

std::vector<std::string> qrCode(std::string_view text) {
  const std::string whole(text);
  const std::unique_ptr<QRcode, decltype(&QRcode_free)> code(QRcode_encodeString8bit(whole.c_str(), 0, QR_ECLEVEL_M),
                                                             &QRcode_free);
  if (code == nullptr) throw BadInput("this text is too long for a QR code");
  const auto width = static_cast<std::size_t>(code->width);
  std::vector<std::string> rows(width, std::string(width, '0'));
  for (std::size_t row = 0; row < width; ++row) {
    for (std::size_t column = 0; column < width; ++column) {
      if ((code->data[row * width + column] & 1U) != 0) rows[row][column] = '1';
    }
  }
  return rows;
}

}  // namespace docket::desk
