import type { Tx } from './database.service.js';

/** What a transaction-long advisory lock is about; the number is the first half of the lock's key. */
export const LOCKS = {
  /** Commerce writes of one retailer happen one batch at a time, so merging is read, decide, write. */
  commerce: 1,
  /** Exclusive while a segment is evaluated over all customers, shared while single customers are. */
  segmentation: 2,
  /** One migration run at a time. */
  migrations: 3,
  /** One renewal of a store's platform tokens at a time: two different ones would break each other's chain. */
  tokens: 4,
  /** Shared while records are written by a retailer's settings, exclusive while those change. */
  settings: 20,
  /** One change of a sequence at a time: its id is one of a kind although no unique key can say so. */
  sequences: 9,
  /** Decisions about mails to one customer happen one after the other where a frequency cap counts them. */
  mails: 7,
  /** Events of one retailer's segments are handed on one batch at a time, so in order. */
  segmentEvents: 5,
  /** A file of the image storage: shared while it is written, exclusive while it is deleted. */
  imageFiles: 6,
} as const;

type LockName = keyof typeof LOCKS;

/** Waits for the lock and holds it until the transaction ends. */
export async function lockExclusive(tx: Tx, lock: LockName, subject: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1::int, hashtext($2))', [LOCKS[lock], subject]);
}

/** As `lockExclusive`, together with other holders of the shared lock; several are taken in the order given. */
export async function lockShared(tx: Tx, lock: LockName, ...subjects: readonly string[]): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock_shared($1::int, hashtext(subject)) FROM unnest($2::text[]) AS subject', [
    LOCKS[lock],
    subjects,
  ]);
}

/** Takes several locks in one order, so that two transactions can't wait for each other in a ring. */
export async function lockEach(tx: Tx, lock: LockName, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await tx.query(
    `SELECT pg_advisory_xact_lock($1::int, key) FROM (
       SELECT DISTINCT hashtext(subject) AS key FROM unnest($2::text[]) AS subject ORDER BY key OFFSET 0) wanted`,
    [LOCKS[lock], subjects],
  );
}

/** As `lockShared`, without waiting: false where somebody holds the lock exclusively. */
export async function tryLockShared(tx: Tx, lock: LockName, subject: string): Promise<boolean> {
  const [row] = await tx.query<{ held: boolean }>(
    'SELECT pg_try_advisory_xact_lock_shared($1::int, hashtext($2)) AS held',
    [LOCKS[lock], subject],
  );
  return row?.held === true;
}
