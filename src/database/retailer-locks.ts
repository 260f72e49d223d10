import type { Tx } from '#libs/database';

/**
 * What one transaction at a time does for a retailer:
 * - `commerce`: writes orders and customers, so that merging is read, decide, write;
 * - `segmentEvents`: publishes the events of segments, one batch after the other, so in order;
 * - `tokens`: renews the platform tokens. Two renewals at once would break the chain of refresh tokens.
 */
type RetailerWork = 'commerce' | 'segmentEvents' | 'tokens';

/** Waits for the lock and holds it until the transaction ends. The first transaction that needs a row inserts it. */
export async function lockRetailer(tx: Tx, work: RetailerWork, retailerId: string): Promise<void> {
  const values = [retailerId, work];
  const isLocked = async (): Promise<boolean> =>
    (await tx.query('SELECT 1 FROM retailer_locks WHERE retailer_id = $1 AND work = $2 FOR UPDATE', values)).length > 0;
  if (await isLocked()) return;
  await tx.execute('INSERT INTO retailer_locks (retailer_id, work) VALUES ($1, $2) ON CONFLICT DO NOTHING', values);
  await isLocked();
}
