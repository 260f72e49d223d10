/** Deliveries, idempotency keys, the log of admin actions, and privacy. */
export const OPERATION: readonly string[] = [
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
    attempts integer NOT NULL DEFAULT 0,
    processed_at timestamptz,
    problem text,
    emptied_at timestamptz,
    body_hash uuid,
    CONSTRAINT deliveries_pkey PRIMARY KEY (retailer_id, id)
  )`,
  `CREATE INDEX deliveries_body_hash_idx ON deliveries (body_hash, retailer_id) WHERE body_hash IS NOT NULL`,
  `CREATE INDEX deliveries_due_idx ON deliveries (due_at) WHERE status = 'pending'`,
  `CREATE INDEX deliveries_failed_idx ON deliveries (retailer_id, received_at, id) WHERE status = 'failed'`,
  // Written when a delivery is processed, never by the intake.
  `CREATE INDEX deliveries_kept_idx ON deliveries (processed_at)
    WHERE status IN ('processed', 'ignored') AND emptied_at IS NULL`,
  `CREATE INDEX deliveries_received_idx ON deliveries (retailer_id, received_at, id)`,
  `CREATE TABLE idempotency_keys (
    retailer_id uuid NOT NULL,
    route text NOT NULL,
    key text NOT NULL,
    body_hash text NOT NULL,
    status integer,
    answer text,
    created_at timestamptz NOT NULL DEFAULT now(),
    renewed_at timestamptz NOT NULL DEFAULT now(),
    caller text NOT NULL,
    CONSTRAINT idempotency_keys_pkey PRIMARY KEY (retailer_id, caller, route, key)
  )`,
  `CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at)`,
  `CREATE TABLE admin_actions (
    retailer_id uuid NOT NULL,
    id uuid NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    subject text NOT NULL,
    action text NOT NULL,
    target text NOT NULL,
    request_id text NOT NULL,
    outcome text NOT NULL,
    CONSTRAINT admin_actions_pkey PRIMARY KEY (retailer_id, id)
  )`,
  `CREATE INDEX admin_actions_at_idx ON admin_actions (at, id)`,
  // The table is append-only for everyone. Rules also apply to the owner and to superusers, and no privilege overrides
  // them. No row can be changed, and only rows older than the retention can be deleted. The service's role needs
  // INSERT, SELECT and DELETE here, but not UPDATE or TRUNCATE.
  `CREATE RULE admin_actions_stay AS ON UPDATE TO admin_actions DO INSTEAD NOTHING`,
  `CREATE RULE admin_actions_are_kept AS ON DELETE TO admin_actions
    WHERE old.at >= now() - interval '400 days' DO INSTEAD NOTHING`,
  `REVOKE ALL ON admin_actions FROM PUBLIC`,
  `CREATE TABLE privacy_requests (
    retailer_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    subject jsonb NOT NULL DEFAULT '{}',
    subject_hashes text[] NOT NULL DEFAULT '{}',
    reference text,
    delivery_id uuid,
    status text NOT NULL DEFAULT 'pending',
    due_at timestamptz NOT NULL DEFAULT now(),
    attempts integer NOT NULL DEFAULT 0,
    leased_by uuid,
    leased_until timestamptz,
    problem text,
    removed jsonb NOT NULL DEFAULT '{}',
    receipt jsonb,
    received_at timestamptz NOT NULL,
    finished_at timestamptz,
    CONSTRAINT privacy_requests_pkey PRIMARY KEY (retailer_id, id)
  )`,
  `CREATE INDEX privacy_requests_due_idx ON privacy_requests (due_at) WHERE status = 'pending'`,
  `CREATE INDEX privacy_requests_id_idx ON privacy_requests (id)`,
  `CREATE INDEX privacy_requests_received_idx ON privacy_requests (retailer_id, received_at, id)`,
  `CREATE TABLE privacy_exports (
    retailer_id uuid NOT NULL,
    request_id uuid NOT NULL,
    content text NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT privacy_exports_pkey PRIMARY KEY (retailer_id, request_id)
  )`,
  `CREATE INDEX privacy_exports_expires_idx ON privacy_exports (expires_at)`,
  `CREATE TABLE privacy_tombstones (
    retailer_id uuid NOT NULL,
    subject_hash text NOT NULL,
    erased_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT privacy_tombstones_pkey PRIMARY KEY (retailer_id, subject_hash)
  )`,
];
