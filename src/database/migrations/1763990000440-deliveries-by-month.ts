import type { MigrationInterface, QueryRunner } from 'typeorm';
import { MONTH_BOUND, MONTH_FUNCTIONS, monthFunctions } from './ageing/functions.js';
import type { PreparedStep } from './step.js';

/** No id of an earlier version is below this, except one among 2^33. The months of new ids are. */
const FIRST_OTHER_ID = '00000000-8000-0000-0000-000000000000';
const BOUNDED = 'deliveries_of_before';
const MONTHS_AHEAD = 2;

const INDEXES = (ifNotExists: string): Readonly<Record<string, string>> => ({
  body_hash: `CREATE INDEX ${ifNotExists} deliveries_body_hash_idx ON deliveries (body_hash, retailer_id)
    WHERE body_hash IS NOT NULL`,
  due: `CREATE INDEX ${ifNotExists} deliveries_due_idx ON deliveries (due_at) WHERE status = 'pending'`,
  failed: `CREATE INDEX ${ifNotExists} deliveries_failed_idx ON deliveries (retailer_id, received_at, id)
    WHERE status = 'failed'`,
  kept: `CREATE INDEX ${ifNotExists} deliveries_kept_idx ON deliveries (processed_at)
    WHERE status IN ('processed', 'ignored') AND emptied_at IS NULL`,
  received: `CREATE INDEX ${ifNotExists} deliveries_received_idx ON deliveries (retailer_id, received_at, id)`,
  about: `CREATE INDEX ${ifNotExists} deliveries_about_idx ON deliveries USING gin (about)
    WITH (gin_pending_list_limit = 256) WHERE about IS NOT NULL`,
  unread: `CREATE INDEX ${ifNotExists} deliveries_unread_idx ON deliveries (retailer_id, id)
    WHERE about IS NULL AND emptied_at IS NULL AND status <> 'pending'`,
});

/**
 * Partitions deliveries by month. The stored rows become one partition as they are: their ids are no months, and lie
 * behind all months. The version before goes on with its statements, and its rows go there too.
 */
export class DeliveriesByMonth1763990000440 implements MigrationInterface, PreparedStep {
  name = 'DeliveriesByMonth1763990000440';

  /** Proves that the rows fit into their partition without a lock, so that attaching it reads none of them. */
  async prepare(runner: QueryRunner): Promise<void> {
    const [table] = (await runner.query(
      `SELECT FROM pg_class WHERE oid = to_regclass('deliveries') AND relkind = 'r'`,
    )) as unknown[];
    if (!table) return;
    await runner.query(`ALTER TABLE deliveries DROP CONSTRAINT IF EXISTS ${BOUNDED}`);
    await runner.query(`ALTER TABLE deliveries ADD CONSTRAINT ${BOUNDED} CHECK (id >= '${FIRST_OTHER_ID}') NOT VALID`);
    await runner.query(`ALTER TABLE deliveries VALIDATE CONSTRAINT ${BOUNDED}`);
  }

