import { randomBytes } from 'node:crypto';
import { alone, encryptionKeys, longSecret, longSecrets } from '../types.js';
import { generatedSecret, type Section } from '../variable.js';

/** Keys of one kind of our tokens: the newest signs, all verify. */
const tokenSecrets = (single: string, opens: string) => ({
  type: longSecrets,
  about: `Keys of tokens for ${opens}.`,
  fallback: generatedSecret,
  required: true,
  single: { name: single, type: alone(longSecret) },
});

export const SECRETS = {
  title: 'Secrets',
  about: `Outside production each is made once and kept under DATA_DIR/secrets. Keys of tokens: the first signs, all verify.
    Put a new key in front, and take the old one out once its tokens have ended; no key may be in two lists. A token of one
    kind is refused everywhere else.`,
  variables: {
    ENCRYPTION_KEYS: {
      type: encryptionKeys,
      about: `Keys that encrypt the platforms' tokens in the database. The first encrypts, all decrypt: put a new key in
        front, restart, and \`npm run keys:reseal\`. They also recognize customers who were erased: a key that is taken out
        lets late deliveries bring back those who were erased under it.`,
      fallback: { generated: () => randomBytes(32).toString('base64') },
      required: true,
    },
    ADMIN_JWT_SECRETS: tokenSecrets('ADMIN_JWT_SECRET', '/admin'),
    MODULE_JWT_SECRETS: tokenSecrets('MODULE_JWT_SECRET', '/module-r'),
    RETAILER_JWT_SECRETS: tokenSecrets('RETAILER_JWT_SECRET', '/retailer and /platform-a/subscriptions'),
    CUSTOMER_JWT_SECRETS: tokenSecrets('CUSTOMER_JWT_SECRET', '/customer'),
  },
} as const satisfies Section;
