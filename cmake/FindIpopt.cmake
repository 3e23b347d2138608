# Ipopt, the interior point method, as Debian's coinor-libipopt-dev installs it: Ipopt_FOUND, Ipopt_INCLUDE_DIR,
# Ipopt_LIBRARY.
find_path(Ipopt_INCLUDE_DIR IpIpoptApplication.hpp PATH_SUFFIXES coin-or coin)
find_library(Ipopt_LIBRARY ipopt)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Ipopt REQUIRED_VARS Ipopt_LIBRARY Ipopt_INCLUDE_DIR)
mark_as_advanced(Ipopt_INCLUDE_DIR Ipopt_LIBRARY)
