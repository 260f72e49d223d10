import { ROW_SECURITY } from '#libs/database';
import type { QueryRunner } from 'typeorm';
import { MONTH_FUNCTIONS } from './migrations/ageing/functions.js';

const { service, tenant, setting } = ROW_SECURITY;

/** Duplicate object and unique violation: another migration on the same server has just created the role. */
const CREATED_MEANWHILE = new Set(['42710', '23505']);
const NOT_ALLOWED = '42501';

/**
 * Creates missing roles, privileges and policies, so that row-level security covers every table of a retailer. It runs
 * after each migration, so a migration does not mention it. `login` is the login of the service, by default the owner
 * of the tables. Where the roles are missing and the owner may not create them, the tables stay as they are.
 */
export async function guardRows(runner: QueryRunner, login: string | undefined): Promise<void> {
  if (!(await createRoles(runner, login))) return;
  for (const table of await unguardedTables(runner)) await guard(runner, table);
  await grantFunctions(runner);
  // A service that may not migrate still checks for missing migrations.
  if (!(await holds(runner, `has_table_privilege('${service}', 'migrations', 'SELECT')`))) {
    await runner.query(`GRANT SELECT ON migrations TO ${service}`);
  }
}

/** The functions that change partitions are for the service only. */
async function grantFunctions(runner: QueryRunner): Promise<void> {
  for (const name of MONTH_FUNCTIONS) await runner.query(`GRANT EXECUTE ON FUNCTION ${name} TO ${service}`);
}

/** Creates the roles where they are missing. False where that is not allowed. */
export async function createRoles(runner: QueryRunner, login: string | undefined): Promise<boolean> {
  for (const role of [service, tenant]) if (!(await ensureRole(runner, role, login))) return false;
  return true;
}

async function guard(runner: QueryRunner, { name, column }: Table): Promise<void> {
  await runner.query(
    `BEGIN;
     GRANT SELECT, INSERT, UPDATE, DELETE ON "${name}" TO ${service}, ${tenant};
     ALTER TABLE "${name}" ENABLE ROW LEVEL SECURITY;
     CREATE POLICY service ON "${name}" TO ${service} USING (true);
     CREATE POLICY tenant ON "${name}" TO ${tenant} USING ("${column}" = (SELECT current_setting('${setting}')::uuid));
     COMMIT`,
  );
}

/** Whether the current login is a member of both roles. */
export async function canGuardRows(runner: QueryRunner): Promise<boolean> {
  const [row] = (await runner.query(
    `SELECT count(*)::int AS held FROM pg_roles WHERE rolname IN ('${service}', '${tenant}')
        AND pg_has_role(oid, 'MEMBER')`,
  )) as { held: number }[];
  return row?.held === 2;
}

interface Table {
  readonly name: string;
  readonly column: string;
}

/**
 * Tables with a retailer and without row-level security, except partitions: the roles have no privilege for these, and
 * reach their rows through the table with its policies. A test checks that every table has a retailer column.
 */
async function unguardedTables(runner: QueryRunner): Promise<Table[]> {
  return (await runner.query(
    `SELECT c.relname AS name, CASE c.relname WHEN 'retailers' THEN 'id' ELSE 'retailer_id' END AS "column"
       FROM pg_class c
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relrowsecurity
        AND NOT c.relispartition
        AND (c.relname = 'retailers'
             OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'retailer_id'))
      ORDER BY c.relname`,
  )) as Table[];
}

/** False where the role or the membership is missing and this owner may not create it. */
async function ensureRole(runner: QueryRunner, role: string, login: string | undefined): Promise<boolean> {
  try {
    if (!(await holds(runner, `EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}')`))) {
      await runner.query(`CREATE ROLE ${role} NOLOGIN`).catch(unlessCreatedMeanwhile);
    }
    if (!(await holds(runner, `pg_has_role(coalesce($1, current_user), '${role}', 'MEMBER')`, login ?? null))) {
      await runner.query(
        `GRANT ${role} TO ${login === undefined ? 'CURRENT_USER' : `"${login.replaceAll('"', '""')}"`}`,
      );
    }
    return true;
  } catch (error) {
    if (codeOf(error) === NOT_ALLOWED) return false;
    throw error;
  }
}

async function holds(runner: QueryRunner, condition: string, ...values: readonly unknown[]): Promise<boolean> {
  const [row] = (await runner.query(`SELECT ${condition} AS holds`, [...values])) as [{ holds: boolean }];
  return row.holds;
}

function unlessCreatedMeanwhile(error: unknown): void {
  if (!CREATED_MEANWHILE.has(codeOf(error) ?? '')) throw error;
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;
