import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE customers ADD largest_order numeric(20,4), ADD billing_country text`,
  `UPDATE customers c SET (largest_order, billing_country) = (
     SELECT max(o.net), (array_agg(o.billing_country ORDER BY o.ordered_at DESC, o.external_id DESC)
                           FILTER (WHERE o.billing_country IS NOT NULL))[1]
       FROM orders o WHERE o.retailer_id = c.retailer_id AND o.customer_id = c.id AND o.counted)`,
  `ALTER TABLE segments ADD evaluation_cause text NOT NULL DEFAULT 'definition', ADD evaluation_at timestamptz,
     ADD evaluation_cursor uuid`,
  `CREATE TABLE segment_next_changes (
    retailer_id uuid NOT NULL,
    segment_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    next_change_at timestamptz NOT NULL,
    CONSTRAINT segment_next_changes_pkey PRIMARY KEY (retailer_id, segment_id, customer_id),
    CONSTRAINT segment_next_changes_retailer_id_segment_id_fkey FOREIGN KEY (retailer_id, segment_id) REFERENCES segments(retailer_id,id) ON DELETE CASCADE
  )`,
  `CREATE INDEX segment_next_changes_due_idx ON segment_next_changes (next_change_at, retailer_id)`,
  `CREATE INDEX segment_next_changes_customer_idx ON segment_next_changes (customer_id, retailer_id)`,
  `CREATE TABLE segment_events (
    retailer_id uuid NOT NULL,
    seq bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    segment_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    kind text NOT NULL,
    cause text NOT NULL,
    at timestamptz NOT NULL,
    recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT segment_events_pkey PRIMARY KEY (retailer_id, seq)
  )`,
  `CREATE TABLE rfm_runs (
    retailer_id uuid NOT NULL,
    brand_id uuid NOT NULL,
    computed_at timestamptz NOT NULL,
    customers integer NOT NULL,
    boundaries jsonb NOT NULL,
    CONSTRAINT rfm_runs_pkey PRIMARY KEY (retailer_id, brand_id, computed_at),
    CONSTRAINT rfm_runs_retailer_id_brand_id_fkey FOREIGN KEY (retailer_id, brand_id) REFERENCES brands(retailer_id,id) ON DELETE CASCADE
  )`,
];

const DOWN = [
  'DROP TABLE rfm_runs',
  'DROP TABLE segment_events',
  'DROP TABLE segment_next_changes',
  'ALTER TABLE segments DROP evaluation_cause, DROP evaluation_at, DROP evaluation_cursor',
  'ALTER TABLE customers DROP largest_order, DROP billing_country',
];

/** Facts that further criteria ask for, when time changes memberships, events for others, RFM runs. */
export class SegmentationEngine1763800500000 implements MigrationInterface {
  name = 'SegmentationEngine1763800500000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
