import type { Minter } from './module-token.dto.js';
import type { AdminCaller, ModuleCaller, RetailerCaller } from './token-rules.js';

/** The person behind a token; null for a module token that names none. */
export function minterOf(caller: ModuleCaller): Minter | null;
export function minterOf(caller: RetailerCaller): Minter;
export function minterOf(caller: ModuleCaller | RetailerCaller): Minter | null;
export function minterOf(caller: ModuleCaller | RetailerCaller): Minter | null {
  if (caller.kind === 'module') return caller.mintedBy ?? null;
  const { operator, subject } = caller;
  return operator === undefined ? { kind: 'user', subject } : { kind: 'admin', subject: operator };
}

/** The person behind a caller of /admin or /retailer. */
export const personOf = (caller: AdminCaller | RetailerCaller): Minter =>
  caller.kind === 'admin' ? { kind: 'admin', subject: caller.subject } : minterOf(caller);
