# What `cmake --install` and the Debian package (cpack -G DEB) put where: the program, a page of the manual for it and
# for each of its commands, completion for bash and zsh, the desk in the menu of a desktop, the documentation;
# library/CMakeLists.txt installs the library.
# Included by tools/CMakeLists.txt.
include(GNUInstallDirs)
install(TARGETS docket RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET docket-amqp)
  install(TARGETS docket-amqp RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/completion/docket.bash
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME docket)
install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/completion/_docket DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/desk/docket-desk.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
# The library of rulings that ships: the conformance cases of the games whose rulesets ship.
foreach(game grand-archive huntik l5r marvel-champions yugioh)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/tests/conformance/${game} DESTINATION ${CMAKE_INSTALL_DATADIR}/docket/cases
          FILES_MATCHING PATTERN "*.cases" PATTERN "*.json")
endforeach()

# The manual is made of the help of the program that is installed, so that the two cannot differ.
set(manual ${CMAKE_CURRENT_BINARY_DIR}/man)
add_custom_command(
  OUTPUT ${manual}/docket.1
  COMMAND ${CMAKE_COMMAND} -E make_directory ${manual}
  COMMAND ${CMAKE_COMMAND} -E env VERSION=${PROJECT_VERSION} ${CMAKE_CURRENT_SOURCE_DIR}/manual.sh
          $<TARGET_FILE:docket> ${manual}
  DEPENDS docket ${CMAKE_CURRENT_SOURCE_DIR}/manual.sh
  VERBATIM)
add_custom_target(docket_manual ALL DEPENDS ${manual}/docket.1)
install(DIRECTORY ${manual}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 FILES_MATCHING PATTERN "*.1")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME docket)
set(CPACK_PACKAGE_CONTACT "The Docket project <docket@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "replay and audit of card games")
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)   # the libraries that the program needs, with their versions
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)   # what is linked with libdocket.so wants this package
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS python3)   # for the module; the rest does without
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_SOURCE_DIR}/library/prerm)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
include(CPack)
