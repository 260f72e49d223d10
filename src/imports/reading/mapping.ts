import { escapePointer, type InputError } from '#libs/kernel';

export const IMPORT_KINDS = ['orders', 'customers', 'consents'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** Which column of the file has the value of a target. */
export type Mapping = Readonly<Record<string, string>>;

/** The targets of each kind with the names by which a column is recognized, whatever their case, spaces and signs. */
const TARGETS: Readonly<Record<ImportKind, Readonly<Record<string, readonly string[]>>>> = {
  orders: {
    orderId: ['order id', 'order', 'order number', 'order no', 'receipt', 'receipt id', 'receipt number', 'name', 'id'],
    customerId: ['customer id', 'customer', 'customer number', 'client id', 'user id', 'member id'],
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
    status: ['status', 'financial status', 'order status', 'payment status', 'state'],
    productIds: ['product ids', 'products', 'product id', 'items', 'line items'],
  },
  customers: {
    customerId: ['customer id', 'id', 'customer', 'customer number', 'client id', 'user id', 'member id'],
    email: ['email', 'email address', 'mail', 'customer email'],
    firstName: ['first name', 'given name', 'forename'],
    lastName: ['last name', 'surname', 'family name'],
    country: ['country', 'country code'],
    marketing: [
      'marketing',
      'consent',
      'accepts marketing',
      'email marketing consent',
      'subscribed',
      'newsletter',
      'opt in',
    ],
  },
  consents: {
    customerId: ['customer id', 'customer', 'id', 'customer number', 'client id', 'user id', 'member id'],
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
 * column that is given for one target is not guessed for another.
 */
export function completeMapping(kind: ImportKind, columns: readonly string[], given: Mapping = {}): Mapping {
  const taken = new Set(Object.values(given));
  const mapping: Record<string, string> = { ...given };
  for (const [target, names] of Object.entries(TARGETS[kind])) {
    if (mapping[target] !== undefined) continue;
    const free = columns.filter((column) => !taken.has(column));
    const found = names.flatMap((name) => free.find((column) => plain(column) === plain(name)) ?? [])[0];
    if (found === undefined) continue;
    mapping[target] = found;
    taken.add(found);
  }
  return mapping;
}

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
export function problemsOf(kind: ImportKind, columns: readonly string[], mapping: Mapping): InputError[] {
  const unknown = Object.entries(mapping)
    .filter(([, column]) => !columns.includes(column))
    .map(([target, column]) => ({
      pointer: `/mapping/${escapePointer(target)}`,
      detail: `the file has no column "${column.slice(0, 200)}"`,
    }));
  const missing = NEEDED[kind]
    .filter((targets) => targets.every((target) => mapping[target] === undefined))
    .map((targets) => ({
      pointer: `/mapping/${targets[0]}`,
      detail: `a column for ${targets.join(' or ')} is needed`,
    }));
  return [...unknown, ...missing];
}
