#!/bin/sh
# Makes a small base image with Debian and Node.js 24, for machines that cannot pull the official one.
# Usage: deploy/container/make-base-image.sh <image name>
# Needs root, mmdebstrap, buildah, npm, and the package sources of Debian and npm.
# The storage of the image is chosen by buildah's usual variables, such as STORAGE_DRIVER.
set -eu

name=${1:?"Usage: $0 <image name>"}
debian=${DEBIAN_RELEASE:-bookworm}
node=${NODE_VERSION:-24.21.0}
npm=${NPM_VERSION:-11.19.1}
case $(uname -m) in
  x86_64) architecture=x64 ;;
  aarch64) architecture=arm64 ;;
  *) echo "There is no Node.js package for $(uname -m)." >&2; exit 1 ;;
esac

work=$(mktemp -d)
container=
cleanup() {
  if [ -n "$container" ]; then buildah rm "$container" > /dev/null; fi
  rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

# What Node.js needs, and the user "node" of the official image. Documentation and package lists are left out.
mmdebstrap --quiet --variant=essential --include=ca-certificates,libstdc++6,libatomic1 \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' \
  --customize-hook='echo node:x:1000: >> "$1/etc/group"' \
  --customize-hook='echo node:x:1000:1000::/home/node:/usr/sbin/nologin >> "$1/etc/passwd"' \
  --customize-hook='rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/* "$1"/var/log/*' \
  "$debian" "$work/debian.tar"

mkdir -p "$work/node"
npm install --silent --no-audit --no-fund --prefix "$work/packages" "node-linux-$architecture@$node" "npm@$npm"
install -D "$work/packages/node_modules/node-linux-$architecture/bin/node" "$work/node/usr/local/bin/node"
mkdir -p "$work/node/usr/local/lib/node_modules"
mv "$work/packages/node_modules/npm" "$work/node/usr/local/lib/node_modules/npm"
for command in npm npx; do
  ln -s "../lib/node_modules/npm/bin/$command-cli.js" "$work/node/usr/local/bin/$command"
done

container=$(buildah from scratch)
buildah add --quiet "$container" "$work/debian.tar" / > /dev/null
buildah add --quiet "$container" "$work/node" / > /dev/null
buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd node "$container"
buildah commit --quiet "$container" "$name" > /dev/null
echo "$name: Debian $debian, Node.js $node"
