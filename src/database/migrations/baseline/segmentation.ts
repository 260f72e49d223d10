/** Segments and their members. */
export const SEGMENTATION: readonly string[] = [
  `CREATE TABLE segments (
    retailer_id uuid NOT NULL,
    id uuid NOT NULL,
    brand_id uuid NOT NULL,
    name text NOT NULL,
    criteria jsonb NOT NULL,
    version integer NOT NULL DEFAULT 1,
    status text NOT NULL DEFAULT 'evaluating',
    evaluated_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    defined_at timestamptz NOT NULL DEFAULT now(),
    evaluation_cause text NOT NULL DEFAULT 'definition',
    evaluation_cursor uuid,
    CONSTRAINT segments_pkey PRIMARY KEY (retailer_id, id),
    CONSTRAINT segments_retailer_id_brand_id_fkey FOREIGN KEY (retailer_id, brand_id)
      REFERENCES brands (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX segments_id_idx ON segments (id)`,
  `CREATE UNIQUE INDEX segments_name_key ON segments (retailer_id, brand_id, name)`,
  // A sweep asks every few seconds which RFM runs are due. Few segments use RFM.
  `CREATE INDEX segments_rfm_idx ON segments (retailer_id, brand_id) WHERE jsonb_path_exists(criteria, '$.**.rfm')`,
  `CREATE TABLE segment_memberships (
    retailer_id uuid NOT NULL,
    segment_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    entered_at timestamptz NOT NULL,
    left_at timestamptz,
    CONSTRAINT segment_memberships_pkey PRIMARY KEY (retailer_id, segment_id, customer_id, entered_at),
    CONSTRAINT segment_memberships_retailer_id_segment_id_fkey FOREIGN KEY (retailer_id, segment_id)
      REFERENCES segments (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE UNIQUE INDEX segment_memberships_open_key ON segment_memberships (retailer_id, customer_id, segment_id)
    WHERE left_at IS NULL`,
  `CREATE TABLE segment_transitions (
    retailer_id uuid NOT NULL,
    segment_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    at timestamptz NOT NULL,
    kind text NOT NULL,
    cause text NOT NULL,
    CONSTRAINT segment_transitions_pkey PRIMARY KEY (retailer_id, segment_id, customer_id, at),
    CONSTRAINT segment_transitions_retailer_id_segment_id_fkey FOREIGN KEY (retailer_id, segment_id)
      REFERENCES segments (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE TABLE segment_next_changes (
    retailer_id uuid NOT NULL,
    segment_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    next_change_at timestamptz NOT NULL,
    CONSTRAINT segment_next_changes_pkey PRIMARY KEY (retailer_id, segment_id, customer_id),
    CONSTRAINT segment_next_changes_retailer_id_segment_id_fkey FOREIGN KEY (retailer_id, segment_id)
      REFERENCES segments (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX segment_next_changes_customer_idx ON segment_next_changes (customer_id, retailer_id)`,
  `CREATE INDEX segment_next_changes_due_idx ON segment_next_changes (next_change_at, retailer_id)`,
  `CREATE TABLE segment_events (
    retailer_id uuid NOT NULL,
    seq bigint GENERATED ALWAYS AS IDENTITY,
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
    CONSTRAINT rfm_runs_retailer_id_brand_id_fkey FOREIGN KEY (retailer_id, brand_id)
      REFERENCES brands (retailer_id, id) ON DELETE CASCADE
  )`,
];
