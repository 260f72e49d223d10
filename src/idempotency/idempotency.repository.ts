import { Injectable } from '@nestjs/common';
import { SecretBox, SecretBoxError } from '#libs/crypto';
import { columnsOf, Database, type Tx } from '#libs/database';
import { NO_RETAILER } from '#libs/kernel';
import { contextOf, type KeyOf } from './answer.sealed.js';
import { IdempotencyKey } from './idempotency-key.entity.js';

/** A request with a key: its owner, its route, the key, and the hash of its body. */
export type KeyedRequest = Readonly<Pick<IdempotencyKey, 'retailerId' | 'caller' | 'route' | 'key' | 'bodyHash'>>;

export interface StoredAnswer {
  readonly status: number;
  readonly body: string | null;
}

/** The result of an attempt to claim a key. */
export type Claim =
  /** The request has to be handled; `claimedAt` identifies the claim when the answer is stored. */
  | { readonly status: 'claimed'; readonly claimedAt: Date }
  | { readonly status: 'answered'; readonly answer: StoredAnswer }
  | { readonly status: 'running' }
  | { readonly status: 'other-body' };

/** A claim that was not renewed for this long belongs to a process that has died. */
const GIVEN_UP_MS = 60_000;
/** A running request renews its claim several times before the claim would count as given up. */
export const RENEW_CLAIM_MS = 15_000;
const KEPT_MS = 24 * 60 * 60 * 1_000;
const before = (at: Date, ms: number): Date => new Date(at.getTime() - ms);
const OF_KEY = `retailer_id = $1 AND caller = $2 AND route = $3 AND key = $4`;
const ATTEMPTS = 3;

type AnsweredKey = KeyOf & Pick<IdempotencyKey, 'answer'>;
type StoredRow = Pick<IdempotencyKey, 'bodyHash' | 'status' | 'answer'>;

/**
 * All reads and writes of idempotency keys. The primary key decides which of several concurrent requests runs. Answers
 * are sealed: some hold a token, others a customer's data. Plain SQL where one statement checks and changes a claim.
 */
