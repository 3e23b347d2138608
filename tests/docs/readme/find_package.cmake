find_package(nsdbench REQUIRED)
target_link_libraries(app PRIVATE nsdbench::motions)   # brings nsdbench::problems and nsdbench::solvers
