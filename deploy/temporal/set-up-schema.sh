#!/bin/sh
# Makes the two databases of Temporal in PostgreSQL, or brings their schema up to the version of this image. A second run
# changes nothing.
set -eu
SQL_PASSWORD=$(cat "$POSTGRES_PASSWORD_FILE")
export SQL_PASSWORD

schema() {
  database=$1
  folder=/etc/temporal/schema/postgresql/v12/$2/versioned
  set -- temporal-sql-tool --plugin postgres12 --endpoint postgresql --port 5432 --user temporal --database "$database"
  "$@" create
  # A database that has a schema refuses to begin with an empty one.
  "$@" setup-schema --version 0.0 || true
  "$@" update-schema --schema-dir "$folder"
}

schema temporal temporal
schema temporal_visibility visibility
