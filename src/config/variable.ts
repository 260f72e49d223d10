import { randomBytes } from 'node:crypto';
import type { Type } from './types.js';

/** Where the value of a variable comes from when the environment has none and this is not production. */
export type Fallback = string | { readonly generated: () => string };

/** One environment variable: all that is said of it anywhere comes from here. */
export interface Variable<T> {
  readonly type: Type<T>;
  /** What it is for, in whole sentences. The type, the fallback and `required` say the rest. */
  readonly about: string;
  readonly fallback?: Fallback;
  /** What holds without a value where that is no value of the variable itself. */
  readonly otherwise?: string;
  /** Production refuses to start without it. */
  readonly required?: boolean;
  /** The name and type that the variable had while it held one value. Still read where the list is not set. */
  readonly single?: { readonly name: string; readonly type: Type<T> };
}

/** Variables that belong together. */
export interface Section {
  readonly title: string;
  readonly about?: string;
  readonly variables: Readonly<Record<string, Variable<unknown>>>;
}

export const generatedSecret: Fallback = { generated: () => randomBytes(48).toString('base64url') };
