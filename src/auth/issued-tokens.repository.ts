import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { isInstant, isText, type Page, pageOf, readCursor } from '#libs/kernel';
import type { Minter } from './token-rules.js';

/** A module token that somebody made through the API; its text is not kept. */
export interface ModuleTokenView {
  readonly jti: string;
  readonly mintedBy: Minter;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
}

interface ModuleTokenRow extends Omit<ModuleTokenView, 'mintedBy'> {
  readonly minterKind: Minter['kind'];
  readonly minter: string;
  /** `issuedAt` with all its digits. */
  readonly place: string;
}

const VIEW = `jti, minter_kind AS "minterKind", minter, issued_at AS "issuedAt", expires_at AS "expiresAt",
  revoked_at AS "revokedAt", to_char(issued_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place`;

/** All SQL of tokens that are listed or revoked. Each insert clears away some of what has expired. */
@Injectable()
export class IssuedTokensRepository {
  constructor(private readonly database: Database) {}

  async saveModuleToken(retailerId: string, token: Omit<ModuleTokenView, 'revokedAt'>): Promise<void> {
    const { jti, mintedBy, issuedAt, expiresAt } = token;
    await this.database.of(retailerId).execute(
      `WITH ${SWEPT}
       INSERT INTO issued_tokens (retailer_id, jti, minter_kind, minter, issued_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [retailerId, jti, mintedBy.kind, mintedBy.subject, issuedAt, expiresAt],
    );
  }

  /** Those that have not expired, newest first, the revoked among them. */
  async moduleTokens(retailerId: string, limit: number, cursor?: string): Promise<Page<ModuleTokenView>> {
    const [issuedAt, jti] = readCursor(cursor, [isInstant, isText]) ?? [];
    const rows = await this.database.of(retailerId).query<ModuleTokenRow>(
      `SELECT ${VIEW} FROM issued_tokens
        WHERE retailer_id = $1 AND minter_kind IS NOT NULL AND expires_at > now()
          AND ($2::timestamptz IS NULL OR (issued_at, jti) < ($2, $3))
        ORDER BY issued_at DESC, jti DESC LIMIT $4`,
      [retailerId, issuedAt ?? null, jti ?? null, limit + 1],
    );
    const page = pageOf(rows, limit, ({ place, jti: last }) => [place, last]);
    return { ...page, items: page.items.map(viewOf) };
  }

  async moduleToken(retailerId: string, jti: string): Promise<ModuleTokenView | undefined> {
    const [row] = await this.database.of(retailerId).query<ModuleTokenRow>(
      `SELECT ${VIEW} FROM issued_tokens
        WHERE retailer_id = $1 AND jti = $2 AND minter_kind IS NOT NULL AND expires_at > now()`,
      [retailerId, jti],
    );
    return row && viewOf(row);
  }

  /** The token opens nothing from now on; `expiresAt` is when it ends by itself, for one that is not listed. */
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

  async isRevoked(retailerId: string, jti: string): Promise<boolean> {
    const rows = await this.database
      .of(retailerId)
      .query(`SELECT 1 FROM issued_tokens WHERE retailer_id = $1 AND jti = $2 AND revoked_at IS NOT NULL`, [
        retailerId,
        jti,
      ]);
    return rows.length > 0;
  }
}

const SWEPT = `old AS MATERIALIZED (
         SELECT retailer_id, jti FROM issued_tokens WHERE expires_at < now()
          ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED),
       swept AS (DELETE FROM issued_tokens WHERE (retailer_id, jti) IN (TABLE old))`;

const viewOf = ({ minterKind, minter, jti, issuedAt, expiresAt, revokedAt }: ModuleTokenRow): ModuleTokenView => ({
  jti,
  mintedBy: { kind: minterKind, subject: minter },
  issuedAt,
  expiresAt,
  revokedAt,
});
