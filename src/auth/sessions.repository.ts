import { Injectable } from '@nestjs/common';
import { Database, type Sql, type Tx } from '#libs/database';
import type { Person } from '../personal-data/person.js';
import type { RetailerRole } from './token-rules.js';

export interface OneTimeCodeRow {
  readonly retailerId: string;
  readonly subject: string;
  readonly role: string;
}

/** What holds now for a user of a retailer. */
export interface UserStanding {
  readonly role: RetailerRole | null;
  readonly roleSince: Date | null;
  readonly endedAt: Date | null;
}

export interface RefreshTokenRow {
  readonly retailerId: string;
  readonly tokenHash: string;
  readonly familyId: string;
  readonly customerId: string;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
}

/** All SQL of codes, refresh tokens and the users of retailers. Each insert clears away some of what has expired. */
@Injectable()
export class SessionsRepository {
  constructor(private readonly database: Database) {}

  async saveCode(
    row: OneTimeCodeRow & { readonly codeHash: string; readonly purpose: string },
    seconds: number,
    sql: Sql = this.database.of(row.retailerId),
  ): Promise<void> {
    await sql.execute(
      `WITH old AS MATERIALIZED (
         SELECT retailer_id, code_hash FROM one_time_codes WHERE expires_at < now()
          ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED),
       swept AS (DELETE FROM one_time_codes WHERE (retailer_id, code_hash) IN (TABLE old))
       INSERT INTO one_time_codes (retailer_id, code_hash, purpose, subject, role, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
      [row.retailerId, row.codeHash, row.purpose, row.subject, row.role, seconds],
    );
  }

  /** Uses the code up: a row for exactly one caller, in time. */
  async takeCode(purpose: string, codeHash: string): Promise<OneTimeCodeRow | undefined> {
    const [row] = await this.database.acrossRetailers.query<OneTimeCodeRow>(
      `DELETE FROM one_time_codes WHERE code_hash = $1 AND purpose = $2 AND expires_at > now()
       RETURNING retailer_id AS "retailerId", subject, role`,
      [codeHash, purpose],
    );
    return row;
  }

  async saveRefreshToken(
    tx: Tx,
    row: Pick<RefreshTokenRow, 'retailerId' | 'tokenHash' | 'familyId' | 'customerId'>,
    seconds: number,
  ): Promise<void> {
    await tx.execute(
      `WITH old AS MATERIALIZED (
         SELECT retailer_id, token_hash FROM refresh_tokens WHERE expires_at < now()
          ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED),
       swept AS (DELETE FROM refresh_tokens WHERE (retailer_id, token_hash) IN (TABLE old))
       INSERT INTO refresh_tokens (retailer_id, token_hash, family_id, customer_id, expires_at)
       VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
      [row.retailerId, row.tokenHash, row.familyId, row.customerId, seconds],
    );
  }

  /** The token while it lasts, locked, so that of two who use it at once the second sees that it is used. */
  async refreshToken(tx: Tx, tokenHash: string): Promise<RefreshTokenRow | undefined> {
    const [row] = await tx.query<RefreshTokenRow>(
      `SELECT retailer_id AS "retailerId", token_hash AS "tokenHash", family_id AS "familyId",
              customer_id AS "customerId", created_at AS "createdAt", used_at AS "usedAt"
         FROM refresh_tokens WHERE token_hash = $1 AND expires_at > now() FOR UPDATE`,
      [tokenHash],
    );
    return row;
  }

  async markUsed(tx: Tx, { retailerId, tokenHash }: RefreshTokenRow): Promise<void> {
    await tx.execute(`UPDATE refresh_tokens SET used_at = now() WHERE retailer_id = $1 AND token_hash = $2`, [
      retailerId,
      tokenHash,
    ]);
  }

  async endFamily(tx: Tx, { retailerId, familyId }: RefreshTokenRow): Promise<void> {
    await tx.execute(`DELETE FROM refresh_tokens WHERE retailer_id = $1 AND family_id = $2`, [retailerId, familyId]);
  }

  /** Signs the customers out everywhere; returns how many tokens went. */
  eraseCustomers(tx: Tx, { retailerId, customerIds }: Pick<Person, 'retailerId' | 'customerIds'>): Promise<number> {
    return tx.execute(`DELETE FROM refresh_tokens WHERE retailer_id = $1 AND customer_id = ANY ($2::uuid[])`, [
      retailerId,
      customerIds,
    ]);
  }

  async user(
    retailerId: string,
    subject: string,
    sql: Sql = this.database.of(retailerId),
  ): Promise<UserStanding | undefined> {
    const [row] = await sql.query<UserStanding>(
      `SELECT role, role_since AS "roleSince", ended_at AS "endedAt" FROM retailer_users
        WHERE retailer_id = $1 AND subject = $2`,
      [retailerId, subject],
    );
    return row;
  }

  /** The role that the platform gives the user now. */
  async saveRole(
    retailerId: string,
    subject: string,
    role: RetailerRole,
    sql: Sql = this.database.of(retailerId),
  ): Promise<void> {
    await sql.execute(
      `INSERT INTO retailer_users AS u (retailer_id, subject, role, role_since) VALUES ($1, $2, $3, $4)
       ON CONFLICT (retailer_id, subject) DO UPDATE SET role = excluded.role, role_since = excluded.role_since
         WHERE u.role IS DISTINCT FROM excluded.role`,
      [retailerId, subject, role, new Date()],
    );
  }

  /** No refresh token and no code of the retailer is left, whoever holds it. */
  async endAll(tx: Tx, retailerId: string): Promise<void> {
    await tx.execute(`DELETE FROM refresh_tokens WHERE retailer_id = $1`, [retailerId]);
    await tx.execute(`DELETE FROM one_time_codes WHERE retailer_id = $1`, [retailerId]);
  }

  /** No token that was issued to the user until now opens anything, and no code that waits for them. */
  async endSessions(tx: Tx, retailerId: string, subject: string): Promise<void> {
    await tx.execute(
      `INSERT INTO retailer_users (retailer_id, subject, ended_at) VALUES ($1, $2, clock_timestamp())
       ON CONFLICT (retailer_id, subject) DO UPDATE SET ended_at = excluded.ended_at`,
      [retailerId, subject],
    );
    await tx.execute(`DELETE FROM one_time_codes WHERE retailer_id = $1 AND subject = $2`, [retailerId, subject]);
  }
}
