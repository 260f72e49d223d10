import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Sql, type Tx, upsert } from '#libs/database';
import { In, MoreThan } from 'typeorm';
import type { Person } from '../personal-data/person.js';
import { OneTimeCode } from './one-time-code.entity.js';
import { RefreshToken } from './refresh-token.entity.js';
import { RetailerUserEntity } from './retailer-user.entity.js';

const OF_HOLDER = ['retailerId', 'subject', 'role'] as const;

/** The user or admin that a code was issued to. */
export type CodeHolder = Pick<OneTimeCode, (typeof OF_HOLDER)[number]>;
type NewCode = Omit<OneTimeCode, 'expiresAt'>;
type NewRefreshToken = Pick<RefreshToken, 'retailerId' | 'tokenHash' | 'familyId' | 'customerId'>;

/**
 * All reads and writes of codes, refresh tokens and the users of retailers. Plain SQL where an insert also deletes some
 * expired rows.
 */
@Injectable()
export class SessionsRepository {
  constructor(private readonly database: Database) {}

  async saveCode(row: NewCode, seconds: number, sql: Sql = this.database.of(row.retailerId)): Promise<void> {
    await sql.execute(
      `WITH old AS MATERIALIZED (
         SELECT code_hash FROM one_time_codes WHERE retailer_id = $1 AND expires_at < now()
          ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED),
       swept AS (DELETE FROM one_time_codes WHERE retailer_id = $1 AND code_hash IN (TABLE old))
       INSERT INTO one_time_codes (retailer_id, code_hash, purpose, subject, role, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
      [row.retailerId, row.codeHash, row.purpose, row.subject, row.role, seconds],
    );
  }

  /** Deletes the code and returns its holder: exactly one caller gets it. Undefined for an expired code. */
  async takeCode(purpose: string, codeHash: string): Promise<CodeHolder | undefined> {
    const [row] = await this.database.acrossRetailers.query<CodeHolder>(
      `DELETE FROM one_time_codes c WHERE code_hash = $1 AND purpose = $2 AND expires_at > now()
       RETURNING ${columnsOf(OneTimeCode, 'c', OF_HOLDER)}`,
      [codeHash, purpose],
    );
    return row;
  }

  async saveRefreshToken(tx: Tx, row: NewRefreshToken, seconds: number): Promise<void> {
    await tx.execute(
      `WITH old AS MATERIALIZED (
         SELECT token_hash FROM refresh_tokens WHERE retailer_id = $1 AND expires_at < now()
          ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED),
       swept AS (DELETE FROM refresh_tokens WHERE retailer_id = $1 AND token_hash IN (TABLE old))
       INSERT INTO refresh_tokens (retailer_id, token_hash, family_id, customer_id, expires_at)
       VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
      [row.retailerId, row.tokenHash, row.familyId, row.customerId, seconds],
    );
  }

  /** The retailer of a refresh token, also of one that has expired. */
  async retailerOfToken(tokenHash: string): Promise<string | undefined> {
    const [row] = await this.database.acrossRetailers.query<{ retailerId: string }>(
      `SELECT retailer_id AS "retailerId" FROM refresh_tokens WHERE token_hash = $1`,
      [tokenHash],
    );
    return row?.retailerId;
  }

  /** The token if it has not expired, locked: of two concurrent uses the second sees that the token is used. */
  async refreshToken(
    tx: Tx,
    { retailerId, tokenHash }: Pick<RefreshToken, 'retailerId' | 'tokenHash'>,
  ): Promise<RefreshToken | undefined> {
    const token = await tx.repository(RefreshToken).findOne({
      where: { retailerId, tokenHash, expiresAt: MoreThan(new Date()) },
      lock: { mode: 'pessimistic_write' },
    });
    return token ?? undefined;
  }

  async markUsed(tx: Tx, { retailerId, tokenHash }: RefreshToken): Promise<void> {
    await tx.repository(RefreshToken).update({ retailerId, tokenHash }, { usedAt: new Date() });
  }

  async endFamily(tx: Tx, { retailerId, familyId }: RefreshToken): Promise<void> {
    await tx.repository(RefreshToken).delete({ retailerId, familyId });
  }

  /** Signs the customers out everywhere. Returns the number of deleted tokens. */
  async eraseCustomers(
    tx: Tx,
    { retailerId, customerIds }: Pick<Person, 'retailerId' | 'customerIds'>,
  ): Promise<number> {
    const { affected } = await tx.repository(RefreshToken).delete({ retailerId, customerId: In([...customerIds]) });
    return affected ?? 0;
  }

  async user(retailerId: string, subject: string): Promise<RetailerUserEntity | undefined> {
    const user = await this.database
      .of(retailerId)
      .using(RetailerUserEntity, (users) => users.findOneBy({ retailerId, subject }));
    return user ?? undefined;
  }

  /** The users whose sessions were not ended since they got their role. */
  users(retailerId: string): Promise<RetailerUserEntity[]> {
    return this.database.of(retailerId).query(
      `SELECT ${columnsOf(RetailerUserEntity, 'u')} FROM retailer_users u
          WHERE retailer_id = $1 AND role IS NOT NULL AND (ended_at IS NULL OR ended_at < role_since) ORDER BY subject`,
      [retailerId],
    );
  }

  /** Saves what the platform says of the user now. An address that it does not name is kept. */
  async saveUser(
    { retailerId, subject, role, email }: CodeHolder & { readonly email?: string | null | undefined },
    sql: Sql = this.database.of(retailerId),
  ): Promise<void> {
    await sql.execute(
      `INSERT INTO retailer_users AS u (retailer_id, subject, role, role_since, email) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (retailer_id, subject) DO UPDATE
         SET role = excluded.role, email = coalesce(excluded.email, u.email),
             role_since = CASE WHEN u.role IS DISTINCT FROM excluded.role THEN excluded.role_since ELSE u.role_since END
         WHERE u.role IS DISTINCT FROM excluded.role OR u.email IS DISTINCT FROM coalesce(excluded.email, u.email)`,
      [retailerId, subject, role, new Date(), email?.toLowerCase() ?? null],
    );
  }

  /** Deletes all refresh tokens and codes of the retailer, and the addresses of its users. */
  async endAll(tx: Tx, retailerId: string): Promise<void> {
    await tx.repository(RefreshToken).delete({ retailerId });
    await tx.repository(OneTimeCode).delete({ retailerId });
    await tx.repository(RetailerUserEntity).update({ retailerId }, { email: null });
  }

  /** Refuses all tokens that were issued to the user until now, and deletes the user's codes and address. */
  async endSessions(tx: Tx, retailerId: string, subject: string): Promise<void> {
    await upsert(tx.repository(RetailerUserEntity), { retailerId, subject, endedAt: new Date(), email: null });
    await tx.repository(OneTimeCode).delete({ retailerId, subject });
  }
}
