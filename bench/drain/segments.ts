import { entityId } from '#libs/kernel';
import type { Client } from 'pg';
import { TENANT } from '../support/tenant.js';

export interface BenchSegment {
  readonly id: string;
  readonly name: string;
  readonly criteria: { readonly minPurchaseAmount?: number; readonly minOrders?: number };
}

const CRITERIA: Readonly<Record<string, BenchSegment['criteria']>> = {
  'spent 150': { minPurchaseAmount: 150 },
  'two orders': { minOrders: 2 },
  loyal: { minPurchaseAmount: 300, minOrders: 3 },
};

const segmentsOf = ({ retailerId, brandId } = TENANT): BenchSegment[] =>
  Object.entries(CRITERIA).map(([name, criteria]) => ({
    id: entityId(retailerId, 'segment', `${brandId}/${name}`),
    name,
    criteria,
  }));

export const SEGMENTS: readonly BenchSegment[] = segmentsOf();

/** Defines and evaluates segments without customers. After that only deliveries change memberships. */
export async function defineSegments(client: Client, tenant = TENANT): Promise<void> {
  for (const { id, name, criteria } of segmentsOf(tenant)) {
    await client.query(
      `INSERT INTO segments (retailer_id, id, brand_id, name, criteria, status, evaluated_at)
       VALUES ($1, $2, $3, $4, $5, 'ready', now())`,
      [tenant.retailerId, id, tenant.brandId, name, JSON.stringify(criteria)],
    );
  }
}
