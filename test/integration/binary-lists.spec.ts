import { written } from '#libs/database';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepare } from '../setup/test-app.js';

let client: pg.Client;

beforeAll(async () => {
  const { environment } = await prepare({});
  client = new pg.Client(environment['DATABASE_URL']);
  await client.connect();
});
afterAll(() => client.end());

const digits = fc.bigInt({ min: -(10n ** 20n) + 1n, max: 10n ** 20n - 1n });
const ELEMENTS = {
  text: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', 'NULL', '{}', '"', 'ä€😀')).map(wellFormed),
  uuid: fc.uuid(),
  timestamptz: fc.date({ min: new Date(0), max: new Date(Date.UTC(2199, 11, 31)), noInvalidDate: true }),
  numeric: digits.map((value) => {
    const text = (value < 0n ? -value : value).toString().padStart(5, '0');
    return `${value < 0n ? '-' : ''}${text.slice(0, -4)}.${text.slice(-4)}`;
  }),
  boolean: fc.boolean(),
};

/** Postgres stores no zero character, and no half of a pair. */
function wellFormed(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

it.each(Object.entries(ELEMENTS))(
  'Postgres reads a binary list of %s as its text',
  async (type, element: fc.Arbitrary<string | boolean | Date>) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(element), { minLength: 64, maxLength: 80 }), async (list) => {
        const [binary] = written(`SELECT $1::${type}[]`, [list]);
        expect(binary).toBeInstanceOf(Buffer);
        const { rows } = await client.query<{ isSame: boolean }>(
          `SELECT $1::${type}[]::text = $2::${type}[]::text AS "isSame"`,
          [binary, list],
        );
        expect(rows).toEqual([{ isSame: true }]);
      }),
      { numRuns: 100 },
    );
  },
);
