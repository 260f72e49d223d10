import { escapePointer, type InputError } from '#libs/kernel';
import { isReadable } from './readers.js';
import type { ImportFormat } from './table.js';

export const IMPORT_KINDS = ['orders', 'customers', 'consents'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** Which column of the file has the value of a target; null: none, whatever the columns are called. */
export type Mapping = Readonly<Record<string, string | null>>;

/** What the beginning of a file shows of it. */
export interface FileSample {
  readonly format: ImportFormat;
  readonly columns: readonly string[];
  /** The cells of a column in the first rows. */
  cells(column: string): readonly string[];
}

const CUSTOMER_NUMBERS = ['customer number', 'customer no', 'client id', 'user id', 'member id'];

/**
 * The targets of each kind with the names by which a column is recognized, whatever their case, spaces and signs. A
 * name with a question mark may mean something else: such a column is taken where one of its values can be read.
 */
const TARGETS: Readonly<Record<ImportKind, Readonly<Record<string, readonly string[]>>>> = {
  orders: {
    orderId: ['order id', 'order', 'order number', 'order no', 'receipt', 'receipt id', 'receipt number', 'name', 'id'],
    customerId: ['customer id', 'customer', ...CUSTOMER_NUMBERS],
    email: ['email', 'email address', 'customer email', 'mail', 'contact email'],
    total: ['total', 'total price', 'order total', 'grand total', 'amount', 'total amount', 'sum', 'revenue'],
    refunded: ['refunded', 'refunded amount', 'total refunded', 'refund', 'refund total'],
    currency: ['currency', 'currency code'],
    orderedAt: [
      'ordered at',
      'order date',
      'date',
      'created at',
      'processed at',
      'purchased at',
      'placed at',
      'paid at',
      'time',
    ],
    status: ['status', 'financial status', 'order status', 'payment status', 'state?'],
    productIds: ['product ids', 'products', 'product id', 'items', 'line items'],
  },
  customers: {
    customerId: ['customer id', 'id', 'customer', ...CUSTOMER_NUMBERS],
    email: ['email', 'email address', 'mail', 'customer email'],
    firstName: ['first name', 'given name', 'forename'],
    lastName: ['last name', 'surname', 'family name'],
    country: ['country?', 'country code?'],
    marketing: [
      'marketing',
      'consent',
      'accepts marketing',
      'email marketing consent',
      'subscribed?',
      'newsletter?',
      'opt in?',
    ],
  },
  consents: {
    customerId: ['customer id', 'customer', 'id', ...CUSTOMER_NUMBERS],
    email: ['email', 'email address', 'mail', 'customer email'],
    marketing: [
      'marketing',
      'consent',
      'accepts marketing',
      'email marketing consent',
      'subscribed',
      'newsletter',
      'status',
    ],
    decidedAt: ['decided at', 'consented at', 'consent date', 'date', 'updated at', 'opt in date', 'timestamp'],
  },
};

/** Groups of targets of which one is needed. */
const NEEDED: Readonly<Record<ImportKind, readonly (readonly string[])[]>> = {
  orders: [['orderId'], ['total'], ['orderedAt']],
  customers: [['customerId', 'email']],
  consents: [['customerId', 'email'], ['marketing']],
};

export const TARGET_NEEDS = ['required', 'one_of', 'optional'] as const;
/** `one_of`: the file must have a column for this target or for another one of this kind. */
export type TargetNeed = (typeof TARGET_NEEDS)[number];

/** What a column of the file may be used for. */
export interface ImportTarget {
  readonly name: string;
  readonly need: TargetNeed;
}

export const describeTargets = (kind: ImportKind): ImportTarget[] =>
  targetsOf(kind).map((name) => {
    const group = NEEDED[kind].find((targets) => targets.includes(name));
    if (!group) return { name, need: 'optional' };
    return { name, need: group.length > 1 ? 'one_of' : 'required' };
  });

export const targetsOf = (kind: ImportKind): readonly string[] => Object.keys(TARGETS[kind]);

const plain = (column: string): string => column.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * The column for each target: as given, and recognized by its name for the others. The most exact name wins, and a
 * column that is given for one target is not guessed for another. A key of JSON lines may first occur far below, so a
 * target without a column has the key of its own name.
 */
export function completeMapping(kind: ImportKind, sample: FileSample, given: Mapping = {}): Mapping {
  const taken = new Set(Object.values(given));
  const mapping: Record<string, string | null> = { ...given };
  for (const [target, names] of Object.entries(TARGETS[kind])) {
    if (mapping[target] !== undefined) continue;
    const free = sample.columns.filter((column) => !taken.has(column));
    const found = names.flatMap((name) => recognized(target, name, free, sample) ?? [])[0];
    if (found === undefined) continue;
    mapping[target] = found;
    taken.add(found);
  }
  return sample.format === 'jsonl' ? withKeys(kind, sample, mapping) : mapping;
}

function recognized(target: string, name: string, columns: readonly string[], sample: FileSample): string | undefined {
  const found = columns.find((column) => plain(column) === plain(name));
  if (found === undefined || !name.endsWith('?')) return found;
  const cells = sample.cells(found).filter((cell) => cell !== '');
  return cells.length === 0 || cells.some((cell) => isReadable(target, cell)) ? found : undefined;
}

/** A target that is needed and not in the sample keeps no column, so that the import is not started without it. */
function withKeys(kind: ImportKind, { columns }: FileSample, mapping: Mapping): Mapping {
  const lacking = new Set(lackingIn(kind, mapping).flat());
  const unseen = targetsOf(kind).filter(
    (target) => mapping[target] === undefined && !columns.includes(target) && !lacking.has(target),
  );
  return { ...mapping, ...Object.fromEntries(unseen.map((target) => [target, target])) };
}

const lackingIn = (kind: ImportKind, mapping: Mapping): (readonly string[])[] =>
  NEEDED[kind].filter((targets) => targets.every((target) => typeof mapping[target] !== 'string'));

/** What is wrong with a mapping that a caller gives: names of targets that the kind does not have. */
export function unknownTargets(kind: ImportKind, mapping: Mapping): InputError[] {
  return Object.keys(mapping)
    .filter((target) => !targetsOf(kind).includes(target))
    .map((target) => ({
      pointer: `/mapping/${escapePointer(target)}`,
      detail: `${kind} have no target "${target.slice(0, 64)}", but: ${targetsOf(kind).join(', ')}`,
    }));
}

/** What keeps the mapping from being used: columns that the file does not have, and targets without a column. */
export function problemsOf(
  kind: ImportKind,
  { format, columns }: Pick<FileSample, 'format' | 'columns'>,
  mapping: Mapping,
): InputError[] {
  const unknown = Object.entries(mapping).flatMap(([target, column]) =>
    format === 'jsonl' || column === null || columns.includes(column)
      ? []
      : [
          {
            pointer: `/mapping/${escapePointer(target)}`,
            detail: `the file has no column "${column.slice(0, 200)}", but: ${columnsIn(columns)}`,
          },
        ],
  );
  const missing = lackingIn(kind, mapping).map((targets) => ({
    pointer: `/mapping/${targets[0]}`,
    detail: `a column for ${targets.join(' or ')} is needed: name one of ${columnsIn(columns)}`,
  }));
  return [...unknown, ...missing];
}

const MOST_NAMED = 20;

const columnsIn = (columns: readonly string[]): string =>
  [
    ...columns.slice(0, MOST_NAMED).map((column) => column.slice(0, 200)),
    ...(columns.length > MOST_NAMED ? ['…'] : []),
  ].join(', ');
