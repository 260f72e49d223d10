import { RetailerRow } from '#libs/database';
import { Entity, PrimaryColumn } from 'typeorm';

/**
 * A row to lock: one for each kind of work that one transaction at a time does for a retailer. No foreign key, because
 * the tokens of a store are locked before its first installation writes the retailer.
 */
@Entity({ name: 'retailer_locks' })
export class RetailerLock extends RetailerRow {
  /** What the transaction that locks the row does: a `RetailerWork`. */
  @PrimaryColumn({ type: 'text' })
  work!: string;
}
