import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Brand } from '../../retailers/brand.entity.js';

/** The statuses that requests see. A segment with the status `deleting` is hidden. */
export type SegmentStatus = 'evaluating' | 'ready';
export type StoredSegmentStatus = SegmentStatus | 'deleting';

/** SQL: the segment is not being deleted. */
export const LIVE = `status <> 'deleting'`;

/** SQL: the segment has the name, or had it. */
export const isNamed = (parameter: string): string => `(name = ${parameter} OR ${parameter} = ANY (former_names))`;

/** SQL: the criteria use RFM. */
export const USES_RFM = `jsonb_path_exists(criteria, '$.**.rfm')`;

/** A named set of a brand's customers, defined by criteria. */
@Entity({ name: 'segments' })
@Index('segments_name_key', ['retailerId', 'brandId', 'name'], { unique: true })
@Index('segments_id_idx', ['id'])
@Index('segments_rfm_idx', ['retailerId', 'brandId'], { where: USES_RFM })
export class Segment extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'uuid' })
  brandId!: string;

  @Column({ type: 'text' })
  name!: string;

  /**
   * Names that the segment had, oldest first. They lead to the segment until it is deleted. A name belongs to one
   * segment of the brand, now or formerly: `SegmentRenamesService` holds that. The id follows from the first name, so a
   * new segment with a former name would get the id of this one.
   */
  @Column({ type: 'text', array: true, default: '{}' })
  formerNames!: string[];

  /** The criteria as the admin wrote them; see `compileCriteria`. */
  @Column({ type: 'jsonb' })
  criteria!: Record<string, unknown>;

  /** Rises with each change of the criteria. */
  @Column({ type: 'integer', default: 1 })
  version!: number;

  @Column({ type: 'text', default: 'evaluating' })
  status!: StoredSegmentStatus;

  /** When the last evaluation of all customers ended. */
  @Column({ type: 'timestamptz', nullable: true })
  evaluatedAt!: Date | null;

  /** Why all customers are evaluated: `definition` or `rfm`. */
  @Column({ type: 'text', default: 'definition' })
  evaluationCause!: string;

  /** The last customer that the running evaluation or deletion has done. */
  @Column({ type: 'uuid', nullable: true })
  evaluationCursor!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** When the present criteria were saved. Transitions since then are by them. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  definedAt!: Date;

  @BelongsTo(() => Brand, 'brand_id')
  brand?: Brand;
}
