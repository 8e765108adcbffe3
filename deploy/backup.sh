#!/bin/sh
# Copies everything that an installation by docker-compose.yml keeps into a folder: MongoDB, Temporal's two databases, the
# secrets, and the opens and clicks that are not recorded yet. Run it beside docker-compose.yml:
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
# tar ends with 1 when a file of opens and clicks changed meanwhile; its last line may then be missing in the copy.
docker compose run --rm --no-deps --no-TTY archive --create --file - mongodb spool secrets-mongodb secrets-postgresql secrets-posthorn secrets-grafana > "$folder/volumes.tar" || [ $? -eq 1 ]
