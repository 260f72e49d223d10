import { Injectable } from '@nestjs/common';
import { columnsOf, Database } from '#libs/database';
import { isInstant, isText, type Page, pageOf, readCursor } from '#libs/kernel';
import { IsNull, MoreThan, Not } from 'typeorm';
import { IssuedToken } from './issued-token.entity.js';
import type { Retailer } from '../retailers/retailer.entity.js';
import { RETAILERS } from '../retailers/retailers.sql.js';
import type { ListedModuleTokenAnswer } from './module-token.dto.js';

/** The installation of the token's store, and whether the token is revoked. */
interface TokenStanding extends Pick<Retailer, 'status' | 'installedAt'> {
  readonly isRevoked: boolean;
}

/**
 * All reads and writes of minted and revoked tokens. Plain SQL where an insert also deletes some expired rows, where a
 * page continues after an instant in microseconds, and in each request.
 */
@Injectable()
export class IssuedTokensRepository {
  constructor(private readonly database: Database) {}

  async saveModuleToken(retailerId: string, token: Omit<ListedModuleTokenAnswer, 'revokedAt'>): Promise<void> {
    const { jti, mintedBy, issuedAt, expiresAt } = token;
    await this.database.of(retailerId).execute(
      `WITH ${SWEPT}
       INSERT INTO issued_tokens (retailer_id, jti, minter_kind, minter, issued_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [retailerId, jti, mintedBy.kind, mintedBy.subject, issuedAt, expiresAt],
    );
  }

  /** Module tokens that have not expired, revoked ones included; newest first. */
  async moduleTokens(retailerId: string, limit: number, cursor?: string): Promise<Page<ListedModuleTokenAnswer>> {
    const [issuedAt, jti] = readCursor(cursor, [isInstant, isText]) ?? [];
    const rows = await this.database.of(retailerId).query<IssuedToken & { readonly place: string }>(
      `SELECT ${columnsOf(IssuedToken, 't')}, ${PLACE} AS place FROM issued_tokens t
        WHERE retailer_id = $1 AND minter_kind IS NOT NULL AND expires_at > $5
          AND ($2::timestamptz IS NULL OR (issued_at, jti) < ($2, $3))
        ORDER BY issued_at DESC, jti DESC LIMIT $4`,
      [retailerId, issuedAt ?? null, jti ?? null, limit + 1, new Date()],
    );
    const page = pageOf(rows, limit, ({ place, jti: last }) => [place, last]);
    return { ...page, items: page.items.flatMap(viewOf) };
  }

  async moduleToken(retailerId: string, jti: string): Promise<ListedModuleTokenAnswer | undefined> {
    const row = await this.database
      .of(retailerId)
      .using(IssuedToken, (tokens) =>
        tokens.findOneBy({ retailerId, jti, minterKind: Not(IsNull()), expiresAt: MoreThan(new Date()) }),
      );
    return row ? viewOf(row)[0] : undefined;
  }

  /** Revokes the token. Its row is kept until `expiresAt`, or until the expiry of an existing row if that is later. */
  async revoke(retailerId: string, jti: string, expiresAt: Date): Promise<void> {
    await this.database.of(retailerId).execute(
      `WITH ${SWEPT}
       INSERT INTO issued_tokens AS t (retailer_id, jti, expires_at, revoked_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (retailer_id, jti) DO UPDATE
         SET revoked_at = coalesce(t.revoked_at, excluded.revoked_at),
             expires_at = greatest(t.expires_at, excluded.expires_at)`,
      [retailerId, jti, expiresAt, new Date()],
    );
  }

  /**
   * What decides whether a token of the retailer holds; undefined for an unknown retailer. Each request with a token
   * asks this before its retailer is trusted, so it is one statement in no transaction.
   */
  async standing(retailerId: string, jti: string | undefined): Promise<TokenStanding | undefined> {
    const [standing] = await this.database.acrossRetailers.query<TokenStanding>(
      `SELECT r.status, r.installed_at AS "installedAt", EXISTS (
          SELECT FROM issued_tokens t WHERE t.retailer_id = $1 AND t.jti = $2 AND t.revoked_at IS NOT NULL) AS "isRevoked"
         FROM ${RETAILERS} WHERE r.id = $1`,
      [retailerId, jti ?? null],
    );
    return standing;
  }

  /** Each request of an admin asks this, so it is one statement in no transaction. */
  async isRevoked(retailerId: string, jti: string): Promise<boolean> {
    const revoked = await this.database.acrossRetailers.query(
      `SELECT FROM issued_tokens WHERE retailer_id = $1 AND jti = $2 AND revoked_at IS NOT NULL`,
      [retailerId, jti],
    );
    return revoked.length > 0;
  }
}

const PLACE = `to_char(t.issued_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const SWEPT = `old AS MATERIALIZED (
         SELECT jti FROM issued_tokens WHERE retailer_id = $1 AND expires_at < now()
          ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED),
       swept AS (DELETE FROM issued_tokens WHERE retailer_id = $1 AND jti IN (TABLE old))`;

/** Empty for a token that was minted elsewhere. */
const viewOf = ({ minterKind, minter, jti, issuedAt, expiresAt, revokedAt }: IssuedToken): ListedModuleTokenAnswer[] =>
  minterKind === null || minter === null || issuedAt === null
    ? []
    : [{ jti, mintedBy: { kind: minterKind, subject: minter }, issuedAt, expiresAt, revokedAt }];
