#!/bin/sh
# Makes the files of secrets/ that do not exist yet. Usage: deploy/compose/make-secrets.sh [host of the issuer]
# Keep a copy of secrets/identity-secret in another place than the backups of the database.
set -eu

host=${1:-localhost}
cd "$(dirname "$0")"
# Only the owner can enter the folder. The files themselves are readable, because the servers in the containers, which
# get them one by one, run as other users.
mkdir -p -m 700 secrets
cd secrets

# The first argument is the file, the others are the command that prints its content.
make() {
  file=$1
  shift
  if [ -e "$file" ]; then echo "kept   secrets/$file"; return; fi
  "$@" > "$file.new"
  chmod 444 "$file.new"
  mv "$file.new" "$file"
  echo "made   secrets/$file"
}

certificate() {
  openssl req -x509 -newkey rsa:2048 -nodes -days 365 -subj "/CN=$host" -addext "subjectAltName=DNS:$host" \
    -keyout key.new -out certificate.new 2> /dev/null
  cat certificate.new key.new
  rm certificate.new key.new
}

make identity-secret openssl rand -base64 48
make postgres-password openssl rand -hex 24
make database-url printf 'postgresql://identity:%s@postgres:5432/identity\n' "$(cat postgres-password)"
# The mailbox of compose.yaml. Replace it by your mail server: smtps://user:password@mail.example.com
make smtp-url printf 'smtp://mailpit:1025\n'
# Signed by itself, for the first try. Replace it by your certificate, followed by its key.
make tls.pem certificate
