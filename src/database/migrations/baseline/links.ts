/** The links of emails, and the clicks on them. */
export const LINKS: readonly string[] = [
  `CREATE TABLE link_targets (
    retailer_id uuid NOT NULL,
    id text NOT NULL,
    url text NOT NULL,
    used_at timestamptz NOT NULL,
    CONSTRAINT link_targets_pkey PRIMARY KEY (retailer_id, id),
    CONSTRAINT link_targets_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE INDEX link_targets_used_at_idx ON link_targets (used_at)`,
  `CREATE TABLE link_clicks (
    retailer_id uuid NOT NULL,
    message_id uuid NOT NULL,
    number integer NOT NULL,
    link_id text NOT NULL,
    execution_id uuid NOT NULL,
    step_id text NOT NULL,
    customer_id uuid,
    clicked_at timestamptz NOT NULL,
    seconds_after_sent double precision NOT NULL,
    method text NOT NULL,
    agent text NOT NULL,
    prefetch boolean NOT NULL,
    trap boolean NOT NULL,
    sign text,
    CONSTRAINT link_clicks_pkey PRIMARY KEY (retailer_id, message_id, number),
    CONSTRAINT link_clicks_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE INDEX link_clicks_clicked_at_idx ON link_clicks (clicked_at)`,
  `CREATE INDEX link_clicks_customer_idx ON link_clicks (customer_id, retailer_id)`,
  `CREATE INDEX link_clicks_execution_idx ON link_clicks (execution_id, retailer_id, step_id)`,
  `CREATE TABLE email_opens (
    retailer_id uuid NOT NULL,
    message_id uuid NOT NULL,
    execution_id uuid NOT NULL,
    customer_id uuid,
    opened_at timestamptz NOT NULL,
    CONSTRAINT email_opens_pkey PRIMARY KEY (retailer_id, message_id),
    CONSTRAINT email_opens_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE INDEX email_opens_customer_idx ON email_opens (customer_id, retailer_id)`,
  `CREATE INDEX email_opens_execution_idx ON email_opens (execution_id, retailer_id)`,
  `CREATE INDEX email_opens_opened_at_idx ON email_opens (opened_at)`,
];
