import type { RobotSign } from '#libs/lift';
import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/** What the User-Agent header says. The header itself is not stored. */
export type AgentKind = 'browser' | 'robot' | 'none';

/**
 * One request for a link of a message. It has no address of the network, and no row once the person is erased. The
 * table is partitioned by month.
 */
@Entity({ name: 'link_clicks' })
@Index('link_clicks_clicked_at_idx', ['clickedAt'])
@Index('link_clicks_customer_idx', ['customerId', 'retailerId'])
@Index('link_clicks_execution_idx', ['executionId', 'retailerId', 'stepId'])
export class LinkClick extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  messageId!: string;

  /** Counts the stored requests of the message, which is locked meanwhile. */
  @PrimaryColumn({ type: 'integer' })
  number!: number;

  @Column({ type: 'text' })
  linkId!: string;

  @Column({ type: 'uuid' })
  executionId!: string;

  @Column({ type: 'text' })
  stepId!: string;

  /** Null for a test address. */
  @Column({ type: 'uuid', nullable: true })
  customerId!: string | null;

  @PrimaryColumn({ type: 'timestamptz' })
  clickedAt!: Date;

  /** Since the mail server took the message. */
  @Column({ type: 'double precision' })
  secondsAfterSent!: number;

  @Column({ type: 'text' })
  method!: string;

  @Column({ type: 'text' })
  agent!: AgentKind;

  /** Whether the request says that it loads the page in advance. */
  @Column({ type: 'boolean' })
  prefetch!: boolean;

  /** Whether the link is the one that no person sees. */
  @Column({ type: 'boolean' })
  trap!: boolean;

  /** Why the click counts as a robot's; null for a person's. A later click can change it. */
  @Column({ type: 'text', nullable: true })
  sign!: RobotSign | null;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
