/** The variants of steps: their shares, and the customers who got them. */
export const VARIANTS: readonly string[] = [
  `CREATE TABLE variant_epochs (
    retailer_id uuid NOT NULL,
    sequence_id text NOT NULL,
    step_id text NOT NULL,
    epoch integer NOT NULL,
    shares jsonb NOT NULL,
    started_at timestamptz NOT NULL,
    CONSTRAINT variant_epochs_pkey PRIMARY KEY (retailer_id, sequence_id, step_id, epoch),
    CONSTRAINT variant_epochs_retailer_id_sequence_id_fkey FOREIGN KEY (retailer_id, sequence_id)
      REFERENCES sequences (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE TABLE variant_units (
    retailer_id uuid NOT NULL,
    sequence_id text NOT NULL,
    step_id text NOT NULL,
    customer_id uuid NOT NULL,
    epoch integer NOT NULL,
    variant text NOT NULL,
    starts_at timestamptz NOT NULL,
    closes_at timestamptz NOT NULL,
    came_back boolean NOT NULL DEFAULT false,
    folded boolean NOT NULL DEFAULT false,
    CONSTRAINT variant_units_pkey PRIMARY KEY (retailer_id, sequence_id, step_id, customer_id),
    CONSTRAINT variant_units_retailer_id_sequence_id_fkey FOREIGN KEY (retailer_id, sequence_id)
      REFERENCES sequences (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX variant_units_closing_idx ON variant_units (closes_at) WHERE NOT folded`,
  `CREATE INDEX variant_units_customer_idx ON variant_units (customer_id, retailer_id)`,
  `CREATE INDEX variant_units_unfolded_idx ON variant_units (sequence_id, retailer_id, closes_at) WHERE NOT folded`,
  `CREATE TABLE variant_sums (
    retailer_id uuid NOT NULL,
    sequence_id text NOT NULL,
    step_id text NOT NULL,
    epoch integer NOT NULL,
    variant text NOT NULL,
    assigned integer NOT NULL DEFAULT 0,
    n integer NOT NULL DEFAULT 0,
    x integer NOT NULL DEFAULT 0,
    CONSTRAINT variant_sums_pkey PRIMARY KEY (retailer_id, sequence_id, step_id, epoch, variant),
    CONSTRAINT variant_sums_retailer_id_sequence_id_fkey FOREIGN KEY (retailer_id, sequence_id)
      REFERENCES sequences (retailer_id, id) ON DELETE CASCADE
  )`,
];
