/** What happened, for other systems, and where it is sent. */
export const EVENTS: readonly string[] = [
  `CREATE TABLE event_heads (
    retailer_id uuid NOT NULL,
    position bigint NOT NULL,
    forgotten bigint NOT NULL DEFAULT 0,
    CONSTRAINT event_heads_pkey PRIMARY KEY (retailer_id),
    CONSTRAINT event_heads_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE events (
    retailer_id uuid NOT NULL,
    position bigint NOT NULL,
    id uuid NOT NULL,
    type text NOT NULL,
    at timestamptz NOT NULL,
    customer_id uuid,
    data jsonb NOT NULL,
    recorded_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT events_pkey PRIMARY KEY (retailer_id, position),
    CONSTRAINT events_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE UNIQUE INDEX events_id_key ON events (retailer_id, id)`,
  `CREATE INDEX events_customer_idx ON events (customer_id, retailer_id)`,
  `CREATE INDEX events_recorded_at_idx ON events (recorded_at)`,
  `CREATE TABLE event_endpoints (
    retailer_id uuid NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    types text[] NOT NULL,
    enabled boolean NOT NULL,
    secret text NOT NULL,
    former_secret text,
    former_secret_until timestamptz,
    position bigint NOT NULL,
    acknowledged bigint[] NOT NULL DEFAULT '{}',
    due_at timestamptz,
    failing_since timestamptz,
    disabled_reason text,
    created_at timestamptz NOT NULL DEFAULT now(),
    attempts integer NOT NULL DEFAULT 0,
    leased_by uuid,
    leased_until timestamptz,
    CONSTRAINT event_endpoints_pkey PRIMARY KEY (retailer_id, name),
    CONSTRAINT event_endpoints_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE event_attempts (
    retailer_id uuid NOT NULL,
    id uuid NOT NULL,
    endpoint text NOT NULL,
    event_id uuid NOT NULL,
    event_type text NOT NULL,
    at timestamptz NOT NULL,
    milliseconds integer NOT NULL,
    status integer,
    problem text,
    CONSTRAINT event_attempts_pkey PRIMARY KEY (retailer_id, id),
    CONSTRAINT event_attempts_retailer_id_endpoint_fkey FOREIGN KEY (retailer_id, endpoint)
      REFERENCES event_endpoints (retailer_id, name) ON DELETE CASCADE
  )`,
  `CREATE INDEX event_attempts_endpoint_idx ON event_attempts (retailer_id, endpoint, at)`,
  `CREATE INDEX event_attempts_at_idx ON event_attempts (at)`,
];
