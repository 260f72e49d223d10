/** Offers of executions, their codes on the stores, and the orders that carry the codes. */
export const OFFERS: readonly string[] = [
  `CREATE TABLE offers (
    retailer_id uuid NOT NULL,
    id uuid NOT NULL,
    sequence_id text NOT NULL,
    place text NOT NULL,
    mode text NOT NULL,
    terms jsonb NOT NULL,
    wait_seconds integer NOT NULL,
    language text NOT NULL,
    currency text NOT NULL,
    time_zone text NOT NULL,
    starts_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    accepts_until timestamptz,
    wanted integer NOT NULL,
    called boolean NOT NULL DEFAULT false,
    discount_id text,
    status text NOT NULL DEFAULT 'open',
    problem text,
    CONSTRAINT offers_pkey PRIMARY KEY (retailer_id, id),
    CONSTRAINT offers_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE INDEX offers_sequence_idx ON offers (sequence_id, retailer_id)`,
  `CREATE TABLE offer_executions (
    retailer_id uuid NOT NULL,
    execution_id uuid NOT NULL,
    offer_id uuid NOT NULL,
    ended_at timestamptz,
    revoke_sent boolean NOT NULL DEFAULT false,
    cleared_at timestamptz,
    CONSTRAINT offer_executions_pkey PRIMARY KEY (retailer_id, execution_id, offer_id),
    CONSTRAINT offer_executions_retailer_id_offer_id_fkey FOREIGN KEY (retailer_id, offer_id)
      REFERENCES offers (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX offer_executions_offer_idx ON offer_executions (offer_id, retailer_id)`,
  `CREATE TABLE offer_batches (
    retailer_id uuid NOT NULL,
    offer_id uuid NOT NULL,
    number integer NOT NULL,
    prefix text NOT NULL,
    texts text[] NOT NULL,
    called boolean NOT NULL DEFAULT false,
    minted_at timestamptz,
    CONSTRAINT offer_batches_pkey PRIMARY KEY (retailer_id, offer_id, number),
    CONSTRAINT offer_batches_retailer_id_offer_id_fkey FOREIGN KEY (retailer_id, offer_id)
      REFERENCES offers (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE UNIQUE INDEX offer_batches_prefix_key ON offer_batches (retailer_id, prefix)`,
  `CREATE TABLE offer_codes (
    retailer_id uuid NOT NULL,
    code text NOT NULL,
    offer_id uuid NOT NULL,
    execution_id uuid,
    customer_id uuid,
    assigned_at timestamptz,
    redeemed boolean NOT NULL DEFAULT false,
    returned boolean NOT NULL DEFAULT false,
    deactivated_at timestamptz,
    CONSTRAINT offer_codes_pkey PRIMARY KEY (retailer_id, code),
    CONSTRAINT offer_codes_retailer_id_offer_id_fkey FOREIGN KEY (retailer_id, offer_id)
      REFERENCES offers (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX offer_codes_offer_idx ON offer_codes (offer_id, retailer_id)`,
  `CREATE INDEX offer_codes_free_idx ON offer_codes (retailer_id, offer_id)
    WHERE assigned_at IS NULL AND deactivated_at IS NULL`,
  `CREATE UNIQUE INDEX offer_codes_recipient_key ON offer_codes (retailer_id, execution_id, customer_id, offer_id)`,
  `CREATE INDEX offer_codes_customer_idx ON offer_codes (customer_id, retailer_id)`,
  `CREATE TABLE offer_redemptions (
    retailer_id uuid NOT NULL,
    code text NOT NULL,
    order_external_id text NOT NULL,
    counted boolean NOT NULL,
    ever_counted boolean NOT NULL,
    CONSTRAINT offer_redemptions_pkey PRIMARY KEY (retailer_id, code, order_external_id),
    CONSTRAINT offer_redemptions_retailer_id_code_fkey FOREIGN KEY (retailer_id, code)
      REFERENCES offer_codes (retailer_id, code) ON DELETE CASCADE
  )`,
  `CREATE INDEX offer_redemptions_order_idx ON offer_redemptions (order_external_id, retailer_id)`,
  `CREATE TABLE offer_works (
    retailer_id uuid NOT NULL,
    due_at timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    leased_by uuid,
    leased_until timestamptz,
    CONSTRAINT offer_works_pkey PRIMARY KEY (retailer_id),
    CONSTRAINT offer_works_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE INDEX offer_works_due_at_idx ON offer_works (due_at)`,
];
