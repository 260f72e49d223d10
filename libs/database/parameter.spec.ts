import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { parameterOf } from './parameter.js';

/** How the driver reads the text of a `text[]`, by the number of the type. */
const parserOf = pg.types.getTypeParser as (type: number) => unknown;
const read = parserOf(1009) as (text: string) => (string | null)[];

describe('parameterOf', () => {
  it('writes lists that are read as they were', () => {
    const element = fc.oneof(fc.string(), fc.constantFrom(null, '', 'NULL', '"', '\\', '{}', ',', ' a ', '\n'));
    fc.assert(
      fc.property(fc.array(element), (list) => {
        expect(read(String(parameterOf(list)))).toEqual(list);
      }),
    );
  });

  it('writes numbers and booleans', () => {
    expect(parameterOf([1, -2.5, true, null])).toBe('{1,-2.5,true,NULL}');
  });

  it('leaves dates, bytes and single values to the driver', () => {
    for (const value of [[new Date(0), 'a'], new Date(0), Buffer.from('a'), 'a', 7, null]) {
      expect(parameterOf(value)).toBe(value);
    }
  });
});
