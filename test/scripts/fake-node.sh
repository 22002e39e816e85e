#!/bin/sh
case "$*" in
  "-p process.versions.node") echo "VERSION" ;;
  "-v") echo "vVERSION" ;;
  "-p "*modules*) echo "linux x64 modules-of-VERSION" ;;
  "-p "*) echo linux-x64 ;;
  *) echo "VERSION ran $*" ;;
esac
