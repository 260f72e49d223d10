import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users with the role of now, tokens that can be listed and revoked, keys of their callers, and the log of admins. */
const UP = [
  `ALTER TABLE session_ends RENAME TO retailer_users`,
  `ALTER TABLE retailer_users RENAME CONSTRAINT session_ends_pkey TO retailer_users_pkey`,
  `ALTER TABLE retailer_users
     ALTER COLUMN ended_at DROP NOT NULL, ADD COLUMN role text, ADD COLUMN role_since timestamptz`,
  `CREATE TABLE issued_tokens (
    retailer_id uuid NOT NULL,
    jti text NOT NULL,
    minter_kind text,
    minter text,
    issued_at timestamptz,
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz,
    CONSTRAINT issued_tokens_pkey PRIMARY KEY (retailer_id, jti)
  )`,
  `CREATE INDEX issued_tokens_expires_at_idx ON issued_tokens (expires_at)`,
  // Nobody knows whose these are; they are kept for a day at most.
  `DELETE FROM idempotency_keys`,
  `ALTER TABLE idempotency_keys ADD COLUMN caller text NOT NULL`,
  `ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_pkey,
     ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (retailer_id, caller, route, key)`,
  `CREATE TABLE admin_actions (
    retailer_id uuid NOT NULL,
    id uuid NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    subject text NOT NULL,
    action text NOT NULL,
    target text NOT NULL,
    request_id text NOT NULL,
    outcome text NOT NULL,
    CONSTRAINT admin_actions_pkey PRIMARY KEY (retailer_id, id)
  )`,
  `CREATE INDEX admin_actions_at_idx ON admin_actions (at, id)`,
  // Append-only, whoever asks: rules hold for the owner and for superusers too, and no privilege lifts them. A row can't
  // be changed, and goes only once it is older than the log is kept. A role of the service needs INSERT, SELECT and
  // DELETE here, and neither UPDATE nor TRUNCATE.
  `CREATE RULE admin_actions_stay AS ON UPDATE TO admin_actions DO INSTEAD NOTHING`,
  `CREATE RULE admin_actions_are_kept AS ON DELETE TO admin_actions
     WHERE old.at >= now() - interval '400 days' DO INSTEAD NOTHING`,
  `REVOKE ALL ON admin_actions FROM PUBLIC`,
];

const DOWN = [
  `DROP TABLE admin_actions`,
  `DELETE FROM idempotency_keys`,
  `ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_pkey,
     ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (retailer_id, route, key)`,
  `ALTER TABLE idempotency_keys DROP COLUMN caller`,
  `DROP TABLE issued_tokens`,
  `DELETE FROM retailer_users WHERE ended_at IS NULL`,
  `ALTER TABLE retailer_users DROP COLUMN role, DROP COLUMN role_since, ALTER COLUMN ended_at SET NOT NULL`,
  `ALTER TABLE retailer_users RENAME CONSTRAINT retailer_users_pkey TO session_ends_pkey`,
  `ALTER TABLE retailer_users RENAME TO session_ends`,
];

export class TokensAndActions1763908000000 implements MigrationInterface {
  name = 'TokensAndActions1763908000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
