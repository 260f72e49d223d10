/** Emails, the send ledger, and suppressed addresses. */
export const EMAIL: readonly string[] = [
  `CREATE TABLE email_templates (
    retailer_id uuid NOT NULL,
    id uuid NOT NULL,
    brand_id uuid NOT NULL,
    subject text NOT NULL,
    html text NOT NULL,
    text text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT email_templates_pkey PRIMARY KEY (retailer_id, id),
    CONSTRAINT email_templates_retailer_id_brand_id_fkey FOREIGN KEY (retailer_id, brand_id)
      REFERENCES brands (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE TABLE dispatches (
    retailer_id uuid NOT NULL,
    execution_id uuid NOT NULL,
    brand_id uuid NOT NULL,
    mode text NOT NULL,
    segment_id uuid,
    frequency_cap jsonb,
    quiet_hours jsonb,
    time_zone text,
    stream text,
    created_at timestamptz NOT NULL DEFAULT now(),
    status text NOT NULL DEFAULT 'open',
    tracking jsonb NOT NULL DEFAULT '{}',
    conditions jsonb,
    CONSTRAINT dispatches_pkey PRIMARY KEY (retailer_id, execution_id),
    CONSTRAINT dispatches_retailer_id_brand_id_fkey FOREIGN KEY (retailer_id, brand_id)
      REFERENCES brands (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX dispatches_stream_idx ON dispatches (retailer_id, stream) WHERE stream IS NOT NULL`,
  `CREATE TABLE messages (
    retailer_id uuid NOT NULL,
    id uuid NOT NULL,
    execution_id uuid NOT NULL,
    step_id text NOT NULL,
    template_id uuid NOT NULL,
    customer_id uuid,
    address text,
    status text NOT NULL DEFAULT 'queued',
    reason text,
    due_at timestamptz NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    leased_by uuid,
    leased_until timestamptz,
    sent_at timestamptz,
    settled_at timestamptz,
    taken boolean NOT NULL DEFAULT false,
    response text,
    held boolean NOT NULL DEFAULT false,
    variant text,
    entered_at timestamptz,
    waiting_since timestamptz,
    offer_place text NOT NULL DEFAULT '',
    CONSTRAINT messages_pkey PRIMARY KEY (retailer_id, id),
    CONSTRAINT messages_retailer_id_execution_id_fkey FOREIGN KEY (retailer_id, execution_id)
      REFERENCES dispatches (retailer_id, execution_id) ON DELETE CASCADE,
    CONSTRAINT messages_retailer_id_template_id_fkey FOREIGN KEY (retailer_id, template_id)
      REFERENCES email_templates (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX messages_customer_idx ON messages (customer_id, retailer_id)`,
  `CREATE INDEX messages_due_idx ON messages (retailer_id, due_at) WHERE status = 'queued' AND NOT held`,
  `CREATE INDEX messages_execution_idx ON messages (execution_id, retailer_id, id)`,
  `CREATE INDEX messages_sending_idx ON messages (retailer_id, id) WHERE status = 'sending'`,
  `CREATE INDEX messages_settled_idx ON messages (retailer_id, settled_at)
    WHERE settled_at IS NOT NULL AND NOT taken`,
  `CREATE INDEX messages_waiting_idx ON messages (retailer_id, execution_id)
    WHERE status = 'queued' AND waiting_since IS NOT NULL`,
  `CREATE TABLE send_rates (
    retailer_id uuid NOT NULL,
    tokens double precision NOT NULL,
    refilled_at timestamptz NOT NULL,
    CONSTRAINT send_rates_pkey PRIMARY KEY (retailer_id)
  )`,
  `CREATE TABLE suppressions (
    retailer_id uuid NOT NULL,
    address_hash text NOT NULL,
    email text,
    reason text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT suppressions_pkey PRIMARY KEY (retailer_id, address_hash),
    CONSTRAINT suppressions_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE email_events (
    retailer_id uuid NOT NULL,
    id uuid NOT NULL,
    message_id uuid NOT NULL,
    type text NOT NULL,
    occurred_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT email_events_pkey PRIMARY KEY (retailer_id, id),
    CONSTRAINT email_events_retailer_id_message_id_fkey FOREIGN KEY (retailer_id, message_id)
      REFERENCES messages (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX email_events_message_idx ON email_events (message_id, retailer_id)`,
  `CREATE INDEX email_events_trouble_idx ON email_events (retailer_id, received_at)
    WHERE type IN ('complaint', 'hard_bounce')`,
];
