import { entityId } from '#libs/kernel';
import type { Client } from 'pg';
import { BRAND_ID, RETAILER_ID } from '../support/tenant.js';

const segmentId = (name: string): string => entityId(RETAILER_ID, 'segment', `${BRAND_ID}/${name}`);

/** Inserts or redefines a segment whose evaluation is open or, with the status `ready`, done. Returns its id. */
export async function define(
  client: Client,
  name: string,
  criteria: object,
  status: 'evaluating' | 'ready' = 'evaluating',
): Promise<string> {
  await client.query(
    `INSERT INTO segments (retailer_id, id, brand_id, name, criteria, status) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (retailer_id, id) DO UPDATE SET criteria = excluded.criteria, version = segments.version + 1,
       status = excluded.status`,
    [RETAILER_ID, segmentId(name), BRAND_ID, name, JSON.stringify(criteria), status],
  );
  return segmentId(name);
}
