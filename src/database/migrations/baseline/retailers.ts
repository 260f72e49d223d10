/** Stores and their brands. */
export const RETAILERS: readonly string[] = [
  `CREATE TABLE retailers (
    id uuid NOT NULL,
    platform text NOT NULL,
    external_id text NOT NULL,
    name text NOT NULL,
    status text NOT NULL,
    currency text,
    time_zone text,
    language text,
    missing_scopes text[] NOT NULL DEFAULT '{}',
    settings jsonb NOT NULL DEFAULT '{}',
    webhooks jsonb NOT NULL DEFAULT '{"problems": [], "registered": []}',
    installed_at timestamptz NOT NULL,
    uninstalled_at timestamptz,
    set_up_at timestamptz,
    storefront_url text,
    store_id text,
    CONSTRAINT retailers_pkey PRIMARY KEY (id)
  )`,
  `CREATE TABLE retailer_credentials (
    retailer_id uuid NOT NULL,
    access_token text NOT NULL,
    refresh_token text,
    expires_at timestamptz,
    refresh_expires_at timestamptz,
    scopes text[] NOT NULL,
    issued_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT retailer_credentials_pkey PRIMARY KEY (retailer_id),
    CONSTRAINT retailer_credentials_retailer_id_fkey FOREIGN KEY (retailer_id)
      REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE multipass_secrets (
    retailer_id uuid NOT NULL,
    secret text NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT multipass_secrets_pkey PRIMARY KEY (retailer_id),
    CONSTRAINT multipass_secrets_retailer_id_fkey FOREIGN KEY (retailer_id)
      REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE brands (
    retailer_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    kit jsonb NOT NULL DEFAULT '{}',
    version integer NOT NULL DEFAULT 1,
    store_sender jsonb NOT NULL DEFAULT '{}',
    CONSTRAINT brands_pkey PRIMARY KEY (retailer_id, id),
    CONSTRAINT brands_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE INDEX brands_id_idx ON brands (id)`,
  `CREATE TABLE retailer_locks (
    retailer_id uuid NOT NULL,
    work text NOT NULL,
    CONSTRAINT retailer_locks_pkey PRIMARY KEY (retailer_id, work)
  )`,
  `CREATE TABLE backfills (
    retailer_id uuid NOT NULL,
    resource text NOT NULL,
    cursor text,
    records integer NOT NULL DEFAULT 0,
    estimate integer,
    finished_at timestamptz,
    paused_at timestamptz,
    failures integer NOT NULL DEFAULT 0,
    problem text,
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT backfills_pkey PRIMARY KEY (retailer_id, resource),
    CONSTRAINT backfills_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers (id) ON DELETE CASCADE
  )`,
];
