/** Sessions and tokens. */
export const ACCOUNTS: readonly string[] = [
  `CREATE TABLE one_time_codes (
    retailer_id uuid NOT NULL,
    code_hash text NOT NULL,
    purpose text NOT NULL,
    subject text NOT NULL,
    role text NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT one_time_codes_pkey PRIMARY KEY (retailer_id, code_hash)
  )`,
  `CREATE INDEX one_time_codes_code_hash_idx ON one_time_codes (code_hash)`,
  `CREATE INDEX one_time_codes_expires_at_idx ON one_time_codes (expires_at)`,
  `CREATE TABLE refresh_tokens (
    retailer_id uuid NOT NULL,
    token_hash text NOT NULL,
    family_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    used_at timestamptz,
    CONSTRAINT refresh_tokens_pkey PRIMARY KEY (retailer_id, token_hash)
  )`,
  `CREATE INDEX refresh_tokens_customer_idx ON refresh_tokens (customer_id, retailer_id)`,
  `CREATE INDEX refresh_tokens_expires_at_idx ON refresh_tokens (expires_at)`,
  `CREATE INDEX refresh_tokens_family_idx ON refresh_tokens (family_id, retailer_id)`,
  `CREATE INDEX refresh_tokens_token_hash_idx ON refresh_tokens (token_hash)`,
  `CREATE TABLE retailer_users (
    retailer_id uuid NOT NULL,
    subject text NOT NULL,
    email text,
    ended_at timestamptz,
    role text,
    role_since timestamptz,
    CONSTRAINT retailer_users_pkey PRIMARY KEY (retailer_id, subject)
  )`,
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
];
