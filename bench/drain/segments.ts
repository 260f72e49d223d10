import { entityId } from '#libs/kernel';
import type { Client } from 'pg';
import { BRAND_ID, RETAILER_ID } from '../support/tenant.js';

export interface BenchSegment {
  readonly id: string;
  readonly name: string;
  readonly criteria: { readonly minPurchaseAmount?: number; readonly minOrders?: number };
}

const segment = (name: string, criteria: BenchSegment['criteria']): BenchSegment => ({
  id: entityId(RETAILER_ID, 'segment', `${BRAND_ID}/${name}`),
  name,
  criteria,
});

export const SEGMENTS: readonly BenchSegment[] = [
  segment('spent 150', { minPurchaseAmount: 150 }),
  segment('two orders', { minOrders: 2 }),
  segment('loyal', { minPurchaseAmount: 300, minOrders: 3 }),
];

/** Defines and evaluates segments without customers. After that only deliveries change memberships. */
export async function defineSegments(client: Client): Promise<void> {
  for (const { id, name, criteria } of SEGMENTS) {
    await client.query(
      `INSERT INTO segments (retailer_id, id, brand_id, name, criteria, status, evaluated_at)
       VALUES ($1, $2, $3, $4, $5, 'ready', now())`,
      [RETAILER_ID, id, BRAND_ID, name, JSON.stringify(criteria)],
    );
  }
}
