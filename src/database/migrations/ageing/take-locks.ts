import { setTimeout as pause } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';

/** Shorter than the time after which Postgres looks for deadlocks. Everybody behind waits as long. */
const WAIT_MS = 200;
const MOST_ATTEMPTS = 600;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Locks tables for a transaction that changes them and the triggers of the tables that they refer to, while the version
 * before is working. That version locks them in any order, so no order here is safe from a deadlock. Whenever one of
 * them is not free soon, all are given back for a moment. Call it before the first change. Throws after some minutes.
 */
export async function takeLocks(runner: QueryRunner, tables: readonly string[]): Promise<void> {
  await runner.query(`SET LOCAL lock_timeout = ${WAIT_MS}`);
  await runner.query('SAVEPOINT unlocked');
  for (let attempt = 1; !(await tryLocks(runner, tables, attempt === MOST_ATTEMPTS)); attempt += 1) {
    await runner.query('ROLLBACK TO SAVEPOINT unlocked');
    await pause(WAIT_MS);
  }
  await runner.query('SET LOCAL lock_timeout = DEFAULT');
}

/** False where a lock is not free soon; throws that error on the last attempt. */
async function tryLocks(runner: QueryRunner, tables: readonly string[], isLast: boolean): Promise<boolean> {
  try {
    await runner.query(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
    return true;
  } catch (error) {
    if (isLast || !isLockTimeout(error)) throw error;
    return false;
  }
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
