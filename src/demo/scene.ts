import { deepStrictEqual } from 'node:assert';

/** The result of one part of the demo: lines to print, and whether all of them are as expected. */
export interface Scene {
  readonly title: string;
  readonly lines: readonly (readonly [label: string, value: string])[];
  readonly asExpected: boolean;
}

/** Whether two values are deeply equal. */
export function same(actual: unknown, expected: unknown): boolean {
  try {
    deepStrictEqual(actual, expected);
    return true;
  } catch {
    return false;
  }
}
