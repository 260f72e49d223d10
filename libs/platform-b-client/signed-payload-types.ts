import type { StoreUser } from './claims.js';

/** The proven content of a load, uninstall or remove_user callback. It does not name which of the three it is for. */
export interface SignedPayload {
  form: 'jwt' | 'legacy';
  storeHash: string;
  user: StoreUser;
  owner: StoreUser | null;
  isOwner: boolean;
  /** The requested path in the app, as sent; see safeDeepLink. Default: `/`. */
  url: string;
  channelId: string | null;
  issuedAt: Date;
  expiresAt: Date;
  /** The same for every use of this token. Together with `form` it is the key in the table of used tokens. */
  replayKey: string;
}

export type SignedPayloadVerdict =
  | { outcome: 'ok'; payload: SignedPayload }
  | { outcome: 'missing' }
  /** Malformed, given twice in the query, or signed with another algorithm. */
  | { outcome: 'malformed' }
  | { outcome: 'mismatch' }
  /**
   * Validly signed with our secret, but another kind of token: a shopper's, another app's, or another form of store.
   */
  | { outcome: 'wrong_kind' }
  /** Validly signed, but expired or not valid yet. */
  | { outcome: 'stale' };

export interface SignedPayloadOptions {
  clientId: string;
  /** Newest first. */
  clientSecrets: readonly string[];
  now: Date;
  /** Default 60. The platform allows only 5 seconds, and clocks differ by more. */
  skewSeconds?: number;
  /** Refuses tokens that were issued earlier, although they are valid for 24 hours. Default: no limit. */
  maxAgeSeconds?: number;
}
