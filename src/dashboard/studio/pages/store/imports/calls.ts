import { api, ask, type Schema, sendFile } from '../../../api.js';

export type Import = Schema<'HistoryImportAnswer'>;
export type Kind = Import['kind'];
export type Preview = NonNullable<Import['preview']>;
/** Null: no column, whatever the columns are called. */
export type Mapping = Readonly<Record<string, string | null>>;

export const listImports = (cursor: string | null) =>
  ask(api.GET('/retailer/imports', { params: { query: { limit: 20, ...(cursor === null ? {} : { cursor }) } } }));

export const createImport = (body: Schema<'NewImportBody'>): Promise<Import> =>
  ask(api.POST('/retailer/imports', { body }));

const at = (importId: string) => ({ params: { path: { importId } } });

export const getImport = (id: string): Promise<Import> => ask(api.GET('/retailer/imports/{importId}', at(id)));

const TYPES: Readonly<Record<Import['format'], string>> = { csv: 'text/csv', jsonl: 'application/x-ndjson' };

export const sendImportFile = (
  { id, format }: Import,
  file: File,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<Import> => sendFile(`/retailer/imports/${id}/file`, file, { type: TYPES[format], onShare, signal });

export const startImport = (id: string, dryRun: boolean, mapping: Mapping): Promise<Import> =>
  ask(api.POST('/retailer/imports/{importId}/start', { ...at(id), body: { dryRun, mapping: { ...mapping } } }));

export const cancelImport = (id: string): Promise<Import> =>
  ask(api.POST('/retailer/imports/{importId}/cancel', at(id)));

export const undoImport = (id: string): Promise<Import> => ask(api.POST('/retailer/imports/{importId}/undo', at(id)));

/** The format by the name of a file. */
export const formatOf = (name: string): Import['format'] =>
  /\.(jsonl|ndjson|json)(\.gz)?$/i.test(name) ? 'jsonl' : 'csv';

/** A file that was chosen on the page before, which the page of its import sends. */
let chosen: { readonly id: string; readonly file: File } | undefined;

export function keepFile(id: string, file: File): void {
  chosen = { id, file };
}

export function takeFile(id: string): File | undefined {
  const file = chosen?.id === id ? chosen.file : undefined;
  chosen = undefined;
  return file;
}
