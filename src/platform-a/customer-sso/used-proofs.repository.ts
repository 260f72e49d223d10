import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { SingleUse } from './proof.js';

@Injectable()
export class PlatformAUsedProofsRepository {
  constructor(private readonly database: Database) {}

  /** Uses the proof up. True for exactly one caller. Plain SQL, because the repository does not count inserted rows. */
  async use(retailerId: string, { hash, expiresAt }: SingleUse): Promise<boolean> {
    const written = await this.database
      .of(retailerId)
      .execute(
        `INSERT INTO platform_a_used_proofs (retailer_id, proof_hash, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
        [retailerId, hash, expiresAt],
      );
    return written > 0;
  }

  /**
   * Deletes stale proofs five minutes later than needed, because proofs expire by our clock and this statement uses the
   * clock of Postgres.
   */
  async sweep(): Promise<void> {
    await this.database.acrossRetailers.execute(
      `WITH old AS MATERIALIZED (
         SELECT retailer_id, proof_hash FROM platform_a_used_proofs WHERE expires_at < now() - interval '5 minutes'
          ORDER BY expires_at LIMIT 1000)
       DELETE FROM platform_a_used_proofs WHERE (retailer_id, proof_hash) IN (TABLE old)`,
    );
  }
}
