/** Requests for images, their renders and their costs. */
export const IMAGES: readonly string[] = [
  `CREATE TABLE image_requests (
    retailer_id uuid NOT NULL,
    id uuid NOT NULL,
    brand_id uuid NOT NULL,
    kind text NOT NULL,
    spec jsonb NOT NULL,
    asked jsonb NOT NULL,
    edit_of uuid,
    render_id uuid,
    cached boolean NOT NULL DEFAULT false,
    problem jsonb,
    due_at timestamptz NOT NULL DEFAULT now(),
    attempts integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    leased_by uuid,
    leased_until timestamptz,
    CONSTRAINT image_requests_pkey PRIMARY KEY (retailer_id, id),
    CONSTRAINT image_requests_retailer_id_brand_id_fkey FOREIGN KEY (retailer_id, brand_id)
      REFERENCES brands (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX image_requests_brand_idx ON image_requests (retailer_id, brand_id, created_at, id)`,
  `CREATE INDEX image_requests_due_idx ON image_requests (due_at) WHERE render_id IS NULL AND problem IS NULL`,
  `CREATE INDEX image_requests_id_idx ON image_requests (id)`,
  `CREATE INDEX image_requests_open_idx ON image_requests (retailer_id, due_at)
    WHERE render_id IS NULL AND problem IS NULL`,
  `CREATE INDEX image_requests_render_idx ON image_requests (retailer_id, render_id)`,
  `CREATE TABLE image_approvals (
    retailer_id uuid NOT NULL,
    request_id uuid NOT NULL,
    approval text NOT NULL,
    note text,
    decided_by jsonb,
    decided_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT image_approvals_pkey PRIMARY KEY (retailer_id, request_id),
    CONSTRAINT image_approvals_retailer_id_request_id_fkey FOREIGN KEY (retailer_id, request_id)
      REFERENCES image_requests (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE TABLE image_renders (
    retailer_id uuid NOT NULL,
    id uuid NOT NULL,
    cache_key text,
    kind text NOT NULL,
    provider text NOT NULL,
    spec jsonb NOT NULL,
    status text NOT NULL DEFAULT 'queued',
    due_at timestamptz NOT NULL DEFAULT now(),
    attempts integer NOT NULL DEFAULT 0,
    leased_by uuid,
    leased_until timestamptz,
    result jsonb,
    problem jsonb,
    created_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    CONSTRAINT image_renders_pkey PRIMARY KEY (retailer_id, id),
    CONSTRAINT image_renders_retailer_id_fkey FOREIGN KEY (retailer_id)
      REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE UNIQUE INDEX image_renders_cache_key_key ON image_renders (retailer_id, cache_key)`,
  `CREATE INDEX image_renders_due_idx ON image_renders (due_at) WHERE status = 'queued'`,
  `CREATE INDEX image_renders_lease_idx ON image_renders (leased_until) WHERE status = 'rendering'`,
  `CREATE INDEX image_renders_open_idx ON image_renders (retailer_id, due_at)
    WHERE status IN ('queued', 'rendering')`,
  `CREATE TABLE image_sources (
    retailer_id uuid NOT NULL,
    url_hash text NOT NULL,
    content_hash text NOT NULL,
    fetched_at timestamptz NOT NULL,
    CONSTRAINT image_sources_pkey PRIMARY KEY (retailer_id, url_hash),
    CONSTRAINT image_sources_retailer_id_fkey FOREIGN KEY (retailer_id)
      REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE image_files (
    retailer_id uuid NOT NULL,
    key text NOT NULL,
    bytes integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT image_files_pkey PRIMARY KEY (retailer_id, key),
    CONSTRAINT image_files_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE INDEX image_files_key_idx ON image_files (key)`,
  `CREATE TABLE image_turns (
    retailer_id uuid NOT NULL,
    work text NOT NULL,
    taken_at timestamptz NOT NULL,
    CONSTRAINT image_turns_pkey PRIMARY KEY (retailer_id, work),
    CONSTRAINT image_turns_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE image_budgets (
    retailer_id uuid NOT NULL,
    month text NOT NULL,
    reserved numeric(20,4) NOT NULL DEFAULT '0',
    spent numeric(20,4) NOT NULL DEFAULT '0',
    CONSTRAINT image_budgets_pkey PRIMARY KEY (retailer_id, month),
    CONSTRAINT image_budgets_retailer_id_fkey FOREIGN KEY (retailer_id)
      REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE image_provider_calls (
    retailer_id uuid NOT NULL,
    id uuid NOT NULL,
    render_id uuid NOT NULL,
    purpose text NOT NULL,
    model text NOT NULL,
    month text NOT NULL,
    reserved numeric(20,4) NOT NULL,
    amount numeric(20,4),
    outcome text NOT NULL DEFAULT 'open',
    result jsonb,
    provider_request_id text,
    created_at timestamptz NOT NULL DEFAULT now(),
    settled_at timestamptz,
    CONSTRAINT image_provider_calls_pkey PRIMARY KEY (retailer_id, id),
    CONSTRAINT image_provider_calls_retailer_id_fkey FOREIGN KEY (retailer_id)
      REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE INDEX image_provider_calls_render_idx ON image_provider_calls (retailer_id, render_id)`,
];
