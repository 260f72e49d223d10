import { CRITERIA, CRITERION_KEYS } from './registry.js';
import type { Criterion } from './criterion.js';

/** How a value of a criterion is entered. */
export const VALUE_TYPES = ['money', 'integer', 'number', 'flag', 'choice', 'list', 'ranges', 'text'] as const;
export type ValueType = (typeof VALUE_TYPES)[number];
export const UNITS = ['days', 'currency', 'orders'] as const;
export type Unit = (typeof UNITS)[number];

/** A key of the criteria, for a program that builds criteria. It comes from the registry alone. */
export interface CriterionEntry {
  readonly key: string;
  readonly type: ValueType;
  readonly unit: Unit | null;
  /** How the customer's fact is compared with the value; each key has one. */
  readonly operators: readonly string[];
  readonly text: string;
  readonly example: unknown;
  /** The values of a choice. */
  readonly options: readonly unknown[] | null;
  /** JSON schema of the value. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The key of the maximum that belongs to this minimum. */
  readonly atMost: string | null;
  /** Whether time alone can change who meets it. */
  readonly dependsOnTime: boolean;
}

type Any = Pick<Criterion<never>, 'schema' | 'operator' | 'atMost' | 'instant'>;

export const criteriaCatalogue = (): CriterionEntry[] => CRITERION_KEYS.map((key) => entryOf(key, CRITERIA[key]));

function entryOf(key: string, { schema, operator, atMost, instant }: Any): CriterionEntry {
  const { description, example } = schema;
  const options = Array.isArray(schema['enum']) ? (schema['enum'] as readonly unknown[]) : null;
  return {
    key,
    type: typeOf(schema),
    unit: unitOf(schema, operator),
    operators: [operator],
    text: description,
    example,
    options,
    schema,
    atMost: atMost ?? null,
    dependsOnTime: instant !== undefined,
  };
}

function typeOf(schema: Readonly<Record<string, unknown>>): ValueType {
  if (schema['oneOf']) return 'money';
  if (schema['type'] === 'boolean') return 'flag';
  if (schema['enum']) return 'choice';
  switch (schema['type']) {
    case 'integer':
      return 'integer';
    case 'number':
      return 'number';
    case 'array':
      return 'list';
    case 'object':
      return 'ranges';
    default:
      return 'text';
  }
}

function unitOf(schema: Readonly<Record<string, unknown>>, operator: string): Unit | null {
  if (operator.endsWith('_days')) return 'days';
  if (typeOf(schema) === 'money') return 'currency';
  return schema['type'] === 'integer' ? 'orders' : null;
}
