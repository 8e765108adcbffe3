# One image for every process of Posthorn: `docker run posthorn gateway`, `worker`, and each command of `posthorn --help`.

FROM node:24.21.0-bookworm-slim AS base
WORKDIR /posthorn
COPY package.json package-lock.json .npmrc ./

# Compiles the code and bundles the workflows.
FROM base AS build
RUN npm ci
COPY . .
RUN npm run build

# The packages that run with their licences, without what only developers read, other platforms' binaries, and the compiler that is needed
# to bundle workflows.
FROM base AS packages
RUN npm ci --omit=dev \
  && cd node_modules \
  && find @temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -r {} + \
  && rm -r @temporalio/core-bridge/sdk-core @types @swc/core-* \
  && find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) \
    ! -iname 'licen[cs]e*' ! -iname 'copying*' ! -iname 'notice*' -delete
# Volumes take their owner from the folder that they cover.
RUN for name in mongodb postgresql posthorn grafana; do mkdir -p /volumes/secrets/$name; done && mkdir /volumes/spool /volumes/inbox

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=base /usr/local/bin/node /usr/local/bin/node
WORKDIR /posthorn
COPY --from=packages /posthorn/node_modules node_modules
COPY --from=packages --chown=65532:65532 /volumes /
COPY --from=build /posthorn/dist dist
COPY package.json ./
# MALLOC_ARENA_MAX: a worker has some twenty threads, and glibc would keep up to eight heaps for each core, each with free
# memory of its own.
ENV NODE_ENV=production \
  MALLOC_ARENA_MAX=2 \
  GATEWAY_HOST=0.0.0.0 \
  INBOUND_SPOOL_DIR=/spool
USER 65532:65532
EXPOSE 3000
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/local/bin/node", "--enable-source-maps", "dist/cli/main.js"]
CMD ["gateway"]
