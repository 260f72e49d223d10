import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE retailer_credentials ADD COLUMN issued_at timestamptz NOT NULL DEFAULT now()`,
  `CREATE TABLE app_subscription_copies (
    retailer_id uuid NOT NULL,
    subscriptions jsonb NOT NULL,
    fetched_at timestamptz NOT NULL,
    CONSTRAINT app_subscription_copies_pkey PRIMARY KEY (retailer_id),
    CONSTRAINT app_subscription_copies_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id) ON DELETE CASCADE
  )`,
  `CREATE TABLE store_watches (
    retailer_id uuid NOT NULL,
    due_at timestamptz NOT NULL,
    failures integer NOT NULL DEFAULT '0',
    looked_at timestamptz,
    CONSTRAINT store_watches_pkey PRIMARY KEY (retailer_id),
    CONSTRAINT store_watches_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id) ON DELETE CASCADE
  )`,
  `CREATE INDEX store_watches_due_at_idx ON store_watches (due_at)`,
  `CREATE TABLE store_catch_ups (
    retailer_id uuid NOT NULL,
    resource text NOT NULL,
    since timestamptz NOT NULL,
    begun_at timestamptz,
    cursor text,
    CONSTRAINT store_catch_ups_pkey PRIMARY KEY (retailer_id, resource),
    CONSTRAINT store_catch_ups_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id) ON DELETE CASCADE
  )`,
];

const DOWN = [
  'DROP TABLE store_catch_ups',
  'DROP TABLE store_watches',
  'DROP TABLE app_subscription_copies',
  'ALTER TABLE retailer_credentials DROP COLUMN issued_at',
];

/** Copies of subscriptions, and what the watch over installed stores keeps. */
export class StoreCare1763800300000 implements MigrationInterface {
  name = 'StoreCare1763800300000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
