import { integer, keyPrefix, onOrOff, text, url } from '../types.js';
import type { Section } from '../variable.js';

export const DATASTORES = {
  title: 'Datastores, and what is kept in them',
  variables: {
    DATABASE_URL: {
      type: url('postgres', 'postgresql'),
      about: 'Postgres 14 or newer, for example `postgres://user:password@localhost:5432/rekindle`.',
      otherwise: 'a private Postgres under DATA_DIR',
      required: true,
    },
    DATABASE_OWNER_URL: {
      type: url('postgres', 'postgresql'),
      about: `The same database as its owner: only migrations use it. With it, the login of DATABASE_URL needs no more than
        to be a member of rekindle_service and rekindle_tenant.`,
      otherwise: 'migrations use DATABASE_URL',
    },
    DATABASE_POOL_SIZE: {
      type: integer(2, 200),
      about: 'Connections to Postgres that this process opens at most.',
      fallback: '10',
    },
    REDIS_URL: {
      type: url('redis', 'rediss'),
      about: `Redis or Valkey, for example redis://localhost:6379, or rediss:// with TLS. It must not evict keys
        (\`maxmemory-policy noeviction\`).`,
      otherwise: 'a private Redis under DATA_DIR',
      required: true,
    },
    PRIVATE_NETWORK: {
      type: onOrOff,
      about: `on: Postgres and Redis are on a network that nobody else is on, so production takes addresses of other hosts
        without encryption (sslmode, rediss://).`,
      fallback: 'off',
    },
    QUEUE_PREFIX: {
      type: keyPrefix,
      about: 'The first part of every key in Redis. Change it where two installations share one Redis.',
      fallback: 'rekindle',
    },
    DATA_DIR: {
      type: text,
      about: `Folder of the private Postgres and Redis, of the generated secrets and of stored images. Not used when all of
        those are set.`,
      fallback: './.data',
    },
    INBOX_SWEEP_SECONDS: {
      type: integer(1, 3_600),
      about: 'Pause between two looks into Postgres for work that Redis has lost.',
      fallback: '5',
    },
    WATCH_SECONDS: {
      type: integer(1, 86_400),
      about: `Pause between two looks at an installed store: webhook subscriptions that the platform has dropped are
        restored, and changes that no delivery told of are read. Each pause is up to a tenth shorter or longer.`,
      fallback: '3600',
    },
    DELIVERY_RETENTION_DAYS: {
      type: integer(1, 3_650),
      about: `Days after which the body of a processed webhook delivery is emptied. Failed and pending ones are kept.`,
      fallback: '30',
    },
    PRIVACY_EXPORT_DAYS: {
      type: integer(1, 365),
      about: "Days for which the answer to a customer's request for data can be fetched.",
      fallback: '14',
    },
  },
} as const satisfies Section;
