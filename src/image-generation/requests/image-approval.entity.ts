import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Minter } from '../../auth/module-token.dto.js';
import { ImageRequest } from './image-request.entity.js';

export const DECISIONS = ['approved', 'rejected'] as const;
export type Decision = (typeof DECISIONS)[number];

/** The last decision whether a request's images may be sent. No row: nobody decided. */
@Entity({ name: 'image_approvals' })
export class ImageApproval extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  requestId!: string;

  @Column({ type: 'text' })
  approval!: Decision;

  @Column({ type: 'text', nullable: true })
  note!: string | null;

  /** The minter of the token that decided; null for a token that names none. */
  @Column({ type: 'jsonb', nullable: true })
  decidedBy!: Minter | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  decidedAt!: Date;

  @BelongsTo(() => ImageRequest, 'request_id')
  request?: ImageRequest;
}
