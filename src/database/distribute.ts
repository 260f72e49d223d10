import { ROW_SECURITY } from '#libs/database';
import type { QueryRunner } from 'typeorm';
import { ConfigurationError } from '../config/read-values.js';
import { inTurn, withRunner } from './migrate.js';
import { createDataSource } from './data-source.js';
import { type Placement, placementsOf, type SchemaTable } from './placement.js';

const { service, tenant, setting } = ROW_SECURITY;

export interface Distribution {
  /** The tables that this call distributed. */
  readonly distributed: readonly string[];
  /** The number of distributed tables, with those of earlier calls. */
  readonly tables: number;
  readonly nodes: number;
}

/**
 * Distributes the tables of a migrated database by retailer, over the worker nodes of its Citus coordinator. Safe to
 * run again: it continues after an interruption, and distributes tables of later migrations. Throws where the database
 * has no Citus or no worker, and where a table is distributed in another way. `ownerUrl` has the login that owns the
 * tables. `shards` is how many parts each table gets; it matters for the first call only.
 */
export async function distribute(ownerUrl: string, shards?: number): Promise<Distribution> {
  return withRunner(createDataSource(ownerUrl, []), async (runner) => {
    const nodes = await nodesOf(runner);
    return inTurn(runner, async () => {
      const placements = placementsOf(await tablesOf(runner));
      if (placements.length === 0) throw new ConfigurationError(['the database has no tables: run npm run db:migrate']);
      await openRowSecurity(runner, placements);
      const distributed = await distributeMissing(runner, placements, shards);
      await checkPlacements(runner, placements);
      return { distributed, tables: placements.length, nodes };
    });
  });
}

/** What runs a statement: a query runner or a data source. */
interface Reader {
  query(text: string): Promise<unknown>;
}

/** Whether the database has the extension that distributes tables. */
export async function hasCitus(sql: Reader): Promise<boolean> {
  const rows = (await sql.query(`SELECT 1 FROM pg_extension WHERE extname = 'citus'`)) as unknown[];
  return rows.length > 0;
}

/** How many nodes take rows. */
async function nodesOf(runner: QueryRunner): Promise<number> {
  if (!(await hasCitus(runner))) {
    throw new ConfigurationError([
      'the database has no extension citus. Where the server has Citus, run "CREATE EXTENSION citus" with a superuser',
    ]);
  }
  const [row] = (await runner.query(
    `SELECT count(*)::int AS nodes FROM pg_dist_node WHERE isactive AND shouldhaveshards AND noderole = 'primary'`,
  )) as [{ nodes: number }];
  if (row.nodes === 0) {
    throw new ConfigurationError([
      `the database is no coordinator with workers. Run "SELECT citus_add_node('HOST', PORT)" for each worker`,
    ]);
  }
  return row.nodes;
}

/** The tables of the schema, without the shards of the tables that are distributed already. */
export async function tablesOf(sql: Reader): Promise<SchemaTable[]> {
  return (await sql.query(
    `SELECT c.relname AS name,
            ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped) AS columns,
            ARRAY(SELECT DISTINCT f.confrelid::regclass::text FROM pg_constraint f
                   WHERE f.conrelid = c.oid AND f.contype = 'f') AS "refersTo"
       FROM pg_class c
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
      ORDER BY c.relname`,
  )) as SchemaTable[];
}

/**
 * Row-level security of distributed tables. The policies are part of every shard, so
 * - the roles log in to the workers, as which the coordinator runs the statements;
 * - the coordinator sends the workers the retailer of a transaction, for which `serviceOptions` asks;
 * - a policy has no subquery, which Citus refuses;
 * - the coordinator numbers the rows of identity columns for the role, which needs a privilege for that.
 */
async function openRowSecurity(runner: QueryRunner, placements: readonly Placement[]): Promise<void> {
  const closed = (await runner.query(
    `SELECT rolname AS role FROM pg_roles WHERE rolname IN ('${service}', '${tenant}') AND NOT rolcanlogin`,
  )) as { role: string }[];
  for (const { role } of closed) await runner.query(`ALTER ROLE ${role} LOGIN`);
  await runner.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${await schemaOf(runner)} TO ${service}, ${tenant}`);
  for (const { table, column } of await withSubquery(runner, placements)) {
    await runner.query(`ALTER POLICY tenant ON "${table}" USING ("${column}" = current_setting('${setting}')::uuid)`);
  }
}

async function schemaOf(runner: QueryRunner): Promise<string> {
  const [{ name }] = (await runner.query('SELECT quote_ident(current_schema()) AS name')) as [{ name: string }];
  return name;
}

async function withSubquery(runner: QueryRunner, placements: readonly Placement[]): Promise<Placement[]> {
  const rows = (await runner.query(
    `SELECT tablename AS "table" FROM pg_policies
      WHERE schemaname = current_schema() AND policyname = 'tenant' AND qual ILIKE '%SELECT%'`,
  )) as { table: string }[];
  const tables = new Set(rows.map(({ table }) => table));
  return placements.filter(({ table }) => tables.has(table));
}

async function distributeMissing(
  runner: QueryRunner,
  placements: readonly Placement[],
  shards: number | undefined,
): Promise<string[]> {
  const present = await presentPlacements(runner);
  const missing = placements.filter(({ table }) => !present.has(table));
  if (shards !== undefined) await runner.query(`SELECT set_config('citus.shard_count', $1, false)`, [String(shards)]);
  for (const { table, column } of missing) {
    const beside = table === 'retailers' ? 'none' : 'retailers';
    await runner.query('SELECT create_distributed_table($1::text::regclass, $2, colocate_with => $3)', [
      table,
      column,
      beside,
    ]);
  }
  return missing.map(({ table }) => table);
}

interface Present {
  readonly table: string;
  readonly column: string | null;
  readonly group: number;
}

async function presentPlacements(runner: QueryRunner): Promise<Map<string, Present>> {
  const rows = (await runner.query(
    `SELECT c.relname AS "table", p.colocationid AS "group",
            CASE WHEN p.partkey IS NOT NULL THEN column_to_column_name(p.logicalrelid, p.partkey) END AS "column"
       FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
      WHERE c.relnamespace = current_schema()::regnamespace`,
  )) as Present[];
  return new Map(rows.map((row) => [row.table, row]));
}

/** Rows of one retailer are on one node, so that its joins and foreign keys stay there. */
async function checkPlacements(runner: QueryRunner, placements: readonly Placement[]): Promise<void> {
  const present = await presentPlacements(runner);
  const group = present.get('retailers')?.group;
  const wrong = placements.filter(({ table, column }) => {
    const found = present.get(table);
    return found?.column !== column || found.group !== group;
  });
  const named = wrong.map(({ table, column }) => `${table} is not distributed by ${column} beside retailers`);
  if (named.length > 0) throw new ConfigurationError(named);
}
