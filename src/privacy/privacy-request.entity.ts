import { LeasedRow } from '#libs/durable-work';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Receipt } from './receipt.dto.js';
import type { Person, Subject } from '../personal-data/person.js';
import type { Counts } from '../personal-data/personal-data.service.js';

export const PRIVACY_KINDS = ['data_request', 'customer_redact', 'retailer_redact'] as const;
export type PrivacyKind = (typeof PRIVACY_KINDS)[number];

/** What may be asked for about one customer. */
export const ASKED_KINDS = ['data_request', 'customer_redact'] as const satisfies readonly PrivacyKind[];
export type AskedKind = (typeof ASKED_KINDS)[number];

export const PRIVACY_STATUSES = ['pending', 'done'] as const;
export type PrivacyStatus = (typeof PRIVACY_STATUSES)[number];

/**
 * The subject as the platform named it (`told`) and as identified (`person`). Emptied when the request is finished,
 * except for the customer's id in an answered data request: that is kept until the export expires, the person is
 * erased, or the store is purged.
 */
export interface StoredSubject {
  readonly told?: Subject;
  readonly person?: Person;
}

/**
 * A request about personal data, of a platform or of a store's owner, with its status and its receipt. The request
 * outlives the data.
 */
@Entity({ name: 'privacy_requests' })
@Index('privacy_requests_id_idx', ['id'])
@Index('privacy_requests_received_idx', ['retailerId', 'receivedAt', 'id'])
@Index('privacy_requests_due_idx', ['dueAt'], { where: `status = 'pending'` })
export class PrivacyRequest extends LeasedRow {
  /** Made of the delivery's id where there is one, so that a repeated delivery makes no second request. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  kind!: PrivacyKind;

  @Column({ type: 'jsonb', default: {} })
  subject!: StoredSubject;

  /** Keyed hashes of the subject's id and address. They stay, and show which requests are about the same person. */
  @Column({ type: 'text', array: true, default: '{}' })
  subjectHashes!: readonly string[];

  /** The platform's own id of the request, where it has one. */
  @Column({ type: 'text', nullable: true })
  reference!: string | null;

  /** Our id of the delivery; null for a request that a user of the store or an operator made here. */
  @Column({ type: 'uuid', nullable: true })
  deliveryId!: string | null;

  @Column({ type: 'text', default: 'pending' })
  status!: PrivacyStatus;

  /** The earliest time of the next attempt. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  dueAt!: Date;

  /** Why the last attempt failed. */
  @Column({ type: 'text', nullable: true })
  problem!: string | null;

  /** Rows removed so far, by table. Saved with each step, so that a crash loses no count. */
  @Column({ type: 'jsonb', default: {} })
  removed!: Counts;

  @Column({ type: 'jsonb', nullable: true })
  receipt!: Receipt | null;

  @Column({ type: 'timestamptz' })
  receivedAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;
}
