#!/bin/sh
# Restores an installation by docker-compose.yml from a folder of backup.sh, on a host without an installation. Run it
# beside docker-compose.yml and .env, and read docs/operating/upgrade.md before:
#
#   deploy/restore.sh /var/backups/posthorn/2027-01-31
set -eu
folder=${1:?Usage: deploy/restore.sh <folder of a backup>}
if [ -n "$(docker compose ps --all --quiet mongodb postgresql)" ]; then
  echo 'There is an installation already: docker compose down --volumes deletes it.' >&2
  exit 1
fi

docker compose run --rm --no-deps --no-TTY archive --extract --preserve-permissions --same-owner --file - < "$folder/volumes.tar"
docker compose up --detach --wait postgresql
for database in temporal temporal_visibility; do
  docker compose exec -T postgresql createdb --username temporal "$database" 2> /dev/null || true
  docker compose exec -T postgresql pg_restore --username temporal --dbname "$database" --clean --if-exists < "$folder/$database.dump"
done

docker compose up --detach gateway temporal-ui
echo 'Everything is back, and nothing is sent before the workers start:'
echo '  docker compose up --detach && docker compose run --rm tools reconcile'
