import { readRoles } from '../roles.js';
import { addresses, frameSources, hostPorts, integer, onOrOff, oneOf, text, webUrl } from '../types.js';
import type { Section } from '../variable.js';

export const PROCESS = {
  title: 'The process',
  variables: {
    ROLE: {
      type: { parse: readRoles },
      about: `What this process does, as a comma list: \`api\` answers requests, \`worker\` runs all jobs, \`all\` does both.
        \`worker:\` with some of intake, segmentation, sequences, email, images, stores, privacy runs only those jobs, as in
        worker:intake,email. All processes together must do everything, for example api,worker:intake and
        worker:segmentation,sequences,email,images,stores,privacy.`,
      fallback: 'all',
    },
    HOST: {
      type: text,
      about: `The address to listen on. Set it to 0.0.0.0 in a container. Elsewhere leave it, and forward requests from a
        proxy on the same machine.`,
      fallback: '127.0.0.1',
    },
    PORT: {
      type: integer(0, 65_535),
      about:
        'The port. With 0 the service takes a free port and logs it. A worker listens too, for health and metrics.',
      fallback: '3000',
    },
    OPERATIONS_PORT: {
      type: integer(0, 65_535),
      about: `A separate port for /metrics, /docs and /openapi.json, which PORT then no longer serves. /health is on both.
        With 0 the service takes a free port and logs it.`,
      otherwise: 'PORT serves them all',
    },
    DOCS: {
      type: onOrOff,
      about: 'Whether the service serves /docs, the documentation of the API for the browser.',
      otherwise: 'off in production, else on',
    },
    PUBLIC_URL: {
      type: webUrl,
      about: `Base of every URL that the service hands out: the OAuth redirect, the address of the webhooks, the pages about
        problems. Stores must be able to reach it. Production requires https. Workers need it too, because they register
        the webhooks.`,
      otherwise: 'http://HOST:PORT',
      required: true,
    },
    DASHBOARD_URL: {
      type: webUrl,
      about: "Where a merchant's browser is sent at the end of an installation, with `?shop=` added.",
      otherwise: 'PUBLIC_URL/dashboard',
    },
    FRAME_ANCESTORS: {
      type: frameSources,
      about: `Which sites may show the dashboard and the installation pages in a frame: sources of a content security
        policy. The control panel of platform B shows apps in a frame. Production refuses \`*\`.`,
      fallback: 'https://*.mybigcommerce.com',
    },
    EVENT_ENDPOINT_ALLOW: {
      type: hostPorts,
      about: `The hosts that events may be sent to although their addresses are private, also without TLS. It is for trials,
        and production refuses it.`,
    },
    TRUSTED_PROXIES: {
      type: addresses,
      about: `The proxies whose X-Forwarded-For header is trusted: your load balancers. Without it the address of a caller
        is that of the connection, so behind a load balancer all callers have the same address.`,
    },
    MAX_CONNECTIONS: {
      type: integer(10, 1_000_000),
      about: 'The most connections at the same time. One more is closed at once.',
      fallback: '4096',
    },
    // The least value has room for the body of one webhook.
    UNPROVEN_BODY_MB: {
      type: integer(8, 65_536),
      about: `Megabytes of memory for the bodies of requests whose senders have proven nothing yet, all together. Above it
        the largest of these bodies is refused with 503. Bodies of requests with a valid token do not count.`,
      fallback: '64',
    },
    STREAMED_BODY_MB: {
      type: integer(1, 1_048_576),
      about: `Megabytes of one file that is imported, as it is sent and also after decompression. Its bytes are kept in
        Postgres until they are read, so the disk of Postgres needs as much room.`,
      fallback: '10240',
    },
    SIGN_ONS_PER_MINUTE: {
      type: integer(1, 1_000_000),
      about: `How many sign-ons and installations one address may begin for one store in a minute, and five times as many
        for all stores. Redis counts for all processes together; while it is unreachable nothing is limited.`,
      fallback: '300',
    },
    LOG_LEVEL: {
      type: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
      about:
        'The least severe messages that are logged. Production logs JSON lines, other environments readable lines.',
      fallback: 'info',
    },
  },
} as const satisfies Section;
