import { Injectable } from '@nestjs/common';
import { Database, type Sql, type Tx } from '#libs/database';

/** All SQL of who uses which file. */
@Injectable()
export class ImageFilesRepository {
  constructor(private readonly database: Database) {}

  async save(tx: Tx, retailerId: string, key: string, bytes: number): Promise<void> {
    await tx.execute(
      `INSERT INTO image_files (retailer_id, key, bytes) VALUES ($1, $2, $3) ON CONFLICT (retailer_id, key) DO NOTHING`,
      [retailerId, key, bytes],
    );
  }

  async keysOf(sql: Sql, retailerId: string): Promise<string[]> {
    const rows = await sql.query<{ key: string }>(`SELECT key FROM image_files WHERE retailer_id = $1`, [retailerId]);
    return rows.map(({ key }) => key);
  }

  /** How many rows that were: none where another run was faster. */
  forget(tx: Tx, retailerId: string, key: string): Promise<number> {
    return tx.execute(`DELETE FROM image_files WHERE retailer_id = $1 AND key = $2`, [retailerId, key]);
  }

  /** Whether any retailer uses the file. */
  async isUsed(tx: Tx, key: string): Promise<boolean> {
    return (await tx.query(`SELECT 1 FROM image_files WHERE key = $1 LIMIT 1`, [key])).length > 0;
  }

  /** The content that an address had, where it was fetched within so many seconds. */
  async freshSources(retailerId: string, urlHashes: readonly string[], seconds: number): Promise<Map<string, string>> {
    const rows = await this.database.of(retailerId).query<{ urlHash: string; contentHash: string }>(
      `SELECT url_hash AS "urlHash", content_hash AS "contentHash" FROM image_sources
        WHERE retailer_id = $1 AND url_hash = ANY ($2::text[]) AND fetched_at > now() - $3 * interval '1 second'`,
      [retailerId, urlHashes, seconds],
    );
    return new Map(rows.map(({ urlHash, contentHash }) => [urlHash, contentHash]));
  }

  async saveSource(retailerId: string, urlHash: string, contentHash: string): Promise<void> {
    await this.database.of(retailerId).execute(
      `INSERT INTO image_sources (retailer_id, url_hash, content_hash, fetched_at) VALUES ($1, $2, $3, now())
       ON CONFLICT (retailer_id, url_hash) DO UPDATE
         SET content_hash = excluded.content_hash, fetched_at = excluded.fetched_at`,
      [retailerId, urlHash, contentHash],
    );
  }
}
