/**
 * Imports of lists of suppressed addresses, and decisions of customers that their stores do not have yet, and
 * reputations.
 */
export const SUPPRESSIONS: readonly string[] = [
  `CREATE TABLE consent_writes (
    retailer_id uuid NOT NULL,
    external_id text NOT NULL,
    email text NOT NULL,
    marketing text NOT NULL,
    decided_at timestamptz NOT NULL,
    status text NOT NULL DEFAULT 'waiting',
    attempts integer NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL DEFAULT now(),
    problem text,
    CONSTRAINT consent_writes_pkey PRIMARY KEY (retailer_id, external_id),
    CONSTRAINT consent_writes_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE confirmation_requests (
    retailer_id uuid NOT NULL,
    address_hash text NOT NULL,
    brand_id uuid NOT NULL,
    customer_id uuid,
    execution_id uuid NOT NULL,
    requested_at timestamptz NOT NULL,
    message_id uuid,
    confirmed_at timestamptz,
    CONSTRAINT confirmation_requests_pkey PRIMARY KEY (retailer_id, address_hash),
    CONSTRAINT confirmation_requests_retailer_id_brand_id_fkey FOREIGN KEY (retailer_id, brand_id)
      REFERENCES brands (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX confirmation_requests_execution_idx ON confirmation_requests (execution_id, retailer_id)`,
  `CREATE INDEX confirmation_requests_waiting_idx ON confirmation_requests (retailer_id, requested_at)
    WHERE message_id IS NULL`,
  `CREATE TABLE stream_holds (
    retailer_id uuid NOT NULL,
    stream text NOT NULL,
    cause jsonb NOT NULL,
    paused_at timestamptz NOT NULL DEFAULT now(),
    resumed_at timestamptz,
    CONSTRAINT stream_holds_pkey PRIMARY KEY (retailer_id, stream),
    CONSTRAINT stream_holds_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE INDEX consent_writes_due_idx ON consent_writes (due_at) WHERE status <> 'failed'`,
  `CREATE TABLE suppression_imports (
    retailer_id uuid NOT NULL,
    id uuid NOT NULL,
    format text NOT NULL,
    state text NOT NULL DEFAULT 'receiving',
    request_key text,
    body_hash text,
    bytes bigint NOT NULL DEFAULT 0,
    lines integer NOT NULL DEFAULT 0,
    accepted integer NOT NULL DEFAULT 0,
    refused integer NOT NULL DEFAULT 0,
    checked integer NOT NULL DEFAULT 0,
    mailable integer NOT NULL DEFAULT 0,
    problem text,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    CONSTRAINT suppression_imports_pkey PRIMARY KEY (retailer_id, id),
    CONSTRAINT suppression_imports_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers (id)
      ON DELETE CASCADE
  )`,
  `CREATE INDEX suppression_imports_open_idx ON suppression_imports (updated_at)
    WHERE state IN ('receiving', 'uploaded', 'running', 'proving')`,
  `CREATE UNIQUE INDEX suppression_imports_request_key ON suppression_imports (retailer_id, request_key)`,
  `CREATE TABLE suppression_import_parts (
    retailer_id uuid NOT NULL,
    import_id uuid NOT NULL,
    place integer NOT NULL,
    bytes bytea NOT NULL,
    CONSTRAINT suppression_import_parts_pkey PRIMARY KEY (retailer_id, import_id, place),
    CONSTRAINT suppression_import_parts_retailer_id_import_id_fkey FOREIGN KEY (retailer_id, import_id)
      REFERENCES suppression_imports (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE TABLE suppression_refusals (
    retailer_id uuid NOT NULL,
    import_id uuid NOT NULL,
    line integer NOT NULL,
    reason text NOT NULL,
    text text NOT NULL,
    CONSTRAINT suppression_refusals_pkey PRIMARY KEY (retailer_id, import_id, line),
    CONSTRAINT suppression_refusals_retailer_id_import_id_fkey FOREIGN KEY (retailer_id, import_id)
      REFERENCES suppression_imports (retailer_id, id) ON DELETE CASCADE
  )`,
];
