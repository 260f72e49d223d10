import { entityId } from '#libs/kernel';
import type {
  ImportedCustomer,
  ImportedOrder,
  ImportedPerson,
  ImportedRecord,
} from '../../commerce/imported/records.js';
import * as fields from './fields.js';
import type { ImportKind, Mapping } from './mapping.js';
import { READERS } from './readers.js';
import { REFUSALS } from './refusals.js';
import type { TableRow } from './table.js';

/** A line that is not taken: where it is, what of it is wrong, why, and its text. */
export interface RefusedLine {
  readonly line: number;
  /** `/total`; empty for the whole line. */
  readonly pointer: string;
  readonly reason: string;
  readonly text: string;
}

/** What one line of a file says. */
export type ImportLine =
  | { readonly line: number; readonly accepted: ImportedRecord }
  | { readonly line: number; readonly refused: RefusedLine };

/** The file that the lines are of. */
export interface LineContext {
  readonly retailerId: string;
  readonly kind: ImportKind;
  readonly source: string;
  readonly mapping: Mapping;
}

const LONGEST_TEXT = 500;

/** Reads a row. Pure. */
export function lineOf(row: TableRow, context: LineContext): ImportLine {
  const { line } = row;
  try {
    if (row.problem !== undefined) throw new fields.RefusedField('', row.problem);
    return { line, accepted: recordOf(row, context) };
  } catch (error) {
    if (!(error instanceof fields.RefusedField)) throw error;
    const text = row.text.slice(0, LONGEST_TEXT).replaceAll('\0', '\uFFFD');
    return { line, refused: { line, pointer: error.pointer, reason: error.reason, text } };
  }
}

function recordOf(row: TableRow, context: LineContext): ImportedRecord {
  if (context.kind === 'orders') return { kind: 'order', order: orderOf(row, context) };
  return { kind: 'customer', customer: customerOf(row, context) };
}

function orderOf(row: TableRow, context: LineContext): ImportedOrder {
  const id = fields.idOf('orderId', needed(row, context, 'orderId'));
  const total = fields.amountOf('total', needed(row, context, 'total'));
  const orderedAt = fields.timeOf('orderedAt', needed(row, context, 'orderedAt'));
  const refunded = given(row, context, 'refunded', READERS.refunded) ?? 0n;
  const status =
    given(row, context, 'status', READERS.status) ?? (refunded >= total && total > 0n ? 'refunded' : 'paid');
  return {
    externalId: `${context.source}:${id}`,
    person: personOf(row, context),
    total,
    refunded,
    currency: given(row, context, 'currency', READERS.currency),
    financialStatus: status === 'test' ? 'paid' : status,
    test: status === 'test',
    orderedAt,
    productIds: given(row, context, 'productIds', READERS.productIds) ?? [],
  };
}

function customerOf(row: TableRow, context: LineContext): ImportedCustomer {
  const person = personOf(row, context);
  if (!person) throw new fields.RefusedField('/customerId', REFUSALS.nobody);
  const isConsent = context.kind === 'consents';
  return {
    person,
    firstName: given(row, context, 'firstName', fields.nameOf) || null,
    lastName: given(row, context, 'lastName', fields.nameOf) || null,
    country: given(row, context, 'country', READERS.country),
    marketing: isConsent
      ? fields.marketingOf(needed(row, context, 'marketing'))
      : (given(row, context, 'marketing', READERS.marketing) ?? 'unknown'),
    decidedAt: given(row, context, 'decidedAt', READERS.decidedAt),
  };
}

/** A person without an id is known by the address. The id that is made of it does not show the address. */
function personOf(row: TableRow, context: LineContext): ImportedPerson | null {
  const id = given(row, context, 'customerId', (text) => fields.idOf('customerId', text));
  const email = given(row, context, 'email', READERS.email);
  const { retailerId, source } = context;
  const named = id ?? (email === null ? null : `@${entityId(retailerId, 'imported-address', email)}`);
  if (named === null) return null;
  const externalId = `${source}:${named}`;
  return { externalId, customerId: entityId(retailerId, 'customer', externalId), email };
}

function needed(row: TableRow, { mapping }: LineContext, target: string): string {
  const text = row.cell(mapping[target] ?? '');
  if (text === '') throw new fields.RefusedField(`/${target}`, REFUSALS.missing);
  return storable(target, text);
}

/** Null where the column or the cell is missing, or no column is used. */
function given<T>(row: TableRow, { mapping }: LineContext, target: string, read: (text: string) => T): T | null {
  const column = mapping[target];
  const text = typeof column === 'string' ? row.cell(column) : '';
  return text === '' ? null : read(storable(target, text));
}

function storable(target: string, text: string): string {
  if (text.includes('\0')) throw new fields.RefusedField(`/${target}`, REFUSALS.zero_byte);
  return text;
}
