#!/bin/sh
# Builds the repository and installs the example server with its production packages into an empty folder.
# Without optional packages, so without the PostgreSQL for development. Usage: install-production.sh <folder>
set -eu

target=${1:?"Usage: $0 <folder>"}
cd "$(dirname "$0")/../.."
pnpm=$(node -p "/'(pnpm@.+?)'/.exec(require('fs').readFileSync('scripts/prepare/install.mjs', 'utf8'))[1]")

node scripts/build.mjs
CI=true npx --yes "$pnpm" --config.inject-workspace-packages=true --filter @org/identity-example-server \
  deploy --prod --no-optional "$target"

node scripts/bundle-server.mjs "$target"

# Types and source maps, and what Prisma has for other databases: 80 MB that no server reads.
cd "$target/node_modules/.pnpm"
find . -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete
find . -type f -path '*/@prisma/client/runtime/*' \
  \( -name '*mysql*' -o -name '*sqlite*' -o -name '*sqlserver*' -o -name '*cockroachdb*' \) -delete
