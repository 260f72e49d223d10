import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores of platform B with their users, used tokens and orders to read; orders in another currency than the store's. */
const UP = [
  `CREATE TABLE platform_b_stores (
    retailer_id uuid NOT NULL,
    webhook_token text NOT NULL,
    storefront_origin text,
    closed_at timestamptz,
    paused_until timestamptz,
    failures integer NOT NULL DEFAULT 0,
    read_until timestamptz NOT NULL DEFAULT now(),
    watched_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT platform_b_stores_pkey PRIMARY KEY (retailer_id)
  )`,
  `CREATE INDEX platform_b_stores_storefront_origin_idx ON platform_b_stores (storefront_origin)`,
  `CREATE TABLE platform_b_users (
    retailer_id uuid NOT NULL,
    user_id text NOT NULL,
    role text NOT NULL,
    removed_at timestamptz,
    CONSTRAINT platform_b_users_pkey PRIMARY KEY (retailer_id, user_id)
  )`,
  `CREATE TABLE platform_b_used_tokens (
    retailer_id uuid NOT NULL,
    token_key text NOT NULL,
    purpose text NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT platform_b_used_tokens_pkey PRIMARY KEY (retailer_id, token_key)
  )`,
  `CREATE INDEX platform_b_used_tokens_expires_at_idx ON platform_b_used_tokens (expires_at)`,
  `CREATE TABLE platform_b_order_reads (
    retailer_id uuid NOT NULL,
    order_id text NOT NULL,
    version integer NOT NULL DEFAULT 1,
    cause text NOT NULL,
    due_at timestamptz DEFAULT now(),
    leased_until timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    problem text,
    CONSTRAINT platform_b_order_reads_pkey PRIMARY KEY (retailer_id, order_id)
  )`,
  `CREATE INDEX platform_b_order_reads_due_idx ON platform_b_order_reads (retailer_id, due_at) WHERE due_at IS NOT NULL`,
  `ALTER TABLE orders ADD COLUMN other_currency boolean NOT NULL DEFAULT false`,
  `ALTER TABLE customers ADD COLUMN other_currency_orders integer NOT NULL DEFAULT 0`,
];

const DOWN = [
  `ALTER TABLE customers DROP COLUMN other_currency_orders`,
  `ALTER TABLE orders DROP COLUMN other_currency`,
  `DROP TABLE platform_b_order_reads`,
  `DROP TABLE platform_b_used_tokens`,
  `DROP TABLE platform_b_users`,
  `DROP TABLE platform_b_stores`,
];

export class PlatformB1763800400000 implements MigrationInterface {
  name = 'PlatformB1763800400000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
