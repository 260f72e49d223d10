import type { QueryRunner } from 'typeorm';
import { FIRST_OTHER_ID, monthFunctions } from './functions.js';

const MONTHS_AHEAD = 2;

/** How a table becomes one with a partition for each month. Names of indexes and constraints begin with the table's. */
export interface ByMonth {
  readonly table: string;
  readonly primaryKey: string;
  /** The primary key of the stored rows, where it is another. */
  readonly formerKey?: string;
  /** The column of the primary key that has the month. */
  readonly key: string;
  readonly foreignKeys?: readonly string[];
  /** Text of each index by the middle of its name. */
  readonly indexes: (ifNotExists: string) => Readonly<Record<string, string>>;
  /** The partition of the stored rows. */
  readonly before: StoredRows;
}

/** The partition of the rows that are stored before a table has months. */
export interface StoredRows {
  /** The month in its name, as `2026_11`. */
  readonly until: string;
  /**
   * For a table whose new rows may also have such keys, so that there is a partition for them in any case: with the
   * month in its name where this table has a row, because the version before may write then.
   */
  readonly usedWith?: string;
  /** What all its rows fulfil, as a condition and as the bounds of a partition. */
  readonly check: string;
  readonly bounds: string;
}

const nameOf = ({ table, before }: ByMonth): string => `${table}_until_${before.until}`;
const newKeyOf = ({ table }: ByMonth): string => `${table}_new_key`;
const constraintOf = ({ table }: ByMonth): string => `${table}_of_before`;

/** A month as names of partitions have it. */
export const monthName = (at: Date): string => at.toISOString().slice(0, 7).replace('-', '_');

/** Proves that the rows fit into their partition without a lock, so that attaching it reads none of them. */
export async function proveBounds(runner: QueryRunner, by: ByMonth): Promise<void> {
  const [found] = (await runner.query(
    `SELECT FROM pg_class WHERE oid = to_regclass('${by.table}') AND relkind = 'r'`,
  )) as unknown[];
  if (!found) return;
  await runner.query(`ALTER TABLE ${by.table} DROP CONSTRAINT IF EXISTS ${constraintOf(by)}`);
  await runner.query(`ALTER TABLE ${by.table} ADD CONSTRAINT ${constraintOf(by)} CHECK (${by.before.check}) NOT VALID`);
  await runner.query(`ALTER TABLE ${by.table} VALIDATE CONSTRAINT ${constraintOf(by)}`);
  // Citus makes no constraint of an index, so there the migration builds it.
  if (by.formerKey === undefined || (await hasCitus(runner))) return;
  await runner.query(`DROP INDEX IF EXISTS ${newKeyOf(by)}`);
  await runner.query(`CREATE UNIQUE INDEX CONCURRENTLY ${newKeyOf(by)} ON ${by.table} (${by.primaryKey})`);
}

/**
 * Partitions the table. The stored rows become one partition as they are, and those who may use the table may use the
 * new one at once. `make_months` then makes the months.
 */
export async function partitionByMonth(runner: QueryRunner, by: ByMonth): Promise<void> {
  const { table, primaryKey, key, foreignKeys = [], indexes } = by;
  const before = nameOf(by);
  const isDistributed = await hasCitus(runner);
  await shardByShard(runner);
  await runner.query(`ALTER TABLE ${table} RENAME TO ${before}`);
  for (const name of ['pkey', ...Object.keys(indexes('')).map((index) => `${index}_idx`)]) {
    await runner.query(`ALTER INDEX ${table}_${name} RENAME TO ${before}_${name}`);
  }
  const constraints = [`CONSTRAINT ${table}_pkey PRIMARY KEY (${primaryKey})`, ...foreignKeys];
  await runner.query(
    `CREATE TABLE ${table} (
       LIKE ${before} INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION,
       ${constraints.join(', ')}
     ) PARTITION BY RANGE (${key})`,
  );
  for (const index of Object.values(indexes('IF NOT EXISTS'))) await runner.query(index);
  await keepRights(runner, table, before);
  if (isDistributed) await keepDistribution(runner, table, before);
  await runner.query(`CREATE TABLE ${table}_rest PARTITION OF ${table} DEFAULT`);
  await keepRows(runner, by, isDistributed);
}

const WEEK_MS = 7 * 86_400_000;

/** A time in the last month in which the version before may write. */
const lastOfBefore = (): Date => new Date(Date.now() + WEEK_MS);

/**
 * The partition of the stored rows where the key is a time: up to the end of the month in which the version before may
 * still write. That is the month of the migration, or the next one in the last week of a month.
 */
export function storedUntilNow(key: string): StoredRows {
  const last = lastOfBefore();
  const end = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1)).toISOString();
  return { until: monthName(last), check: `${key} < '${end}'`, bounds: `FROM (MINVALUE) TO ('${end}')` };
}

/**
 * The partition of the stored rows where the key is an id: ids of the time before lie behind all months. The last month
 * in which the version before may write is in its name.
 */
export const storedWithOtherIds = (usedWith: string): StoredRows => ({
  until: monthName(lastOfBefore()),
  usedWith,
  check: `id >= '${FIRST_OTHER_ID}'`,
  bounds: `FROM ('${FIRST_OTHER_ID}') TO (MAXVALUE)`,
});

