import { DEFINITIONS } from './definitions.js';
import type { Store } from './store.js';

/** JSON schema, 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;
export type Input = Readonly<Record<string, unknown>>;

export interface Answer {
  /** What the data say, in a sentence or two. */
  readonly text: string;
  readonly data: object;
}

/** What an assistant may call. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Whether a call changes nothing of the store. */
  readonly readOnly: boolean;
  readonly input: JsonSchema;
  /** The service judges the arguments: a mistake is a refusal with its words. */
  readonly call: (store: Store, input: Input) => Promise<Answer>;
}

/** The schema of arguments, with the definitions that it refers to. */
export function inputOf(properties: JsonSchema, required: readonly string[] = []): JsonSchema {
  const schema = { type: 'object', properties, required };
  const used = new Set(referredFrom(schema));
  for (const name of used) for (const further of referredFrom(DEFINITIONS[name])) used.add(further);
  const $defs = Object.fromEntries([...used].map((name) => [name, DEFINITIONS[name]]));
  return { ...schema, $defs };
}

/** The properties of a body of the API. */
export function propertiesOf(body: string, leftOut: readonly string[] = []): JsonSchema {
  const { properties = {} } = (DEFINITIONS[body] ?? {}) as { readonly properties?: JsonSchema };
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !leftOut.includes(name)));
}

export const refer = (body: string): JsonSchema => ({ $ref: `#/$defs/${body}` });

export const BRAND: JsonSchema = { type: 'string', format: 'uuid', description: 'Only where the store has several' };

const referredFrom = (schema: unknown): string[] =>
  [...JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g)].map(([, name = '']) => name);
