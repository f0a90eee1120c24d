# Writes a source file with the rulesets that ship: cmake -DFILES="a.json;b.json" -DOUT=x.cpp -P embed.cmake
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
  set(all "  static constexpr ShippedRuleset all[] = {\n${entries}  };\n  return all;\n")
endif()
file(WRITE "${OUT}"
  "#include \"tools/rulesets.h\"\n\nnamespace docket {\n\n"
  "std::span<const ShippedRuleset> shippedRulesets() {\n${all}}\n\n}  // namespace docket\n")