/** Defines the functions that make and drop months, and makes the next months. */
export async function makeMonths(runner: QueryRunner): Promise<void> {
  for (const statement of monthFunctions(await schemaOf(runner))) await runner.query(statement);
  await runner.query('SELECT make_months($1)', [MONTHS_AHEAD]);
}

/** Makes one plain table of the partitions again. */
export async function plainAgain(
  runner: QueryRunner,
  { table, primaryKey, formerKey = primaryKey, foreignKeys = [], indexes }: ByMonth,
): Promise<void> {
  await runner.query(
    `CREATE TABLE ${table}_copy (LIKE ${table} INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION)`,
  );
  await shardByShard(runner);
  if (await hasCitus(runner)) await keepDistribution(runner, `${table}_copy`, table);
  await runner.query(`INSERT INTO ${table}_copy SELECT * FROM ${table}`);
  await runner.query(`DROP TABLE ${table}`);
  await runner.query(`ALTER TABLE ${table}_copy RENAME TO ${table}`);
  for (const constraint of [`CONSTRAINT ${table}_pkey PRIMARY KEY (${formerKey})`, ...foreignKeys]) {
    await runner.query(`ALTER TABLE ${table} ADD ${constraint}`);
  }
  for (const index of Object.values(indexes(''))) await runner.query(index);
}

/** The stored rows become a partition. A new database has none, and needs no partition for them. */
async function keepRows(runner: QueryRunner, by: ByMonth, isDistributed: boolean): Promise<void> {
  const before = nameOf(by);
  const [state] = (await runner.query(
    `SELECT NOT EXISTS (SELECT 1 FROM ${by.before.usedWith ?? before}) AS "isEmpty"`,
  )) as IsEmpty[];
  if (state?.isEmpty === true) return forgetRows(runner, by);
  if (by.formerKey !== undefined) {
    await runner.query(`ALTER TABLE ${before} DROP CONSTRAINT ${before}_pkey`);
    const key = isDistributed ? `(${by.primaryKey})` : `USING INDEX ${newKeyOf(by)}`;
    await runner.query(`ALTER TABLE ${before} ADD CONSTRAINT ${before}_pkey PRIMARY KEY ${key}`);
  }
  await runner.query(`ALTER TABLE ${by.table} ATTACH PARTITION ${before} FOR VALUES ${by.before.bounds}`);
  await runner.query(`ALTER TABLE ${before} DROP CONSTRAINT IF EXISTS ${constraintOf(by)}`);
}

async function forgetRows(runner: QueryRunner, by: ByMonth): Promise<void> {
  await runner.query(`DROP TABLE ${nameOf(by)}`);
  if (by.before.usedWith === undefined) return;
  await runner.query(`CREATE TABLE ${by.table}_other PARTITION OF ${by.table} FOR VALUES ${by.before.bounds}`);
}

interface IsEmpty {
  readonly isEmpty: boolean;
}

/** Those who may use the table now may use the new one at once: the version before is working. */
async function keepRights(runner: QueryRunner, table: string, before: string): Promise<void> {
  const rights = (await runner.query(
    `SELECT format('GRANT %s ON ${table} TO %s', a.privilege_type,
                   CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END) AS statement
       FROM pg_class c CROSS JOIN aclexplode(c.relacl) a
      WHERE c.oid = '${before}'::regclass AND a.grantee <> c.relowner`,
  )) as Statement[];
  const policies = (await runner.query(
    `SELECT format('CREATE POLICY %I ON ${table} TO %s USING (%s)', policyname, array_to_string(roles, ', '), qual)
            AS statement
       FROM pg_policies WHERE schemaname = current_schema() AND tablename = '${before}'`,
  )) as Statement[];
  for (const { statement } of [...rights, ...policies]) await runner.query(statement);
  if (policies.length > 0) await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
}

interface Statement {
  readonly statement: string;
}

async function hasCitus(runner: QueryRunner): Promise<boolean> {
  const rows = (await runner.query(`SELECT FROM pg_extension WHERE extname = 'citus'`)) as unknown[];
  return rows.length > 0;
}

/**
 * For a transaction that changes several shards and then creates functions or distributes a table, which Citus refuses
 * otherwise. It has to be the first of the transaction. Other servers ignore the setting.
 */
export async function shardByShard(runner: QueryRunner): Promise<void> {
  await runner.query(`SET LOCAL citus.multi_shard_modify_mode TO 'sequential'`);
}

/** On Citus a table of one node can't get the partition of a table of many. */
async function keepDistribution(runner: QueryRunner, table: string, before: string): Promise<void> {
  await runner.query(
    `SELECT create_distributed_table('${table}', 'retailer_id', colocate_with => '${before}')
       FROM pg_dist_partition WHERE logicalrelid = '${before}'::regclass`,
  );
}

async function schemaOf(runner: QueryRunner): Promise<string> {
  const [row] = (await runner.query('SELECT quote_ident(current_schema()) AS name')) as { name: string }[];
  return row?.name ?? 'public';
}
