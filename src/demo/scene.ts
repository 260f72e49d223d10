import { deepStrictEqual } from 'node:assert';

/** What one part of the demo showed: lines to print, and whether all of it was as expected. */
export interface Scene {
  readonly title: string;
  readonly lines: readonly (readonly [label: string, value: string])[];
  readonly asExpected: boolean;
}

/** Whether two values are the same, however deep. */
export function same(actual: unknown, expected: unknown): boolean {
  try {
    deepStrictEqual(actual, expected);
    return true;
  } catch {
    return false;
  }
}
