import { parseArgs } from 'node:util';
import { isUuid } from '#libs/kernel';
import type { AppConfig } from '../config/app-config.js';
import { signToken } from './sign-token.js';
import { ADMIN_TOKEN_SECONDS } from './token-rules.js';

export const USAGE =
  'usage: npm run token -- admin [--subject NAME] | module --retailer ID | retailer --retailer ID [--role member], each with ' +
  '[--expires 8h]; at most 24h';

/** Wrong arguments; the message names the right ones. */
export class UsageError extends Error {}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** The subject of a token if the command line names none. */
const SUBJECT = 'command-line';

/** The token that the arguments ask for, signed with the secrets of the configuration; valid for 24 hours at most. */
export function tokenFor(args: readonly string[], { tokenSecrets }: Pick<AppConfig, 'tokenSecrets'>): string {
  const { kind, retailer, role, expires, subject = SUBJECT } = read(args);
  const lifetime = Math.min(seconds(expires), ADMIN_TOKEN_SECONDS);
  if (kind === 'admin' && retailer === undefined) {
    return signToken('admin', { sub: subject, fullAccess: true }, tokenSecrets.admin, lifetime);
  }
  if (kind === 'module' && isUuid(retailer)) {
    const mintedBy = { kind: 'admin', subject } as const;
    return signToken('module', { sub: retailer.toLowerCase(), mintedBy }, tokenSecrets.module, lifetime);
  }
  if (kind === 'retailer' && isUuid(retailer) && (role === 'owner' || role === 'member')) {
    const retailerId = retailer.toLowerCase();
    return signToken('retailer', { sub: subject, retailerId, role }, tokenSecrets.retailer, lifetime);
  }
  throw new UsageError(
    kind === 'module' || kind === 'retailer' ? `--retailer takes the UUID of a retailer; ${USAGE}` : USAGE,
  );
}

interface Arguments {
  readonly kind: string | undefined;
  readonly retailer: string | undefined;
  readonly role: string;
  readonly subject: string | undefined;
  readonly expires: string;
}

function read(args: readonly string[]): Arguments {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        expires: { type: 'string', default: '8h' },
        retailer: { type: 'string' },
        // A member may prepare everything, and can't approve or send.
        role: { type: 'string', default: 'member' },
        subject: { type: 'string' },
      },
    });
    return {
      kind: positionals.length === 1 ? positionals[0] : undefined,
      retailer: values.retailer,
      role: values.role,
      subject: values.subject,
      expires: values.expires,
    };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}; ${USAGE}`);
  }
}

/** 30s, 15m, 8h or 7d. */
function seconds(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,5})([smhd])$/.exec(text) ?? [];
  const factor = SECONDS[unit];
  if (factor === undefined) throw new UsageError(`--expires takes a number and s, m, h or d, such as 8h; ${USAGE}`);
  return Number(count) * factor;
}