@Injectable()
export class IdempotencyRepository {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  async claim(request: KeyedRequest): Promise<Claim> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const claimedAt = await this.tryClaim(request);
      if (claimedAt !== undefined) return { status: 'claimed', claimedAt };
      const stored = await this.stored(request);
      if (stored) return this.read(stored, request);
      // Another request released the key between the two statements: try to claim it again.
    }
    return { status: 'running' };
  }

  /** Records that the request still runs, so that no other request takes over the claim. */
  async renew(request: KeyedRequest, claimedAt: Date): Promise<void> {
    await this.database
      .of(request.retailerId)
      .execute(`UPDATE idempotency_keys SET renewed_at = now() WHERE ${OF_KEY} AND created_at = $5`, [
        ...keyOf(request),
        claimedAt,
      ]);
  }

  /** Stores the answer. Does nothing if another request has taken over the claim. */
  async store(request: KeyedRequest, claimedAt: Date, { status, body }: StoredAnswer): Promise<void> {
    await this.database
      .of(request.retailerId)
      .execute(`UPDATE idempotency_keys SET status = $6, answer = $7 WHERE ${OF_KEY} AND created_at = $5`, [
        ...keyOf(request),
        claimedAt,
        status,
        body === null ? null : this.box.seal(body, contextOf(request)),
      ]);
  }

  /** Frees the key, so that the same request can be sent again. */
  async release(request: KeyedRequest, claimedAt: Date): Promise<void> {
    await this.database
      .of(request.retailerId)
      .execute(`DELETE FROM idempotency_keys WHERE ${OF_KEY} AND created_at = $5 AND status IS NULL`, [
        ...keyOf(request),
        claimedAt,
      ]);
  }

  /** Deletes some of the expired keys. The repeated condition keeps a key that was used again meanwhile. */
  async deleteExpired(): Promise<void> {
    await this.database.acrossRetailers.execute(
      `WITH old AS MATERIALIZED (
         SELECT retailer_id, caller, route, key FROM idempotency_keys
          WHERE created_at < $1 ORDER BY created_at LIMIT 1000)
       DELETE FROM idempotency_keys WHERE (retailer_id, caller, route, key) IN (TABLE old) AND created_at < $1`,
      [before(new Date(), KEPT_MS)],
    );
  }

  /**
   * Deletes the requests of the retailer and of admins that match one of the regular expressions. Returns the count. A
   * transaction of a retailer can't see the answers to admins, so those are deleted outside of it.
   */
  async deleteMentioning(tx: Tx, retailerId: string, patterns: readonly string[]): Promise<number> {
    const mentioning = await this.mentioning(retailerId, patterns);
    for (const request of mentioning) {
      const sql = request.retailerId === retailerId ? tx : this.database.acrossRetailers;
      await sql.execute(`DELETE FROM idempotency_keys WHERE ${OF_KEY}`, keyOf(request));
    }
    return mentioning.length;
  }

  /**
   * The requests of the retailer and of admins. Postgres can't search sealed answers: those of the last 24 hours are
   * decrypted here one by one. An answer that no key decrypts counts as a match, because it may mention anybody.
   */
  async mentioning(retailerId: string, patterns: readonly string[]): Promise<KeyOf[]> {
    const rows = await this.database.acrossRetailers.query<AnsweredKey>(
      `SELECT ${columnsOf(IdempotencyKey, 'k', ['retailerId', 'caller', 'route', 'key', 'answer'])} FROM idempotency_keys k
        WHERE retailer_id = ANY ($1::uuid[]) AND created_at >= $2`,
      [[retailerId, NO_RETAILER], before(new Date(), KEPT_MS)],
    );
    const traces = patterns.map((pattern) => new RegExp(pattern));
    return rows.filter((row) => {
      const answer = this.opened(row);
      const text = `${row.route} ${row.key} ${answer}`.toLowerCase();
      return answer === undefined || traces.some((trace) => trace.test(text));
    });
  }

  /** Empty without an answer; undefined if the encryption key has been removed from the configuration. */
  private opened(row: AnsweredKey): string | undefined {
    try {
      return row.answer === null ? '' : this.box.open(row.answer, contextOf(row));
    } catch (error) {
      if (error instanceof SecretBoxError) return undefined;
      throw error;
    }
  }

  /**
   * Claims a key that is new, expired, or given up by a request with the same body. Returns the instant of the claim.
   */
  private async tryClaim(request: KeyedRequest): Promise<Date | undefined> {
    const claimedAt = new Date();
    const written = await this.database.of(request.retailerId).execute(
      `INSERT INTO idempotency_keys AS k (retailer_id, caller, route, key, body_hash, created_at, renewed_at)
       VALUES ($1, $2, $3, $4, $5, $6, $6)
       ON CONFLICT (retailer_id, caller, route, key) DO UPDATE
         SET body_hash = excluded.body_hash, status = NULL, answer = NULL, created_at = excluded.created_at,
             renewed_at = excluded.renewed_at
         WHERE k.created_at < $7 OR (k.status IS NULL AND k.renewed_at < $8 AND k.body_hash = excluded.body_hash)`,
      [...keyOf(request), request.bodyHash, claimedAt, before(claimedAt, KEPT_MS), before(claimedAt, GIVEN_UP_MS)],
    );
    return written > 0 ? claimedAt : undefined;
  }

  private read({ bodyHash, status, answer }: StoredRow, request: KeyedRequest): Claim {
    if (bodyHash !== request.bodyHash) return { status: 'other-body' };
    if (status === null) return { status: 'running' };
    const body = answer === null ? null : this.box.open(answer, contextOf(request));
    return { status: 'answered', answer: { status, body } };
  }

  private async stored({ retailerId, caller, route, key }: KeyedRequest): Promise<StoredRow | null> {
    return this.database
      .of(retailerId)
      .using(IdempotencyKey, (keys) => keys.findOneBy({ retailerId, caller, route, key }));
  }
}

const keyOf = ({ retailerId, caller, route, key }: KeyOf): [string, string, string, string] => [
  retailerId,
  caller,
  route,
  key,
];
