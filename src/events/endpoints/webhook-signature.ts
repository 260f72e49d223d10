import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`;

/** What a request is signed over. `timestamp` is in seconds since the epoch. */
export interface SignedContent {
  readonly id: string;
  readonly timestamp: number;
  readonly body: string;
}

/** The header `webhook-signature` of Standard Webhooks 1.0, with one signature for each valid secret. */
export const signatureOf = ({ id, timestamp, body }: SignedContent, secrets: readonly string[]): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
