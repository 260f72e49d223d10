import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { RETAILERS } from '../../retailers/retailers.sql.js';
import { OTHER_PROVIDER, PROVIDER_DOMAINS, PROVIDER_NAMES } from './mailbox-providers.js';
import type { HoldCause } from '../ledger/stream-hold.entity.js';
import { lowestSentSince } from '../ledger/messages.sql.js';

/** What went wrong with the emails of a stream to one mailbox provider. */
export interface Trouble {
  readonly stream: string;
  readonly provider: string;
  readonly complaints: number;
  readonly hardBounces: number;
}

/** How many emails of a stream went to one mailbox provider. */
export interface Volume {
  readonly stream: string;
  readonly provider: string;
  readonly emails: number;
}

const WINDOW_MS = 30 * 24 * 3_600_000;
const PROVIDER = `coalesce(p.provider, '${OTHER_PROVIDER}')`;
const OF_PROVIDER = `LEFT JOIN unnest($3::text[], $4::text[]) AS p (domain, provider)
  ON p.domain = split_part(lower(m.address), '@', 2)`;
/** Emails of the last 30 days, and after a resumption only those sent since. */
const COUNTED = `d.mode = 'live' AND m.sent_at > greatest($2::timestamptz, h.resumed_at)`;

/** All SQL of senders' reputations. Sending writes nothing for it: the counts are read when something goes wrong. */
@Injectable()
export class ReputationRepository {
  constructor(private readonly database: Database) {}

  /** What went wrong, by stream and provider. */
  troubles(retailerId: string): Promise<Trouble[]> {
    return this.database.of(retailerId).query<Trouble>(
      `SELECT d.stream, ${PROVIDER} AS provider,
              count(DISTINCT m.id) FILTER (WHERE e.type = 'complaint')::int AS complaints,
              count(DISTINCT m.id) FILTER (WHERE e.type = 'hard_bounce')::int AS "hardBounces"
         FROM email_events e
         JOIN messages m ON m.retailer_id = e.retailer_id AND m.id = e.message_id
         JOIN dispatches d ON d.retailer_id = m.retailer_id AND d.execution_id = m.execution_id
         LEFT JOIN stream_holds h ON h.retailer_id = d.retailer_id AND h.stream = d.stream
         ${OF_PROVIDER}
        WHERE e.retailer_id = $1 AND e.type IN ('complaint', 'hard_bounce') AND d.stream IS NOT NULL AND ${COUNTED}
        GROUP BY 1, 2`,
      [retailerId, since(), PROVIDER_DOMAINS, PROVIDER_NAMES],
    );
  }

  /** How many emails these streams sent, by provider. */
  volumes(retailerId: string, streams: readonly string[]): Promise<Volume[]> {
    return this.database.of(retailerId).query<Volume>(
      `SELECT d.stream, ${PROVIDER} AS provider, count(*)::int AS emails
         FROM dispatches d
         JOIN messages m ON m.retailer_id = d.retailer_id AND m.execution_id = d.execution_id
         LEFT JOIN stream_holds h ON h.retailer_id = d.retailer_id AND h.stream = d.stream
         ${OF_PROVIDER}
        WHERE d.retailer_id = $1 AND d.stream = ANY ($5::text[]) AND m.status IN ('sent', 'failed', 'unknown')
          AND m.id >= ${lowestSentSince('$2')} AND ${COUNTED}
        GROUP BY 1, 2`,
      [retailerId, since(), PROVIDER_DOMAINS, PROVIDER_NAMES, streams],
    );
  }

  /** Records the pause. False if the stream is paused already. */
  async hold(tx: Tx, retailerId: string, stream: string, cause: HoldCause): Promise<boolean> {
    const written = await tx.execute(
      `INSERT INTO stream_holds (retailer_id, stream, cause, paused_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (retailer_id, stream) DO UPDATE
         SET cause = excluded.cause, paused_at = excluded.paused_at, resumed_at = NULL
       WHERE stream_holds.resumed_at IS NOT NULL`,
      [retailerId, stream, JSON.stringify(cause), new Date()],
    );
    return written === 1;
  }

  /** Retailers with reports of the last minutes, whose job may be lost. */
  async retailersWithReports(): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ id: string }>(
      `SELECT r.id FROM ${RETAILERS} WHERE EXISTS (
         SELECT 1 FROM email_events e WHERE e.retailer_id = r.id AND e.received_at > $1
            AND e.type IN ('complaint', 'hard_bounce'))`,
      [new Date(Date.now() - 5 * 60_000)],
    );
    return rows.map(({ id }) => id);
  }
}

const since = (): Date => new Date(Date.now() - WINDOW_MS);
