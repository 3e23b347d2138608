# find_package(nsdbench) gives nsdbench::solvers, nsdbench::problems and nsdbench::motions.
include(CMakePackageConfigHelpers)

install(TARGETS nsdbench_solvers nsdbench_problems nsdbench_motions
  EXPORT nsdbenchTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY solvers problems
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/nsdbench
  FILES_MATCHING PATTERN "*.hpp")
install(EXPORT nsdbenchTargets
  NAMESPACE nsdbench::
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/nsdbench)
configure_package_config_file(cmake/nsdbenchConfig.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/nsdbenchConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/nsdbench)
write_basic_package_version_file(
  ${CMAKE_CURRENT_BINARY_DIR}/nsdbenchConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/nsdbenchConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/nsdbenchConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/nsdbench)
