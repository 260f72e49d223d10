import type { Tx } from './sql.js';

/** The kind of a lock: the first half of its key. src/database/locks.ts has the numbers. */
export type LockNumber = number;

/** Waits for the lock and holds it until the transaction ends. */
export async function lockExclusive(tx: Tx, lock: LockNumber, subject: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1::int, hashtext($2))', [lock, subject]);
}

/** As `lockExclusive`, but several transactions can hold the lock. Several locks are taken in the given order. */
export async function lockShared(tx: Tx, lock: LockNumber, ...subjects: readonly string[]): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock_shared($1::int, hashtext(subject)) FROM unnest($2::text[]) AS subject', [
    lock,
    subjects,
  ]);
}

/** Takes several exclusive locks, always in the same order, so that two transactions can't deadlock. */
export async function lockEach(tx: Tx, lock: LockNumber, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await tx.query(
    `SELECT pg_advisory_xact_lock($1::int, key) FROM (
       SELECT DISTINCT hashtext(subject) AS key FROM unnest($2::text[]) AS subject ORDER BY key OFFSET 0) wanted`,
    [lock, subjects],
  );
}

/** As `lockShared`, without waiting: false where another transaction holds the lock exclusively. */
export async function tryLockShared(tx: Tx, lock: LockNumber, subject: string): Promise<boolean> {
  const [row] = await tx.query<{ held: boolean }>(
    'SELECT pg_try_advisory_xact_lock_shared($1::int, hashtext($2)) AS held',
    [lock, subject],
  );
  return row?.held === true;
}
