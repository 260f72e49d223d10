import { expect, it } from 'vitest';
import {
  idTooLong,
  lineTooLong,
  otherCells,
  REFUSALS,
  refusalParts,
  tooManyProducts,
  unknownStatus,
} from './refusals.js';

it('is read back with its code and its numbers', () => {
  const codes = Object.values(REFUSALS).map((reason) => refusalParts(reason)?.code);
  expect(codes).toEqual(Object.keys(REFUSALS));
  expect([idTooLong(128), tooManyProducts(200), lineTooLong(65_536), otherCells(3, 5)].map(refusalParts)).toEqual([
    { code: 'id_too_long', values: { most: '128' } },
    { code: 'too_many_products', values: { most: '200' } },
    { code: 'line_too_long', values: { most: '65,536' } },
    { code: 'other_cells', values: { cells: '3', columns: '5' } },
  ]);
  expect(refusalParts(unknownStatus(['paid', 'open']))).toEqual({
    code: 'unknown_status',
    values: { known: 'paid, open' },
  });
  expect(refusalParts('Of an earlier version.')).toBeNull();
});
