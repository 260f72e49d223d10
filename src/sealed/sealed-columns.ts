import type { SealedColumn } from '#libs/database';
import { ENDPOINTS_SEALED } from '../events/endpoints/endpoint-secrets.sealed.js';
import { ANSWERS_SEALED } from '../idempotency/answer.sealed.js';
import { WEBHOOK_TOKEN_SEALED } from '../platform-b/client/webhook-token.sealed.js';
import { CREDENTIALS_SEALED } from '../retailers/credentials.repository.js';
import { MULTIPASS_SEALED } from '../retailers/multipass-secret.repository.js';

/** Every column with sealed texts. A test checks that no other column has any. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  ...CREDENTIALS_SEALED,
  MULTIPASS_SEALED,
  WEBHOOK_TOKEN_SEALED,
  ANSWERS_SEALED,
  ...ENDPOINTS_SEALED,
];
