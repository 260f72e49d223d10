import type { Snapshot } from '#libs/database';
import { notFound } from '#libs/kernel';

/**
 * `money` is a decimal string with at most four places, `texts` a list, `instant` a Date. Every value may be null.
 */
export type ColumnType = 'text' | 'texts' | 'integer' | 'number' | 'money' | 'boolean' | 'instant';

export type Cell = string | number | boolean | Date | readonly string[] | null;

export type ExportRow = Readonly<Record<string, Cell>>;

/** A table of an export: its columns in their order, and its rows in slices. */
export interface ExportTable {
  readonly columns: Readonly<Record<string, ColumnType>>;
  slices(state: Snapshot): AsyncIterable<readonly ExportRow[]>;
}

export const EXPORT_KINDS = ['customers', 'orders', 'members', 'executions', 'results'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** The kind of that name, or 404. */
export function exportKind(name: string): ExportKind {
  const kind = EXPORT_KINDS.find((each) => each === name);
  if (!kind) throw notFound('export');
  return kind;
}
