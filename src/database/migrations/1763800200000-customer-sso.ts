import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE multipass_secrets (
    retailer_id uuid NOT NULL,
    secret text NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT multipass_secrets_pkey PRIMARY KEY (retailer_id),
    CONSTRAINT multipass_secrets_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id) ON DELETE CASCADE
  )`,
  `CREATE TABLE recounts (
    retailer_id uuid NOT NULL,
    cursor text,
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT recounts_pkey PRIMARY KEY (retailer_id),
    CONSTRAINT recounts_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id) ON DELETE CASCADE
  )`,
  `CREATE TABLE customer_reads (
    retailer_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    external_id text NOT NULL,
    attempts integer NOT NULL DEFAULT '0',
    due_at timestamptz NOT NULL,
    CONSTRAINT customer_reads_pkey PRIMARY KEY (retailer_id, customer_id),
    CONSTRAINT customer_reads_retailer_id_customer_id_fkey FOREIGN KEY (retailer_id, customer_id) REFERENCES customers(retailer_id,id) ON DELETE CASCADE
  )`,
  `CREATE INDEX customer_reads_due_idx ON customer_reads (due_at)`,
  `CREATE TABLE used_proofs (
    retailer_id uuid NOT NULL,
    proof_hash text NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT used_proofs_pkey PRIMARY KEY (retailer_id, proof_hash),
    CONSTRAINT used_proofs_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id) ON DELETE CASCADE
  )`,
  `CREATE INDEX used_proofs_expires_at_idx ON used_proofs (expires_at)`,
];

const TABLES = ['multipass_secrets', 'recounts', 'customer_reads', 'used_proofs'];

export class CustomerSso1763800200000 implements MigrationInterface {
  name = 'CustomerSso1763800200000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES.toReversed()) await runner.query(`DROP TABLE ${table}`);
  }
}
