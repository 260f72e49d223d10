import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The retailer's id leads every primary key, unique key and foreign key: see "Growing past one machine" in the README. */
const UP = [
  `CREATE TABLE retailers (
    id uuid NOT NULL,
    platform text NOT NULL,
    external_id text NOT NULL,
    name text NOT NULL,
    status text NOT NULL,
    currency text,
    time_zone text,
    missing_scopes text[] NOT NULL DEFAULT '{}',
    settings jsonb NOT NULL DEFAULT '{}',
    webhooks jsonb NOT NULL DEFAULT '{"registered":[],"problems":[]}',
    installed_at timestamptz NOT NULL,
    uninstalled_at timestamptz,
    set_up_at timestamptz,
    CONSTRAINT retailers_pkey PRIMARY KEY (id)
  )`,
  `CREATE TABLE retailer_credentials (
    retailer_id uuid NOT NULL,
    access_token text NOT NULL,
    refresh_token text,
    expires_at timestamptz,
    refresh_expires_at timestamptz,
    scopes text[] NOT NULL,
    CONSTRAINT retailer_credentials_pkey PRIMARY KEY (retailer_id),
    CONSTRAINT retailer_credentials_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id) ON DELETE CASCADE
  )`,
  `CREATE TABLE brands (
    retailer_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT brands_pkey PRIMARY KEY (retailer_id, id),
    CONSTRAINT brands_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id) ON DELETE CASCADE
  )`,
  `CREATE INDEX brands_id_idx ON brands (id)`,
  `CREATE TABLE backfills (
    retailer_id uuid NOT NULL,
    resource text NOT NULL,
    cursor text,
    records integer NOT NULL DEFAULT '0',
    finished_at timestamptz,
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT backfills_pkey PRIMARY KEY (retailer_id, resource),
    CONSTRAINT backfills_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id) ON DELETE CASCADE
  )`,
  `CREATE TABLE oauth_states (
    retailer_id uuid NOT NULL,
    state_hash text NOT NULL,
    browser_hash text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT oauth_states_pkey PRIMARY KEY (retailer_id, state_hash)
  )`,
  `CREATE INDEX oauth_states_created_at_idx ON oauth_states (created_at)`,
  `CREATE TABLE deliveries (
    retailer_id uuid NOT NULL,
    id uuid NOT NULL,
    topic text NOT NULL,
    delivery_id text NOT NULL,
    event_id text,
    triggered_at timestamptz,
    body bytea NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    status text NOT NULL DEFAULT 'pending',
    due_at timestamptz NOT NULL DEFAULT now(),
    attempts integer NOT NULL DEFAULT '0',
    processed_at timestamptz,
    problem text,
    CONSTRAINT deliveries_pkey PRIMARY KEY (retailer_id, id)
  )`,
  `CREATE INDEX deliveries_failed_idx ON deliveries (retailer_id, received_at, id) WHERE status = 'failed'`,
  `CREATE INDEX deliveries_received_idx ON deliveries (retailer_id, received_at, id)`,
  `CREATE INDEX deliveries_due_idx ON deliveries (due_at) WHERE status = 'pending'`,
  `CREATE TABLE customers (
    retailer_id uuid NOT NULL,
    id uuid NOT NULL,
    external_id text NOT NULL,
    email text,
    first_name text,
    last_name text,
    country text,
    marketing text NOT NULL DEFAULT 'unknown',
    marketing_updated_at timestamptz,
    platform_updated_at timestamptz,
    orders_count integer NOT NULL DEFAULT '0',
    total_spent numeric(20,4) NOT NULL DEFAULT '0',
    first_order_at timestamptz,
    last_order_at timestamptz,
    CONSTRAINT customers_pkey PRIMARY KEY (retailer_id, id),
    CONSTRAINT customers_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id) ON DELETE CASCADE
  )`,
  `CREATE INDEX customers_email_idx ON customers (email, retailer_id)`,
  `CREATE TABLE orders (
    retailer_id uuid NOT NULL,
    external_id text NOT NULL,
    customer_id uuid,
    currency text NOT NULL,
    total numeric(20,4) NOT NULL,
    refunded numeric(20,4) NOT NULL,
    net numeric(20,4) NOT NULL,
    counted boolean NOT NULL,
    reason text NOT NULL,
    financial_status text NOT NULL,
    cancelled_at timestamptz,
    test boolean NOT NULL,
    product_ids text[] NOT NULL,
    billing_country text,
    ordered_at timestamptz NOT NULL,
    platform_updated_at timestamptz NOT NULL,
    triggered_at timestamptz,
    CONSTRAINT orders_pkey PRIMARY KEY (retailer_id, external_id),
    CONSTRAINT orders_retailer_id_customer_id_fkey FOREIGN KEY (retailer_id, customer_id) REFERENCES customers(retailer_id,id)
  )`,
  `CREATE INDEX orders_customer_idx ON orders (customer_id, retailer_id)`,
  `CREATE TABLE refunds (
    retailer_id uuid NOT NULL,
    order_external_id text NOT NULL,
    external_id text NOT NULL,
    amount numeric(20,4) NOT NULL,
    CONSTRAINT refunds_pkey PRIMARY KEY (retailer_id, order_external_id, external_id),
    CONSTRAINT refunds_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id) ON DELETE CASCADE
  )`,
  `CREATE TABLE products (
    retailer_id uuid NOT NULL,
    external_id text NOT NULL,
    title text NOT NULL,
    handle text,
    status text NOT NULL,
    image_url text,
    price numeric(20,4),
    platform_updated_at timestamptz NOT NULL,
    CONSTRAINT products_pkey PRIMARY KEY (retailer_id, external_id),
    CONSTRAINT products_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id) ON DELETE CASCADE
  )`,
  `CREATE TABLE customer_changes (
    retailer_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    cause text NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT customer_changes_pkey PRIMARY KEY (retailer_id, customer_id)
  )`,
  `CREATE TABLE segments (
    retailer_id uuid NOT NULL,
    id uuid NOT NULL,
    brand_id uuid NOT NULL,
    name text NOT NULL,
    criteria jsonb NOT NULL,
    version integer NOT NULL DEFAULT '1',
    status text NOT NULL DEFAULT 'evaluating',
    evaluated_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT segments_pkey PRIMARY KEY (retailer_id, id),
    CONSTRAINT segments_retailer_id_brand_id_fkey FOREIGN KEY (retailer_id, brand_id) REFERENCES brands(retailer_id,id) ON DELETE CASCADE
  )`,
  `CREATE INDEX segments_id_idx ON segments (id)`,
  `CREATE UNIQUE INDEX segments_name_key ON segments (retailer_id, brand_id, name)`,
  `CREATE TABLE segment_memberships (
    retailer_id uuid NOT NULL,
    segment_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    entered_at timestamptz NOT NULL,
    left_at timestamptz,
    CONSTRAINT segment_memberships_pkey PRIMARY KEY (retailer_id, segment_id, customer_id, entered_at),
    CONSTRAINT segment_memberships_retailer_id_segment_id_fkey FOREIGN KEY (retailer_id, segment_id) REFERENCES segments(retailer_id,id) ON DELETE CASCADE
  )`,
  `CREATE UNIQUE INDEX segment_memberships_open_key ON segment_memberships (retailer_id, customer_id, segment_id) WHERE left_at IS NULL`,
  `CREATE TABLE segment_transitions (
    retailer_id uuid NOT NULL,
    segment_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    at timestamptz NOT NULL,
    kind text NOT NULL,
    cause text NOT NULL,
    CONSTRAINT segment_transitions_pkey PRIMARY KEY (retailer_id, segment_id, customer_id, at),
    CONSTRAINT segment_transitions_retailer_id_segment_id_fkey FOREIGN KEY (retailer_id, segment_id) REFERENCES segments(retailer_id,id) ON DELETE CASCADE
  )`,
  `CREATE TABLE idempotency_keys (
    retailer_id uuid NOT NULL,
    route text NOT NULL,
    key text NOT NULL,
    body_hash text NOT NULL,
    status integer,
    answer text,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT idempotency_keys_pkey PRIMARY KEY (retailer_id, route, key)
  )`,
  `CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at)`,
  // Facts are rewritten with every order: room on the page keeps those updates off the indexes.
  `ALTER TABLE customers SET (fillfactor = 80)`,
];

const TABLES = [
  'retailers',
  'retailer_credentials',
  'brands',
  'backfills',
  'oauth_states',
  'deliveries',
  'customers',
  'orders',
  'refunds',
  'products',
  'customer_changes',
  'segments',
  'segment_memberships',
  'segment_transitions',
  'idempotency_keys',
];

export class MainJob1763700000000 implements MigrationInterface {
  name = 'MainJob1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
    if (await hasLz4(runner)) await runner.query('ALTER TABLE deliveries ALTER COLUMN body SET COMPRESSION lz4');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES.toReversed()) await runner.query(`DROP TABLE ${table}`);
  }
}

/** lz4 packs a delivery in a fraction of pglz's time; some builds of Postgres come without it. */
async function hasLz4(runner: QueryRunner): Promise<boolean> {
  const rows: unknown[] = await runner.query(
    `SELECT 1 FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)`,
  );
  return rows.length > 0;
}
