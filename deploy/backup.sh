#!/bin/sh
# Copies everything that an installation by docker-compose.yml keeps into a folder: MongoDB, Temporal's two databases, and
# the secrets. Run it beside docker-compose.yml:
#
#   deploy/backup.sh /var/backups/posthorn/2027-01-31
#
# MongoDB stands still while its files are copied. Requests are answered 503 meanwhile, and nothing that was accepted is
# lost: workers record afterwards what the provider answered.
set -eu
umask 077
folder=${1:?Usage: deploy/backup.sh <new folder>}
mkdir -p "$(dirname "$folder")"
mkdir "$folder"

# Temporal first: MongoDB then holds all work that this copy of Temporal does not know, and `reconcile` starts it again.
for database in temporal temporal_visibility; do
  docker compose exec -T postgresql pg_dump --username temporal --format custom "$database" > "$folder/$database.dump"
done

trap 'docker compose start mongodb' EXIT
docker compose stop mongodb
docker compose run --rm --no-deps --no-TTY archive --create --file - mongodb secrets-mongodb secrets-postgresql secrets-posthorn secrets-grafana > "$folder/volumes.tar"
