import { parseArgs } from 'node:util';
import { isUuid } from '#libs/kernel';
import type { AppConfig } from '../config/app-config.js';
import { signToken } from './sign-token.js';

export const USAGE =
  'usage: npm run token -- admin [--expires 8h] | npm run token -- module --retailer ID [--expires 8h]';

/** What was asked for makes no sense; the message says what would. */
export class UsageError extends Error {}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** The token that the arguments ask for, signed for the given configuration. */
export function tokenFor(args: readonly string[], { tokenSecrets }: Pick<AppConfig, 'tokenSecrets'>): string {
  const { kind, retailer, expires } = read(args);
  const lifetime = seconds(expires);
  if (kind === 'admin' && retailer === undefined) {
    return signToken('admin', { sub: 'command-line', fullAccess: true }, tokenSecrets.admin, lifetime);
  }
  if (kind === 'module' && isUuid(retailer)) {
    return signToken('module', { sub: retailer.toLowerCase() }, tokenSecrets.module, lifetime);
  }
  throw new UsageError(kind === 'module' ? `--retailer takes the UUID of a retailer; ${USAGE}` : USAGE);
}

function read(args: readonly string[]): { kind: string | undefined; retailer: string | undefined; expires: string } {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { expires: { type: 'string', default: '8h' }, retailer: { type: 'string' } },
    });
    return {
      kind: positionals.length === 1 ? positionals[0] : undefined,
      retailer: values.retailer,
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
