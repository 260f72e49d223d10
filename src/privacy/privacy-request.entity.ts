import { LeasedRow } from '#libs/durable-work';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Person, Subject } from '../personal-data/person.js';
import type { Counts } from '../personal-data/personal-data.service.js';

export const PRIVACY_KINDS = ['data_request', 'customer_redact', 'retailer_redact'] as const;
export type PrivacyKind = (typeof PRIVACY_KINDS)[number];

export const PRIVACY_STATES = ['pending', 'done'] as const;
export type PrivacyState = (typeof PRIVACY_STATES)[number];

export const OUTCOMES = ['exported', 'erased', 'kept', 'superseded'] as const;
export type PrivacyOutcome = (typeof OUTCOMES)[number];

/** What was done, and that a second look found nothing left. */
export interface Receipt {
  /** `kept`: the store is installed again; `superseded`: erased before it could be exported. */
  readonly outcome: PrivacyOutcome;
  /** Rows deleted or emptied, by table. */
  readonly removed: Counts;
  /** Null where nothing was to be removed. */
  readonly rescan: Rescan | null;
}

export interface Rescan {
  /** ISO 8601. */
  readonly at: string;
  /** How many tables and columns were searched. */
  readonly tables: number;
  readonly columns: number;
  /** Rows that were found, by table and column; empty is what it has to be. */
  readonly found: Counts;
}

/** What is known of the subject while it is needed: as told, and once looked up. Emptied when the person is erased. */
export interface StoredSubject {
  readonly told?: Subject;
  readonly person?: Person;
}

/** A request of a platform about somebody's data, the state of its work, and its receipt. Outlives the data. */
@Entity({ name: 'privacy_requests' })
@Index('privacy_requests_id_idx', ['id'])
@Index('privacy_requests_received_idx', ['retailerId', 'receivedAt', 'id'])
@Index('privacy_requests_due_idx', ['dueAt'], { where: `state = 'pending'` })
export class PrivacyRequest extends LeasedRow {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  /** Named by the delivery that brought it, so a repeat is no second request. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  kind!: PrivacyKind;

  @Column({ type: 'jsonb', default: {} })
  subject!: StoredSubject;

  /** Keyed hashes of the subject's id and address: they stay, and tell which requests are about the same person. */
  @Column({ type: 'text', array: true, default: '{}' })
  subjectHashes!: readonly string[];

  /** The platform's own id of the request, where it has one. */
  @Column({ type: 'text', nullable: true })
  reference!: string | null;

  /** Our id of the delivery. */
  @Column({ type: 'uuid' })
  deliveryId!: string;

  @Column({ type: 'text', default: 'pending' })
  state!: PrivacyState;

  /** Not before this time. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  dueAt!: Date;

  /** Why the last try failed. */
  @Column({ type: 'text', nullable: true })
  problem!: string | null;

  /** Rows removed so far, by table: saved with each step, so that a crash loses no count. */
  @Column({ type: 'jsonb', default: {} })
  removed!: Counts;

  @Column({ type: 'jsonb', nullable: true })
  receipt!: Receipt | null;

  @Column({ type: 'timestamptz' })
  receivedAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;
}
