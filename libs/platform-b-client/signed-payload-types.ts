import type { StoreUser } from './claims.js';

/** What a load, uninstall or remove_user callback proves. Nothing in it says which of the three it was made for. */
export interface SignedPayload {
  form: 'jwt' | 'legacy';
  storeHash: string;
  user: StoreUser;
  owner: StoreUser | null;
  isOwner: boolean;
  /** Where in the app the person wants to go, as sent: see safeDeepLink. `/` where nothing is said. */
  url: string;
  channelId: string | null;
  issuedAt: Date;
  expiresAt: Date;
  /** The same on every use of this token: the key of the ledger of used tokens. */
  replayKey: string;
}

export type SignedPayloadVerdict =
  | { outcome: 'ok'; payload: SignedPayload }
  | { outcome: 'missing' }
  /** Of another form, twice in the query, or signed with an algorithm that is not ours. */
  | { outcome: 'malformed' }
  | { outcome: 'mismatch' }
  /** Rightly signed with our secret, but for something else: a shopper's token, another app, another form of store. */
  | { outcome: 'wrong_kind' }
  /** Rightly signed, but not now. */
  | { outcome: 'stale' };

export interface SignedPayloadOptions {
  clientId: string;
  /** Newest first. */
  clientSecrets: readonly string[];
  now: Date;
  /** Default 60: the platform back-dates by 5 seconds only, and clocks differ by more. */
  skewSeconds?: number;
  /** Refuses tokens that were issued longer ago, although they live for 24 hours. Default: no limit of its own. */
  maxAgeSeconds?: number;
}
