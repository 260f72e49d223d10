import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE privacy_requests (
    retailer_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    subject jsonb NOT NULL DEFAULT '{}',
    subject_hashes text[] NOT NULL DEFAULT '{}',
    reference text,
    delivery_id uuid NOT NULL,
    state text NOT NULL DEFAULT 'pending',
    due_at timestamptz NOT NULL DEFAULT now(),
    attempts integer NOT NULL DEFAULT '0',
    problem text,
    removed jsonb NOT NULL DEFAULT '{}',
    receipt jsonb,
    received_at timestamptz NOT NULL,
    finished_at timestamptz,
    CONSTRAINT privacy_requests_pkey PRIMARY KEY (retailer_id, id)
  )`,
  `CREATE INDEX privacy_requests_id_idx ON privacy_requests (id)`,
  `CREATE INDEX privacy_requests_received_idx ON privacy_requests (retailer_id, received_at, id)`,
  `CREATE INDEX privacy_requests_due_idx ON privacy_requests (due_at) WHERE state = 'pending'`,
  `CREATE TABLE privacy_exports (
    retailer_id uuid NOT NULL,
    request_id uuid NOT NULL,
    content text NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT privacy_exports_pkey PRIMARY KEY (retailer_id, request_id)
  )`,
  `CREATE INDEX privacy_exports_expires_idx ON privacy_exports (expires_at)`,
  `CREATE TABLE privacy_tombstones (
    retailer_id uuid NOT NULL,
    subject_hash text NOT NULL,
    erased_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT privacy_tombstones_pkey PRIMARY KEY (retailer_id, subject_hash)
  )`,
  `ALTER TABLE deliveries ADD COLUMN emptied_at timestamptz`,
  // Written when a delivery is processed, never by the intake.
  `CREATE INDEX deliveries_kept_idx ON deliveries (processed_at)
    WHERE status IN ('processed', 'ignored') AND emptied_at IS NULL`,
];

const DOWN = [
  `DROP INDEX deliveries_kept_idx`,
  `ALTER TABLE deliveries DROP COLUMN emptied_at`,
  `DROP TABLE privacy_tombstones`,
  `DROP TABLE privacy_exports`,
  `DROP TABLE privacy_requests`,
];

export class Privacy1763800100000 implements MigrationInterface {
  name = 'Privacy1763800100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