  async up(runner: QueryRunner): Promise<void> {
    const before = `deliveries_until_${new Date().toISOString().slice(0, 7).replace('-', '_')}`;
    const isDistributed = await hasCitus(runner);
    // Without it Citus refuses to create functions after changes of several shards.
    if (isDistributed) await runner.query(`SET LOCAL citus.multi_shard_modify_mode TO 'sequential'`);
    await runner.query(`ALTER TABLE deliveries RENAME TO ${before}`);
    for (const name of ['pkey', ...Object.keys(INDEXES('')).map((index) => `${index}_idx`)]) {
      await runner.query(`ALTER INDEX deliveries_${name} RENAME TO ${before}_${name}`);
    }
    await runner.query(
      `CREATE TABLE deliveries (
         LIKE ${before} INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION,
         CONSTRAINT deliveries_pkey PRIMARY KEY (retailer_id, id)
       ) PARTITION BY RANGE (id)`,
    );
    for (const index of Object.values(INDEXES('IF NOT EXISTS'))) await runner.query(index);
    await keepRights(runner, before);
    if (isDistributed) await keepDistribution(runner, before);
    await runner.query('CREATE TABLE deliveries_rest PARTITION OF deliveries DEFAULT');
    await keepRows(runner, before);
    for (const statement of monthFunctions(await schemaOf(runner))) await runner.query(statement);
    await runner.query('SELECT make_months($1)', [MONTHS_AHEAD]);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of [...MONTH_FUNCTIONS, MONTH_BOUND]) await runner.query(`DROP FUNCTION ${name}`);
    await runner.query(
      `CREATE TABLE deliveries_copy (LIKE deliveries INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION)`,
    );
    await runner.query('INSERT INTO deliveries_copy SELECT * FROM deliveries');
    await runner.query('DROP TABLE deliveries');
    await runner.query('ALTER TABLE deliveries_copy RENAME TO deliveries');
    await runner.query('ALTER TABLE deliveries ADD CONSTRAINT deliveries_pkey PRIMARY KEY (retailer_id, id)');
    for (const index of Object.values(INDEXES(''))) await runner.query(index);
  }
}

/** The stored rows become a partition. A new database has none, and needs no partition for them. */
async function keepRows(runner: QueryRunner, before: string): Promise<void> {
  const [state] = (await runner.query(`SELECT NOT EXISTS (SELECT 1 FROM ${before}) AS "isEmpty"`)) as IsEmpty[];
  if (state?.isEmpty === true) return void (await runner.query(`DROP TABLE ${before}`));
  await runner.query(
    `ALTER TABLE deliveries ATTACH PARTITION ${before} FOR VALUES FROM ('${FIRST_OTHER_ID}') TO (MAXVALUE)`,
  );
  await runner.query(`ALTER TABLE ${before} DROP CONSTRAINT IF EXISTS ${BOUNDED}`);
}

interface IsEmpty {
  readonly isEmpty: boolean;
}

/** Those who may use the table now may use the new one at once: the version before is working. */
async function keepRights(runner: QueryRunner, before: string): Promise<void> {
  const rights = (await runner.query(
    `SELECT format('GRANT %s ON deliveries TO %s', a.privilege_type,
                   CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END) AS statement
       FROM pg_class c CROSS JOIN aclexplode(c.relacl) a
      WHERE c.oid = '${before}'::regclass AND a.grantee <> c.relowner`,
  )) as Statement[];
  const policies = (await runner.query(
    `SELECT format('CREATE POLICY %I ON deliveries TO %s USING (%s)', policyname, array_to_string(roles, ', '), qual)
            AS statement
       FROM pg_policies WHERE schemaname = current_schema() AND tablename = '${before}'`,
  )) as Statement[];
  for (const { statement } of [...rights, ...policies]) await runner.query(statement);
  if (policies.length > 0) await runner.query('ALTER TABLE deliveries ENABLE ROW LEVEL SECURITY');
}

interface Statement {
  readonly statement: string;
}

async function hasCitus(runner: QueryRunner): Promise<boolean> {
  const rows = (await runner.query(`SELECT FROM pg_extension WHERE extname = 'citus'`)) as unknown[];
  return rows.length > 0;
}

/** On Citus a table of one node can't get the partition of a table of many. */
async function keepDistribution(runner: QueryRunner, before: string): Promise<void> {
  await runner.query(
    `SELECT create_distributed_table('deliveries', 'retailer_id', colocate_with => '${before}')
       FROM pg_dist_partition WHERE logicalrelid = '${before}'::regclass`,
  );
}

async function schemaOf(runner: QueryRunner): Promise<string> {
  const [row] = (await runner.query('SELECT quote_ident(current_schema()) AS name')) as { name: string }[];
  return row?.name ?? 'public';
}
