/** Experiments: who was held back, and what each group did. */
export const LIFT: readonly string[] = [
  `CREATE TABLE experiments (
    retailer_id uuid NOT NULL,
    id uuid NOT NULL,
    scope text NOT NULL,
    scope_id text NOT NULL,
    brand_id uuid NOT NULL,
    number integer NOT NULL,
    percent integer NOT NULL,
    window_ms double precision NOT NULL,
    salt text NOT NULL,
    started_at timestamptz NOT NULL,
    ended_at timestamptz,
    CONSTRAINT experiments_pkey PRIMARY KEY (retailer_id, id),
    CONSTRAINT experiments_retailer_id_brand_id_fkey FOREIGN KEY (retailer_id, brand_id)
      REFERENCES brands (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE UNIQUE INDEX experiments_number_key ON experiments (retailer_id, scope, scope_id, number)`,
  `CREATE UNIQUE INDEX experiments_open_key ON experiments (retailer_id, scope, scope_id) WHERE ended_at IS NULL`,
  `CREATE TABLE experiment_units (
    retailer_id uuid NOT NULL,
    experiment_id uuid NOT NULL,
    person_id uuid NOT NULL,
    held boolean NOT NULL,
    x double precision NOT NULL,
    assigned_at timestamptz NOT NULL,
    closes_at timestamptz NOT NULL,
    sequence_version integer NOT NULL,
    execution_id uuid NOT NULL,
    prior_spend numeric(20,4) NOT NULL,
    came_back boolean NOT NULL DEFAULT false,
    orders integer NOT NULL DEFAULT 0,
    revenue numeric(20,4) NOT NULL DEFAULT 0,
    unsubscribed boolean NOT NULL DEFAULT false,
    mailed boolean NOT NULL DEFAULT false,
    mailed_by_others boolean NOT NULL DEFAULT false,
    folded boolean NOT NULL DEFAULT false,
    CONSTRAINT experiment_units_pkey PRIMARY KEY (retailer_id, experiment_id, person_id),
    CONSTRAINT experiment_units_retailer_id_experiment_id_fkey FOREIGN KEY (retailer_id, experiment_id)
      REFERENCES experiments (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX experiment_units_assigned_idx ON experiment_units (experiment_id, retailer_id, assigned_at)
    WHERE assigned_at IS NOT NULL`,
  `CREATE INDEX experiment_units_closing_idx ON experiment_units (closes_at) WHERE NOT folded`,
  `CREATE INDEX experiment_units_unfolded_idx ON experiment_units (experiment_id, retailer_id, closes_at) WHERE NOT folded`,
  `CREATE TABLE experiment_people (
    retailer_id uuid NOT NULL,
    experiment_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    person_id uuid NOT NULL,
    CONSTRAINT experiment_people_pkey PRIMARY KEY (retailer_id, experiment_id, customer_id),
    CONSTRAINT experiment_people_retailer_id_experiment_id_person_id_fkey FOREIGN KEY (retailer_id, experiment_id, person_id)
      REFERENCES experiment_units (retailer_id, experiment_id, person_id) ON DELETE CASCADE
  )`,
  `CREATE INDEX experiment_people_customer_idx ON experiment_people (customer_id, retailer_id)`,
  `CREATE INDEX experiment_people_person_idx ON experiment_people (retailer_id, experiment_id, person_id)`,
  `CREATE TABLE experiment_sums (
    retailer_id uuid NOT NULL,
    experiment_id uuid NOT NULL,
    held boolean NOT NULL,
    sequence_version integer NOT NULL,
    n integer NOT NULL DEFAULT 0,
    x integer NOT NULL DEFAULT 0,
    sum_x numeric NOT NULL DEFAULT 0,
    sum_xx numeric NOT NULL DEFAULT 0,
    sum_y numeric NOT NULL DEFAULT 0,
    sum_yy numeric NOT NULL DEFAULT 0,
    sum_xy numeric NOT NULL DEFAULT 0,
    sum_o numeric NOT NULL DEFAULT 0,
    sum_oo numeric NOT NULL DEFAULT 0,
    sum_xo numeric NOT NULL DEFAULT 0,
    unsubscribed integer NOT NULL DEFAULT 0,
    mailed integer NOT NULL DEFAULT 0,
    mailed_by_others integer NOT NULL DEFAULT 0,
    erased integer NOT NULL DEFAULT 0,
    CONSTRAINT experiment_sums_pkey PRIMARY KEY (retailer_id, experiment_id, held, sequence_version),
    CONSTRAINT experiment_sums_retailer_id_experiment_id_fkey FOREIGN KEY (retailer_id, experiment_id)
      REFERENCES experiments (retailer_id, id) ON DELETE CASCADE
  )`,
];
