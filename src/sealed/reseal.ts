import { type SecretBox, SecretBoxError } from '#libs/crypto';
import type { SealedColumn } from '#libs/database';
import type { SealedRepository, SealedText } from './sealed.repository.js';

/** The outcome for the texts of one column that an older key had sealed. */
export interface Resealed {
  readonly column: string;
  readonly resealed: number;
  /** Texts that the running service has written or removed meanwhile. */
  readonly changed: number;
  /** Texts that no key of the list opens, or that were tampered with. */
  readonly unreadable: number;
}

const AT_ONCE = 500;

/**
 * Seals all texts of older keys with the newest key. Each text is one statement, so the work may be interrupted,
 * repeated, and run twice at a time or beside the running service, if that has the newest key too.
 */
export async function reseal(
  columns: readonly SealedColumn[],
  repository: SealedRepository,
  box: SecretBox,
): Promise<Resealed[]> {
  const outcomes: Resealed[] = [];
  for (const column of columns) outcomes.push(await resealColumn(column, repository, box));
  return outcomes;
}

async function resealColumn(column: SealedColumn, repository: SealedRepository, box: SecretBox): Promise<Resealed> {
  const counts = { resealed: 0, changed: 0, unreadable: 0 };
  let after: readonly string[] | undefined;
  for (;;) {
    const texts = await repository.others(column, box.newestPrefix, after, AT_ONCE);
    for (const text of texts) counts[await resealOne(column, text, repository, box)] += 1;
    after = texts.at(-1)?.key;
    if (texts.length < AT_ONCE) return { column: `${column.table}.${column.column}`, ...counts };
  }
}

async function resealOne(
  column: SealedColumn,
  sealed: SealedText,
  repository: SealedRepository,
  box: SecretBox,
): Promise<'resealed' | 'changed' | 'unreadable'> {
  const context = column.contextOf(Object.fromEntries(column.key.map((name, i) => [name, sealed.key[i] ?? ''])));
  try {
    const fresh = box.seal(box.open(sealed.text, context), context);
    return (await repository.replace(column, sealed, fresh)) ? 'resealed' : 'changed';
  } catch (error) {
    if (error instanceof SecretBoxError) return 'unreadable';
    throw error;
  }
}
