#!/bin/bash
# What the official image does at its first start, for the settings that docker-compose.yml uses.
set -eu
if [ "$1" = postgres ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --username "$POSTGRES_USER" --pwfile "$POSTGRES_PASSWORD_FILE" --auth-host scram-sha-256 --auth-local trust
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -o "-c listen_addresses=''" -w start
  psql -U "$POSTGRES_USER" -d postgres -c "CREATE DATABASE \"$POSTGRES_USER\""
  pg_ctl -D "$PGDATA" -m fast -w stop
fi
[ "$1" != postgres ] || set -- "$@" -c "listen_addresses=*"
exec "$@"
