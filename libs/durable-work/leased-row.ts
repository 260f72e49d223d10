import { RetailerRow } from '#libs/database';
import { Column } from 'typeorm';

/** The columns of a row whose work is leased; see `Leases`. */
export abstract class LeasedRow extends RetailerRow {
  /** How often the work was started, unless the entity says otherwise. */
  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  /** The worker that does the work. Writes of other workers have no effect. */
  @Column({ type: 'uuid', nullable: true })
  leasedBy!: string | null;

  /** The end of the lease. The worker renews it while it works. */
  @Column({ type: 'timestamptz', nullable: true })
  leasedUntil!: Date | null;
}
