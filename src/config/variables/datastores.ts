import { integer, keyPrefix, onOrOff, redisUrl, text, url } from '../types.js';
import type { Section } from '../variable.js';

export const DATASTORES = {
  title: 'Datastores and what is kept in them',
  variables: {
    DATABASE_URL: {
      type: url('postgres', 'postgresql'),
      about: 'Postgres 14 or newer, for example `postgres://user:password@localhost:5432/rekindle`.',
      otherwise: 'a private Postgres under DATA_DIR',
      required: true,
    },
    DATABASE_OWNER_URL: {
      type: url('postgres', 'postgresql'),
      about: `The same database with the login that owns the tables. Only migrations use it. Where it is set, the login of
        DATABASE_URL only has to be a member of rekindle_service and rekindle_tenant.`,
      otherwise: 'migrations use DATABASE_URL',
    },
    DATABASE_POOL_SIZE: {
      type: integer(2, 200),
      about: 'The most connections to Postgres that this process opens.',
      fallback: '10',
    },
    DATABASE_REPLICA_URL: {
      type: url('postgres', 'postgresql'),
      about: `Standbys of the same database, with the login of DATABASE_URL. Previews, lists and exports read there. A read
        that needs newer rows than a standby has runs on DATABASE_URL.`,
      otherwise: 'everything reads from DATABASE_URL',
    },
    DATABASE_REPLICA_LAG_MS: {
      type: integer(100, 60_000),
      about: `How old, in milliseconds, the rows of a standby may be for a read. What the same process wrote for the
        retailer is always there.`,
      fallback: '1000',
    },
    REDIS_URL: {
      type: redisUrl,
      about: `Redis or Valkey: one server, a cluster or sentinels. It must not evict keys
        (\`maxmemory-policy noeviction\`).`,
      otherwise: 'a private Redis under DATA_DIR',
      required: true,
    },
    PRIVATE_NETWORK: {
      type: onOrOff,
      about: `Whether Postgres and Redis are on a network that nobody else uses. With \`on\` production accepts addresses of
        other hosts without encryption (sslmode, rediss://).`,
      fallback: 'off',
    },
    QUEUE_PREFIX: {
      type: keyPrefix,
      about: 'The first part of every key in Redis. Two installations that share one Redis need different prefixes.',
      fallback: 'rekindle',
    },
    DATA_DIR: {
      type: text,
      about: `The folder of the private Postgres and Redis, of the generated secrets and of stored images. Unused where the
        settings name other places for all of them.`,
      fallback: './.data',
    },
    INBOX_SWEEP_SECONDS: {
      type: integer(1, 3_600),
      about: 'The pause between two sweeps, which find work in Postgres whose job Redis has lost.',
      fallback: '5',
    },
    WATCH_SECONDS: {
      type: integer(1, 86_400),
      about: `The pause between two checks of an installed store. A check restores webhook subscriptions that the platform
        has dropped, and reads changes that no delivery reported. Each pause is up to a tenth shorter or longer.`,
      fallback: '3600',
    },
    DELIVERY_RETENTION_DAYS: {
      type: integer(1, 3_650),
      about:
        'After how many days the body of a processed delivery is emptied. Failed and pending deliveries keep theirs.',
      fallback: '30',
    },
    DELIVERY_KEPT_DAYS: {
      type: integer(31, 3_650),
      about: `For how many days deliveries are listed at least, without their bodies at the end. They go with their month,
        up to 38 days later, and never before DELIVERY_RETENTION_DAYS. Failed and pending ones stay.`,
      fallback: '90',
    },
    SEGMENT_TRANSITIONS_KEPT_DAYS: {
      type: integer(366, 36_500),
      about: `For how many days at least it is recorded who entered and left a segment. Transitions go with their month, up
        to 31 days later. The past before is computed from the orders.`,
      otherwise: 'they are kept as long as the store',
    },
    PRIVACY_EXPORT_DAYS: {
      type: integer(1, 365),
      about: "For how many days the answer to a customer's request for their data can be fetched.",
      fallback: '14',
    },
  },
} as const satisfies Section;
