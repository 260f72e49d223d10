import { randomBytes } from 'node:crypto';
import type { Type } from './types.js';

/** The value of a variable that the environment does not set, outside production. */
export type Fallback = string | { readonly generated: () => string };

/** One environment variable. Its types, defaults and documentation all come from this declaration. */
export interface Variable<T> {
  readonly type: Type<T>;
  /** The purpose, in whole sentences. The documentation adds the type, the fallback and `required`. */
  readonly about: string;
  readonly fallback?: Fallback;
  /** What happens without a value, in words. It is set where no value of the variable has the same effect. */
  readonly otherwise?: string;
  /** Production refuses to start without a value. */
  readonly required?: boolean;
  /** The older name and type, from before the variable was a list. It is still read where the list is not set. */
  readonly single?: { readonly name: string; readonly type: Type<T> };
}

/** Variables that belong together. */
export interface Section {
  readonly title: string;
  readonly about?: string;
  readonly variables: Readonly<Record<string, Variable<unknown>>>;
}

export const generatedSecret: Fallback = { generated: () => randomBytes(48).toString('base64url') };
