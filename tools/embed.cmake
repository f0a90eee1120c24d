# Writes a source file with documents that ship, as a list of {file, text} that a function of a header gives:
#   cmake -DFILES="a.json;b.json" -DHEADER=tools/x.h -DNAMESPACE=docket -DFUNCTION=shippedXs -DOUT=x.cpp -P embed.cmake
set(entries "")
foreach(file IN LISTS FILES)
  get_filename_component(name "${file}" NAME)
  file(READ "${file}" text)
  if(text MATCHES "\\)shipped\"")
    message(FATAL_ERROR "${file}: holds what ends the literal that it is put in")
  endif()
  string(APPEND entries "    {\"${name}\", R\"shipped(${text})shipped\"},\n")
endforeach()
if(entries STREQUAL "")
  set(all "  return {};\n")
else()
  set(all "  static constexpr EmbeddedFile all[] = {\n${entries}  };\n  return all;\n")
endif()
file(WRITE "${OUT}"
  "#include \"${HEADER}\"\n\nnamespace ${NAMESPACE} {\n\n"
  "std::span<const EmbeddedFile> ${FUNCTION}() {\n${all}}\n\n}  // namespace ${NAMESPACE}\n")
