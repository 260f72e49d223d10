import { randomBytes } from 'node:crypto';
import { alone, encryptionKeys, longSecret, longSecrets } from '../types.js';
import { generatedSecret, type Section } from '../variable.js';

/** Keys of one kind of our tokens: the newest signs, and all verify. */
const tokenSecrets = (single: string, opens: string) => ({
  type: longSecrets,
  about: `Keys of tokens for ${opens}.`,
  fallback: generatedSecret,
  required: true,
  single: { name: single, type: alone(longSecret) },
});

export const SECRETS = {
  title: 'Secrets',
  about: `Outside production each secret is generated once and kept under DATA_DIR/secrets. In a list of token keys the first
    key signs and all keys verify. To rotate, put a new key first and remove the old one when its tokens have expired. No
    key may be in two lists. A token of one kind is refused everywhere else.`,
  variables: {
    ENCRYPTION_KEYS: {
      type: encryptionKeys,
      about: `Keys that encrypt the platforms' tokens in the database. The first key encrypts and all keys decrypt. To rotate,
        put a new key first, restart, and run \`npm run keys:reseal\`. The keys also recognize erased customers: once a key
        is removed, a late delivery may bring back a customer who was erased under it.`,
      fallback: { generated: () => randomBytes(32).toString('base64') },
      required: true,
    },
    ADMIN_JWT_SECRETS: tokenSecrets('ADMIN_JWT_SECRET', '/admin'),
    MODULE_JWT_SECRETS: tokenSecrets('MODULE_JWT_SECRET', '/module-r'),
    RETAILER_JWT_SECRETS: tokenSecrets('RETAILER_JWT_SECRET', '/retailer and /platform-a/subscriptions'),
    CUSTOMER_JWT_SECRETS: tokenSecrets('CUSTOMER_JWT_SECRET', '/customer'),
  },
} as const satisfies Section;
