import { readRoles } from '../roles.js';
import { addresses, frameSources, integer, onOrOff, oneOf, text, webUrl } from '../types.js';
import type { Section } from '../variable.js';

export const PROCESS = {
  title: 'The process',
  variables: {
    ROLE: {
      type: { parse: readRoles },
      about: `What this process does, as a comma list: \`api\` answers requests, \`worker\` does all jobs, \`all\` is both.
        \`worker:\` and some of intake, segmentation, sequences, email, images, stores, privacy does those jobs only:
        worker:intake,email. All processes together must do everything: api,worker:intake beside
        worker:segmentation,sequences,email,images,stores,privacy.`,
      fallback: 'all',
    },
    HOST: {
      type: text,
      about: `The address to listen on. In a container 0.0.0.0; otherwise leave it, and let a proxy on the same machine
        come here.`,
      fallback: '127.0.0.1',
    },
    PORT: {
      type: integer(0, 65_535),
      about: 'The port. 0 takes a free one and logs it. A worker listens too: health and metrics.',
      fallback: '3000',
    },
    OPERATIONS_PORT: {
      type: integer(0, 65_535),
      about: `A port of its own for /metrics, /docs and /openapi.json, which PORT then no longer has; /health is on both. 0
        takes a free one and logs it.`,
      otherwise: 'PORT has them all',
    },
    DOCS: {
      type: onOrOff,
      about: "Whether /docs, the API's documentation in the browser, is there.",
      otherwise: 'off in production, else on',
    },
    PUBLIC_URL: {
      type: webUrl,
      about: `Base of every URL that the service hands out: the OAuth redirect, the address of the webhooks, the pages about
        errors. Stores have to reach it, through https, which production insists on. Workers need it as well: they register
        the webhooks.`,
      otherwise: 'http://HOST:PORT',
      required: true,
    },
    DASHBOARD_URL: {
      type: webUrl,
      about: "Where a merchant's browser goes at the end of an install, with `?shop=` added.",
      otherwise: 'PUBLIC_URL/dashboard',
    },
    FRAME_ANCESTORS: {
      type: frameSources,
      about: `Who may show the dashboard and the pages of an install in a frame, by the rules of a content security policy.
        The control panel of platform B shows apps in a frame. Production takes no \`*\`.`,
      fallback: 'https://*.mybigcommerce.com',
    },
    TRUSTED_PROXIES: {
      type: addresses,
      about: `Whose X-Forwarded-For is believed: your load balancers. Without it the address of a caller is that of the
        connection, and behind a load balancer all callers are one.`,
    },
    MAX_CONNECTIONS: {
      type: integer(10, 1_000_000),
      about: 'Connections at the same time; one more is closed at once.',
      fallback: '4096',
    },
    // At least one body of a webhook has to fit.
    UNPROVEN_BODY_MB: {
      type: integer(8, 65_536),
      about: `Megabytes that bodies may take of the memory together while nothing has proven their senders. Above it the
        largest of them is refused with 503; those that come with a good token don't count.`,
      fallback: '64',
    },
    SIGN_ONS_PER_MINUTE: {
      type: integer(1, 1_000_000),
      about: `Sign-ons and installs that one address may begin for one store in a minute; five times as many for all stores.
        Counted in Redis for all processes together; nothing is limited while Redis is away.`,
      fallback: '300',
    },
    LOG_LEVEL: {
      type: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
      about: 'What is logged: JSON lines in production, readable ones otherwise.',
      fallback: 'info',
    },
  },
} as const satisfies Section;
