/** Imports of history, and what they have replaced. */
export const IMPORTS: readonly string[] = [
  `CREATE TABLE history_imports (
    retailer_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    source text NOT NULL,
    format text NOT NULL,
    mapping jsonb NOT NULL,
    state text NOT NULL DEFAULT 'awaiting_file',
    work text,
    upload_id uuid,
    bytes bigint NOT NULL DEFAULT 0,
    bytes_read bigint NOT NULL DEFAULT 0,
    lines integer NOT NULL DEFAULT 0,
    refused integer NOT NULL DEFAULT 0,
    created integer NOT NULL DEFAULT 0,
    updated integer NOT NULL DEFAULT 0,
    unchanged integer NOT NULL DEFAULT 0,
    written boolean NOT NULL DEFAULT false,
    problem text,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    CONSTRAINT history_imports_pkey PRIMARY KEY (retailer_id, id),
    CONSTRAINT history_imports_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers (id) ON DELETE CASCADE
  )`,
  `CREATE INDEX history_imports_open_idx ON history_imports (updated_at)
    WHERE state IN ('awaiting_file', 'uploaded', 'running')`,
  `CREATE TABLE history_import_parts (
    retailer_id uuid NOT NULL,
    import_id uuid NOT NULL,
    place integer NOT NULL,
    bytes bytea NOT NULL,
    CONSTRAINT history_import_parts_pkey PRIMARY KEY (retailer_id, import_id, place),
    CONSTRAINT history_import_parts_retailer_id_import_id_fkey FOREIGN KEY (retailer_id, import_id)
      REFERENCES history_imports (retailer_id, id) ON DELETE CASCADE
  )`,
  `ALTER TABLE history_import_parts ALTER COLUMN bytes SET STORAGE EXTERNAL`,
  `CREATE TABLE history_import_refusals (
    retailer_id uuid NOT NULL,
    import_id uuid NOT NULL,
    line integer NOT NULL,
    pointer text NOT NULL,
    reason text NOT NULL,
    text text NOT NULL,
    CONSTRAINT history_import_refusals_pkey PRIMARY KEY (retailer_id, import_id, line),
    CONSTRAINT history_import_refusals_retailer_id_import_id_fkey FOREIGN KEY (retailer_id, import_id)
      REFERENCES history_imports (retailer_id, id) ON DELETE CASCADE
  )`,
  `CREATE TABLE imported_customers (
    retailer_id uuid NOT NULL,
    external_id text NOT NULL,
    customer_id uuid NOT NULL,
    import_id uuid NOT NULL,
    CONSTRAINT imported_customers_pkey PRIMARY KEY (retailer_id, external_id),
    CONSTRAINT imported_customers_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers (id)
      ON DELETE CASCADE
  )`,
  `CREATE TABLE import_replacements (
    retailer_id uuid NOT NULL,
    import_id uuid NOT NULL,
    kind text NOT NULL,
    key text NOT NULL,
    customer_id uuid,
    before jsonb NOT NULL,
    after jsonb,
    CONSTRAINT import_replacements_pkey PRIMARY KEY (retailer_id, import_id, kind, key),
    CONSTRAINT import_replacements_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers (id) ON DELETE CASCADE
  )`,
];
