#!/bin/sh
# The compiler's command line, through ccache.
#
# Paths within the source folder $1 count relatively, so that another clone of the same sources finds what the first one
# compiled. Precompiled headers need the sloppiness: their times and the macros of the command line are not compared.
# A precompiled header is removed before it is made anew: GCC and ccache would otherwise take the old one for what its
# sources say, and a compilation that still reads the old one would find it overwritten.
set -eu
export CCACHE_BASEDIR="$1"
export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
shift
for argument; do
  case "$argument" in
    *.gch) rm -f "$argument" ;;
  esac
done
exec "$@"
