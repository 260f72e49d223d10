import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { Runtime } from '../../config/runtime.js';

/** The bucket of the whole service. */
const SERVICE = '00000000-0000-0000-0000-000000000000';

export interface Grant {
  readonly emails: number;
  /** How long to wait before the next call. */
  readonly waitMs: number;
}

/**
 * Token buckets in Postgres, so that all processes together keep to the rates, also without Redis. With a rate for each
 * retailer, each retailer has a row; with a rate for the service, the service has one. A claim locks the retailer's row
 * first, and then that of the service.
 */
@Injectable()
export class SendRatesRepository {
  private readonly perSecond: number | undefined;
  private readonly perRetailer: number | undefined;

  constructor({ config }: Runtime) {
    this.perSecond = config.email.perSecond;
    this.perRetailer = config.email.perSecondAndRetailer;
  }

  /** How many emails the retailer may send now. `pay` takes the tokens. */
  async allow(tx: Tx, retailerId: string, wanted: number): Promise<Grant> {
    const own = this.perRetailer ? await refill(tx, retailerId, this.perRetailer) : wanted;
    const all = this.perSecond ? await refill(tx, SERVICE, this.perSecond) : wanted;
    const slowest = Math.min(this.perRetailer ?? Infinity, this.perSecond ?? Infinity);
    return { emails: Math.max(0, Math.min(wanted, Math.floor(own), Math.floor(all))), waitMs: pauseOf(slowest) };
  }

  async pay(tx: Tx, retailerId: string, emails: number): Promise<void> {
    const buckets = [...(this.perRetailer ? [retailerId] : []), ...(this.perSecond ? [SERVICE] : [])];
    if (emails === 0 || buckets.length === 0) return;
    await tx.execute(`UPDATE send_rates SET tokens = tokens - $2 WHERE retailer_id = ANY ($1::uuid[])`, [
      buckets,
      emails,
    ]);
  }
}

/** A bucket holds the tokens of a tenth of a second, and at least one, so that no burst follows a pause. */
const capacityOf = (rate: number): number => Math.max(1, rate / 10);
const pauseOf = (rate: number): number => Math.min(1_000, Math.max(50, 1_000 / rate));

async function refill(tx: Tx, bucket: string, rate: number): Promise<number> {
  const now = new Date();
  await tx.execute(
    `INSERT INTO send_rates (retailer_id, tokens, refilled_at) VALUES ($1, $2, $3)
     ON CONFLICT (retailer_id) DO NOTHING`,
    [bucket, capacityOf(rate), now],
  );
  const [row] = await tx.query<{ tokens: number }>(
    `UPDATE send_rates
        SET tokens = least($3, tokens + $2 * greatest(0, extract(epoch FROM $4::timestamptz - refilled_at)::float8)),
            refilled_at = greatest(refilled_at, $4)
      WHERE retailer_id = $1 RETURNING tokens`,
    [bucket, rate, capacityOf(rate), now],
  );
  return row?.tokens ?? 0;
}
