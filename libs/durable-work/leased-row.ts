import { Column } from 'typeorm';

/** The columns of a row whose work is leased; see `Leases`. */
export abstract class LeasedRow {
  /** How often the work was begun, or as the entity says. */
  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  /** The worker that does the work; what another worker, or an earlier run of this one, writes has no effect. */
  @Column({ type: 'uuid', nullable: true })
  leasedBy!: string | null;

  /** Renewed while the worker lives: after this time the lease is over. */
  @Column({ type: 'timestamptz', nullable: true })
  leasedUntil!: Date | null;
}
