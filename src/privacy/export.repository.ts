import { Injectable } from '@nestjs/common';
import { Database, type Tx, upsert } from '#libs/database';
import { MoreThan } from 'typeorm';
import { PrivacyExport } from './privacy-export.entity.js';

const DAY_MS = 24 * 3_600_000;

/** All reads and writes of exports, and the statements that empty the subjects of requests in bulk. */
@Injectable()
export class ExportRepository {
  constructor(private readonly database: Database) {}

  async save(tx: Tx, retailerId: string, requestId: string, content: string, days: number): Promise<void> {
    const expiresAt = new Date(Date.now() + days * DAY_MS);
    await upsert(tx.repository(PrivacyExport), { retailerId, requestId, content, expiresAt });
  }

  /** Undefined once the export has expired or was deleted. */
  async content(retailerId: string, requestId: string): Promise<string | undefined> {
    const kept = { retailerId, requestId, expiresAt: MoreThan(new Date()) };
    const row = await this.database.of(retailerId).using(PrivacyExport, (exports) => exports.findOneBy(kept));
    return row?.content;
  }

  /** Deletes up to 100 expired exports and empties the subjects of their requests. Returns how many. */
  deleteExpired(): Promise<number> {
    return this.database.acrossRetailers.execute(
      `WITH old AS MATERIALIZED (
         SELECT retailer_id, request_id FROM privacy_exports
          WHERE expires_at <= now() ORDER BY expires_at LIMIT 100),
       gone AS (
         DELETE FROM privacy_exports WHERE (retailer_id, request_id) IN (TABLE old) AND expires_at <= now()
         RETURNING retailer_id, request_id)
       UPDATE privacy_requests r SET subject = '{}' FROM gone
        WHERE r.retailer_id = gone.retailer_id AND r.id = gone.request_id`,
    );
  }

  /** Deletes exports about one of the subjects. */
  deleteAbout(tx: Tx, retailerId: string, subjectHashes: readonly string[]): Promise<number> {
    return tx.execute(
      `DELETE FROM privacy_exports e USING privacy_requests r
        WHERE e.retailer_id = $1 AND r.retailer_id = $1 AND r.id = e.request_id AND r.subject_hashes && $2::text[]`,
      [retailerId, subjectHashes],
    );
  }

  /**
   * Empties the subjects of data requests about one of the subjects; with null, the subjects of all requests about
   * people. Pending requests among them are finished. Returns how many requests were changed.
   */
  async clearSubjects(tx: Tx, retailerId: string, subjectHashes: readonly string[] | null): Promise<number> {
    return tx.execute(
      `UPDATE privacy_requests
          SET subject = '{}', status = 'done', finished_at = coalesce(finished_at, $3),
              receipt = coalesce(receipt, '{"outcome":"superseded","removed":{},"rescan":null}')
        WHERE retailer_id = $1 AND subject <> '{}'
          AND (($2::text[] IS NULL AND kind <> 'retailer_redact')
               OR (kind = 'data_request' AND subject_hashes && $2::text[]))`,
      [retailerId, subjectHashes, new Date()],
    );
  }
}
