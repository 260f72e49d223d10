import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';

/** All SQL of tombstones. It is plain SQL for speed, because each batch of the intake looks for tombstones. */
@Injectable()
export class TombstoneRepository {
  async add(tx: Tx, retailerId: string, hashes: readonly string[]): Promise<void> {
    await tx.execute(
      `INSERT INTO privacy_tombstones (retailer_id, subject_hash) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING`,
      [retailerId, hashes],
    );
  }

  /** The hashes that have a tombstone. */
  async find(tx: Tx, retailerId: string, hashes: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await tx.query<{ hash: string }>(
      `SELECT subject_hash AS hash FROM privacy_tombstones WHERE retailer_id = $1 AND subject_hash = ANY ($2::text[])`,
      [retailerId, hashes],
    );
    return new Set(rows.map(({ hash }) => hash));
  }

  async any(tx: Tx, retailerId: string): Promise<boolean> {
    const rows = await tx.query(`SELECT 1 FROM privacy_tombstones WHERE retailer_id = $1 LIMIT 1`, [retailerId]);
    return rows.length > 0;
  }
}
