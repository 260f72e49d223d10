/** Data for installing, reading and watching stores. Tables of one platform have its name, others are for all. */
export const PLATFORMS: readonly string[] = [
  `CREATE TABLE platform_a_app_subscriptions (
    retailer_id uuid NOT NULL,
    subscriptions jsonb NOT NULL,
    fetched_at timestamptz NOT NULL,
    CONSTRAINT platform_a_app_subscriptions_pkey PRIMARY KEY (retailer_id),
    CONSTRAINT platform_a_app_subscriptions_retailer_id_fkey FOREIGN KEY (retailer_id)
      REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE customer_reads (
    retailer_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    external_id text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL,
    CONSTRAINT customer_reads_pkey PRIMARY KEY (retailer_id, customer_id),
    CONSTRAINT customer_reads_retailer_id_customer_id_fkey FOREIGN KEY (retailer_id, customer_id)
      REFERENCES customers (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX customer_reads_due_idx ON customer_reads (due_at)`,
  `CREATE TABLE platform_a_oauth_states (
    retailer_id uuid NOT NULL,
    state_hash text NOT NULL,
    browser_hash text NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT platform_a_oauth_states_pkey PRIMARY KEY (retailer_id, state_hash)
  )`,
  `CREATE INDEX platform_a_oauth_states_created_at_idx ON platform_a_oauth_states (created_at)`,
  `CREATE TABLE platform_a_code_creations (
    retailer_id uuid NOT NULL,
    discount_id text NOT NULL,
    creation_id text NOT NULL,
    texts_hash text NOT NULL,
    started_at timestamptz NOT NULL,
    CONSTRAINT platform_a_code_creations_pkey PRIMARY KEY (retailer_id, discount_id),
    CONSTRAINT platform_a_code_creations_retailer_id_fkey FOREIGN KEY (retailer_id)
      REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE store_catch_ups (
    retailer_id uuid NOT NULL,
    resource text NOT NULL,
    since timestamptz NOT NULL,
    begun_at timestamptz,
    cursor text,
    CONSTRAINT store_catch_ups_pkey PRIMARY KEY (retailer_id, resource),
    CONSTRAINT store_catch_ups_retailer_id_fkey FOREIGN KEY (retailer_id)
      REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE store_watches (
    retailer_id uuid NOT NULL,
    due_at timestamptz NOT NULL,
    watched_at timestamptz,
    leased_by uuid,
    leased_until timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    CONSTRAINT store_watches_pkey PRIMARY KEY (retailer_id),
    CONSTRAINT store_watches_retailer_id_fkey FOREIGN KEY (retailer_id)
      REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE INDEX store_watches_due_at_idx ON store_watches (due_at)`,
  `CREATE TABLE platform_a_used_proofs (
    retailer_id uuid NOT NULL,
    proof_hash text NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT platform_a_used_proofs_pkey PRIMARY KEY (retailer_id, proof_hash),
    CONSTRAINT platform_a_used_proofs_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE INDEX platform_a_used_proofs_expires_at_idx ON platform_a_used_proofs (expires_at)`,
  `CREATE TABLE platform_b_order_reads (
    retailer_id uuid NOT NULL,
    order_id text NOT NULL,
    version integer NOT NULL DEFAULT 1,
    cause text NOT NULL,
    due_at timestamptz DEFAULT now(),
    leased_by uuid,
    leased_until timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    problem text,
    CONSTRAINT platform_b_order_reads_pkey PRIMARY KEY (retailer_id, order_id)
  )`,
  `CREATE INDEX platform_b_order_reads_due_idx ON platform_b_order_reads (retailer_id, due_at)
    WHERE due_at IS NOT NULL`,
  `CREATE TABLE platform_b_stores (
    retailer_id uuid NOT NULL,
    webhook_token text NOT NULL,
    storefront_origin text,
    closed_at timestamptz,
    paused_until timestamptz,
    failures integer NOT NULL DEFAULT 0,
    ships_free boolean NOT NULL DEFAULT false,
    read_until timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT platform_b_stores_pkey PRIMARY KEY (retailer_id)
  )`,
  `CREATE INDEX platform_b_stores_storefront_origin_idx ON platform_b_stores (storefront_origin)`,
  `CREATE TABLE platform_b_subscribers (
    retailer_id uuid NOT NULL,
    subscriber_id text NOT NULL,
    email text,
    marketing text,
    decided_at timestamptz,
    is_deleted boolean NOT NULL DEFAULT false,
    version integer NOT NULL DEFAULT 1,
    cause text,
    changed_at timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    due_at timestamptz,
    CONSTRAINT platform_b_subscribers_pkey PRIMARY KEY (retailer_id, subscriber_id)
  )`,
  `CREATE INDEX platform_b_subscribers_email_idx ON platform_b_subscribers (retailer_id, email)`,
  `CREATE INDEX platform_b_subscribers_due_idx ON platform_b_subscribers (retailer_id, due_at) WHERE due_at IS NOT NULL`,
  `CREATE TABLE platform_b_used_tokens (
    retailer_id uuid NOT NULL,
    token_key text NOT NULL,
    purpose text NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT platform_b_used_tokens_pkey PRIMARY KEY (retailer_id, token_key)
  )`,
  `CREATE INDEX platform_b_used_tokens_expires_at_idx ON platform_b_used_tokens (expires_at)`,
  `CREATE TABLE platform_b_users (
    retailer_id uuid NOT NULL,
    user_id text NOT NULL,
    role text NOT NULL,
    removed_at timestamptz,
    CONSTRAINT platform_b_users_pkey PRIMARY KEY (retailer_id, user_id)
  )`,
];
