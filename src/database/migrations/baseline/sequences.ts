/** Sequences, their executions and enrolments. */
export const SEQUENCES: readonly string[] = [
  `CREATE TABLE sequences (
    retailer_id uuid NOT NULL,
    id text NOT NULL,
    brand_id uuid NOT NULL,
    version integer NOT NULL DEFAULT 1,
    trigger text NOT NULL,
    triggered_since timestamptz,
    segment_id uuid,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    paused_at timestamptz,
    deleted_at timestamptz,
    CONSTRAINT sequences_pkey PRIMARY KEY (retailer_id, id),
    CONSTRAINT sequences_retailer_id_brand_id_fkey FOREIGN KEY (retailer_id, brand_id)
      REFERENCES brands (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX sequences_id_idx ON sequences (id)`,
  `CREATE INDEX sequences_trigger_idx ON sequences (segment_id, retailer_id) WHERE trigger = 'segment_entered'`,
  `CREATE TABLE sequence_versions (
    retailer_id uuid NOT NULL,
    sequence_id text NOT NULL,
    version integer NOT NULL,
    definition jsonb NOT NULL,
    template_ids uuid[] NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT sequence_versions_pkey PRIMARY KEY (retailer_id, sequence_id, version),
    CONSTRAINT sequence_versions_retailer_id_sequence_id_fkey FOREIGN KEY (retailer_id, sequence_id)
      REFERENCES sequences (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE TABLE sequence_plans (
    retailer_id uuid NOT NULL,
    sequence_id text NOT NULL,
    hash text NOT NULL,
    parts jsonb NOT NULL,
    approvals jsonb NOT NULL DEFAULT '[]',
    expires_at timestamptz NOT NULL,
    CONSTRAINT sequence_plans_pkey PRIMARY KEY (retailer_id, sequence_id, hash),
    CONSTRAINT sequence_plans_retailer_id_sequence_id_fkey FOREIGN KEY (retailer_id, sequence_id)
      REFERENCES sequences (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX sequence_plans_expires_at_idx ON sequence_plans (retailer_id, expires_at)`,
  `CREATE TABLE executions (
    retailer_id uuid NOT NULL,
    id uuid NOT NULL,
    sequence_id text NOT NULL,
    sequence_version integer NOT NULL,
    mode text NOT NULL,
    status text NOT NULL DEFAULT 'running',
    segment_id uuid,
    exit_on_leave boolean NOT NULL,
    step_ids text[] NOT NULL,
    recipients text[] NOT NULL DEFAULT '{}',
    request_key text,
    audience integer NOT NULL,
    planned integer NOT NULL DEFAULT 0,
    treated integer,
    held_back integer,
    cursor uuid,
    planned_at timestamptz,
    failures integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    finished_at timestamptz,
    trigger text NOT NULL DEFAULT 'manual',
    repeat boolean NOT NULL DEFAULT false,
    exit_on_order boolean NOT NULL,
    starts_at timestamptz,
    prospect jsonb,
    plan_hash text,
    CONSTRAINT executions_pkey PRIMARY KEY (retailer_id, id),
    CONSTRAINT executions_retailer_id_sequence_id_sequence_version_fkey FOREIGN KEY (retailer_id, sequence_id, sequence_version)
      REFERENCES sequence_versions (retailer_id, sequence_id, version) ON DELETE CASCADE
  )`,
  // A sweep finds finished dry runs by their age.
  `CREATE INDEX executions_dry_runs_idx ON executions (finished_at) WHERE mode = 'dryRun'`,
  `CREATE INDEX executions_id_idx ON executions (id)`,
  `CREATE UNIQUE INDEX executions_live_key ON executions (retailer_id, sequence_id, segment_id)
    WHERE status = 'running' AND mode = 'live' AND trigger = 'manual'`,
  `CREATE UNIQUE INDEX executions_request_key ON executions (retailer_id, sequence_id, request_key)`,
  `CREATE INDEX executions_running_idx ON executions (created_at) WHERE status = 'running'`,
  `CREATE TABLE enrolments (
    retailer_id uuid NOT NULL,
    execution_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    sequence_id text NOT NULL,
    step integer NOT NULL DEFAULT 0,
    status text NOT NULL DEFAULT 'active',
    reason text,
    enrolled_at timestamptz NOT NULL,
    offer_place text NOT NULL DEFAULT '',
    CONSTRAINT enrolments_pkey PRIMARY KEY (retailer_id, execution_id, customer_id),
    CONSTRAINT enrolments_retailer_id_execution_id_fkey FOREIGN KEY (retailer_id, execution_id)
      REFERENCES executions (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX enrolments_active_idx ON enrolments (execution_id, retailer_id) WHERE status = 'active'`,
  `CREATE INDEX enrolments_customer_idx ON enrolments (customer_id, retailer_id)`,
  `CREATE TABLE planned_messages (
    retailer_id uuid NOT NULL,
    execution_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    step integer NOT NULL,
    status text NOT NULL,
    reason text,
    send_at timestamptz NOT NULL,
    repeat boolean NOT NULL DEFAULT false,
    variant text,
    CONSTRAINT planned_messages_pkey PRIMARY KEY (retailer_id, execution_id, customer_id, step, repeat),
    CONSTRAINT planned_messages_retailer_id_execution_id_fkey FOREIGN KEY (retailer_id, execution_id)
      REFERENCES executions (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX planned_messages_customer_idx ON planned_messages (customer_id, retailer_id)`,
];
